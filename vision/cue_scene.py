"""What a cue is looked for in, and what is found of it."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
FloatImage = NDArray[np.float32]
BoolArray = NDArray[np.bool_]
Mask = NDArray[np.uint8]

_SHAFT: Final = 0.022
"""Of the part that is over the table, metres."""

SHORTEST: Final = 0.055
"""Less of a cue is not told from a finger, metres."""

RIM: Final = 0.3
"""A ball's blurred rim, over its radius."""


@dataclass(frozen=True, slots=True, eq=False)
class CueLine:
    """A cue in the small picture.

    Attributes:
        tip: Its end over the table, pixels, shape (2,).
        butt: Where it comes in or vanishes, pixels, shape (2,).
        sigma: Standard deviation of the tip along and across, pixels.
        at_ball: Whether a ball bounds it.
        confidence: In [0, 1].
    """

    tip: FloatArray
    butt: FloatArray
    sigma: tuple[float, float]
    at_ball: bool
    confidence: float


@dataclass(frozen=True, slots=True, eq=False)
class CueScene:
    """What a cue is looked for in.

    Attributes:
        evidence: How clearly each pixel differs from the empty table, shape (h, w).
        edge: How far each pixel is inside the noses, negative outside, (h, w).
        covered: Nonzero on arms and other regions that were found, shape (h, w).
        balls: Centres of balls that were found, pixels, shape (n, 2).
        radius: Of a ball, pixels.
        metre: Pixels a metre.
        blur: By how much the codec's coarse colours widen things, pixels.
    """

    evidence: FloatImage
    edge: FloatImage
    covered: Mask
    balls: FloatArray
    radius: float
    metre: float
    blur: float

    def to_balls(self, points: FloatArray) -> FloatArray:
        """Return how far points are from the nearest ball's surface, pixels."""
        if not len(self.balls):
            return np.full(len(points), np.inf)
        away = points[:, None] - self.balls[None]
        return np.asarray(np.hypot(away[..., 0], away[..., 1]).min(axis=1)) - (
            self.radius
        )


@dataclass(frozen=True, slots=True, eq=False)
class CueAxis:
    """A straight line through thin pixels, and how many of them it explains."""

    point: FloatArray
    along: FloatArray
    support: int
    strength: float

    @property
    def normal(self) -> FloatArray:
        """Unit vector across the axis, shape (2,)."""
        return np.array([-self.along[1], self.along[0]])


def cue_width(metre: float, blur: float) -> int:
    """Return how wide a cue can look, pixels.

    Args:
        metre: Pixels a metre.
        blur: By how much the codec widens things, pixels.
    """
    return round(_SHAFT * metre + 1 + blur)


def read_at(image: FloatImage, points: FloatArray) -> FloatArray:
    """Return an image at places between pixels, zero outside, shape (n,)."""
    u, v = points.astype(np.float32).T[..., None]
    value = cv2.remap(image, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(value[:, 0], dtype=np.float64)
