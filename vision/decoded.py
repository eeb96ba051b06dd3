"""A decoded picture of a video, kept as it came until its colours are needed."""

import threading
from functools import cache
from typing import Final

import cv2
import numpy as np
from av.video.frame import VideoFrame
from av.video.plane import VideoPlane
from numpy.typing import NDArray

from vision.shrinking import shrunk

Image = NDArray[np.uint8]

_PLANAR: Final = {"yuv420p", "yuvj420p", "yuv422p", "yuvj422p", "yuv444p", "nv12"}
"""Formats whose first plane is the luma, one byte a pixel."""

_QUARTERED: Final = {"yuv420p", "yuvj420p"}
"""Formats with two more planes, of colours, half as wide and as high."""

_WHOLE_RANGE: Final = {"yuvj420p"}
_WHOLE: Final = 2
"""FFmpeg's number for a luma that takes all levels."""

_BT709: Final = 1
"""FFmpeg's number for the colours of high-definition video."""


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
        self._making = threading.Lock()

    def bgr(self) -> Image:
        """Return the upright picture, (h, w, 3) uint8, read-only."""
        with self._making:
            if self._bgr is None:
                self._bgr = self._made()
            return self._bgr

    def copied(self) -> "DecodedPicture":
        """Return the picture in room of its own.

        A decoder gives pictures room from a stock that grows to the most that ever
        were kept at once, and gives none of it back while it lives.
        """
        picture = self._picture
        copy = VideoFrame(picture.width, picture.height, picture.format.name)
        for from_, to in zip(picture.planes, copy.planes, strict=True):
            size = min(from_.line_size, to.line_size)
            _rows(to)[:, :size] = _rows(from_)[:, :size]
        copy.color_range, copy.colorspace = picture.color_range, picture.colorspace
        return DecodedPicture(copy, self._turns)

    def _made(self) -> Image:
        image = np.asarray(
            self._picture.to_ndarray(format="bgr24", threads=1), np.uint8
        )
        if self._turns:
            image = np.ascontiguousarray(np.rot90(image, self._turns))
        image.flags.writeable = False
        return image

    def small_bgr(
        self, region_px: tuple[int, int, int, int], size: tuple[int, int]
    ) -> Image:
        """Return a part of the picture made smaller, (h, w, 3) uint8.

        Args:
            region_px: u0, v0, u1, v1.
            size: Width and height, pixels.
        """
        u0, v0, u1, v1 = region_px
        picture = self._picture
        if self._luma is None or picture.format.name not in _QUARTERED:
            return shrunk(self.bgr()[v0:v1, u0:u1], size)
        parts = [shrunk(self._luma[v0:v1, u0:u1], size)]
        for number in (1, 2):
            plane = _plane(picture, number, self._turns)
            part = plane[v0 // 2 : (v1 + 1) // 2, u0 // 2 : (u1 + 1) // 2]
            parts.append(shrunk(part, size))
        whole = picture.format.name in _WHOLE_RANGE or picture.color_range == _WHOLE
        matrix = _bgr_from_yuv(picture.colorspace == _BT709, whole)
        return np.asarray(cv2.transform(cv2.merge(parts), matrix), np.uint8)

    def luma(self) -> Image:
        """Return how light each pixel is, (h, w) uint8."""
        if self._luma is not None:
            return self._luma
        return np.asarray(cv2.cvtColor(self.bgr(), cv2.COLOR_BGR2GRAY), np.uint8)


def _luma(picture: VideoFrame, turns: int) -> Image | None:
    """Return a view of the luma plane, None for other formats."""
    if picture.format.name not in _PLANAR:
        return None
    return _plane(picture, 0, turns)


def _plane(picture: VideoFrame, number: int, turns: int) -> Image:
    """Return a view of a plane, upright."""
    plane = picture.planes[number]
    upright = _rows(plane)[: plane.height, : plane.width]
    return np.asarray(np.rot90(upright, turns) if turns else upright)


def _rows(plane: VideoPlane) -> Image:
    """Return a view of a plane with what pads its lines."""
    return np.frombuffer(memoryview(plane), np.uint8).reshape(-1, plane.line_size)


@cache
def _bgr_from_yuv(is_709: bool, whole: bool) -> NDArray[np.float32]:  # noqa: FBT001
    """Return what makes blue, green, red of a luma and two colours, shape (3, 4).

    Args:
        is_709: Whether the colours are those of BT.709; otherwise of BT.601.
        whole: Whether the luma takes all levels, not only 16 to 235.
    """
    red, blue = (0.2126, 0.0722) if is_709 else (0.299, 0.114)
    green = 1 - red - blue
    light, colour, zero = (1.0, 1.0, 0.0) if whole else (255 / 219, 255 / 224, 16.0)
    v, u = 2 * (1 - red) * colour, 2 * (1 - blue) * colour
    rows = np.array(
        [
            [light, u, 0.0],
            [light, -u * blue / green, -v * red / green],
            [light, 0.0, v],
        ]
    )
    offset = -rows @ [zero, 128.0, 128.0]
    return np.column_stack((rows, offset)).astype(np.float32)
