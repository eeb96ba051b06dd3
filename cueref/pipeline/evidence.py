"""What all sightings of a ball tell of its looks, and how much they count for.

Pictures of a ball that lies still are one look, however many they are: lamp, glare
and the side it shows stay. A ball that rolls shows another side every few centimetres.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tracking.following.shots import SeenLooks

FloatArray = NDArray[np.float64]

_ANOTHER_SIDE: Final = 0.04
"""A ball that rolled so far shows another side, metres."""

_SHARP: Final = 0.02
"""Longer streaks smear the looks, metres."""

_FIRST: Final = 1.0
"""Looks that the first side counts for: so the beliefs in names of rendered validation
stills are right as often as they say."""

_FURTHER: Final = 0.5
"""Looks that each further side counts for: lamps and camera are the same."""

_MOST: Final = 3.0
"""Looks that one ball counts for at most."""


class Evidence(NamedTuple):
    """What a ball looks like.

    Attributes:
        sides: Mean log-probability over the looks by side that was seen, (s, k).
        weight: Independent looks that they count for together.
    """

    sides: FloatArray
    weight: float

    @property
    def mean(self) -> FloatArray:
        """Mean log-probability over the looks, (k,)."""
        return np.asarray(self.sides.mean(axis=0))


def evidence_of(looks: SeenLooks) -> Evidence:
    """Gather the sightings of a ball by the side that it shows.

    Args:
        looks: At least one sighting.
    """
    sharp = looks.streak < _SHARP
    rows = np.flatnonzero(sharp) if sharp.any() else np.arange(len(sharp))
    side = _sides(looks.xy[rows])
    count = np.bincount(side)[:, None]
    total = np.zeros((len(count), looks.log_probability.shape[1]))
    np.add.at(total, side, looks.log_probability[rows])
    most = min(_FIRST + _FURTHER * (len(count) - 1), _MOST)
    return Evidence(total / count, most)


def _sides(xy: FloatArray) -> NDArray[np.int64]:
    """Number the sides that are seen along a way, shape (m,)."""
    side = np.zeros(len(xy), np.int64)
    anchor, number = xy[0], 0
    for row, place in enumerate(xy):
        if np.hypot(*(place - anchor)) > _ANOTHER_SIDE:
            anchor, number = place, number + 1
        side[row] = number
    return side
