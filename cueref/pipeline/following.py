"""Which balls can be followed for a few pictures without the network.

A slow ball apart from others is where its motion takes it: the fit of its rim alone
finds it there. Everything else is the network's: fast balls, balls near others, hands,
and whatever changes beside the known balls.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cueref.pipeline.sightings import Sightings
from vision.changes import Box, inside

FloatArray = NDArray[np.float64]

_FOLLOWED: Final = 2
"""A ball is measured so often at most until the network sees it again."""

_SLOW: Final = 0.35
"""A ball that moves farther from picture to picture is not followed, radii."""

_SAME: Final = 0.45
"""A ball is taken for a known one if it is so near to where that was, radii."""

_AROUND: Final = 2.6
"""A place that reaches farther from the ball in it shows something else, radii."""


def with_motion(seen: Sightings, known: Sightings, dt: float) -> Sightings:
    """Return sightings with the motion of those that were known before.

    Args:
        seen: Balls of this picture.
        known: Balls of the picture before.
        dt: Time between the two, seconds.
    """
    motion = np.full((len(seen), 2), np.nan)
    if len(seen) and len(known) and 0 < dt < np.inf:
        way = seen.balls.uv[:, None] - known.balls.uv[None]
        distance = np.hypot(way[..., 0], way[..., 1])
        nearest = distance.argmin(axis=1)
        rows = np.arange(len(seen))
        same = distance[rows, nearest] < _SAME * seen.balls.radius_px
        motion[same] = way[rows, nearest][same] / dt
    return seen.moving(motion)


def followable(known: Sightings, boxes: Sequence[Box], dt: float) -> NDArray[np.bool_]:
    """Return which balls need no network in this picture, shape (n,).

    Args:
        known: Balls of the picture before.
        boxes: Places to measure, apart from each other.
        dt: Time since then, seconds.
    """
    rows = np.zeros(len(known), dtype=np.bool_)
    if not len(known):
        return rows
    step = np.hypot(*known.motion_px.T) * dt
    radius = known.balls.radius_px
    able = (step < _SLOW * radius) & (known.followed < _FOLLOWED)
    able &= ~known.balls.streak_px.any(axis=1)
    for box in boxes:
        within = np.flatnonzero(inside(known.balls.uv, box))
        if len(within) == 1 and able[within[0]]:
            u, v = known.balls.uv[within[0]]
            reach = _AROUND * radius[within[0]]
            far = max(u - box[0], v - box[1], box[2] - u, box[3] - v)
            rows[within[0]] = far < reach
    return rows
