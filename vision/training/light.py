"""Colours, sharpness and compression of training crops, at random."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.crops import Crop

Image = NDArray[np.uint8]

OUT_OF_FOCUS = 0.15


def with_other_light(crop: Crop, rng: np.random.Generator) -> Crop:
    """Changes colours, contrast, sharpness, noise and compression at random.

    Args:
        crop: Crop.
        rng: Source of chance.

    Returns:
        The crop as another camera in another light would show it; the boxes stay.
    """
    image = _coloured(crop.image_bgr, rng)
    if rng.random() < 0.35:
        image = _coarse(image, rng)
    if rng.random() < 0.3:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.4)).astype(np.uint8)
    elif rng.random() < OUT_OF_FOCUS:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(1.4, 3.5)).astype(np.uint8)
    if rng.random() < 0.1:
        image = _shaken(image, rng)
    if rng.random() < 0.3:
        noise = rng.standard_normal(image.shape, np.float32)
        noise *= np.float32(rng.uniform(1, 8))
        image = np.clip(image + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        image = _compressed(image, rng)
    return Crop(image, crop.boxes_px, crop.ignored_px)


def _coloured(image: Image, rng: np.random.Generator) -> Image:
    hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
    turn = rng.uniform(-90, 90) if rng.random() < 0.4 else rng.normal(0, 6)
    index = np.arange(256)
    hue = ((index + turn) % 180).astype(np.uint8)
    saturation = np.clip(index * rng.uniform(0.5, 1.4), 0, 255).astype(np.uint8)
    curve = 255 * (index / 255) ** np.exp(rng.normal(0, 0.3)) * rng.uniform(0.65, 1.25)
    value = np.clip(curve, 0, 255).astype(np.uint8)
    table = np.dstack([hue, saturation, value])
    image = cv2.cvtColor(cv2.LUT(hsv, table), cv2.COLOR_HSV2BGR).astype(np.uint8)
    if rng.random() < 0.05:
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        image = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR).astype(np.uint8)
    return image


def _coarse(image: Image, rng: np.random.Generator) -> Image:
    side = image.shape[0]
    small = round(side * rng.uniform(0.28, 0.95))
    reduced = cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA)
    return cv2.resize(reduced, (side, side), interpolation=cv2.INTER_LINEAR).astype(
        np.uint8
    )


def _shaken(image: Image, rng: np.random.Generator) -> Image:
    reach = int(rng.integers(1, 4))
    kernel = np.zeros((2 * reach + 1,) * 2, np.float32)
    end = (int(rng.integers(0, 2 * reach + 1)), int(rng.integers(0, reach + 1)))
    other = (2 * reach - end[0], 2 * reach - end[1])
    cv2.line(kernel, end, other, 1.0)
    return cv2.filter2D(image, -1, kernel / kernel.sum()).astype(np.uint8)


def _compressed(image: Image, rng: np.random.Generator) -> Image:
    quality = int(rng.integers(14, 95))
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)
