"""Whether single pictures of a recording show the table where their median does.

A map that takes one line for another fits its picture about as well as a right one
does, but seldom two pictures in the same way: people and noise are elsewhere in each.
Right maps of rendered recordings lie within five millimetres of those of their single
pictures, however soft the picture.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from calibration.arrays import Image
from calibration.pose import Pose

_LOOKS: Final = 3
"""Single pictures that are looked at, at most."""

_SAME: Final = 0.008
"""How far two right maps of one table put a corner apart at most, table widths."""


def spread_out(images_bgr: Sequence[Image]) -> list[Image]:
    """Return pictures to look at one by one, far apart in time.

    None where there is but one: it says nothing new.
    """
    if len(images_bgr) < _LOOKS:
        return []
    last = len(images_bgr) - 1
    return [images_bgr[look * last // (_LOOKS - 1)] for look in range(_LOOKS)]


def is_contradicted(pose: Pose, others: Iterable[Pose]) -> bool:
    """Return whether other looks show the table, but all of them elsewhere.

    One that agrees ends the question; where nothing is seen, nothing is said.

    Args:
        pose: Of the table.
        others: As seen by other looks; no more are asked for than it takes.
    """
    elsewhere = False
    for other in others:
        if corners_between(pose, other) <= _SAME:
            return False
        elsewhere = True
    return elsewhere


def corners_between(one: Pose, other: Pose) -> float:
    """Return how far apart two poses put a corner at most, table widths.

    Which long rail is called the first does not matter.
    """
    own = one.unit_from_uv(one.rectangle().corners_uv)
    seen = one.unit_from_uv(other.rectangle().corners_uv)
    ways = (seen, np.roll(seen, 2, axis=0))
    return min(float(np.linalg.norm(way - own, axis=1).max()) for way in ways)
