"""Pictures to video files with exact presentation times."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Final, cast

import av
import numpy as np
from av.video.stream import VideoStream
from numpy.typing import NDArray

from vision.synthesis.errors import InvalidSceneError

_ENCODERS: Final[Mapping[str, str]] = MappingProxyType(
    {"h264": "libx264", "h265": "libx265", "mjpeg": "mjpeg"}
)


def write_video(
    path: Path,
    images_bgr: Iterable[NDArray[np.uint8]],
    fps: Fraction,
    size: tuple[int, int],
    *,
    crf: int = 23,
    codec: str = "h264",
    bit_rate: int | None = None,
) -> int:
    """Write pictures as a video (4:2:0), picture i at i / fps seconds.

    Args:
        path: Of the file; its folder exists.
        images_bgr: Pictures of shape (h, w, 3), all of `size`.
        fps: Pictures a second.
        size: Width and height, even numbers.
        crf: Quality of H.264 and H.265: lower is better and larger.
        codec: h264, h265 or mjpeg.
        bit_rate: Bits a second instead of a quality; motion JPEG needs it.

    Returns:
        How many pictures were written.

    Raises:
        InvalidSceneError: An unknown codec, or motion JPEG without a bit rate.
    """
    if codec not in _ENCODERS or (codec == "mjpeg" and bit_rate is None):
        raise InvalidSceneError(
            f"found codec {codec!r} with bit rate {bit_rate}, expected one of "
            f"{', '.join(_ENCODERS)}; mjpeg needs a bit rate"
        )
    count = 0
    with av.open(str(path), "w") as container:
        stream = cast(VideoStream, container.add_stream(_ENCODERS[codec], rate=fps))
        stream.width, stream.height = size
        stream.pix_fmt = "yuvj420p" if codec == "mjpeg" else "yuv420p"
        stream.time_base = Fraction(fps.denominator, fps.numerator)
        stream.codec_context.time_base = stream.time_base
        stream.codec_context.thread_count = 1
        stream.options = {**_options(codec, crf, by_rate=bit_rate is not None)}
        if bit_rate is not None:
            stream.codec_context.bit_rate = bit_rate
        for image in images_bgr:
            frame = av.VideoFrame.from_ndarray(image, format="bgr24")
            frame.pts = count
            frame.time_base = stream.codec_context.time_base
            container.mux(stream.encode(frame))
            count += 1
        container.mux(stream.encode(None))
    return count


def _options(codec: str, crf: int, *, by_rate: bool) -> dict[str, str]:
    if codec == "mjpeg":
        return {}
    options = {"preset": "veryfast"}
    if not by_rate:
        options["crf"] = str(crf)
    if codec == "h265":
        options["x265-params"] = "log-level=none:pools=none:frame-threads=1"
    return options
