"""Writing H.264 recordings with the times of their pictures kept."""

import contextlib
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import av
import numpy as np
from numpy.typing import NDArray

TIME_BASE: Final = Fraction(1, 90_000)


class VideoWriter:
    """Encodes pictures into an MP4 file that every player reads.

    The picture is cropped to even sizes, as the format asks.
    """

    def __init__(self, path: Path, size: tuple[int, int], fps: float) -> None:
        """Start the file.

        Args:
            path: Where to; the format is MP4 whatever its name.
            size: Width and height of the pictures.
            fps: About how many there are in a second.
        """
        self._size = (size[0] // 2 * 2, size[1] // 2 * 2)
        options = {"movflags": "+faststart"}
        self._container = av.open(str(path), "w", format="mp4", options=options)
        rate = Fraction(fps).limit_denominator(1001)
        self._stream = self._container.add_stream("libx264", rate=rate)
        self._stream.width, self._stream.height = self._size
        self._stream.pix_fmt = "yuv420p"
        self._stream.time_base = TIME_BASE
        self._stream.codec_context.time_base = TIME_BASE
        self._stream.options = {"crf": "23", "preset": "veryfast"}
        self._last = -1
        self._failed = False

    def write(self, image_bgr: NDArray[np.uint8], t: float) -> None:
        """Append one picture.

        Args:
            image_bgr: Of the size given, (h, w, 3) uint8.
            t: Its time, seconds; later than the one before.

        Raises:
            OSError: The file cannot be written, as on a full disk.
        """
        width, height = self._size
        picture = np.ascontiguousarray(image_bgr[:height, :width])
        frame = av.VideoFrame.from_ndarray(picture, format="bgr24")
        self._last = max(self._last + 1, round(t / TIME_BASE))
        frame.pts, frame.time_base = self._last, TIME_BASE
        try:
            self._container.mux(self._stream.encode(frame))
        except BaseException:
            self._failed = True
            raise

    def close(self) -> None:
        """Finish the file; one that could not be written is left as it is.

        FFmpeg must not be given more of a file that it could not begin.
        """
        if self._failed:
            with contextlib.suppress(OSError):  # told by `write`
                self._container.close()
            return
        self._container.mux(self._stream.encode(None))
        self._container.close()

    def __enter__(self) -> Self:
        """Return the writer."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Finish the file."""
        self.close()
