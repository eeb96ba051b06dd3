"""Which pixels are cloth, whatever its colour and however the light falls on it.

The commonest colour in the middle of the picture is the cloth's. Light is never even,
so the colour is then fitted as a smooth surface over the picture, and a pixel is cloth
when it is near that surface; shadows (darker, same hue) are allowed for.
"""

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.arrays import FloatArray, Image, Mask

WORK_WIDTH = 480
"""Width to which pictures are reduced for this."""

_LIGHT_WEIGHT = 0.45
_ROUNDS = 3
_RARE = 0.04
_CELL = np.array([5.0, 4.0, 4.0])


def to_lab(image_bgr: npt.NDArray[Any]) -> FloatArray:
    """Return CIE L*a*b* (0-100, signed chroma) of a BGR picture, float64."""
    scaled = image_bgr.astype(np.float32) / np.float32(255)
    return cv2.cvtColor(scaled, cv2.COLOR_BGR2LAB).astype(np.float64)


def cloth_masks(image_bgr: Image, most: int = 3, bridge: int = 0) -> Iterator[Mask]:
    """Yield which pixels look like cloth, the likeliest colour first.

    The cushions' cloth counts too.

    Args:
        image_bgr: The picture, reduced to about `WORK_WIDTH` pixels.
        most: How many colours to try.
        bridge: Lines up to so many pixels wide do not part the cloth.

    Yields:
        Masks of the picture's shape.
    """
    lab = to_lab(cv2.GaussianBlur(image_bgr, (0, 0), 1.0))
    for colour in _modes(lab, most):
        yield _grown(lab, colour, bridge)


def _grown(lab: FloatArray, colour: FloatArray, bridge: int) -> Mask:
    """Return the pixels of a colour that may change smoothly over the picture."""
    surface: FloatArray = np.broadcast_to(colour, lab.shape)
    mask = np.zeros(lab.shape[:2], dtype=bool)
    for _ in range(_ROUNDS):
        distance = colour_distance(lab, surface)
        mask = distance < _threshold(distance)
        mask = _central_part(mask, bridge)
        surface = _surface(lab, mask)
    return mask


def _middle(shape: tuple[int, ...]) -> tuple[slice, slice]:
    height, width = shape[:2]
    return (
        slice(int(0.22 * height), int(0.78 * height)),
        slice(int(0.22 * width), int(0.78 * width)),
    )


def _modes(lab: FloatArray, most: int) -> list[FloatArray]:
    """Return the commonest colours of the picture's middle, commonest first."""
    middle = lab[_middle(lab.shape)].reshape(-1, 3)
    cells = np.round(middle / _CELL).astype(np.int64)
    low = cells.min(axis=0) - 1
    counts = np.zeros(cells.max(axis=0) - low + 2, dtype=np.float32)
    np.add.at(counts, tuple((cells - low).T), 1.0)
    for axis in range(3):
        counts = counts + np.roll(counts, 1, axis) + np.roll(counts, -1, axis)
    found: list[FloatArray] = []
    for _ in range(most):
        best = np.array(np.unravel_index(int(counts.argmax()), counts.shape))
        if counts[tuple(best)] < _RARE * len(middle):
            break
        near = np.abs(cells - low - best).max(axis=1) <= 1
        found.append(np.asarray(np.median(middle[near], axis=0)))
        reach = tuple(slice(max(0, int(i) - 4), int(i) + 5) for i in best)
        counts[reach] = 0.0
    return found


def colour_distance(lab: FloatArray, surface: FloatArray) -> FloatArray:
    """Return how far each pixel is from the cloth's colour, shadows forgiven."""
    light, wanted = lab[..., 0], surface[..., 0]
    ratio = np.clip((light + 8) / (wanted + 8), 0.35, 1.6)
    chroma = lab[..., 1:] - surface[..., 1:] * ratio[..., None]
    colour = np.hypot(chroma[..., 0], chroma[..., 1])
    dark = np.maximum(wanted - light, 0) * _LIGHT_WEIGHT
    bright = np.maximum(light - wanted, 0) * 0.8
    return np.asarray(np.hypot(colour, dark + bright))


def _threshold(distance: FloatArray) -> float:
    """Return the distance that best separates cloth from the rest (Otsu)."""
    clipped = np.clip(distance * 5, 0, 255).astype(np.uint8)
    value, _ = cv2.threshold(clipped, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    return float(np.clip(value / 5, 7.0, 15.0))


def _central_part(mask: Mask, bridge: int) -> Mask:
    """Keep the part that fills most of the picture's middle."""
    opened = cv2.morphologyEx(
        mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)
    )
    if bridge:
        kernel = np.ones((bridge, bridge), np.uint8)
        opened = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, kernel)
    count, labels = cv2.connectedComponents(opened, connectivity=4)
    if count < 2:
        return mask
    inside = labels[_middle(mask.shape)]
    sizes = np.bincount(inside.ravel(), minlength=count)
    sizes[0] = 0
    part = labels == int(sizes.argmax())
    return part if part.any() else mask


def _surface(lab: FloatArray, mask: Mask) -> FloatArray:
    """Fit each channel by a quadratic in the picture's coordinates over the mask."""
    height, width = mask.shape
    v, u = np.mgrid[0:height, 0:width]
    x, y = u / width - 0.5, v / height - 0.5
    terms = np.stack((np.ones_like(x), x, y, x * x, x * y, y * y), axis=-1)
    rows = terms[mask]
    if len(rows) < 500:
        return np.broadcast_to(np.median(lab[mask], axis=0), lab.shape)
    step = max(1, len(rows) // 8000)
    rows, values = rows[::step], lab[mask][::step]
    solution, *_ = np.linalg.lstsq(rows, values, rcond=None)
    for _ in range(2):
        error = np.linalg.norm(rows @ solution - values, axis=1)
        good = error < 2.5 * np.median(error) + 1e-6
        solution, *_ = np.linalg.lstsq(rows[good], values[good], rcond=None)
    return np.asarray(terms @ solution)
