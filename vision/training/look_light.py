"""One lamp and one camera for all balls of a picture, at random."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import PATCH_PX

Bytes = NDArray[np.uint8]
Floats32 = NDArray[np.float32]

_WARMTH, _TINT = 0.17, 0.06
"""Deviations of the lamp's colour: red against blue, green against both; nats."""

_DARKEST, _BRIGHTEST = -0.55, 0.5


def in_other_light(patches: Bytes, rng: np.random.Generator) -> Floats32:
    """Return patches of one picture as another camera in other light would show them.

    Args:
        patches: uint8, shape (n, s, s, 3), BGR.
        rng: Source of chance.

    Returns:
        float32, 0 to 1, of the same shape, turned and mirrored one by one.
    """
    light = _developed(patches.astype(np.float32) / np.float32(255), rng)
    light = _less_sharp(light, rng)
    noise = rng.standard_normal(light.shape, np.float32)
    if rng.random() < 0.7:
        light += noise * np.float32(rng.uniform(0, 0.035))
    for row in range(len(light)):
        turned = np.rot90(light[row], int(rng.integers(4)))
        light[row] = turned[:, ::-1] if rng.random() < 0.5 else turned
    return np.asarray(np.clip(light, 0, 1), np.float32)


def _developed(light: Floats32, rng: np.random.Generator) -> Floats32:
    """Change lamp, exposure, contrast and saturation; add a veil of stray light."""
    count = len(light)
    warmth = rng.normal(0, _WARMTH) * (1.8 if rng.random() < 0.1 else 1.0)
    lamp = np.array([-warmth, rng.normal(0, _TINT), warmth])
    exposure = rng.uniform(_DARKEST, _BRIGHTEST)
    own = rng.normal(0, 0.04, (count, 1, 1, 3)) + rng.normal(0, 0.07, (count, 1, 1, 1))
    light = np.clip(light * np.exp(exposure + lamp + own), 0, 1).astype(np.float32)
    if rng.random() < 0.7:
        light = light ** np.float32(rng.uniform(0.75, 1.35))
    if rng.random() < 0.7:
        grey = light.mean(axis=3, keepdims=True)
        vivid = np.float32(rng.uniform(0.6, 1.3))
        light = np.clip(grey + (light - grey) * vivid, 0, 1)
    if rng.random() < 0.3:
        veil = (rng.uniform(0, 0.1) * rng.uniform(0.7, 1, 3)).astype(np.float32)
        light = light * np.float32(1 - rng.uniform(0, 0.25)) + veil
    return np.asarray(light, np.float32)


def _less_sharp(light: Floats32, rng: np.random.Generator) -> Floats32:
    """Show the picture smaller, out of focus, or with the coarse colours of a codec."""
    if rng.random() < 0.35:
        light = _through(light, int(rng.integers(10, 30)))
    if rng.random() < 0.3:
        sigma = 1 + float(rng.random())
        light = np.stack([_blurred(patch, sigma) for patch in light])
    if rng.random() < 0.25:
        grey = light.mean(axis=3, keepdims=True)
        light = grey + _through(light - grey, int(rng.integers(8, 21)))
    return light


def _blurred(patch: Floats32, sigma: float) -> Floats32:
    return np.asarray(cv2.GaussianBlur(patch, (0, 0), sigma), np.float32)


def _through(light: Floats32, side_px: int) -> Floats32:
    """Return the patches as if they had been smaller."""
    small, large = (side_px, side_px), (PATCH_PX, PATCH_PX)
    reduced = [cv2.resize(p, small, interpolation=cv2.INTER_AREA) for p in light]
    return np.stack([cv2.resize(p, large) for p in reduced]).astype(np.float32)
