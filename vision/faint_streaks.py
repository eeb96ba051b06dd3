"""A second look at what the network half believes: long, faint streaks.

The longer a streak, the fainter it is and the less sure the network. Where it gives a
low score, the picture decides: the patch that differs from the cloth must be as wide
as a ball, longer than one, and filled like a capsule. A cue is too narrow for that, a
hand too wide.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

REACH = 7.0
CONTRAST = 16.0
WIDTHS = (0.75, 1.3)
LENGTHS = (1.25, 5.5)
LONGER = 0.4
FILLED = 0.82
NEAR = 1.2
KNOWN_BALL = 1.15
COARSE_RADIUS_PX = 8.0


@dataclass(frozen=True, slots=True)
class Streak:
    """A streak measured in the picture.

    Attributes:
        uv: (2,) its middle, pixels.
        motion: (2,) vector between the ends of the centre's way, pixels.
    """

    uv: Floats
    motion: Floats


def find_streak(
    image_bgr: NDArray[np.uint8], uv: Floats, radius_px: float, known_uv: Floats
) -> Streak | None:
    """Measures the streak at a place.

    Args:
        image_bgr: (h, w, 3) uint8.
        uv: (2,) where the network suspects it, pixels.
        radius_px: Radius of a sharp ball there.
        known_uv: (n, 2) centres of balls that are sure; they are cut out.

    Returns:
        The streak, None where the patch has not the shape of one.
    """
    reach = round(REACH * radius_px)
    left, top = (max(round(float(x)) - reach, 0) for x in uv)
    window = image_bgr[top : top + 2 * reach + 1, left : left + 2 * reach + 1]
    if min(window.shape[:2]) < 4 * radius_px:
        return None
    step = max(1, int(radius_px / COARSE_RADIUS_PX))
    mask = _unlike_cloth(window[::step, ::step])
    corner = np.array([left, top], dtype=np.float64)
    radius = radius_px / step
    for centre in np.rint((known_uv - corner) / step).astype(int):
        cv2.circle(mask, centre.tolist(), round(KNOWN_BALL * radius), 0, -1)
    points = _component(mask, (uv - corner) / step, NEAR * radius)
    found = None if points is None else _capsule(points, radius)
    if found is None:
        return None
    return Streak(found.uv * step + corner, found.motion * step)


def _unlike_cloth(window: NDArray[np.uint8]) -> NDArray[np.uint8]:
    smooth = cv2.blur(window, (3, 3)).astype(np.float32)
    cloth = np.median(smooth.reshape(-1, 3)[::3], axis=0)
    away = smooth - cloth
    far = np.einsum("ijk,ijk->ij", away, away) > CONTRAST**2
    return np.asarray(far, dtype=np.uint8)


def _component(mask: NDArray[np.uint8], uv: Floats, near_px: float) -> Floats | None:
    """Pixels of the patch nearest to a place, None when none is near or it is cut."""
    _, labels = cv2.connectedComponents(mask, connectivity=4)
    rows, columns = np.nonzero(labels)
    if not len(rows):
        return None
    gap = np.hypot(columns - uv[0], rows - uv[1])
    nearest = int(gap.argmin())
    if gap[nearest] > near_px:
        return None
    rows, columns = np.nonzero(labels == labels[rows[nearest], columns[nearest]])
    height, width = mask.shape
    cut = rows.min() == 0 or rows.max() == height - 1
    if cut or columns.min() == 0 or columns.max() == width - 1:
        return None
    return np.column_stack([columns, rows]).astype(np.float64)


def _capsule(points: Floats, radius_px: float) -> Streak | None:
    if len(points) < 2 * radius_px**2:
        return None
    hull = cv2.convexHull(points.astype(np.float32))
    middle, sides, turn = cv2.minAreaRect(hull)
    box = cv2.boxPoints((middle, sides, turn))
    edges = np.array([box[1] - box[0], box[2] - box[1]], dtype=np.float64)
    sizes = np.linalg.norm(edges, axis=1)
    long, width = float(sizes.max()) + 1, float(sizes.min()) + 1
    ball = 2 * radius_px
    fits = (
        WIDTHS[0] < width / ball < WIDTHS[1]
        and LENGTHS[0] < long / ball < LENGTHS[1]
        and long - width > LONGER * ball  # a letter or a mark is as long as wide
    )
    capsule = (long - width) * width + np.pi / 4 * width**2
    if not fits or len(points) < FILLED * capsule:
        return None
    along = edges[int(sizes.argmax())] / max(float(sizes.max()), 1e-9)
    return Streak(np.asarray(middle, dtype=np.float64), along * (long - width))
