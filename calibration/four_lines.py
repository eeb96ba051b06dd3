"""Four straight sides around an area whose border is bitten and bulged.

People over a table bite pieces out of its border, or add to it; the rest lies on four
lines. Lines through pairs of border points are tried, those that pass along most of
the border are kept, and of all fours of them the one around the area is taken.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from calibration.arrays import FloatArray

_PAIRS: Final = 700
_NEAR: Final = 0.9
_SLANT: Final = 0.94
_LINES: Final = 7
_FEWEST: Final = 8
_SUPPORT: Final = 0.5
_OUTSIDE: Final = 0.35
_STRAIGHT: Final = 0.35, 2.6
"""Least and most turn from one side to the next, radians."""


def quadrilaterals(border: FloatArray, area: FloatArray) -> list[FloatArray]:
    """Return fours of corners around an area, clockwise, the likeliest first.

    Args:
        border: Points along the area's border, in order, cells, (n, 2).
        area: Probability of each cell to belong to it, (h, w).
    """
    lines, shares = _lines(border)
    center = np.array(cv2.minAreaRect(border.astype(np.float32))[0])
    scored: list[tuple[float, FloatArray]] = []
    for four in combinations(range(len(lines)), 4):
        corners = _corners(lines[list(four)], center, area.shape)
        if corners is not None:
            support = float(shares[list(four)].sum())
            scored.append((overlap(corners, area) + _SUPPORT * support, corners))
    scored.sort(key=lambda item: -item[0])
    return [corners for _, corners in scored]


def _lines(border: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return lines (a, b, c) with a unit normal, and each one's share of the border."""
    away = np.roll(border, -5, axis=0) - np.roll(border, 5, axis=0)
    along = away / np.maximum(np.linalg.norm(away, axis=1), 1e-9)[:, None]
    tried = np.array(list(_pairs(border)))
    distance = np.abs(border @ tried[:, :2].T + tried[:, 2])
    slant = np.abs(along[:, :1] * tried[:, 1] - along[:, 1:] * tried[:, 0])
    near = (distance < _NEAR) & (slant > _SLANT)
    free = np.ones(len(border), np.bool_)
    lines: list[FloatArray] = []
    shares: list[float] = []
    while len(lines) < _LINES:
        counts = near[free].sum(axis=0)
        best = int(counts.argmax())
        if counts[best] < _FEWEST:
            break
        mine = near[:, best] & free
        lines.append(_through(border[mine]))
        shares.append(float(counts[best]) / len(border))
        free &= distance[:, best] > 1.6 * _NEAR
        if not free.any():
            break
    return np.array(lines).reshape(-1, 3), np.array(shares)


def _pairs(border: FloatArray) -> Iterator[FloatArray]:
    """Yield lines through pairs of points that are a piece of the border apart."""
    rng = np.random.default_rng(1)
    count = len(border)
    first = rng.integers(count, size=_PAIRS)
    apart = rng.integers(max(4, count // 40), max(6, count // 5), size=_PAIRS)
    for a, b in zip(border[first], border[(first + apart) % count], strict=True):
        along = b - a
        length = float(np.hypot(*along))
        if length > 2:
            normal = np.array([along[1], -along[0]]) / length
            yield np.append(normal, -normal @ a)


def _through(points: FloatArray) -> FloatArray:
    """Return the line of least squares through points."""
    middle = points.mean(axis=0)
    normal = np.linalg.svd(points - middle)[2][-1]
    return np.append(normal, -normal @ middle)


def _corners(
    lines: FloatArray, center: FloatArray, shape: tuple[int, ...]
) -> FloatArray | None:
    """Return where four lines meet around a centre, clockwise; None if they do not."""
    outward = np.where((lines[:, :2] @ center + lines[:, 2]) > 0, -1.0, 1.0)
    lines = lines * outward[:, None]
    angle = np.arctan2(lines[:, 1], lines[:, 0])
    lines = lines[np.argsort(angle)]
    turns = np.diff(np.sort(angle), append=np.sort(angle)[0] + 2 * np.pi)
    if turns.min() < _STRAIGHT[0] or turns.max() > _STRAIGHT[1]:
        return None
    meets = np.cross(lines, np.roll(lines, -1, axis=0))
    corners = meets[:, :2] / meets[:, 2:]
    size = np.array(shape[1::-1])
    inside = (corners > -_OUTSIDE * size) & (corners < (1 + _OUTSIDE) * size)
    return corners if inside.all() else None


def overlap(corners: FloatArray, area: FloatArray) -> float:
    """Return the common part of a quadrilateral and an area over their union."""
    drawn: npt.NDArray[np.uint8] = np.zeros(area.shape, np.uint8)
    cv2.fillConvexPoly(drawn, np.round(16 * corners).astype(np.int32), 1, shift=4)
    inside = drawn.astype(np.float64)
    return float((inside * area).sum() / np.maximum(inside, area).sum())
