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

_NAMES = {
    "h264": ("libx264", "h264"),
    "h265": ("libx265", "hevc"),
    "mpeg4": ("mpeg4", "mpeg4"),
}
_MJPEG_BITS = (0.35, 2.6)
"""Bits a pixel of webcams' motion JPEG, from the worst to the best."""


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
        codec: jpeg, mjpeg, h264, h265, mpeg4 or none.
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
    elif codec == "mjpeg":
        small = _through_motion_jpeg(small, quality)
    elif codec in _NAMES:
        earlier = () if before is None else (_shrunk(before, shrink),)
        small = _through_video((*earlier, small), codec, quality)
    if small.shape[:2] != (rows, columns):
        grown = cv2.resize(small, (columns, rows), interpolation=cv2.INTER_LINEAR)
        small = bytes8(grown)
    return np.ascontiguousarray(small, dtype=np.uint8)


def _through_motion_jpeg(image_bgr: Bytes, quality: float) -> Bytes:
    """Return a picture of a motion JPEG stream that has so many bits a pixel."""
    low, high = np.log(_MJPEG_BITS)
    room = float(np.exp(low + (high - low) * quality)) * image_bgr.size / 3 / 8
    level, step = 50, 25
    coded = np.zeros(0, np.uint8)
    while step:
        half_colour = int(cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422)
        wanted = [cv2.IMWRITE_JPEG_QUALITY, level]
        wanted += [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, half_colour]
        coded = cv2.imencode(".jpg", image_bgr, wanted)[1]
        level = int(np.clip(level + (step if coded.size < room else -step), 3, 97))
        step //= 2
    return bytes8(cv2.imdecode(coded, cv2.IMREAD_COLOR))


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
    elif codec == "h265":
        encoder.options = {
            "preset": "superfast",
            "crf": str(int(42 - 22 * quality)),
            "x265-params": "log-level=none:pools=none:frame-threads=1:bframes=0",
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
