"""Pockets as a check: where they must be, the cushion is interrupted.

Six places tell a table from any other even quadrilateral, and tell the long rails
(with a pocket in the middle) from the short ones.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration import homography
from calibration.arrays import FloatArray, Image
from calibration.cloth import to_lab
from calibration.rectangle import SeenRectangle
from calibration.strips import ASPECT, unit_corners

_DIFFERENT = 12.0
_PATCH = 0.012
_BAND = np.arange(-0.3, 0.3005, 0.004)
_NARROWEST, _WIDEST = 0.02, 0.2


@dataclass(frozen=True)
class PocketCheck:
    """What is seen at the six places and between them.

    Attributes:
        pockets: Whether each pocket's place differs from the cushions, (6,): four
            corners, then the middles of the long sides 0 and 2.
        cushions: Fraction of the places between pockets that look like cushion.
        off_center: How far the centre pockets lie from the middle of their rails,
            table widths; not a number where no gap is seen, (2,).
    """

    pockets: tuple[bool, ...]
    cushions: float
    off_center: tuple[float, float]

    @property
    def count(self) -> int:
        """How many pockets are seen."""
        return sum(self.pockets)


def check_pockets(image_bgr: Image, seen: SeenRectangle, cushion: float) -> PocketCheck:
    """Look for the pockets around the noses.

    Args:
        image_bgr: The picture.
        seen: The noses, side 0 a long one.
        cushion: Width of the cushions, table widths.
    """
    half = cushion / 2
    corners = unit_corners(0.6 * half)
    middles = np.array([[ASPECT / 2, -half], [ASPECT / 2, 1 + half]])
    along = np.array([0.3, 0.5, 0.7, 1.3, 1.5, 1.7])
    across = np.array([0.25, 0.4, 0.5, 0.6, 0.75])
    groups = [
        np.column_stack((along, np.full(6, -half))),
        np.column_stack((np.full(5, ASPECT + half), across)),
        np.column_stack((along, np.full(6, 1 + half))),
        np.column_stack((np.full(5, -half), across)),
    ]
    straight_from_unit = homography.fit(unit_corners(), seen.corners)

    def colours(unit: FloatArray) -> FloatArray:
        return _colours(image_bgr, seen, straight_from_unit, unit)

    rails = [colours(group) for group in groups]
    typical = [np.median(rail, axis=0) for rail in rails]
    like = np.concatenate(
        [
            np.linalg.norm(rail - middle, axis=1) < _DIFFERENT
            for rail, middle in zip(rails, typical, strict=True)
        ]
    )
    at_corners = colours(corners)
    at_middles = colours(middles)
    found = [
        min(_apart(at_corners[i], typical[i]), _apart(at_corners[i], typical[i - 1]))
        > _DIFFERENT
        for i in range(4)
    ]
    found += [_apart(at_middles[i], typical[2 * i]) > _DIFFERENT for i in range(2)]
    off = [_off_center(colours(_band(side, half)), typical[side]) for side in (0, 2)]
    return PocketCheck(tuple(found), float(like.mean()), (off[0], off[1]))


def _band(side: int, half: float) -> FloatArray:
    """Return places along the cushion of a long side, around its middle."""
    x = ASPECT / 2 + _BAND
    y = -0.8 * half if side == 0 else 1 + 0.8 * half
    return np.column_stack((x, np.full(len(x), y)))


def _off_center(colours: FloatArray, cushion: FloatArray) -> float:
    """Return the middle of the gap nearest to the middle of the rail."""
    gap = np.linalg.norm(colours - cushion, axis=1) > _DIFFERENT
    edges = np.flatnonzero(np.diff(np.concatenate(([False], gap, [False])).astype(int)))
    best = float("nan")
    for first, end in zip(edges[::2], edges[1::2], strict=True):
        low, high = float(_BAND[first]), float(_BAND[end - 1])
        if not _NARROWEST < high - low < _WIDEST:
            continue
        middle = (low + high) / 2
        if not abs(best) <= abs(middle):
            best = middle
    return best


def _apart(a: FloatArray, b: FloatArray) -> float:
    return float(np.linalg.norm(a - b))


def _colours(
    image_bgr: Image,
    seen: SeenRectangle,
    straight_from_unit: FloatArray,
    unit: FloatArray,
) -> FloatArray:
    """Return the median colour of a small patch around each place, L*a*b*."""
    grid = np.linspace(-_PATCH, _PATCH, 5)
    offsets = np.stack(np.meshgrid(grid, grid), axis=-1).reshape(-1, 2)
    places = (unit[:, None] + offsets[None]).reshape(-1, 2)
    real = seen.lens.distort(homography.apply(straight_from_unit, places))
    uv = real.astype(np.float32).reshape(len(unit), -1, 2)
    picked = cv2.remap(
        image_bgr,
        uv[..., 0],
        uv[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(np.median(to_lab(picked), axis=1))
