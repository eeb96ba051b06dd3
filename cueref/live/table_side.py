"""From frames to what is said: one view of one table, live."""

import logging
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.balls import BALL_SETS, Discipline
from adjudicator.shot import Gap
from adjudicator.table import TableGeometry
from calibration.self_check import MapCheck
from cueref.live.announcing import Announcer
from cueref.live.foreseeing import Foresight
from cueref.live.messages import (
    BallSeen,
    FrameSeen,
    Message,
    Provisional,
    ProvisionalKind,
)
from cueref.live.shot_desk import ShotDesk
from cueref.live.shot_reading import Reading
from cueref.pipeline.observing import Seen
from cueref.pipeline.stretches import StretchCutter
from tracking.following.tracker import TrackSnapshot
from tracking.observations import Observations
from vision.appearance import APPEARANCES, Colour

logger = logging.getLogger(__name__)

_DROPS: Final = (
    ProvisionalKind.CUE_BALL_POCKETED,
    ProvisionalKind.BALL_POCKETED,
)

_STILL_EVERY: Final = 0.2
"""Balls at rest are shown this often, seconds."""

_SEEMS_OVER: Final = 0.03
"""Nothing moved for so long when the pictures broke off: the shot was over, seconds."""

_LOOK_AHEAD_EVERY: Final = 0.5
"""While balls move what is known of the shot is worked on so often, seconds."""

_SAME: Final = 0.01
"""A sighting shows the looks of a ball so near to it, metres."""

_IN_A_ROW: Final = 0.1
"""Gaps with less between them are one, seconds."""

_REMEMBERED: Final = 60.0
"""Times of capture and gaps are kept for so long, seconds."""


