"""Following a stretch that grows: what is linked already is not linked again.

Which places are rests is only known afterwards, so the frames of the last moments are
always linked anew. What was known before them holds as long as the rests before them
are the same, which is checked: the result is that of following all at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from adjudicator.table import TableGeometry
from tracking.following.chains import Chain
from tracking.following.linking import Linked, Linker
from tracking.following.stillness import EARLY, Rest, RestFinder
from tracking.following.visible import on_table
from tracking.observations import Observations

_OPEN: Final = 0.5
"""What the last frames show is open for so long, seconds."""

_MARKS: Final = 4
"""So many states of the past are kept."""


@dataclass(frozen=True, slots=True, eq=False)
class _Mark:
    """What a linker knew before a frame, and the rests that it knew it by."""

    step: int
    rests: tuple[tuple[int, int, bytes, bytes, bytes], ...]
    linked: Linked


class LinkMemory:
    """Links the sightings of a stretch, and of the same stretch once it has grown.

    Attributes:
        frames: What balls on the table show in each frame.
    """

    def __init__(self, table: TableGeometry, jitter: float) -> None:
        """Start without frames.

        Args:
            table: Noses, pockets and ball radius.
            jitter: Standard deviation of a picture's time as part of the interval.
        """
        self._table = table
        self.jitter = jitter
        self._forget()

    def _forget(self) -> None:
        self._source: list[Observations] = []
        self._finder = RestFinder(ball_radius=self._table.ball_radius)
        self._marks: list[_Mark] = []

    @property
    def frames(self) -> list[Observations]:
        """What balls on the table show in each frame."""
        return self._finder.frames

    def link(self, frames: Sequence[Observations]) -> list[Chain]:
        """Return the chains of a stretch, see `tracking.following.linking.link`.

        Args:
            frames: In order of time, repeated pictures left out. What was linked
                before is known again where the objects are the same.
        """
        self._take(frames)
        rests = self._finder.rests()
        linker = Linker(self.frames, rests, self._table, self.jitter)
        begin = self._resume(linker, rests)
        mark_at = self._settled(rests)
        for step in range(begin, len(self.frames)):
            if step == mark_at and step > begin:
                self._marks.append(_Mark(step, _known(rests, step), linker.linked()))
                del self._marks[:-_MARKS]
            linker.advance(step)
        return linker.chains

    def _take(self, frames: Sequence[Observations]) -> None:
        known = len(self._source)
        goes_on = known <= len(frames) and all(
            old is new for old, new in zip(self._source, frames, strict=False)
        )
        if not goes_on:
            self._forget()
        for frame in frames[len(self._source) :]:
            self._source.append(frame)
            self._finder.add(on_table(frame, self._table))

    def _resume(self, linker: Linker, rests: Sequence[Rest]) -> int:
        """Let the linker go on where it can; return with which frame."""
        while self._marks:
            mark = self._marks[-1]
            if mark.rests == _known(rests, mark.step):
                linker.go_on(mark.linked)
                return mark.step
            self._marks.pop()
        return 0

    def _settled(self, rests: Sequence[Rest]) -> int:
        """Return up to which frame nothing that comes is likely to change."""
        frames = self.frames
        times = np.array([frame.t for frame in frames])
        last = int(np.searchsorted(times, times[-1] - _OPEN)) if len(frames) else 0
        open_rests = [r for r in rests if len(r.steps) < EARLY and r.last >= last]
        return min([last, *(rest.first for rest in open_rests)])


def _known(
    rests: Sequence[Rest], step: int
) -> tuple[tuple[int, int, bytes, bytes, bytes], ...]:
    """Return all that linking the frames before one needs to know of the rests."""
    known = []
    for rest in rests:
        if rest.first < step:
            seen = int(np.searchsorted(rest.steps, step))
            rows = rest.steps[:seen].tobytes(), rest.rows[:seen].tobytes()
            last = min(rest.last, step)
            known.append((rest.first, last, rest.early_xy.tobytes(), *rows))
    return tuple(known)
