"""Balls that came back: out of a pocket, or onto the table from beyond its rails."""

from typing import Final

import numpy as np

from adjudicator.events import (
    Event,
    OffTable,
    Pocketed,
    PocketName,
    Point,
    Rebound,
    Returned,
)
from adjudicator.table import Pocket, TableGeometry
from tracking.arrays import BoolArray, FloatArray
from tracking.events.naming import ball_of_key
from tracking.path import BallPath

_DEEP: Final = 0.012
_WELL_OUT: Final = 2.5
_BEYOND: Final = 0.03
_FEWEST: Final = 2
_LEAST_GAP: Final = 0.15
_CLEAR: Final = 0.9
_LIKELY: Final = 0.7
_MOUTH: Final = 0.10
_HEADS: Final = 0.7
_SLOWEST: Final = 0.15


def find_returns(path: BallPath, table: TableGeometry) -> list[Event]:
    """List when a ball went into a pocket or off the table and came back by itself.

    Args:
        path: As seen.
        table: Pockets, noses and ball radius.
    """
    if len(path) < 2 * _FEWEST + 1:
        return []
    events: list[Event] = []
    ball = ball_of_key(path.key)
    holes: BoolArray = np.zeros(len(path), dtype=bool)
    for pocket in table.pockets:
        away = np.hypot(*(path.xy - np.array(pocket.center)).T)
        inside = away < pocket.radius - _DEEP
        holes |= away < pocket.radius + table.ball_radius
        left = away > pocket.radius + _WELL_OUT * table.ball_radius
        for a, b in _visits(inside):
            if np.any(left[b:]):
                events += _back(path, (a, b), pocket.name, _CLEAR)
        for k in _vanished(path, away, pocket):
            if np.any(left[k + 1 :]):
                events += _back(path, (k, k + 1), pocket.name, _LIKELY)
    half = np.array([table.length, table.width]) / 2
    beyond = np.any(np.abs(path.xy) > half - table.ball_radius + _BEYOND, axis=1)
    for a, b in _visits(beyond & ~holes):
        place = Point(float(path.xy[a, 0]), float(path.xy[a, 1]))
        back = Point(float(path.xy[b, 0]), float(path.xy[b, 1]))
        events.append(
            OffTable(t=float(path.t[a]), ball=ball, xy=place, confidence=_CLEAR)
        )
        events.append(
            Returned(t=float(path.t[b]), ball=ball, xy=back, confidence=_CLEAR)
        )
    return sorted(events, key=lambda event: event.t)


def _back(
    path: BallPath, span: tuple[int, int], name: PocketName, sure: float
) -> list[Event]:
    one = ball_of_key(path.key)
    return [
        Pocketed(t=float(path.t[span[0]]), ball=one, pocket=name, confidence=sure),
        Rebound(t=float(path.t[span[1]]), ball=one, pocket=name, confidence=sure),
    ]


def _visits(inside: BoolArray) -> list[tuple[int, int]]:
    """Stretches that begin and end in view: first sample inside, first one after."""
    marks = np.diff(np.concatenate(([0], inside.astype(np.int64), [0])))
    starts, stops = np.flatnonzero(marks == 1), np.flatnonzero(marks == -1)
    return [
        (int(a), int(b))
        for a, b in zip(starts, stops, strict=True)
        if a > 0 and b < len(inside) and b - a >= _FEWEST
    ]


def _vanished(path: BallPath, away: FloatArray, pocket: Pocket) -> list[int]:
    """Last samples before a ball vanished into a mouth that it came out of later."""
    found = []
    for k in np.flatnonzero(np.diff(path.t) > _LEAST_GAP):
        if not 0 < k < len(path) - 2:
            continue
        near = max(away[k], away[k + 1]) < pocket.radius + _MOUTH
        went = (path.xy[k] - path.xy[k - 1]) / (path.t[k] - path.t[k - 1])
        came = (path.xy[k + 2] - path.xy[k + 1]) / (path.t[k + 2] - path.t[k + 1])
        into = _along(went, np.array(pocket.center) - path.xy[k])
        out = _along(came, path.xy[k + 1] - np.array(pocket.center))
        if near and into > _HEADS and out > 0.0:
            found.append(int(k))
    return found


def _along(velocity: FloatArray, way: FloatArray) -> float:
    """Cosine between a motion and a way; 0 for a ball that hardly moves."""
    speed = float(np.hypot(*velocity))
    if speed < _SLOWEST:
        return 0.0
    return float(velocity @ way) / (speed * max(float(np.hypot(*way)), 1e-9))