class TableSide:
    """Turns frames that were looked at into messages.

    Attributes:
        desk: Reads the shots.
        gaps: Times without pictures, of the last minute.
    """

    def __init__(
        self,
        table: TableGeometry,
        discipline: Discipline,
        *,
        settle: float,
        reading: Reading | None = None,
    ) -> None:
        """Start before the first frame.

        Args:
            table: Noses, pockets and ball radius.
            discipline: Which balls there are.
            settle: Nothing moves for so long: the shot is read, seconds.
            reading: Who reads the shots; None reads them in a thread of this process.
        """
        self._is_cue_white = BALL_SETS[discipline].cue_ball is not None
        self._cutter = StretchCutter(table, settle=settle)
        self._announcer = Announcer(table)
        self.desk = ShotDesk(table, discipline, reading)
        self._map = MapCheck(table)
        self._looks: dict[int, NDArray[np.float64]] = {}
        self.gaps: list[Gap] = []
        self._captured: dict[int, float] = {}
        self._shown_at = -np.inf
        self._foresight = Foresight(table)
        self._looked_ahead_at = -np.inf

    @property
    def moving(self) -> bool:
        """Whether a shot goes on."""
        return self._cutter.moved_at is not None

    def note_gap(self, t_from: float, t_to: float, why: str) -> None:
        """Remember that nothing was seen for a while; gaps in a row are one."""
        if self.gaps and t_from - self.gaps[-1].t_to < _IN_A_ROW:
            t_from = self.gaps.pop().t_from
        self.gaps.append(Gap(t_from, t_to, why))

    def see(self, seen: Seen, captured: float) -> Iterator[Message]:
        """Take one frame and yield what it makes known.

        Args:
            seen: The frame.
            captured: When it came, `time.monotonic` seconds.
        """
        self._captured[seen.frame] = captured
        for kept in self._cutter.update(seen):
            self._hand_in(kept)
        self._read_ahead(seen.t)
        snapshot = self._cutter.snapshot
        if snapshot is not None:
            yield from self._announced(seen, snapshot, captured)
        if snapshot is not None and self._is_shown(seen):
            self._shown_at = seen.t
            yield self._frame(seen, snapshot, captured)
        for shot in self.desk.ready():
            wrong = self._map.add(shot.record.shot.after.balls.values())
            if wrong is not None:
                logger.warning(wrong)
            yield shot
        self._forget(seen)

    def _announced(
        self, seen: Seen, snapshot: TrackSnapshot, captured: float
    ) -> Iterator[Provisional]:
        """Yield what the picture makes certain."""
        moved_at, shot = self._cutter.moved_at, self.desk.shots + 1
        if seen.observations is None:
            news = self._announcer.unchanged(seen.t, moved_at, shot)
        else:
            self._note_looks(snapshot, seen.observations)
            news = self._announcer.update(snapshot, moved_at, shot, seen.occlusion)
        for one in news:
            yield self._told(one, seen.t, captured)

    def interrupt(self, *, forget_moving: bool = False) -> None:
        """Close the shot that goes on: nothing is seen any more.

        Args:
            forget_moving: Balls that still move are no shot; who watches next will see
                one without its beginning.
        """
        until = self._cutter.moved_at
        for kept in self._cutter.finish():
            still = until is not None and kept[-1].t - until >= _SEEMS_OVER
            if still or not forget_moving:
                self._hand_in(kept, is_cut_off=not still)
        self._announcer.forget()
        self._looks.clear()

    def _read_ahead(self, t: float) -> None:
        """Begin to read a shot as soon as nothing but rolling out can happen on it."""
        moved_at, snapshot = self._cutter.moved_at, self._cutter.snapshot
        if moved_at is None or snapshot is None:
            return
        if self._foresight.is_time(snapshot, t, moved_at):
            self.desk.read_ahead(self._cutter.so_far())
        elif t == moved_at:
            self._look_ahead(t)

    def _look_ahead(self, t: float) -> None:
        """Let what is known of a shot that goes on be worked on, now and then."""
        if 0 <= t - self._looked_ahead_at < _LOOK_AHEAD_EVERY:
            return
        self._looked_ahead_at = t
        self.desk.look_ahead(self._cutter.so_far())

    def _hand_in(self, kept: list[Seen], *, is_cut_off: bool = False) -> None:
        first, last = kept[0], kept[-1]
        gaps = tuple(
            gap for gap in self.gaps if gap.t_to >= first.t and gap.t_from <= last.t
        )
        frames = {seen.frame for seen in kept}
        captured = {f: at for f, at in self._captured.items() if f in frames}
        self.desk.give(kept, gaps, captured, is_cut_off=is_cut_off)

    def _is_shown(self, seen: Seen) -> bool:
        return self.moving or seen.t - self._shown_at >= _STILL_EVERY

    def _frame(self, seen: Seen, snapshot: TrackSnapshot, captured: float) -> FrameSeen:
        balls = tuple(self._ball(snapshot, row) for row in range(len(snapshot)))
        return FrameSeen(seen.t, seen.frame, captured, self.moving, balls)

    def _ball(self, snapshot: TrackSnapshot, row: int) -> BallSeen:
        key = int(snapshot.key[row])
        x, y = (float(value) for value in snapshot.xy[row])
        vx, vy = (float(value) for value in snapshot.velocity[row])
        seen, still = bool(snapshot.seen[row]), bool(snapshot.still[row])
        return BallSeen(key, x, y, vx, vy, seen, still, self._look_of(key))

    def _look_of(self, key: int | None) -> str | None:
        looks = None if key is None else self._looks.get(key)
        return None if looks is None else str(APPEARANCES[int(looks.argmax())])

    def _note_looks(self, snapshot: TrackSnapshot, seen: Observations) -> None:
        """Add up what each ball looks like."""
        if not len(snapshot) or not len(seen):
            return
        gap = np.hypot(*(snapshot.xy[:, None] - seen.xy[None]).transpose(2, 0, 1))
        nearest = gap.argmin(axis=1)
        for row, other in enumerate(nearest):
            if gap[row, other] < _SAME and snapshot.seen[row]:
                key = int(snapshot.key[row])
                looks = np.maximum(seen.label_log[other], -6.0)
                self._looks[key] = 0.9 * self._looks.get(key, 0.0) + looks

    def _told(self, news: Provisional, t: float, captured: float) -> Provisional:
        looks = self._look_of(news.key)
        return Provisional(
            news.t,
            news.shot,
            self._kind(news.kind, looks),
            news.key,
            looks,
            news.pocket,
            news.confidence,
            captured,
            t - news.t,
        )

    def _kind(self, kind: ProvisionalKind, looks: str | None) -> ProvisionalKind:
        """Return which ball dropped: by its looks where the cue ball has its own."""
        if not self._is_cue_white or looks is None or kind not in _DROPS:
            return kind
        return _DROPS[0] if looks == Colour.WHITE else _DROPS[1]

    def _forget(self, seen: Seen) -> None:
        if len(self._captured) > 4 * _REMEMBERED * 60:
            newest = sorted(self._captured)[-int(_REMEMBERED * 60) :]
            self._captured = {frame: self._captured[frame] for frame in newest}
        self.gaps = [g for g in self.gaps if g.t_to > seen.t - _REMEMBERED]
