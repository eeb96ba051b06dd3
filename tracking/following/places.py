"""Where on the table a centre lies: bed, pocket mouth, hole, or none of them."""

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry

FloatArray = NDArray[np.float64]

_BESIDE = 0.008
"""A ball in a mouth may seem so far beside its jaws, metres."""

_FAR = 0.1
"""Beyond this from a hole's edge no centre belongs to its pocket, metres."""


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
    centers = np.array([pocket.center for pocket in table.pockets])
    radii = np.array([pocket.radius for pocket in table.pockets])
    distance = np.hypot(*(xy[:, None] - centers[None]).transpose(2, 0, 1))
    return np.asarray((radii - distance).max(axis=1))


def is_on_table(
    xy: FloatArray, table: TableGeometry, margin: float
) -> NDArray[np.bool_]:
    """Tell which centres lie on the bed or in a pocket's mouth or hole.

    Args:
        xy: Centres, metres, shape (n, 2).
        table: Its playing surface, pockets and ball radius.
        margin: Doubt of the calibration, metres.
    """
    near_hole = depth_in_pocket(xy, table) > -(table.ball_radius + margin)
    return is_on_bed(xy, table, margin) | (near_hole & _is_before_mouth(xy, table))


def _is_before_mouth(xy: FloatArray, table: TableGeometry) -> NDArray[np.bool_]:
    """Tell which centres lie between the jaws of a pocket, not over a cushion."""
    inside = np.zeros(len(xy), dtype=bool)
    for pocket in table.pockets:
        first, second = (np.array(jaw) for jaw in pocket.jaws)
        shape = table.center if "center" in pocket.name.value else table.corner
        across = (second - first) / np.hypot(*(second - first))
        aside = np.abs((xy - (first + second) / 2) @ across)
        near = np.hypot(*(xy - np.array(pocket.center)).T) < pocket.radius + _FAR
        inside |= near & (aside < shape.mouth / 2 + _BESIDE)
    return inside


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
