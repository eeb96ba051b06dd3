"""One way in for every kind of pictures: files, folders, cameras, streams."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from vision.decoding import MediaAddress
from vision.errors import EmptySourceError, NotAVideoError, SourceNotFoundError
from vision.frames import FrameSource
from vision.image_folder import IMAGE_SUFFIXES, ImageFolderSource
from vision.video import VideoSource

_STREAM: Final = re.compile(r"(rtsp|rtsps|rtmp|http|https|udp|tcp|rtp|srt)://", re.I)
_CAMERA: Final = re.compile(r"(?:camera:)?(\d{1,2})|(/dev/video\d+)")
_CREDENTIALS: Final = re.compile(r"//[^/@]*@")

FILE_OPTIONS: Final[Mapping[str, str]] = {"protocol_whitelist": "file,crypto,data"}
"""A play list in a file must not make the program talk to the network."""

STREAM_TIMEOUT: Final = 10.0
"""Seconds without an answer after which a stream counts as lost."""


def open_source(
    source: str | Path, *, fps: float = 25.0, timeout: float = STREAM_TIMEOUT
) -> FrameSource:
    """Open a recording, a folder of pictures, a camera or a stream.

    Args:
        source: Path of a video or a picture; path of a folder of pictures;
            `/dev/video0`, `camera:0` or `0`; `rtsp://...` or another stream.
        fps: Pictures a second to assume for a folder.
        timeout: Seconds to wait for a stream.

    Returns:
        The open source; close it, or use it in a `with` statement.

    Raises:
        SourceNotFoundError: Nothing is there.
        EmptySourceError: A file without bytes, a folder without pictures.
        NotAVideoError: Nothing in it can be decoded.
        SourceUnreachableError: The camera or the stream does not answer.
    """
    text = str(source)
    if isinstance(source, str) and _STREAM.match(source):
        return VideoSource(_stream_address(source, timeout))
    camera = _CAMERA.fullmatch(text)
    if camera and not Path(text).is_file() and not Path(text).is_dir():
        device = camera[2] or f"/dev/video{camera[1]}"
        return VideoSource(_camera_address(device))
    return _open_path(Path(source), fps)


def _open_path(path: Path, fps: float) -> FrameSource:
    if not path.exists():
        raise SourceNotFoundError(f"{path} does not exist")
    if path.is_dir():
        return ImageFolderSource(path, fps)
    if path.is_file() and path.stat().st_size == 0:
        raise EmptySourceError(f"{path} is empty: it has no bytes")
    if path.suffix.lower() in IMAGE_SUFFIXES:
        return ImageFolderSource(path, fps)
    if _is_play_list(path):
        raise NotAVideoError(f"{path} is a play list, not a video: name its files")
    # file: keeps a name such as "a:b.mp4" from being read as a protocol.
    url = f"file:{path}"
    return VideoSource(MediaAddress(url, path.name, options=FILE_OPTIONS))


def _is_play_list(path: Path) -> bool:
    """Whether a file only names others (which may lie on the network)."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        start = file.read(16)
    return start.removeprefix(b"\xef\xbb\xbf").startswith((b"#EXTM3U", b"ffconcat"))


def _stream_address(url: str, timeout: float) -> MediaAddress:
    options: dict[str, str] = {}
    if url.lower().startswith("rtsp"):
        options |= {"rtsp_transport": "tcp", "timeout": str(round(timeout * 1e6))}
    name = _CREDENTIALS.sub("//", url)
    return MediaAddress(url, name, is_live=True, options=options, timeout=timeout)


def _camera_address(device: str) -> MediaAddress:
    if not Path(device).exists():
        raise SourceNotFoundError(f"{device} does not exist: no such camera")
    return MediaAddress(
        device, device, is_live=True, demuxer="video4linux2,v4l2", timeout=5.0
    )
