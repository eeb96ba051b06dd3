"""Balls that a hand moves, told from balls that a cue strikes.

A struck ball is fastest at once and runs straight until it meets a ball or a rail. A
hand takes time to speed a ball up, and its way bends.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from tracking.following.episodes import Episode
from tracking.path import BallPath

FloatArray = NDArray[np.float64]

_FASTER: Final = 1.6
"""A free ball that gets faster by this factor is pushed."""

_LEAST_GAIN: Final = 0.15
"""m/s by which it has to get faster."""

_BEND: Final = np.radians(25.0)

_FAR: Final = 0.05
"""A hand that moves one ball does not send another one so far, metres."""

_LONGEST_GAP: Final = 0.15
"""A way is known as long as the ball is seen this often, seconds."""

_NEAR: Final = 0.03
"""Other balls and rails nearer than this may turn a ball, metres."""


def is_moved_by_hand(
    path: BallPath,
    episode: Episode,
    paths: Sequence[BallPath],
    table: TableGeometry,
) -> bool:
    """Whether the ball that starts an episode is moved by a hand.

    Args:
        path: Of that ball.
        episode: When balls move.
        paths: All balls over the same time.
        table: Noses and ball radius.
    """
    if _others_run(path, episode, paths):
        return False
    free = _free_way(path, episode, paths, table)
    if len(free) < 6:
        return False
    way, spans = np.diff(free.xy, axis=0), np.diff(free.t)
    speed = np.hypot(way[:, 0], way[:, 1]) / spans
    smooth = np.convolve(speed, np.ones(3) / 3, mode="valid")
    pushed = smooth.max() > _FASTER * smooth[0] + _LEAST_GAIN
    return bool(pushed or _bends(free))


def _others_run(path: BallPath, episode: Episode, paths: Sequence[BallPath]) -> bool:
    """Whether other balls are set in motion too, as only a shot does."""
    movers = [p for p in paths if p.key in episode.movers and p.key != path.key]
    ways = [p.between(episode.t_from, episode.t_to) for p in movers]
    far = [w for w in ways if len(w) > 1 and np.ptp(w.xy, axis=0).max() > _FAR]
    return bool(far)


def _free_way(
    path: BallPath,
    episode: Episode,
    paths: Sequence[BallPath],
    table: TableGeometry,
) -> BallPath:
    """Return the way after the start until a rail or another ball is near."""
    moving = path.between(episode.t_from, episode.t_to)
    if not len(moving):
        return moving
    limit = np.array([table.length, table.width]) / 2 - table.ball_radius - _NEAR
    near = np.asarray((np.abs(moving.xy) > limit).any(axis=1))
    for other in paths:
        if other.key == path.key or len(other) == 0:
            continue
        x = np.interp(moving.t, other.t, other.xy[:, 0])
        y = np.interp(moving.t, other.t, other.xy[:, 1])
        gap = np.hypot(moving.xy[:, 0] - x, moving.xy[:, 1] - y)
        near = near | np.asarray(gap < 2 * table.ball_radius + _NEAR)
    near[1:] |= np.diff(moving.t) > _LONGEST_GAP
    met = np.flatnonzero(near[2:])
    last = met[0] + 1 if len(met) else len(moving) - 1
    return moving.between(float(moving.t[0]), float(moving.t[last]))


def _bends(free: BallPath) -> bool:
    """Whether the first and the last third of a way differ in direction."""
    third = max(len(free) // 3, 2)
    early = free.xy[third] - free.xy[0]
    late = free.xy[-1] - free.xy[-1 - third]
    least = 6 * np.sqrt(np.trace(free.covariance[0]) / 2)
    if min(np.hypot(*early), np.hypot(*late)) < max(least, 0.01):
        return False
    turn = np.arctan2(early[0] * late[1] - early[1] * late[0], early @ late)
    return bool(abs(turn) > _BEND)
