"""PyAV at its lowest: open a container, decode its pictures, survive damage."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

import av
from av.container import InputContainer
from av.packet import Packet
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from vision.errors import EmptySourceError, NotAVideoError, SourceUnreachableError

_NOT_VIDEO_FORMATS: Final = {"tty", "txt", "srt", "ass", "webvtt"}
"""Demuxers that make pictures or streams out of text: refused."""

_ROTATION_TURNS: Final = {0: 0, 90: 1, 180: 2, 270: 3}


@dataclass(frozen=True, slots=True)
class MediaAddress:
    """What PyAV needs to open one recording, camera or stream.

    Attributes:
        url: File path, device or address.
        name: What a person calls it.
        is_live: Whether it is a camera or a stream.
        demuxer: Name of the input format; None lets the library find it.
        options: Options of the input format.
        timeout: Seconds to wait for opening and for each read; None waits.
    """

    url: str
    name: str
    is_live: bool = False
    demuxer: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    timeout: float | None = None


class Pictures:
    """Decodes one stream packet by packet and counts what could not be decoded.

    Attributes:
        failures: Packets that could not be decoded, so far.
        broken: The error that ended reading; None while all is well.
    """

    def __init__(
        self, container: InputContainer, stream: VideoStream, name: str
    ) -> None:
        """Start with no failure."""
        self.container = container
        self.stream = stream
        self.name = name
        self.failures = 0
        self.broken: av.FFmpegError | None = None

    def __iter__(self) -> Iterator[VideoFrame]:
        """Yield every picture that can be decoded, in order of presentation."""
        for packet in self.packets():
            try:
                yield from packet.decode()
            except av.EOFError:
                return
            except av.FFmpegError:
                self.failures += 1

    def packets(self) -> "Iterator[Packet[VideoStream]]":
        """Yield the packets of the stream, in order of decoding."""
        packets = self.container.demux(self.stream)
        while True:
            try:
                yield next(packets)
            except (StopIteration, av.EOFError):
                return
            except av.FFmpegError as error:
                self.broken = error
                return


def with_first(first: VideoFrame, rest: Pictures) -> Iterator[VideoFrame]:
    """Yield a picture decoded before, then the others."""
    yield first
    yield from rest


def open_container(address: MediaAddress) -> InputContainer:
    """Open a recording or a stream for reading.

    Raises:
        NotAVideoError: The file is none that can be read.
        SourceUnreachableError: The live source does not answer.
    """
    try:
        container = av.open(
            address.url,
            mode="r",
            format=address.demuxer,
            options=dict(address.options),
            timeout=address.timeout,
            metadata_errors="replace",
        )
    except (av.FFmpegError, OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        if address.is_live:
            raise SourceUnreachableError(
                f"{address.name} does not answer: {reason}"
            ) from error
        raise NotAVideoError(
            f"{address.name} is not a video that can be read: {reason}"
        ) from error
    if container.format.name in _NOT_VIDEO_FORMATS:
        container.close()
        raise NotAVideoError(f"{address.name} is text, not a video")
    return container


def video_stream(
    container: InputContainer, name: str, *, is_live: bool = False
) -> VideoStream:
    """Return the first stream of moving pictures, set to threaded decoding.

    Decoding several pictures at once holds each back for a while, so a live stream
    only decodes the parts of one picture at once.

    Raises:
        NotAVideoError: There is none (cover pictures do not count).
    """
    cover = av.stream.Disposition.attached_pic
    streams = [s for s in container.streams.video if not s.disposition & cover]
    if not streams:
        raise NotAVideoError(f"{name} has no video stream, only other media")
    stream = streams[0]
    stream.thread_type = "SLICE" if is_live else "AUTO"
    return stream


def first_picture(
    container: InputContainer, stream: VideoStream, name: str
) -> VideoFrame:
    """Decode the first picture.

    Raises:
        NotAVideoError: No picture can be decoded.
        EmptySourceError: The stream has no pictures.
    """
    pictures = Pictures(container, stream, name)
    first = next(iter(pictures), None)
    if first is not None:
        return first
    if pictures.failures or pictures.broken is not None:
        raise NotAVideoError(f"{name} is damaged: no picture in it can be decoded")
    raise EmptySourceError(f"{name} is empty: it has a video stream without a picture")


def seek_picture(
    container: InputContainer, stream: VideoStream, start: int, target: float
) -> VideoFrame | None:
    """Return the key frame at or before a time (seconds), or None."""
    offset = start + round(target / (stream.time_base or Fraction(1, 90_000)))
    try:
        container.seek(offset, stream=stream, backward=True)
        return next(container.decode(stream), None)
    except av.FFmpegError:
        return None


def average_rate(stream: VideoStream) -> Fraction:
    """Return the average pictures per second; 25 where the stream says nothing."""
    rate = stream.average_rate or stream.guessed_rate or stream.base_rate
    return rate if rate else Fraction(25)


def declared_duration(container: InputContainer, stream: VideoStream) -> float | None:
    """Return the length that the container declares, seconds, or None."""
    if stream.duration and stream.time_base:
        return float(stream.duration * stream.time_base)
    if container.duration:
        return container.duration / av.time_base
    return None


def quarter_turns(picture: VideoFrame) -> int:
    """Return the quarter turns anticlockwise that make the picture upright."""
    quarter = round(picture.rotation / 90) * 90 % 360
    return _ROTATION_TURNS[quarter]


def deinterlaced(
    pictures: Iterator[VideoFrame], stream: VideoStream
) -> Iterator[VideoFrame]:
    """Yield one progressive picture for each interlaced one, times kept."""
    graph = av.filter.Graph()
    graph.link_nodes(
        graph.add_buffer(template=stream),
        graph.add("yadif", "mode=send_frame:deint=interlaced"),
        graph.add("buffersink"),
    ).configure()
    for picture in pictures:
        graph.vpush(picture)
        yield from _pulled(graph)
    graph.vpush(None)
    yield from _pulled(graph)


def _pulled(graph: av.filter.Graph) -> Iterator[VideoFrame]:
    while True:
        try:
            yield graph.vpull()
        except (av.BlockingIOError, av.EOFError):
            return
