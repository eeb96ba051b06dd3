"""Events that follow from the paths alone: line crossings and coming to rest."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.balls import Ball
from adjudicator.events import Crossing, Line, Point, Rail, Rest
from adjudicator.table import TableGeometry
from vision.synthesis.trajectory import (
    TRANSLATING_STATES,
    MotionState,
    Trajectory,
)

Floats = NDArray[np.float64]

_TRANSLATING: Final = frozenset(int(state) for state in TRANSLATING_STATES)
_RESTING: Final = frozenset((int(MotionState.REST), int(MotionState.SPIN)))
_SHORTEST_REST: Final = 1e-3


@dataclass(frozen=True, slots=True)
class _Threshold:
    line: Line
    axis: int
    value: float
    rising: Rail
    falling: Rail


def _thresholds(table: TableGeometry) -> Sequence[_Threshold]:
    return (
        _Threshold(Line.CENTER, 0, 0.0, Rail.FOOT, Rail.HEAD),
        _Threshold(Line.HEAD, 0, table.head_string_x, Rail.FOOT, Rail.HEAD),
        _Threshold(Line.LONG, 1, 0.0, Rail.LEFT, Rail.RIGHT),
    )


def crossings(ball: Ball, path: Trajectory, table: TableGeometry) -> list[Crossing]:
    """Return every crossing of the centre, head and long strings by a ball's centre.

    A ball that starts on a line has not crossed it when it leaves; times are the
    roots of each piece.
    """
    found = []
    for threshold in _thresholds(table):
        before = 0
        for t, side in _sides(path, threshold.axis, threshold.value):
            if before and side and side != before:
                toward = threshold.rising if side > 0 else threshold.falling
                found.append(
                    Crossing(t=t, ball=ball, line=threshold.line, toward=toward)
                )
            before = side or before
    return sorted(found, key=lambda event: event.t)


def _sides(path: Trajectory, axis: int, value: float) -> Iterator[tuple[float, int]]:
    """Yield where stretches of one side of a line begin, and the side, -1, 0 or 1."""
    for index in range(len(path)):
        if int(path.state[index]) not in _TRANSLATING:
            offset = float(path.p[index, axis]) - value
            if int(path.state[index]) in _RESTING:
                yield float(path.t[index]), _sign(offset)
            continue
        begin = float(path.t[index])
        lasts = float(path.t[index + 1]) - begin if index + 1 < len(path) else 60.0
        p, v, a = (float(c[index, axis]) for c in (path.p, path.v, path.a))
        cuts = [0.0, *_roots(p - value, v, a, lasts), lasts]
        for start, stop in itertools.pairwise(cuts):
            middle = (start + stop) / 2
            place = p - value + middle * (v + middle * a / 2)
            yield begin + start, _sign(place)


def _sign(offset: float) -> int:
    if abs(offset) < 1e-9:
        return 0
    return 1 if offset > 0 else -1


def _roots(p: float, v: float, a: float, lasts: float) -> list[float]:
    """Return the times within a piece at which p + v d + a d^2 / 2 is zero."""
    if abs(a) < 1e-12:
        roots = [-p / v] if abs(v) > 1e-12 else []
    else:
        inside = v * v - 2 * a * p
        if inside <= 0:
            return []
        far = -(v + np.copysign(np.sqrt(inside), v))
        roots = [far / a, 2 * p / far] if far else []
    return sorted(float(d) for d in roots if 0.0 < d < lasts)


def rests(ball: Ball, path: Trajectory) -> list[Rest]:
    """Return every coming to rest of a ball that moved across the cloth."""
    found = []
    for index in range(1, len(path)):
        was, now = int(path.state[index - 1]), int(path.state[index])
        last = index + 1 == len(path)
        lasts = np.inf if last else float(path.t[index + 1] - path.t[index])
        if was in _TRANSLATING and now in _RESTING and lasts > _SHORTEST_REST:
            place = Point(float(path.p[index, 0]), float(path.p[index, 1]))
            found.append(Rest(t=float(path.t[index]), ball=ball, xy=place))
    return found
