"""Pictures to H.264 files with exact presentation times."""

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray


def write_video(
    path: Path,
    images_bgr: Iterable[NDArray[np.uint8]],
    fps: Fraction,
    size: tuple[int, int],
    *,
    crf: int = 23,
) -> int:
    """Write pictures as an H.264 file (yuv420p), picture i at i / fps seconds.

    Args:
        path: Of the file; its folder exists.
        images_bgr: Pictures of shape (h, w, 3), all of `size`.
        fps: Pictures a second.
        size: Width and height, even numbers.
        crf: Quality: lower is better and larger.

    Returns:
        How many pictures were written.
    """
    count = 0
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=fps)
        stream.width, stream.height = size
        stream.pix_fmt = "yuv420p"
        stream.time_base = Fraction(fps.denominator, fps.numerator)
        stream.codec_context.time_base = stream.time_base
        stream.codec_context.thread_count = 1
        stream.options = {"preset": "veryfast", "crf": str(crf)}
        for image in images_bgr:
            frame = av.VideoFrame.from_ndarray(image, format="bgr24")
            frame.pts = count
            frame.time_base = stream.codec_context.time_base
            container.mux(stream.encode(frame))
            count += 1
        container.mux(stream.encode(None))
    return count
