"""Reading shots beside watching: in order, each once, none left out."""

import copy
import logging
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Final

from adjudicator.balls import Ball, Discipline
from adjudicator.events import Point
from adjudicator.shot import Gap
from adjudicator.table import TableGeometry
from cueref.live.messages import ShotRead
from cueref.live.shot_reading import (
    Here,
    Read,
    ReaderLostError,
    Reading,
    end_unseen,
    unread,
)
from cueref.pipeline.observing import Seen
from cueref.pipeline.reading import WindowReader
from cueref.records import ShotRecord

logger = logging.getLogger(__name__)

MOST_WAITING: Final = 12
"""Stretches; when more wait, the newest are handed out unread."""


@dataclass(frozen=True, slots=True, eq=False)
class _Stretch:
    """Frames to be read.

    Attributes:
        kept: From rest to rest.
        gaps: Times without pictures.
        captured: When each picture came, by its number.
        is_cut_off: Whether the pictures broke off before it was over.
    """

    kept: list[Seen]
    gaps: tuple[Gap, ...]
    captured: dict[int, float]
    is_cut_off: bool = False


class ShotDesk:
    """Hands stretches to whoever reads them, one after the other.

    A thread of its own waits for the answers. A stretch in which balls only roll out is
    read ahead, so that little is left to be done when it is over. A stretch
    that cannot be read becomes a shot of which nothing was seen, so that a person is
    asked: none is left out.

    Attributes:
        shots: Number of shots handed out so far.
    """

    def __init__(
        self,
        table: TableGeometry,
        discipline: Discipline,
        reading: Reading | None = None,
    ) -> None:
        """Start before the first shot.

        Args:
            table: Noses, pockets and ball radius.
            discipline: Which balls there are.
            reading: Who reads; None reads in the thread of this desk.
        """
        self._reader = WindowReader(table, discipline)
        self._reading = reading or Here()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="shots")
        self._waiting: list[Future[list[ShotRead]]] = []
        self._ahead: Future[None] | None = None
        self._looking: Future[None] | None = None
        self.shots = 0

    def look_ahead(self, kept: list[Seen]) -> None:
        """Let a stretch that goes on be worked on, unless there is other work.

        Args:
            kept: Its frames so far.
        """
        if self._waiting or self._is_looking:
            return
        self._looking = self._pool.submit(self._reading.look_ahead, self._reader, kept)

    @property
    def _is_looking(self) -> bool:
        return self._looking is not None and not self._looking.done()

    def read_ahead(self, kept: list[Seen]) -> None:
        """Begin to read a stretch that is about to be over, to be ready when it is.

        Args:
            kept: Its frames so far.
        """
        if self._waiting:
            return
        if self._looking is not None:
            self._looking.cancel()
        if self._ahead is not None:
            self._ahead.cancel()
        self._ahead = self._pool.submit(self._try, kept)

    def give(
        self,
        kept: list[Seen],
        gaps: tuple[Gap, ...],
        captured: dict[int, float],
        *,
        is_cut_off: bool = False,
    ) -> None:
        """Hand in a stretch that is over.

        Args:
            kept: Its frames.
            gaps: Times without pictures, as far as they are known.
            captured: When each of its pictures came, by its number.
            is_cut_off: Whether the pictures broke off before it was over.
        """
        if self._ahead is not None:
            self._ahead.cancel()
        is_read = len(self._waiting) < MOST_WAITING
        if not is_read:
            logger.warning("reading is far behind: a shot is handed out unread")
            kept = [kept[0], kept[-1]]
        stretch = _Stretch(kept, gaps, captured, is_cut_off)
        self._waiting.append(self._pool.submit(self._read, stretch, is_read=is_read))

    def ready(self, *, wait: bool = False) -> Iterator[ShotRead]:
        """Yield the shots that have been read.

        Args:
            wait: Wait for those that are still being read.
        """
        while self._waiting and (wait or self._waiting[0].done()):
            for shot in self._waiting.pop(0).result():
                self.shots += 1
                yield shot

    def recall(self, lying: Mapping[Ball, Point]) -> None:
        """Take the names of balls by where they lie.

        Args:
            lying: After the shot before the next one, metres; empty is not known.
        """
        if lying:
            self._pool.submit(self._recall, dict(lying))

    def rename(self, swaps: Mapping[Ball, Ball]) -> None:
        """Take a person's word for which balls those of the last shot really are.

        Args:
            swaps: Which ball it really is, by the name it was given.
        """
        self._pool.submit(self._rename, dict(swaps))

    @property
    def is_reading(self) -> bool:
        """Whether shots are being read."""
        return bool(self._waiting)

    def give_up(self) -> None:
        """Read no more, from any thread: shots that wait are handed out unread."""
        self._reading.close()

    def close(self) -> None:
        """Give back the thread, and what reading needs."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._reading.close()

    def _recall(self, lying: Mapping[Ball, Point]) -> None:
        self._reader.recall(lying)

    def _rename(self, swaps: Mapping[Ball, Ball]) -> None:
        self._reader.rename(swaps)

    def _read(self, stretch: _Stretch, *, is_read: bool) -> list[ShotRead]:
        done = self._done(stretch) if is_read else unread(self._reader, stretch.kept)
        if stretch.is_cut_off:
            done = end_unseen(done)
        self._reader = done.reader
        return [_said(record, stretch) for record in done.records]

    def _try(self, kept: list[Seen]) -> None:
        """Read without taking over what the reader knows afterwards."""
        try:
            self._reading.read(copy.deepcopy(self._reader), kept)
        except ReaderLostError as error:
            logger.debug("a shot could not be read ahead: %s", error)

    def _done(self, stretch: _Stretch) -> Read:
        try:
            return self._reading.read(self._reader, stretch.kept)
        except ReaderLostError as error:
            logger.warning("a shot is handed out unread: %s", error)
            return unread(self._reader, stretch.kept)


def _said(record: ShotRecord, stretch: _Stretch) -> ShotRead:
    shot = record.shot
    lost = tuple(
        gap
        for gap in stretch.gaps
        if gap.t_to >= shot.t_start and gap.t_from <= shot.t_end
    )
    if lost:
        shot = replace(shot, not_seen=(*shot.not_seen, *lost))
        record = replace(record, shot=shot)
    frames = [f for f in stretch.captured if f <= (shot.frame_end or 0)]
    rest = stretch.captured[max(frames)] if frames else time.monotonic()
    return ShotRead(shot.t_end, record, rest, time.monotonic())
