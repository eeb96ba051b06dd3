"""Four corners of a table from the pockets that a network sees, some of them hidden.

People bite pieces out of the surface's border, but hardly ever hide three corners.
"""

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from calibration.arrays import FloatArray
from calibration.four_lines import overlap

_LEAST: Final = 0.3
_APART: Final = 4
_MOST: Final = 6
_HEARD: Final = 0.15
"""What a pocket at a corner counts against the overlap with the surface."""

_AROUND: Final = 2


def pocket_peaks(chance: FloatArray) -> FloatArray:
    """Return where pockets are likeliest, the likeliest first, cells (u, v), (n, 2)."""
    left = chance.copy()
    peaks: list[tuple[float, float]] = []
    v, u = np.mgrid[0 : chance.shape[0], 0 : chance.shape[1]]
    while len(peaks) < _MOST and left.max() >= _LEAST:
        row, column = np.unravel_index(int(left.argmax()), left.shape)
        peaks.append((float(column), float(row)))
        left = np.where((u - column) ** 2 + (v - row) ** 2 <= _APART**2, 0.0, left)
    return np.array(peaks).reshape(-1, 2)


def quadrilaterals_of(peaks: FloatArray) -> Iterator[FloatArray]:
    """Yield fours of corners: of four peaks, or of three and where a fourth must be."""
    for four in combinations(range(len(peaks)), 4):
        corners = _clockwise(peaks[list(four)])
        if cv2.isContourConvex(corners.astype(np.float32).reshape(-1, 1, 2)):
            yield corners
    for three in combinations(range(len(peaks)), 3):
        a, b, c = peaks[list(three)]
        for first, opposite, last in ((a, b, c), (b, c, a), (c, a, b)):
            yield _clockwise(np.array([first, opposite, last, first + last - opposite]))


def quadrilaterals_about(
    peaks: FloatArray, middles: FloatArray
) -> Iterator[FloatArray]:
    """Yield fours of corners of which two are seen, and two lie beyond the middles.

    A row of balls may look like the end of a table, but it hides no centre pockets:
    from a corner the other one of its rail is twice as far as the middle.

    Args:
        peaks: Where corner pockets are seen, cells, (n, 2).
        middles: Where centre pockets are seen, cells, (m, 2).
    """
    for first, second in combinations(range(len(middles)), 2):
        for one, other in permutations(range(len(peaks)), 2):
            a, b = peaks[one], peaks[other]
            ends = 2 * middles[first] - a, 2 * middles[second] - b
            corners = _clockwise(np.array([a, b, *ends]))
            if cv2.isContourConvex(corners.astype(np.float32).reshape(-1, 1, 2)):
                yield corners


def likelihood(corners: FloatArray, surface: FloatArray, chance: FloatArray) -> float:
    """Return how well four corners fit the surface and the pockets."""
    heard = 0.0
    for u, v in np.round(corners).astype(int):
        rows = slice(max(0, v - _AROUND), max(0, v + _AROUND + 1))
        columns = slice(max(0, u - _AROUND), max(0, u + _AROUND + 1))
        near = chance[rows, columns]
        heard += float(near.max()) if near.size else 0.0
    return overlap(corners, surface) + _HEARD * heard


def _clockwise(corners: FloatArray) -> FloatArray:
    middle = corners.mean(axis=0)
    away = corners - middle
    order: npt.NDArray[np.intp] = np.argsort(np.arctan2(away[:, 1], away[:, 0]))
    return np.asarray(corners[order], np.float64)
