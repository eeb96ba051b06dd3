"""The latest pictures, small, for the page and for clips."""

import threading
from collections import deque
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

ALBUM_BYTES: Final = 48_000_000
"""Of all pictures kept."""

WIDTH: Final = 640
"""Of a kept picture, pixels."""

_QUALITY: Final = 80


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture as a JPEG.

    Attributes:
        t: Its time, seconds.
        jpeg: The file.
    """

    t: float
    jpeg: bytes


class Album:
    """Keeps the latest pictures within a limit of size; used from several threads."""

    def __init__(self, limit_bytes: int = ALBUM_BYTES) -> None:
        """Start empty.

        Args:
            limit_bytes: Of all pictures kept; the oldest make room.
        """
        self._limit = limit_bytes
        self._pictures: deque[Picture] = deque()
        self._bytes = 0
        self._lock = threading.Lock()

    def put(self, t: float, image_bgr: NDArray[np.uint8]) -> None:
        """Keep a picture, made smaller; one that is not newer begins a new album."""
        jpeg = small_jpeg(image_bgr)
        with self._lock:
            if self._pictures and t < self._pictures[-1].t:
                self._pictures.clear()
                self._bytes = 0
            self._pictures.append(Picture(t, jpeg))
            self._bytes += len(jpeg)
            while self._bytes > self._limit and len(self._pictures) > 1:
                self._bytes -= len(self._pictures.popleft().jpeg)

    @property
    def newest(self) -> Picture | None:
        """The newest picture, or None."""
        with self._lock:
            return self._pictures[-1] if self._pictures else None

    def between(self, t_from: float, t_to: float) -> list[Picture]:
        """Return the pictures of a stretch of time, seconds."""
        with self._lock:
            return [p for p in self._pictures if t_from <= p.t <= t_to]


def small_jpeg(image_bgr: NDArray[np.uint8], width: int = WIDTH) -> bytes:
    """Return a picture as a JPEG that is not wider than `width` pixels."""
    height, full = image_bgr.shape[:2]
    picture: Any = image_bgr
    if full > width:
        size = (width, max(1, round(height * width / full)))
        picture = cv2.resize(image_bgr, size, interpolation=cv2.INTER_AREA)
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    assert done  # noqa: S101  # every picture can be written
    return data.tobytes()


def image_of(picture: Picture) -> NDArray[np.uint8]:
    """Return the pixels of a picture."""
    data = np.frombuffer(picture.jpeg, dtype=np.uint8)
    image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert image is not None  # noqa: S101  # it was written by `small_jpeg`
    return np.asarray(image, dtype=np.uint8)
