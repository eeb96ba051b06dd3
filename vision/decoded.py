"""A decoded picture of a video, kept as it came until its colours are needed."""

from typing import Final

import cv2
import numpy as np
from av.video.frame import VideoFrame
from numpy.typing import NDArray

Image = NDArray[np.uint8]

_PLANAR: Final = {"yuv420p", "yuvj420p", "yuv422p", "yuvj422p", "yuv444p", "nv12"}
"""Formats whose first plane is the luma, one byte a pixel."""


class DecodedPicture:
    """One picture as the decoder gave it; colours are made once, on demand."""

    def __init__(self, picture: VideoFrame, turns: int) -> None:
        """Keep the picture.

        Args:
            picture: From the decoder.
            turns: Quarter turns anticlockwise that make it upright.
        """
        self._picture = picture
        self._turns = turns
        self._luma = _luma(picture, turns)
        self._bgr: Image | None = None

    def bgr(self) -> Image:
        """Return the upright picture, (h, w, 3) uint8, read-only."""
        if self._bgr is None:
            image = np.asarray(
                self._picture.to_ndarray(format="bgr24", threads=1), np.uint8
            )
            if self._turns:
                image = np.ascontiguousarray(np.rot90(image, self._turns))
            image.flags.writeable = False
            self._bgr = image
        return self._bgr

    def luma(self) -> Image:
        """Return how light each pixel is, (h, w) uint8."""
        if self._luma is not None:
            return self._luma
        return np.asarray(cv2.cvtColor(self.bgr(), cv2.COLOR_BGR2GRAY), np.uint8)


def _luma(picture: VideoFrame, turns: int) -> Image | None:
    """Return a view of the luma plane, None for other formats."""
    if picture.format.name not in _PLANAR:
        return None
    plane = picture.planes[0]
    rows = np.frombuffer(memoryview(plane), np.uint8).reshape(-1, plane.line_size)
    luma = rows[: picture.height, : picture.width]
    return np.asarray(np.rot90(luma, turns) if turns else luma)
