"""Whether balls alone changed a picture, or something else may cover the table.

Where every place that changed holds the balls that left it and came to it and little
else, nothing covers the table that did not before.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.changes import Box
from vision.detections import Detections

FloatArray = NDArray[np.float64]

_BESIDE: Final = 2.6
"""A place that reaches farther from its balls shows something else, radii."""

_TOUCHES: Final = 1.0
"""A ball whose centre is so near to a place changed it, radii."""


def only_balls(
    boxes: Sequence[Box] | None, before: Detections, now: Detections
) -> bool:
    """Whether balls alone account for all places that changed.

    Args:
        boxes: The places; None where everything changed.
        before: Balls of the picture before.
        now: Balls of this one.
    """
    if boxes is None or len(now) < len(before):
        return False
    if not boxes:
        return True
    ends = np.concatenate([_ends(before), _ends(now)])
    if not len(ends):
        return False
    radius = np.concatenate([before.radius_px, before.radius_px])
    radius = np.concatenate([radius, now.radius_px, now.radius_px])[:, None]
    low, high = np.array(boxes)[:, None, :2], np.array(boxes)[:, None, 2:]
    reach = _TOUCHES * radius
    own = np.all((ends > low - reach) & (ends < high + reach), axis=2)
    first = np.where(own[..., None], ends - _BESIDE * radius, np.inf).min(axis=1)
    last = np.where(own[..., None], ends + _BESIDE * radius, -np.inf).max(axis=1)
    return bool((first <= low[:, 0]).all() and (last >= high[:, 0]).all())


def _ends(balls: Detections) -> FloatArray:
    """Return both ends of each ball's way during the exposure, shape (2 n, 2)."""
    half = balls.streak_px / 2
    return np.concatenate([balls.uv - half, balls.uv + half])
