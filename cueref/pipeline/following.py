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

_FOLLOWED: Final = 3
"""A ball is measured so often at most until the network sees it again."""

_SLOW: Final = 0.5
"""A ball that moves farther from picture to picture is not followed, radii."""

_SAME: Final = 0.45
"""A ball is taken for a known one if it is so near to where that was, radii."""

_TOGETHER: Final = 3
"""More balls at one place are the network's."""

_APART: Final = 2.4
"""So far apart, in radii, balls do not touch in this picture or the next."""

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
        if 0 < len(within) <= _TOGETHER and able[within].all():
            rows[within] = _fills(box, known, within)
    return rows


def _fills(box: Box, known: Sightings, within: NDArray[np.int64]) -> bool:
    """Whether a place shows its balls, apart from each other, and nothing else."""
    uv, radius = known.balls.uv[within], float(known.balls.radius_px[within].max())
    reach = _AROUND * radius
    low, high = uv.min(axis=0) - reach, uv.max(axis=0) + reach
    if (low > box[:2]).any() or (high < box[2:]).any():
        return False
    gaps = np.hypot(*(uv[:, None] - uv[None]).transpose(2, 0, 1))
    return bool((gaps + 9 * radius * np.eye(len(uv)) > _APART * radius).all())
