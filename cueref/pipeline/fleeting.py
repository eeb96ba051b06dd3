"""Faint streaks: balls that move fast, or marks on the cloth that look like them.

The network is not sure of them, their shape in the picture decides. What moves so fast
is somewhere else in the next picture, so it is only believed where the picture changed,
and never taken for a ball that lies there.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.changes import Box, inside_any
from vision.detections import Detections
from vision.detector import SCORE_THRESHOLD


def is_fleeting(found: Detections) -> NDArray[np.bool_]:
    """Return which balls are faint streaks, shape (n,)."""
    streaked = np.any(found.streak_px != 0, axis=1)
    return np.asarray(streaked & (found.score <= SCORE_THRESHOLD))


def where_changed(found: Detections, changed: Sequence[Box] | None) -> Detections:
    """Leave out faint streaks where the picture is as it was.

    Args:
        found: In one picture.
        changed: Places that changed; None where everything did.
    """
    fleeting = is_fleeting(found)
    if changed is None or not fleeting.any():
        return found
    return found[~fleeting | inside_any(found.uv, changed)]
