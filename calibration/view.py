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

_WIDTH: Final = 480
_STILL: Final = 0.3
_ALIKE: Final = 0.15
_MOST: Final = 21
_SHARE: Final = 0.3


def median_picture(images_bgr: Sequence[Image]) -> Image:
    """Return the median of the pictures of the commonest view, at most 21.

    When the camera moves all the time this is the first picture.

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
        return picked[0]
    stack = np.stack([picked[index] for index in kept])
    ordered = np.partition(stack, len(kept) // 2, axis=0)
    return np.asarray(ordered[len(kept) // 2], dtype=np.uint8)


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
    if a is b:
        return True
    window = cv2.createHanningWindow((a.shape[1], a.shape[0]), cv2.CV_32F)
    (du, dv), peak = cv2.phaseCorrelate(a, b, window)
    return float(np.hypot(du, dv)) < _STILL and float(peak) > _ALIKE
