"""What can be said while a shot goes on: it began, a ball dropped, all lie."""

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from cueref.live.messages import Provisional, ProvisionalKind
from cueref.pipeline.covering import LateOcclusion
from tracking.following.tracker import TrackSnapshot

FloatArray = NDArray[np.float64]

_UNSEEN: Final = 0.1
"""A ball over a hole that is not seen for so long has dropped, seconds."""

_FEWEST_LOOKS: Final = 3
"""Pictures at least that do not show it."""

_STEP: Final = 0.05
"""So far ahead a ball is followed into the hole, seconds."""

_SURE: Final = 0.97
_RESTS: Final = 0.1
"""Nothing moves for so long: all balls are at rest, seconds."""


@dataclass(slots=True)
class _Sight:
    """A ball as it was last seen."""

    t: float
    xy: FloatArray
    velocity: FloatArray
    misses: int = 0


@dataclass(slots=True)
class _Shot:
    """What is known of the shot that goes on."""

    first: int
    dropped: set[int] = field(default_factory=set)
    rests: bool = False


class Announcer:
    """Says what seems certain, once each."""

    def __init__(self, table: TableGeometry) -> None:
        """Start at rest.

        Args:
            table: Its pockets.
        """
        self._pockets = table.pockets
        self.forget()

    def forget(self) -> None:
        """Start anew, as after a loss of the view."""
        self._last: dict[int, _Sight] = {}
        self._shot: _Shot | None = None
        self._occlusion: LateOcclusion | None = None

    def update(
        self,
        snapshot: TrackSnapshot,
        moved_at: float | None,
        shot: int,
        occlusion: LateOcclusion | None,
    ) -> list[Provisional]:
        """Return what the newest picture makes certain.

        Args:
            snapshot: All balls in it.
            moved_at: When a ball last moved; None at rest.
            shot: Number of the shot that goes on or comes next.
            occlusion: What covers the table.
        """
        said = self._begun(snapshot, moved_at, shot)
        self._see(snapshot)
        self._occlusion = occlusion
        return said + self._going_on(snapshot.t, moved_at, shot)

    def unchanged(
        self, t: float, moved_at: float | None, shot: int
    ) -> list[Provisional]:
        """Return what a picture makes certain that shows nothing new.

        A ball that the picture before did not show is not in this one either.

        Args:
            t: Its time, seconds.
            moved_at: When a ball last moved; None at rest.
            shot: Number of the shot that goes on or comes next.
        """
        for sight in self._last.values():
            sight.misses += sight.misses > 0
        return self._going_on(t, moved_at, shot)

    def _going_on(
        self, t: float, moved_at: float | None, shot: int
    ) -> list[Provisional]:
        if self._shot is None:
            return []
        said = self._drops(t, shot, self._shot, self._occlusion)
        said += self._rest(t, moved_at, shot, self._shot)
        if moved_at is None:
            self._end()
        return said

    def _end(self) -> None:
        """Forget the shot, and the balls that went out of sight in it."""
        self._shot = None
        self._last = {k: s for k, s in self._last.items() if not s.misses}

    def _begun(
        self, snapshot: TrackSnapshot, moved_at: float | None, shot: int
    ) -> list[Provisional]:
        if moved_at is None or self._shot is not None:
            return []
        fastest = int(np.argmax(snapshot.travelled))
        key = int(snapshot.key[fastest])
        self._shot = _Shot(key)
        return [Provisional(snapshot.t, shot, ProvisionalKind.SHOT_BEGAN, key)]

    def _see(self, snapshot: TrackSnapshot) -> None:
        shown = {int(k): i for i, k in enumerate(snapshot.key) if snapshot.seen[i]}
        for key, row in shown.items():
            xy, velocity = snapshot.xy[row], snapshot.velocity[row]
            self._last[key] = _Sight(snapshot.t, xy.copy(), velocity.copy())
        for key, sight in self._last.items():
            sight.misses += key not in shown
        self._last = {k: s for k, s in self._last.items() if s.misses < 60}

    def _drops(
        self, t: float, shot: int, going: _Shot, occlusion: LateOcclusion | None
    ) -> list[Provisional]:
        said = []
        for key, sight in self._last.items():
            late = sight.misses >= _FEWEST_LOOKS and t - sight.t >= _UNSEEN
            if not late or key in going.dropped:
                continue
            if occlusion is not None and occlusion.covers(sight.xy[None])[0]:
                continue
            pocket = self._pocket_of(sight)
            if pocket is None:
                continue
            going.dropped.add(key)
            kind = (
                ProvisionalKind.CUE_BALL_POCKETED
                if key == going.first
                else ProvisionalKind.BALL_POCKETED
            )
            said.append(
                Provisional(sight.t, shot, kind, key, pocket=pocket, confidence=_SURE)
            )
        return said

    def _pocket_of(self, sight: _Sight) -> str | None:
        """Return the pocket into whose hole a ball went, or None."""
        ahead = sight.xy + np.linspace(0, _STEP, 6)[:, None] * sight.velocity
        for pocket in self._pockets:
            center = np.array([pocket.center[0], pocket.center[1]])
            if np.hypot(*(ahead - center).T).min() < pocket.radius:
                return str(pocket.name.value)
        return None

    def _rest(
        self, t: float, moved_at: float | None, shot: int, going: _Shot
    ) -> list[Provisional]:
        rests = moved_at is None or t - moved_at >= _RESTS
        if rests == going.rests:
            return []
        going.rests = rests
        if not rests:
            return []
        return [Provisional(t, shot, ProvisionalKind.BALLS_AT_REST)]
