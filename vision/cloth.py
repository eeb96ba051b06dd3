"""Cloth: smooth in colour and light, whatever lies on it; shadows keep its colour."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

FloatImage = NDArray[np.float32]

_SMOOTH: Final = 0.07
"""Reach over which cloth is alike, over the picture's width."""

_FAINT: Final = 8.0
"""Cloth is not darker than this, levels."""

_WHOLLY: Final = 0.9
"""Part of a coarse pixel that must be free."""

_COARSE: Final = 4
"""The surface is found in a picture so many times smaller."""

_COLOUR: Final = 11.0
"""Distance from the cloth's colour that noise and codec do not reach, levels."""

_BRIGHTER, _BRIGHTER_LEVELS = 1.2, 20.0
"""A lamp's glare is less than this: factor, and levels."""

_DARKEST, _DARK_LEVELS = 0.45, 22.0
"""A shadow leaves more of the light than this; less levels are noise."""

_TOLERANCES: Final = ((3.2, 0.6), (2.0, 0.4), (1.3, 0.25))
"""What still is cloth, step by step: its colour over `_COLOUR`, its light."""


def difference(image: FloatImage, empty: FloatImage) -> FloatImage:
    """Return how clearly each pixel is no cloth, above 1 surely, shape (h, w).

    Args:
        image: Blue, green, red, shape (h, w, 3).
        empty: The same of the empty table.
    """
    factor, length, colour = _parts(image, empty)
    above = (factor - 1) * length
    bright = above / np.maximum(length * (_BRIGHTER - 1), _BRIGHTER_LEVELS)
    dark = -above / np.maximum(length * (1 - _DARKEST), _DARK_LEVELS)
    found = np.maximum(colour * np.float32(1 / _COLOUR), np.maximum(bright, dark))
    return np.asarray(found, dtype=np.float32)


def _parts(
    image: FloatImage, empty: FloatImage
) -> tuple[FloatImage, FloatImage, FloatImage]:
    """Return light over the table's, the table's level and the distance of colour."""
    ones = np.ones((1, 3), np.float32)
    both = _floats(cv2.transform(cv2.multiply(image, empty), ones))
    own = _floats(cv2.transform(cv2.multiply(empty, empty), ones))
    own = np.maximum(own, np.float32(_FAINT**2))
    square = _floats(cv2.transform(cv2.multiply(image, image), ones))
    factor = both / own
    off = np.maximum(square - both * factor, 0)
    return factor, np.sqrt(own), np.sqrt(off)


def _floats(image: cv2.typing.MatLike) -> FloatImage:
    return np.asarray(image, dtype=np.float32)


def cloth_surface(
    image: FloatImage | NDArray[np.uint8], free: NDArray[np.bool_]
) -> FloatImage:
    """Return the cloth with nothing on it, shape (h, w, 3).

    Args:
        image: Blue, green, red, shape (h, w, 3).
        free: Where cloth may be seen: on the bed and not on balls, shape (h, w).
    """
    height, width = free.shape
    size = (max(width // _COARSE, 1), max(height // _COARSE, 1))
    small = _floats(cv2.resize(image, size, interpolation=cv2.INTER_AREA))
    share = cv2.resize(free.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    usable = (_floats(share) > _WHOLLY).astype(np.float32)
    if not usable.any():
        return image.astype(np.float32)
    surface = np.empty_like(small)
    surface[:] = np.median(small[usable > 0], axis=0)
    for colour, light in _TOLERANCES:
        factor, _, off = _parts(small, surface)
        alike = (off < colour * _COLOUR) & (np.abs(factor - 1) < light)
        surface = _smoothed(small, usable * alike.astype(np.float32), surface)
    size = (width, height)
    return _floats(cv2.resize(surface, size, interpolation=cv2.INTER_LINEAR))


def _smoothed(
    image: FloatImage, weight: NDArray[np.float32], fallback: FloatImage
) -> FloatImage:
    """Return the weighted mean around each pixel, shape (h, w, 3)."""
    sigma = _SMOOTH * image.shape[1]
    weighted = np.dstack((image * weight[..., None], weight))
    both = _floats(cv2.GaussianBlur(weighted, (0, 0), sigma))
    total, count = both[..., :3], both[..., 3:]
    blurred = total / np.maximum(count, 1e-6)
    return np.where(count > 1e-4, blurred, fallback).astype(np.float32)
