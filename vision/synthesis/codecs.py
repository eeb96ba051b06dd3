"""Real codecs for single pictures: what compression leaves of a scene."""

from collections.abc import Sequence
from fractions import Fraction
from typing import cast

import av
import cv2
import numpy as np
from av.codec.context import CodecContext
from av.video.codeccontext import VideoCodecContext
from numpy.typing import NDArray

from vision.synthesis.arrays import bytes8

Bytes = NDArray[np.uint8]

_NAMES = {"h264": ("libx264", "h264"), "mpeg4": ("mpeg4", "mpeg4")}


def through_codec(
    image_bgr: Bytes,
    codec: str,
    quality: float,
    shrink: float = 1.0,
    before: Bytes | None = None,
) -> Bytes:
    """Return what a recording at some quality shows of a picture.

    Args:
        image_bgr: The picture.
        codec: jpeg, h264, mpeg4 or none.
        quality: 0 (worst) .. 1.
        shrink: Recorded size over the picture's size, at most 1.
        before: The picture before it in a video, from which it is predicted; None
            makes it a key frame.
    """
    rows, columns = image_bgr.shape[:2]
    small = _shrunk(image_bgr, shrink)
    if codec == "jpeg":
        level = int(18 + 78 * quality)
        coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, level])[1]
        small = bytes8(cv2.imdecode(coded, cv2.IMREAD_COLOR))
    elif codec in _NAMES:
        earlier = () if before is None else (_shrunk(before, shrink),)
        small = _through_video((*earlier, small), codec, quality)
    if small.shape[:2] != (rows, columns):
        grown = cv2.resize(small, (columns, rows), interpolation=cv2.INTER_LINEAR)
        small = bytes8(grown)
    return np.ascontiguousarray(small, dtype=np.uint8)


def _shrunk(image_bgr: Bytes, shrink: float) -> Bytes:
    if shrink >= 1:
        return image_bgr
    rows, columns = image_bgr.shape[:2]
    size = (int(columns * shrink) // 2 * 2, int(rows * shrink) // 2 * 2)
    return bytes8(cv2.resize(image_bgr, size, interpolation=cv2.INTER_AREA))


def _through_video(images_bgr: Sequence[Bytes], codec: str, quality: float) -> Bytes:
    """Encode pictures as a video and decode the last."""
    encoder_name, decoder_name = _NAMES[codec]
    rows, columns = images_bgr[0].shape[:2]
    even = [image[: rows // 2 * 2, : columns // 2 * 2] for image in images_bgr]
    encoder = cast(VideoCodecContext, CodecContext.create(encoder_name, "w"))
    encoder.width, encoder.height = even[0].shape[1], even[0].shape[0]
    encoder.pix_fmt = "yuv420p"
    encoder.time_base = Fraction(1, 25)
    encoder.thread_count = 1
    if codec == "h264":
        encoder.options = {
            "preset": "veryfast",
            "bf": "0",
            "crf": str(int(40 - 23 * quality)),
        }
    else:
        level = int(22 - 19 * quality)
        encoder.options = {"qmin": str(level), "qmax": str(level)}
    packets = []
    for number, image in enumerate(even):
        frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(image), format="bgr24")
        frame.pts = number
        packets += encoder.encode(frame)
    packets += encoder.encode(None)
    decoder = cast(VideoCodecContext, CodecContext.create(decoder_name, "r"))
    decoder.thread_count = 1
    decoded = [shown for packet in packets for shown in decoder.decode(packet)]
    decoded += decoder.decode(None)
    return np.asarray(decoded[-1].to_ndarray(format="bgr24"), dtype=np.uint8)
