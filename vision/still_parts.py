"""Decodes a recording, but only the key frames of parts in which nothing moves.

Packets are collected from key frame to key frame. Where the key frames of the next
second and a half show what was seen before, the pictures between the first two are
passed over; everything else is decoded as it comes, and in order.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

import av
from av.codec.context import CodecContext
from av.packet import Packet
from av.video.codeccontext import VideoCodecContext
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from vision.decoding import Pictures

_CODECS: Final = {"h264", "hevc"}
"""Whose key frames start afresh, unless pictures lead them."""

_LONGEST: Final = 2.1
"""Key frames that are farther apart tell too little, seconds."""

_AHEAD: Final = 1.5
"""So far ahead key frames must show the same, seconds: all pictures that are kept
before a movement are decoded."""


@dataclass(frozen=True, slots=True, eq=False)
class PassedOver:
    """A picture that was not decoded: it shows what another one shows.

    Attributes:
        pts: Its presentation time.
        like: The picture that was decoded.
    """

    pts: int
    like: VideoFrame


@dataclass(slots=True, eq=False)
class Group:
    """Packets from one key frame to the next, or a part of them.

    Attributes:
        packets: In order of decoding.
        starts: Whether it begins with a key frame.
        ends: Whether the next packet is a key frame.
        key: That key frame, once it was decoded alone.
    """

    packets: "list[Packet[VideoStream]]" = field(default_factory=list)
    starts: bool = False
    ends: bool = False
    key: VideoFrame | None = None

    @property
    def seconds(self) -> float:
        """From its first picture to its last one in order of decoding."""
        first, last = self.packets[0].dts, self.packets[-1].dts
        if first is None or last is None or self.packets[0].time_base is None:
            return 0.0
        return float((last - first) * self.packets[0].time_base)

    @property
    def is_closed(self) -> bool:
        """Whether it can be decoded, and left out, by itself."""
        if not (self.starts and self.ends) or self.seconds > _LONGEST:
            return False
        if any(packet.is_corrupt or packet.is_discard for packet in self.packets):
            return False
        stamps = self.stamps()
        alone = len(set(stamps)) == len(self.packets)
        return alone and self.packets[0].pts == stamps[0]

    def stamps(self) -> list[int]:
        """Return the times of its pictures in order of presentation."""
        return sorted(packet.pts for packet in self.packets if packet.pts is not None)


class StillParts:
    """Decodes one stream, but passes over pictures where nothing moves."""

    def __init__(
        self,
        pictures: Pictures,
        is_calm: Callable[[], bool],
        shows_the_same: Callable[[VideoFrame], bool],
    ) -> None:
        """Start at the beginning of the stream.

        Args:
            pictures: The stream; counts what could not be decoded.
            is_calm: Tells whether nothing has changed for a while.
            shows_the_same: Tells whether nothing differs from what was seen last.
        """
        self._pictures = pictures
        self._is_calm = is_calm
        self._shows_the_same = shows_the_same
        self._main = pictures.stream.codec_context
        self._scout = _scout(self._main)
        self._groups: deque[Group] = deque()
        self._source = self._grouped()
        self._is_drained = True

    def __iter__(self) -> Iterator[VideoFrame | PassedOver]:
        """Yield every picture in order of presentation."""
        while self._reach(1):
            if self._is_still():
                if not self._is_drained:
                    yield from self._drained()
                    continue
                group = self._groups.popleft()
                if group.key is not None:
                    yield group.key
                    for pts in group.stamps()[1:]:
                        yield PassedOver(pts, group.key)
                continue
            self._is_drained = False
            for packet in self._groups.popleft().packets:
                yield from self._decoded(packet)

    def _reach(self, count: int) -> bool:
        """Collect groups; return whether there are so many."""
        while len(self._groups) < count:
            group = next(self._source, None)
            if group is None:
                return False
            self._groups.append(group)
        return True

    def _is_still(self) -> bool:
        """Whether the next group may be passed over but for its key frame."""
        if not self._is_calm():
            return False
        ahead, count = 0.0, 0
        while ahead < _AHEAD:
            count += 1
            if not self._reach(count) or not self._groups[count - 1].is_closed:
                return False
            if count > 1:
                ahead += self._groups[count - 1].seconds
        return all(self._is_the_same(group) for group in self._groups)

    def _is_the_same(self, group: Group) -> bool:
        if group.key is None:
            group.key = self._alone(group.packets[0])
        return group.key is not None and self._shows_the_same(group.key)

    def _alone(self, packet: "Packet[VideoStream]") -> VideoFrame | None:
        """Decode a key frame by itself."""
        try:
            found = [*self._scout.decode(packet), *self._scout.decode(None)]
        except av.FFmpegError:
            found = []
        self._scout.flush_buffers()
        if len(found) != 1:
            return None
        found[0].pts, found[0].time_base = packet.pts, packet.time_base
        return found[0]

    def _decoded(self, packet: "Packet[VideoStream] | None") -> Iterator[VideoFrame]:
        try:
            for picture in self._main.decode(packet):
                picture.time_base = picture.time_base or self._pictures.stream.time_base
                yield picture
        except av.EOFError:
            return
        except av.FFmpegError:
            self._pictures.failures += 1

    def _drained(self) -> Iterator[VideoFrame]:
        """Yield what the decoder holds back, and let it start afresh."""
        yield from self._decoded(None)
        self._main.flush_buffers()
        self._is_drained = True

    def _grouped(self) -> Iterator[Group]:
        """Yield all packets, from key frame to key frame."""
        group = Group()
        for packet in self._pictures.packets():
            if packet.is_keyframe and group.packets:
                group.ends = True
                yield group
                group = Group()
            if not group.packets:
                group.starts = packet.is_keyframe
            group.packets.append(packet)
            if group.seconds > _LONGEST:
                yield group
                group = Group()
        if group.packets:
            yield group


def can_pass_over(stream: VideoStream) -> bool:
    """Whether pictures of a stream can be left out."""
    return stream.codec_context.name in _CODECS and stream.time_base is not None


def _scout(main: VideoCodecContext) -> VideoCodecContext:
    """Return a second decoder, for key frames alone."""
    scout = CodecContext.create(main.name, "r")
    if not isinstance(scout, VideoCodecContext):
        raise TypeError(f"{main.name} is no codec of pictures")
    scout.extradata = main.extradata
    scout.thread_count = 1
    return scout
