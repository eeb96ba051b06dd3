"""Where on the table a centre lies: bed, pocket mouth, hole, or none of them."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry

FloatArray = NDArray[np.float64]

_BESIDE = 0.008
"""A ball in a mouth may seem so far beside its jaws, metres."""

_FAR = 0.1
"""Beyond this from a hole's edge no centre belongs to its pocket, metres."""


@dataclass(frozen=True, slots=True, eq=False)
class _Pockets:
    """The pockets of a table in columns, one row each.

    Attributes:
        centers: Metres, shape (p, 2).
        radii: Of the holes, metres, shape (p,).
        mouths: Middle between the jaws, metres, shape (p, 2).
        across: Unit vectors from jaw to jaw, shape (p, 2).
        half_mouths: Half of the widths of the mouths, metres, shape (p,).
    """

    centers: FloatArray
    radii: FloatArray
    mouths: FloatArray
    across: FloatArray
    half_mouths: FloatArray


@lru_cache(maxsize=16)
def _pockets(table: TableGeometry) -> _Pockets:
    first, second = (
        np.array([pocket.jaws[i] for pocket in table.pockets]) for i in (0, 1)
    )
    way = second - first
    shapes = [
        table.center if "center" in pocket.name.value else table.corner
        for pocket in table.pockets
    ]
    return _Pockets(
        np.array([pocket.center for pocket in table.pockets]),
        np.array([pocket.radius for pocket in table.pockets]),
        (first + second) / 2,
        way / np.hypot(*way.T)[:, None],
        np.array([shape.mouth / 2 for shape in shapes]),
    )


def is_on_bed(xy: FloatArray, table: TableGeometry, margin: float) -> NDArray[np.bool_]:
    """Tell which centres a ball on the cloth can have.

    Args:
        xy: Centres, metres, shape (n, 2).
        table: Its playing surface and ball radius.
        margin: Doubt of the calibration, metres.
    """
    limit = np.array([table.length, table.width]) / 2 - table.ball_radius + margin
    return np.asarray((np.abs(xy) <= limit).all(axis=1))


def depth_in_pocket(xy: FloatArray, table: TableGeometry) -> FloatArray:
    """How far inside the nearest hole's edge each centre lies, metres, shape (n,).

    Negative outside of every hole.
    """
    return np.asarray(_depth(xy, _pockets(table)).max(axis=1))


def is_on_table(
    xy: FloatArray, table: TableGeometry, margin: float
) -> NDArray[np.bool_]:
    """Tell which centres lie on the bed or in a pocket's mouth or hole.

    Args:
        xy: Centres, metres, shape (n, 2).
        table: Its playing surface, pockets and ball radius.
        margin: Doubt of the calibration, metres.
    """
    on = is_on_bed(xy, table, margin)
    if on.all():
        return on
    pockets = _pockets(table)
    depth = _depth(xy, pockets)
    near_hole = depth.max(axis=1) > -(table.ball_radius + margin)
    return np.asarray(on | (near_hole & _is_before_mouth(xy, pockets, depth)))


def _depth(xy: FloatArray, pockets: _Pockets) -> FloatArray:
    """How far inside each hole's edge each centre lies, metres, shape (n, p)."""
    way = xy[:, None] - pockets.centers[None]
    return np.asarray(pockets.radii - np.hypot(way[..., 0], way[..., 1]))


def _is_before_mouth(
    xy: FloatArray, pockets: _Pockets, depth: FloatArray
) -> NDArray[np.bool_]:
    """Tell which centres lie between the jaws of a pocket, not over a cushion."""
    way = xy[:, None] - pockets.mouths[None]
    aside = np.abs((way * pockets.across).sum(axis=2))
    between = (depth > -_FAR) & (aside < pockets.half_mouths + _BESIDE)
    return np.asarray(between.any(axis=1))


def is_in_hole(
    xy: FloatArray, table: TableGeometry, margin: float
) -> NDArray[np.bool_]:
    """Tell which centres lie where only a dropped ball can be.

    Args:
        xy: Centres, metres, shape (n, 2).
        table: Its playing surface and pockets.
        margin: A ball at a hole's edge by less than this still counts as on the
            table, metres.
    """
    on_bed = is_on_bed(xy, table, margin=0.0)
    return np.asarray((depth_in_pocket(xy, table) > margin) & ~on_bed)
