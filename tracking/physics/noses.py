"""Where the noses of a table really are: what touches of them told, and in between.

A map of a table is off by a millimetre here and there, and always in the same way.
Every clean touch of a cushion shows where the nose is at its place; between touches
the error changes slowly. So a ball that lies before a cushion can be told from one that
is frozen to it more exactly than by the map alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from adjudicator.events import Rail
from tracking.arrays import FloatArray

UNKNOWN_SIGMA: Final = 0.0007
"""How far a nose is from where the map has it, metres."""

_LENGTH: Final = 0.5
"""Over which way along a rail the map's error changes, metres."""

_OWN: Final = 0.0001
_CELL: Final = 0.1
_FARTHEST: Final = 0.004
_AGES: Final = 1.05
_CONTRADICTS: Final = 4.0


@dataclass(frozen=True, slots=True)
class NoseMark:
    """Where a nose was seen at one place.

    Attributes:
        rail: Which one.
        at: Along it: x of a long rail, y of a short one, metres.
        offset: From where the map has it, towards the balls, metres.
        variance: Of that, square metres.
    """

    rail: Rail
    at: float
    offset: float
    variance: float


def place_along(rail: Rail, xy: FloatArray) -> float:
    """Return how far along a rail a place is, metres from its middle."""
    return float(xy[0] if rail in (Rail.LEFT, Rail.RIGHT) else xy[1])


def with_marks(
    known: Sequence[NoseMark], fresh: Iterable[NoseMark]
) -> tuple[NoseMark, ...]:
    """Return marks with more of them; those at one place are taken together.

    Older ones count less and less, and those of a rail that a fresh one contradicts
    are forgotten: the map was made anew.
    """
    new = [mark for mark in fresh if abs(mark.offset) < _FARTHEST]
    wrong = {mark.rail for mark in new if _contradicts(known, mark)}
    cells: dict[tuple[Rail, int], NoseMark] = {}
    for mark in known:
        if mark.rail not in wrong:
            cells[mark.rail, _cell(mark)] = _aged(mark)
    for mark in new:
        key = (mark.rail, _cell(mark))
        cells[key] = mark if key not in cells else _together(cells[key], mark)
    return tuple(cells[key] for key in sorted(cells))


def _contradicts(known: Sequence[NoseMark], fresh: NoseMark) -> bool:
    offset, sigma = nose_at(known, fresh.rail, fresh.at)
    apart = abs(fresh.offset - offset)
    return apart > _CONTRADICTS * float(np.hypot(sigma, np.sqrt(fresh.variance)))


def _aged(mark: NoseMark) -> NoseMark:
    return replace(mark, variance=mark.variance * _AGES)


def _cell(mark: NoseMark) -> int:
    return int(np.floor(mark.at / _CELL))


def _together(a: NoseMark, b: NoseMark) -> NoseMark:
    first, second = 1 / a.variance, 1 / b.variance
    total = first + second
    return NoseMark(
        a.rail,
        (first * a.at + second * b.at) / total,
        (first * a.offset + second * b.offset) / total,
        1 / total,
    )


def nose_at(marks: Sequence[NoseMark], rail: Rail, at: float) -> tuple[float, float]:
    """Return where a nose is at a place, and how exactly that is known, metres.

    Args:
        marks: What touches told.
        rail: Which one.
        at: Along it, metres.
    """
    own = [mark for mark in marks if mark.rail is rail]
    if not own:
        return 0.0, float(np.hypot(UNKNOWN_SIGMA, _OWN))
    where = np.array([mark.at for mark in own])
    noise = np.diag([mark.variance + _OWN**2 for mark in own])
    between = _alike(where[:, None] - where) + noise
    here = _alike(where - at)
    weight = np.linalg.solve(between, here)
    offset = float(weight @ np.array([mark.offset for mark in own]))
    left = UNKNOWN_SIGMA**2 - float(weight @ here)
    return offset, float(np.sqrt(max(left, 0.0) + _OWN**2))


def _alike(apart: FloatArray) -> FloatArray:
    """Covariance of the map's error at places so far apart."""
    return np.asarray(UNKNOWN_SIGMA**2 * np.exp(-0.5 * (apart / _LENGTH) ** 2))
