"""Rows of balls, some with rings of light around them: what looks like a rail afar.

Drills lay balls out in rows, and projectors draw rings around them. A row across a
table must not be taken for its end.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

_BALL: Final = 0.0115
"""Radius of a ball as a share of a pool table's length."""

_FINE: Final = 4
"""Bits below the pixel for OpenCV's drawing."""


def with_rows(rng: np.random.Generator, image_bgr: Bytes, corners_px: Floats) -> Bytes:
    """Return the picture with one or two rows of balls on its table.

    Args:
        rng: For what is drawn.
        image_bgr: Small picture, shape (h, w, 3).
        corners_px: Head-left, foot-left, foot-right, head-right, shape (4, 2).
    """
    image = image_bgr.copy()
    length = float(np.hypot(*(corners_px[1] - corners_px[0])))
    radius = length * _BALL * rng.uniform(0.8, 1.4)
    for _ in range(int(rng.integers(1, 3))):
        count = int(rng.integers(3, 11))
        fixed, start = rng.uniform(0.05, 0.95, 2)
        step = rng.uniform(0.03, 0.14)
        moving = start + step * np.arange(count) * (1 if start < 0.5 else -1)
        moving = moving[(moving > 0.02) & (moving < 0.98)]
        across = rng.random() < 0.7
        ring = rng.uniform(1.8, 3.5) * radius if rng.random() < 0.5 else 0.0
        light = rng.uniform(150, 255, 3)
        for share in moving:
            x, y = (fixed, share) if across else (share, fixed)
            place = _at(corners_px, x, y)
            _disc(image, place, radius, rng.uniform(0, 255, 3), filled=True)
            if ring:
                _disc(image, place, ring, light, filled=False)
    return image


def _at(corners_px: Floats, x: float, y: float) -> Floats:
    """Return the place at shares of length and width, straight between corners."""
    head = corners_px[0] * (1 - y) + corners_px[3] * y
    foot = corners_px[1] * (1 - y) + corners_px[2] * y
    return np.asarray(head * (1 - x) + foot * x)


def _disc(
    image: Bytes, place: Floats, radius: float, colour: Floats, *, filled: bool
) -> None:
    u, v = (round(float(value) * 2**_FINE) for value in place)
    size = max(round(radius * 2**_FINE), 1)
    bgr = tuple(float(value) for value in colour)
    thick = -1 if filled else 1
    cv2.circle(image, (u, v), size, bgr, thick, cv2.LINE_AA, _FINE)
