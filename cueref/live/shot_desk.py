"""Reading shots beside watching: one thread, in order, results when they are ready."""

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace

from adjudicator.balls import Discipline
from adjudicator.shot import Gap
from adjudicator.table import TableGeometry
from cueref.live.messages import ShotRead
from cueref.pipeline.observing import Seen
from cueref.pipeline.reading import WindowReader
from cueref.pipeline.stretches import read_stretch
from cueref.records import ShotRecord


@dataclass(frozen=True, slots=True, eq=False)
class _Stretch:
    """Frames to be read.

    Attributes:
        kept: From rest to rest.
        gaps: Times without pictures.
        captured: When each picture came, by its number.
    """

    kept: list[Seen]
    gaps: tuple[Gap, ...]
    captured: dict[int, float]


class ShotDesk:
    """Reads the shots of stretches, one after the other, on a thread of its own.

    Attributes:
        shots: Number of shots handed out so far.
    """

    def __init__(self, table: TableGeometry, discipline: Discipline) -> None:
        """Start before the first shot."""
        self._table = table
        self._reader = WindowReader(table, discipline)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="shots")
        self._waiting: list[Future[list[ShotRead]]] = []
        self.shots = 0

    def give(
        self, kept: list[Seen], gaps: tuple[Gap, ...], captured: dict[int, float]
    ) -> None:
        """Hand in a stretch that is over.

        Args:
            kept: Its frames.
            gaps: Times without pictures, as far as they are known.
            captured: When each of its pictures came, by its number.
        """
        stretch = _Stretch(kept, gaps, captured)
        self._waiting.append(self._pool.submit(self._read, stretch))

    def ready(self, *, wait: bool = False) -> Iterator[ShotRead]:
        """Yield the shots that have been read.

        Args:
            wait: Wait for those that are still being read.

        Raises:
            Exception: Whatever went wrong in reading one.
        """
        while self._waiting and (wait or self._waiting[0].done()):
            for shot in self._waiting.pop(0).result():
                self.shots += 1
                yield shot

    @property
    def is_reading(self) -> bool:
        """Whether shots are being read."""
        return bool(self._waiting)

    def close(self) -> None:
        """Give the thread back."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _read(self, stretch: _Stretch) -> list[ShotRead]:
        read = read_stretch(stretch.kept, self._table)
        return [
            self._said(self._reader.read(read, window), stretch)
            for window in read.windows
            if not window.by_hand
        ]

    def _said(self, record: ShotRecord, stretch: _Stretch) -> ShotRead:
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
