"""What was taken for a ball and was none: it came or went by itself, in the open.

A print on the cloth, a chalk or a glare can look like a ball as long as nothing changes
around it. A ball that lies still goes only where a ball, a hand or a cue comes near it,
or into a pocket whose edge it hangs on.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.events import Intruder, Intrusion
from adjudicator.shot import Gap
from adjudicator.table import TableGeometry
from tracking.following.shots import ShotWindow
from tracking.path import BallPath

FloatArray = NDArray[np.float64]

_STAYED: Final = 0.006
"""Sightings that keep so close together are of something that lies still, metres."""

_LONG: Final = 0.6
"""It was not seen for so long before its first sighting or after its last, seconds."""

_NEAR: Final = 4.0
"""A moving ball that comes nearer may have touched or hidden it, radii."""

_EDGE: Final = 3.0
"""A ball nearer to a pocket's hole may fall by itself, radii."""


def without_imagined(
    window: ShotWindow,
    table: TableGeometry,
    gaps: Sequence[Gap],
    intrusions: Sequence[Intrusion],
    known: FloatArray,
) -> ShotWindow:
    """Return the shot without what came or went as no ball does.

    Args:
        window: The shot.
        table: Pockets and ball radius.
        gaps: When something hid what may have happened to a ball.
        intrusions: Who was over the table; only a hand takes a ball away or puts one
            down, and where anything covers one that is not there afterwards is a gap.
        known: Where balls lay after the shot before, metres, (n, 2): these are balls.
    """
    told = [(gap.t_from, gap.t_to) for gap in gaps]
    told += [(one.t, one.t_to) for one in intrusions if one.kind is Intruder.HAND]
    imagined = {
        path.key
        for path in window.paths
        if path.key != window.cue_key
        and not _is_known(path, known, table)
        and any(
            not _is_told(t, told) and not _is_near(path, t, window.paths, table)
            for t in _unexplained_ends(path, window, table)
        )
    }
    return _without(window, imagined) if imagined else window


def _unexplained_ends(
    path: BallPath, window: ShotWindow, table: TableGeometry
) -> list[float]:
    """Return when something that lay still in the open appeared or vanished."""
    place = np.median(path.xy, axis=0)
    if np.hypot(*(path.xy - place).T).max() > _STAYED:
        return []
    for pocket in table.pockets:
        away = np.hypot(pocket.center.x - place[0], pocket.center.y - place[1])
        if away < pocket.radius + _EDGE * table.ball_radius:
            return []
    first = min(float(one.t[0]) for one in window.paths)
    last = max(float(one.t[-1]) for one in window.paths)
    ends = []
    if path.t[0] > first + _LONG:
        ends.append(float(path.t[0]))
    if path.t[-1] < last - _LONG:
        ends.append(float(path.t[-1]))
    return ends


def _is_told(t: float, spans: Sequence[tuple[float, float]]) -> bool:
    """Whether something else may have happened to a ball around a time."""
    return any(start - _LONG <= t <= end + _LONG for start, end in spans)


def _is_near(
    path: BallPath, t: float, paths: Sequence[BallPath], table: TableGeometry
) -> bool:
    """Whether a ball that moves came near around a time."""
    place = np.median(path.xy, axis=0)
    for other in paths:
        if other is path or np.ptp(other.xy, axis=0).max() < 2 * _STAYED:
            continue
        away = np.hypot(*(other.xy[np.abs(other.t - t) <= _LONG] - place).T)
        if away.min(initial=np.inf) < _NEAR * table.ball_radius:
            return True
    return False


def _is_known(path: BallPath, known: FloatArray, table: TableGeometry) -> bool:
    away = np.hypot(*(known - np.median(path.xy, axis=0)).T)
    return bool(away.min(initial=np.inf) < table.ball_radius)


def _without(window: ShotWindow, keys: set[int]) -> ShotWindow:
    return replace(
        window,
        paths=tuple(path for path in window.paths if path.key not in keys),
        before={key: xy for key, xy in window.before.items() if key not in keys},
        after={key: xy for key, xy in window.after.items() if key not in keys},
        looks={key: one for key, one in window.looks.items() if key not in keys},
        stops={key: t for key, t in window.stops.items() if key not in keys},
    )
