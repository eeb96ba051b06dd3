"""Smaller pictures, made quickly."""

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


def shrunk(image: Image, size: tuple[int, int]) -> Image:
    """Return a smaller picture: halved while that goes, then interpolated.

    This is several times faster than averaging areas and nearly as free of noise.

    Args:
        image: uint8, shape (h, w) or (h, w, 3).
        size: Width and height, pixels.
    """
    while image.shape[1] >= 1.9 * size[0] or image.shape[1] // 2 >= size[0]:
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA))
    return np.asarray(
        cv2.resize(image, size, interpolation=cv2.INTER_LINEAR), dtype=np.uint8
    )
