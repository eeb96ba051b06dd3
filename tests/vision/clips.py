"""Clips made on the fly for the tests of sources."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

WHITE = 235


def ramp(index: int, width: int, height: int) -> NDArray[np.uint8]:
    """A dark picture with a bright block top left that tells the index."""
    image = np.full((height, width, 3), 40, np.uint8)
    image[: height // 4, : width // 4] = WHITE
    image[height // 2 :, : min(width, 2 + 3 * index)] = 120
    return image


def write_clip(
    path: Path,
    *,
    frames: int = 12,
    size: tuple[int, int] = (64, 48),
    pixel_format: str = "yuv420p",
    codec: str = "libx264",
    pts: Sequence[int] | None = None,
    time_base: Fraction = Fraction(1, 1000),
    rotation: int | None = None,
    interlaced: bool = False,
    fast_start: bool = False,
    crf: str = "20",
    gop: int = 12,
) -> Path:
    """Encode a clip; `pts` are milliseconds unless `time_base` says otherwise."""
    stamps = list(pts) if pts is not None else [40 * k for k in range(frames)]
    options = {"movflags": "faststart"} if fast_start else {}
    with av.open(str(path), "w", options=options) as container:
        stream = container.add_stream(codec, rate=25)
        stream.width, stream.height = size
        stream.pix_fmt = pixel_format
        stream.time_base = time_base
        stream.codec_context.time_base = time_base
        stream.codec_context.gop_size = gop
        if codec == "libx264":
            stream.options = {"crf": crf, "preset": "ultrafast"}
            if interlaced:
                stream.options |= {"x264-params": "interlaced=1:tff=1"}
        if rotation is not None:
            stream.set_display_rotation(rotation)
        for index, stamp in enumerate(stamps):
            frame = av.VideoFrame.from_ndarray(ramp(index, *size), format="bgr24")
            frame = frame.reformat(format=pixel_format)
            frame.pts, frame.time_base = stamp, time_base
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


def write_fields(path: Path, *, frames: int, size: tuple[int, int]) -> None:
    """Encode an interlaced clip in which an edge moves from field to field."""
    width, height = size
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=25)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.options = {"crf": "5", "x264-params": "interlaced=1:tff=1"}
        for index in range(frames):
            image = np.full((height, width, 3), 30, np.uint8)
            for field in (0, 1):
                edge = 4 * (2 * index + field)
                image[field::2, edge : edge + 12] = WHITE
            frame = av.VideoFrame.from_ndarray(image, format="bgr24")
            container.mux(stream.encode(frame.reformat(format="yuv420p")))
        container.mux(stream.encode(None))
