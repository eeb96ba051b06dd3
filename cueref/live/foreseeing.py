"""When a shot may be read ahead: nothing but rolling out can still happen on it."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from cueref.pipeline.free_roll import do_ways_meet, is_way_free, ways_out
from tracking.following.places import depth_in_pocket
from tracking.following.shots import has_dropped, moving
from tracking.following.tracker import TrackSnapshot

FloatArray = NDArray[np.float64]

_LEAST_DECELERATION: Final = 0.06
"""Of a ball that rolls on a fast cloth, m/s²."""

_FASTEST: Final = 0.25
"""A faster ball may do much before it rests, m/s."""

_SPEED_DOUBT: Final = 0.01
"""Of a ball's speed, m/s."""

_DECIDED: Final = 0.2
"""Balls have only rolled out for so long: what came before is seen well, seconds."""

_AT_REST: Final = 0.03
"""Nothing moves for so long: the shot may be over, seconds."""

_AT_REST_ANYHOW: Final = 0.1
"""The same though a ball is still seen to fall."""

_FALLING: Final = 4
"""So many pictures show a ball in a hole before its drop is certain."""


class Foresight:
    """Tells the moments at which a shot that goes on should be read ahead."""

    def __init__(self, table: TableGeometry) -> None:
        """Start at rest.

        Args:
            table: Noses, strings, pockets and ball radius.
        """
        self._table = table
        self._decided_at: float | None = None
        self._told = False
        self._rest_of: float | None = None
        self._falling: dict[int, int] = {}

    def is_time(self, snapshot: TrackSnapshot, t: float, moved_at: float) -> bool:
        """Whether the shot should be read now.

        That is once while its last balls roll out, and once as they rest; again where
        anything else moves after it.

        Args:
            snapshot: All balls at the last picture that was looked at.
            t: Time of the last picture, seconds.
            moved_at: When a ball moved last, seconds.
        """
        self._note_falling(snapshot)
        return self._is_rest(t, moved_at) or self._is_decided(snapshot, t)

    def _note_falling(self, snapshot: TrackSnapshot) -> None:
        """Count the pictures in which balls that move are seen in a hole."""
        inside = moving(snapshot) & (depth_in_pocket(snapshot.xy, self._table) > 0)
        seen = {
            int(k): int(s) for k, s in zip(snapshot.key, snapshot.seen, strict=True)
        }
        self._falling = {
            key: self._falling.get(key, 0) + seen[key]
            for key in snapshot.key[inside].tolist()
        }

    def _is_rest(self, t: float, moved_at: float) -> bool:
        if moved_at == self._rest_of or t - moved_at < _AT_REST:
            return False
        if t - moved_at < _AT_REST_ANYHOW and any(
            count < _FALLING for count in self._falling.values()
        ):
            return False
        self._rest_of = moved_at
        return True

    def _is_decided(self, snapshot: TrackSnapshot, t: float) -> bool:
        if not is_decided(snapshot, self._table):
            self._decided_at, self._told = None, False
            return False
        if self._decided_at is None:
            self._decided_at = t
        if self._told or t - self._decided_at < _DECIDED:
            return False
        self._told = True
        return True


def is_decided(snapshot: TrackSnapshot, table: TableGeometry) -> bool:
    """Whether all balls that move only roll out, or have dropped.

    A ball that moves out of sight decides nothing.

    Args:
        snapshot: All balls, at one picture.
        table: Noses, strings, pockets and ball radius.
    """
    moves = moving(snapshot)
    if not moves.any():
        return False
    fallen = has_dropped(snapshot.xy, table)
    rolls = moves & ~fallen
    if not snapshot.seen[rolls].all():
        return False
    velocity = np.where(rolls[:, None], snapshot.velocity, 0.0)
    speed = np.hypot(*velocity.T)
    if speed.max(initial=0.0) > _FASTEST:
        return False
    faster = 1 + _SPEED_DOUBT / np.maximum(speed, _SPEED_DOUBT)
    ways = ways_out(snapshot.xy, velocity * faster[:, None], _LEAST_DECELERATION)
    return _are_free(ways[~fallen], rolls[~fallen], table)


def _are_free(ways: FloatArray, rolls: NDArray[np.bool_], table: TableGeometry) -> bool:
    """Whether nothing is in the way of the balls that roll."""
    for i in np.flatnonzero(rolls).tolist():
        if not is_way_free(ways[i, 0], ways[i, -1], table):
            return False
        if do_ways_meet(ways[i], np.delete(ways, i, axis=0), table).any():
            return False
    return True
