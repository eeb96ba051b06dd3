"""Recordings, cameras and streams through PyAV, with exact presentation times.

Pictures come out upright (rotation of the container applied), de-interlaced where
the stream is interlaced, as 8-bit BGR whatever the stream holds.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from types import TracebackType
from typing import Final, Self

from av.container import InputContainer
from av.video.frame import VideoFrame

from vision.decoded import DecodedPicture
from vision.decoding import (
    MediaAddress,
    Pictures,
    average_rate,
    declared_duration,
    deinterlaced,
    first_picture,
    open_container,
    quarter_turns,
    seek_picture,
    video_stream,
    with_first,
)
from vision.errors import SourceError, SourceUnreachableError, TruncatedVideoError
from vision.frames import Frame, StillJudge
from vision.presentation import PresentationClock
from vision.still_parts import PassedOver, StillParts, can_pass_over

_END_TOLERANCE: Final = 0.5
"""Seconds that a recording may end before its declared end without a word."""

_FALLBACK_TIME_BASE: Final = Fraction(1, 90_000)


class VideoSource:
    """One video stream as a `FrameSource`.

    Opening decodes the first picture, so that what cannot be decoded is refused at
    once. Iterating a file again starts it again.

    Raises:
        EmptySourceError: The file has no bytes or no pictures.
        NotAVideoError: Nothing in the file can be decoded as pictures.
        SourceUnreachableError: The camera or the stream does not answer.
    """

    def __init__(self, address: MediaAddress) -> None:
        """Open the stream and decode its first picture."""
        self._address = address
        self._warnings: list[str] = []
        self._live_container: InputContainer | None = None
        self._judge: StillJudge | None = None
        container = open_container(address)
        try:
            stream = video_stream(container, address.name, is_live=address.is_live)
            self._fps = average_rate(stream)
            self._frame_count = stream.frames or None
            self._duration = declared_duration(container, stream)
            first = first_picture(container, stream, address.name)
        except BaseException:
            container.close()
            raise
        self._turns = quarter_turns(first)
        self._interlaced = bool(first.interlaced_frame)
        upright = (first.width, first.height)
        self._size = upright if self._turns % 2 == 0 else upright[::-1]
        if address.is_live:
            self._live_container, self._pending = container, first
        else:
            container.close()

    @property
    def name(self) -> str:
        """File name or address."""
        return self._address.name

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the upright picture, pixels."""
        return self._size

    @property
    def fps(self) -> float:
        """Average pictures per second; for information, never for times."""
        return float(self._fps)

    @property
    def frame_count(self) -> int | None:
        """Number of pictures that the container declares; None if it does not."""
        return self._frame_count

    @property
    def duration(self) -> float | None:
        """Declared length, seconds; None if the container has none."""
        return self._duration

    @property
    def is_live(self) -> bool:
        """Whether this is a camera or a stream."""
        return self._address.is_live

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was wrong with the stream so far, one line each."""
        return tuple(self._warnings)

    def close(self) -> None:
        """Give back the camera or the stream; a file holds nothing open."""
        if self._live_container is not None:
            self._live_container.close()
            self._live_container = None

    def __enter__(self) -> Self:
        """Return the source."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the source."""
        self.close()

    def __iter__(self) -> Iterator[Frame]:
        """Yield the pictures in order of time.

        Raises:
            TruncatedVideoError: After the last picture, when the recording breaks
                off before its declared end or its end cannot be decoded.
            SourceUnreachableError: A camera or stream stopped answering.
        """
        if self.is_live:
            yield from self._iterate_live()
            return
        container = open_container(self._address)
        try:
            stream = video_stream(container, self.name)
            pictures = Pictures(container, stream, self.name)
            yield from self._upright(pictures, self._passing_over(pictures))
        finally:
            container.close()

    def pass_over(self, judge: StillJudge) -> None:
        """Do not decode what lies between key frames that show the same.

        Only recordings are passed over whose key frames are at most two seconds apart.

        Args:
            judge: Is asked about key frames.
        """
        self._judge = judge

    def _passing_over(self, pictures: Pictures) -> Iterator[VideoFrame | PassedOver]:
        judge = self._judge
        if judge is None or self._interlaced or not can_pass_over(pictures.stream):
            return self._progressive(pictures, iter(pictures))
        return iter(
            StillParts(
                pictures,
                lambda: judge.is_calm,
                lambda key: judge.shows_the_same(DecodedPicture(key, self._turns)),
            )
        )

    def sample(self, count: int) -> list[Frame]:
        """Return up to `count` pictures spread over the recording, in order.

        Key frames are taken where there are enough of them, since they are quick to
        reach; otherwise every picture is decoded.

        Args:
            count: At least 1.

        Raises:
            SourceError: The source is live.
        """
        if self.is_live:
            raise SourceError(f"{self.name} is live: take pictures as they come")
        frames = list(self._key_frames(count))
        if len(frames) >= min(count, 6):
            return frames
        return self._strided(count)

    def _iterate_live(self) -> Iterator[Frame]:
        container = self._live_container
        if container is None:
            raise SourceError(f"{self.name} is closed")
        pictures = Pictures(container, container.streams.video[0], self.name)
        decoded = with_first(self._pending, pictures)
        yield from self._upright(pictures, self._progressive(pictures, decoded))

    def _progressive(
        self, pictures: Pictures, decoded: Iterator[VideoFrame]
    ) -> Iterator[VideoFrame]:
        if self._interlaced:
            return deinterlaced(decoded, pictures.stream)
        return decoded

    def _upright(
        self, pictures: Pictures, decoded: Iterator[VideoFrame | PassedOver]
    ) -> Iterator[Frame]:
        clock = PresentationClock(1 / self._fps)
        index = 0
        t = 0.0
        for index, picture in enumerate(decoded, start=1):
            like = picture.like if isinstance(picture, PassedOver) else picture
            time_base = like.time_base or _FALLBACK_TIME_BASE
            t = clock.seconds(picture.pts, time_base)
            frame = self._frame(index - 1, t, like)
            if like is not picture and picture.pts is not None:
                frame = replace(frame, pts=picture.pts, is_assumed=True)
            yield frame
        self._note_times(clock)
        self._note_end(pictures, index, t)

    def _frame(self, index: int, t: float, picture: VideoFrame) -> Frame:
        time_base = picture.time_base or _FALLBACK_TIME_BASE
        pts = picture.pts if picture.pts is not None else round(t / time_base)
        return Frame(index, t, DecodedPicture(picture, self._turns), pts, time_base)

    def _note_times(self, clock: PresentationClock) -> None:
        if clock.missing:
            self._warn(f"{clock.missing} pictures had no time stamp")
        if clock.backward:
            self._warn(f"{clock.backward} pictures had a time stamp that went back")

    def _note_end(self, pictures: Pictures, count: int, t: float) -> None:
        """Say what was lost.

        Raises:
            TruncatedVideoError: The recording breaks off.
            SourceUnreachableError: A live source ended with an error.
        """
        if pictures.failures:
            self._warn(f"{pictures.failures} damaged packets could not be decoded")
        if self.is_live:
            if pictures.broken is not None:
                raise SourceUnreachableError(
                    f"{self.name} stopped answering after {count} frames: "
                    f"{pictures.broken.strerror}"
                ) from pictures.broken
            return
        end = t + float(1 / self._fps)
        declared = self._duration
        short = declared is not None and end < declared - _END_TOLERANCE
        few = self._frame_count is not None and count < 0.9 * self._frame_count
        if pictures.broken is not None or (short and few) or (short and not count):
            expected = "" if declared is None else f" of {declared:.1f} s"
            raise TruncatedVideoError(
                f"{self.name} breaks off: {count} frames ({end:.1f} s{expected}) could "
                "be read, the rest is missing or damaged",
                count,
            ) from pictures.broken

    def _warn(self, line: str) -> None:
        if line not in self._warnings:
            self._warnings.append(line)

    def _key_frames(self, count: int) -> Iterator[Frame]:
        if self._duration is None or count < 2:
            return
        container = open_container(self._address)
        try:
            stream = video_stream(container, self.name)
            stream.codec_context.skip_frame = "NONKEY"
            start = stream.start_time or 0
            seen: set[int] = set()
            for k in range(count):
                target = (k + 0.5) / count * self._duration
                picture = seek_picture(container, stream, start, target)
                if picture is None or picture.pts is None or picture.pts in seen:
                    continue
                seen.add(picture.pts)
                t = float((picture.pts - start) * (picture.time_base or 0))
                yield self._frame(round(t * float(self._fps)), t, picture)
        finally:
            container.close()

    def _strided(self, count: int) -> list[Frame]:
        total = self._frame_count or round((self._duration or 10.0) * self.fps)
        stride = max(1, total // count)
        frames: list[Frame] = []
        with contextlib.suppress(TruncatedVideoError):
            for frame in self:
                if frame.index % stride == 0:
                    frames.append(frame)
                if len(frames) == count:
                    break
        return frames
