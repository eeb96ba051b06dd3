"""At which end a rack stands: the foot of the table."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from adjudicator.table import TableGeometry

FloatArray = NDArray[np.float64]

_TOUCHING: Final = 1.22
"""Centres of racked balls are at most so many diameters apart, as measured."""

_BALLS: Final = 6
_PAIRS: Final = 8
_AHEAD, _BEHIND = 1.5, 5.0
"""The middle of a rack lies between these distances behind the foot spot, diameters."""

_ASIDE: Final = 2.0


def foot_by_rack(places: Sequence[FloatArray], table: TableGeometry) -> int:
    """Return the sign of x at which a rack stands, or 0 if none is seen.

    A rack is a knot of balls that touch one another, on the long string and around
    the foot spot. The first picture that shows one decides: later ones may show balls
    that came together by chance.

    Args:
        places: Centres of the balls in pictures, in order of time, metres, (n, 2) each.
        table: Sizes.
    """
    for xy in places:
        signs = {
            sign for knot in _knots(xy, table) if (sign := _end_of_rack(knot, table))
        }
        if len(signs) == 1:
            return signs.pop()
    return 0


def _knots(xy: FloatArray, table: TableGeometry) -> list[FloatArray]:
    """Return the groups of balls that touch one another often enough for a rack."""
    apart = np.linalg.norm(xy[:, None] - xy[None], axis=2)
    touching = apart < _TOUCHING * 2 * table.ball_radius
    np.fill_diagonal(touching, val=False)
    count, label = connected_components(touching, directed=False)
    knots = []
    for number in range(count):
        inside = label == number
        pairs = int(touching[np.ix_(inside, inside)].sum()) // 2
        if inside.sum() >= _BALLS and pairs >= _PAIRS:
            knots.append(xy[inside])
    return knots


def _end_of_rack(knot: FloatArray, table: TableGeometry) -> int:
    """Return the end at which a knot stands as a rack would, or 0."""
    middle = knot.mean(axis=0)
    diameter = 2 * table.ball_radius
    behind = (abs(float(middle[0])) - table.length / 4) / diameter
    if abs(float(middle[1])) > _ASIDE * diameter or not -_AHEAD < behind < _BEHIND:
        return 0
    return 1 if middle[0] > 0 else -1
