"""Crossings of the head string, the center string and the long string by a centre."""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from adjudicator.events import Crossing, Line, Rail
from adjudicator.table import TableGeometry
from tracking.events.naming import ball_of_key
from tracking.motion.trajectory import FittedPath, MotionKind, Piece

_SLOWEST: Final = 0.01
_SUREST: Final = 0.9995
_LEAST: Final = 0.01
_SIGMAS: Final = 3.0
"""A ball that comes so near to a line, in deviations, may have crossed it."""

_MAP_SIGMA: Final = 0.0015
"""How exactly the lines are known where a ball passes them, metres."""


def find_crossings(
    path: FittedPath, table: TableGeometry, t_stop: float
) -> list[Crossing]:
    """List when a ball's centre crossed a line, up to `t_stop`, seconds.

    Where it only came near and turned or came to rest, the crossing is told with the
    chance that it went beyond the line, which is below one half.
    """
    lines = (
        (Line.HEAD, 0, table.head_string_x, Rail.FOOT, Rail.HEAD),
        (Line.CENTER, 0, 0.0, Rail.FOOT, Rail.HEAD),
        (Line.LONG, 1, 0.0, Rail.LEFT, Rail.RIGHT),
    )
    pieces = [piece for piece in path.pieces if piece.t_from < t_stop]
    return [
        Crossing(
            t=t,
            ball=ball_of_key(path.key),
            line=line,
            toward=up if rises else down,
            confidence=chance,
        )
        for line, axis, value, up, down in lines
        for t, rises, chance in _crossed(pieces, axis, value, t_stop)
    ]


def _crossed(
    pieces: Sequence[Piece], axis: int, value: float, t_stop: float
) -> Iterator[tuple[float, bool, float]]:
    """Yield when a line was crossed, whether upwards, and the chance of that."""
    found = [
        (t, speed, piece.sigma)
        for piece in pieces
        if piece.kind is not MotionKind.REST
        for t, speed in _passes(piece, axis, value)
        if t <= t_stop
    ]
    times = [-np.inf, *(t for t, _, _ in found), np.inf]
    for k, (t, speed, sigma) in enumerate(found):
        before = _farthest(pieces, axis, value, (times[k], t))
        after = _farthest(pieces, axis, value, (t, times[k + 2]))
        yield t, speed > 0, _confidence(min(before, after), sigma)
    for near in _approaches(pieces, axis, value, times):
        yield near.t, near.away < 0, 1.0 - _confidence(abs(near.away), near.sigma)


@dataclass(frozen=True, slots=True)
class _Place:
    """A place on a ball's way.

    Attributes:
        t: Seconds.
        away: From the line, on the side of its sign, metres.
        sigma: Of a fitted place, metres.
    """

    t: float
    away: float
    sigma: float


def _approaches(
    pieces: Sequence[Piece], axis: int, value: float, times: Sequence[float]
) -> list[_Place]:
    """List where a ball came so near to a line that it may have crossed it.

    Args:
        pieces: Of its way.
        axis: That the line is across.
        value: Of the coordinate on the line, metres.
        times: Of its crossings, with minus and plus infinity around them.
    """
    way = [place for piece in pieces for place in _marked(piece, axis, value)]
    out = []
    for since, until in itertools.pairwise(times):
        part = [place for place in way if since < place.t < until]
        found = _nearest(part, is_last=until == np.inf)
        if (
            found is not None
            and 1.0 - _confidence(abs(found.away), found.sigma) > _LEAST
        ):
            out.append(found)
    return out


def _nearest(part: Sequence[_Place], *, is_last: bool) -> _Place | None:
    """The place nearest to a line between two crossings, to which the ball came.

    None if it only lay there or was on its way over the line.
    """
    come: list[_Place] = []
    farthest = 0.0
    for k, place in enumerate(part):
        reach = _SIGMAS * math.hypot(place.sigma, _MAP_SIGMA)
        away = abs(place.away)
        farthest = max(farthest, away)
        leaves = any(abs(later.away) > away + reach for later in part[k + 1 :])
        if away < reach and farthest > away + reach and (is_last or leaves):
            come.append(place)
    return min(
        come, key=lambda place: (round(abs(place.away), 4), place.t), default=None
    )


def _marked(piece: Piece, axis: int, value: float) -> list[_Place]:
    """Return where a piece begins, turns and ends."""
    speed, bend = float(piece.velocity[axis]), float(piece.acceleration[axis])
    times = [piece.t_from, piece.t_to]
    if bend != 0.0 and piece.t_from < piece.t_from - speed / bend < piece.t_to:
        times.insert(1, piece.t_from - speed / bend)
    return [
        _Place(t, float(piece.position_at(t)[axis]) - value, piece.sigma) for t in times
    ]


def _farthest(
    pieces: Sequence[Piece], axis: int, value: float, span: tuple[float, float]
) -> float:
    """How far from a line a ball gets between two crossings, metres."""
    far = 0.0
    for piece in pieces:
        times = np.clip((piece.t_from, piece.t_to), *span)
        if times[0] < times[1]:
            middle = (times[0] + times[1]) / 2
            d = np.array([times[0], middle, times[1]]) - piece.t_from
            place = piece.position[axis] + piece.velocity[axis] * d
            place = place + piece.acceleration[axis] * d * d / 2
            far = max(far, float(np.max(np.abs(place - value))))
    return far


def _passes(piece: Piece, axis: int, value: float) -> list[tuple[float, float]]:
    """Times inside the piece at which a coordinate passes a value, with its speed."""
    coefficients = [
        float(piece.acceleration[axis]) / 2,
        float(piece.velocity[axis]),
        float(piece.position[axis]) - value,
    ]
    roots = np.roots(coefficients)
    out = []
    for root in roots[np.abs(np.imag(roots)) < 1e-12]:
        d = float(np.real(root))
        speed = coefficients[1] + 2 * coefficients[0] * d
        if 0 <= d < piece.t_to - piece.t_from and abs(speed) > _SLOWEST:
            out.append((piece.t_from + d, speed))
    return sorted(out)


def _confidence(far: float, sigma: float) -> float:
    """Chance that a centre was beyond a line that it seemed to pass.

    Args:
        far: How far it was on the side on which it came less far, metres.
        sigma: Of a fitted place, metres.
    """
    z = far / math.hypot(sigma, _MAP_SIGMA)
    return min(_SUREST, 1.0 - 0.5 * math.erfc(z / math.sqrt(2)))
