"""Which pictures show one and the same view.

A median of pictures is sharp only when the camera stood still, so pictures after a cut
or from a camera that drifts are left out.
"""

from collections.abc import Sequence
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from calibration.arrays import Image
from calibration.errors import TableNotFoundError

_WIDTH: Final = 640
_TILE: Final = 16
_STRUCTURE: Final = 6.0
_ALIKE: Final = 0.93
_MOST: Final = 21
_SHARE: Final = 0.3
_STRIP: Final = 32
"""Rows of a picture whose median is taken at once."""


def median_picture(images_bgr: Sequence[Image]) -> Image:
    """Return the median of the pictures of the commonest view, at most 21.

    When the camera moves all the time this is the first picture.

    Raises:
        TableNotFoundError: There is no picture, or they differ in size.
    """
    return _median(pictures_of_one_view(images_bgr))


def pictures_of_one_view(images_bgr: Sequence[Image]) -> list[Image]:
    """Return the pictures of the commonest view, at most 21, in order.

    When the camera moves all the time this is the first picture alone.

    Raises:
        TableNotFoundError: There is no picture, or they differ in size.
    """
    if len(images_bgr) == 0:
        raise TableNotFoundError("no picture to look for a table in")
    count = min(len(images_bgr), _MOST)
    picked = [images_bgr[int(i)] for i in np.linspace(0, len(images_bgr) - 1, count)]
    if len({image.shape for image in picked}) > 1:
        raise TableNotFoundError("the pictures differ in size: give one recording")
    kept = commonest_view(picked)
    if len(kept) < max(3, _SHARE * count):
        return [picked[0]]
    return [picked[index] for index in kept]


def _median(images_bgr: list[Image]) -> Image:
    """Return the median of pictures, strip by strip: all at once fill the memory."""
    if len(images_bgr) == 1:
        return images_bgr[0]
    middle = len(images_bgr) // 2
    result = np.empty_like(images_bgr[0])
    for top in range(0, len(result), _STRIP):
        rows = slice(top, top + _STRIP)
        stack = np.stack([image[rows] for image in images_bgr])
        stack.partition(middle, axis=0)
        result[rows] = stack[middle]
    return result


def commonest_view(images_bgr: Sequence[Image]) -> list[int]:
    """Return the numbers of the pictures that show the commonest view, in order."""
    small = [_small(image) for image in images_bgr]
    groups = [
        [i for i, other in enumerate(small) if _same(small[seed], other)]
        for seed in sorted({0, len(small) // 2, len(small) - 1})
    ]
    return max(groups, key=len)


def _small(image_bgr: Image) -> npt.NDArray[Any]:
    height, width = image_bgr.shape[:2]
    size = (_WIDTH, max(1, round(height * _WIDTH / width)))
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32)


def _same(a: npt.NDArray[Any], b: npt.NDArray[Any]) -> bool:
    """Whether most places with structure look alike without any shift."""
    if a is b:
        return True
    tiles_a, tiles_b = _tiles(a), _tiles(b)
    spread_a, spread_b = tiles_a.std(axis=1), tiles_b.std(axis=1)
    structured = np.maximum(spread_a, spread_b) > _STRUCTURE
    if not structured.any():
        return False
    product = (tiles_a * tiles_b).mean(axis=1)
    alike = product / np.maximum(spread_a * spread_b, 1e-6)
    return float(np.median(alike[structured])) > _ALIKE


def _tiles(grey: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return square tiles, one a row, each with its mean taken off."""
    rows, columns = grey.shape[0] // _TILE, grey.shape[1] // _TILE
    cut = grey[: rows * _TILE, : columns * _TILE]
    tiles = cut.reshape(rows, _TILE, columns, _TILE).transpose(0, 2, 1, 3)
    flat = tiles.reshape(rows * columns, _TILE * _TILE)
    return np.asarray(flat - flat.mean(axis=1, keepdims=True))
