"""What balls on the table can show in one picture, all together."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from tracking.following.places import is_on_table
from tracking.observations import Observations

_MARGIN: Final = 0.03
"""Doubt about the noses that still counts as on the table, metres."""

_NEAREST: Final = 1.7
"""Centres of two balls seem at least so many radii apart, whatever the noise."""


def on_table(frame: Observations, table: TableGeometry) -> Observations:
    """Return what balls on the bed or in a pocket can show together."""
    if not len(frame):
        return frame
    on = is_on_table(frame.xy, table, _MARGIN)
    if not on.all():
        frame = frame[on]
    nearest = _NEAREST * table.ball_radius
    way = frame.xy[:, None] - frame.xy[None]
    away = np.hypot(way[..., 0], way[..., 1])
    np.fill_diagonal(away, np.inf)
    return frame[_apart(frame, nearest)] if (away < nearest).any() else frame


def _apart(frame: Observations, nearest: float) -> NDArray[np.int64]:
    """Return the observations left if of two that are too near the weaker goes.

    Two balls are two radii apart; what seems nearer is a shadow or a mirrored ball.
    """
    kept: list[int] = []
    for row in np.argsort(-frame.score, kind="stable").tolist():
        away = np.hypot(*(frame.xy[kept] - frame.xy[row]).T)
        if not np.any(away < nearest):
            kept.append(row)
    return np.array(sorted(kept), dtype=np.int64)
