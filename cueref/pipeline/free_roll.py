"""Balls that roll out: nothing can happen to them any more but that they stop."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry

FloatArray = NDArray[np.float64]

_CLEAR: Final = 0.01
"""Between a ball on its way and whatever it does not touch, metres."""

_STEPS: Final = 24
"""Places along a way that are looked at."""


def is_way_free(start: FloatArray, end: FloatArray, table: TableGeometry) -> bool:
    """Whether a ball on a straight way touches no rail and crosses no string.

    Args:
        start: Of its centre, metres, shape (2,).
        end: Likewise.
        table: Noses, strings and ball radius.
    """
    half = np.array([table.length, table.width]) / 2 - table.ball_radius - _CLEAR
    if (np.abs([start, end]) > half).any():
        return False
    strings = ((0, table.head_string_x), (0, 0.0), (1, 0.0))
    return not any(
        min(start[axis], end[axis]) - _CLEAR < at < max(start[axis], end[axis]) + _CLEAR
        for axis, at in strings
    )


def do_ways_meet(
    one: FloatArray, others: FloatArray, table: TableGeometry
) -> NDArray[np.bool_]:
    """Tell which balls one comes near on its way, shape (n,).

    Args:
        one: Places of one ball at some times, metres, shape (m, 2).
        others: Those of other balls at the same times, shape (n, m, 2).
        table: The radius of its balls.
    """
    away = np.hypot(*(others - one).transpose(2, 0, 1))
    return np.asarray((away < 2 * table.ball_radius + _CLEAR).any(axis=1))


def ways_out(xy: FloatArray, velocity: FloatArray, deceleration: float) -> FloatArray:
    """Return where balls come by if nothing touches them, metres, shape (n, m, 2).

    Args:
        xy: Centres, metres, shape (n, 2).
        velocity: m/s, shape (n, 2).
        deceleration: While they roll, m/s².
    """
    speed = np.hypot(*velocity.T)
    t = np.linspace(0.0, float(speed.max(initial=0.0)) / deceleration, _STEPS)
    rolls = np.minimum(t, speed[:, None] / deceleration)
    share = rolls - deceleration * rolls**2 / (2 * np.maximum(speed, 1e-9))[:, None]
    return np.asarray(xy[:, None] + velocity[:, None] * share[..., None])
