"""How much of each pixel a polygon covers, exactly.

Drawing libraries widen what they fill by about 0.7 pixels on every side, which is
millimetres on a table; the truth of a rendered picture may not depend on that.
"""

import numpy as np
from numpy.typing import NDArray

from vision.synthesis.arrays import floats32

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]


def coverage(shape: tuple[int, int], corners_px: Floats) -> Floats32:
    """Return the share of each pixel that lies inside a polygon.

    Args:
        shape: Rows and columns.
        corners_px: Columns and rows of the corners, (n, 2); whole numbers are the
            middles of pixels.

    Returns:
        0..1, of this shape.

    Source: the signed areas of font rasterisers: every edge leaves in each row the
    area to its right, and a running sum fills the polygon.
    """
    rows, columns = shape
    edge = np.asarray(corners_px, dtype=np.float64) + 0.5
    edge[:, 1] = np.clip(edge[:, 1], 0, rows)
    signed = np.zeros((rows, columns + 2))
    for start, end in zip(edge, np.roll(edge, -1, axis=0), strict=True):
        _add_edge(signed, start, end, columns)
    filled = np.cumsum(signed, axis=1)[:, :columns]
    return floats32(np.clip(np.abs(filled), 0, 1))


def _add_edge(signed: Floats, start: Floats, end: Floats, columns: int) -> None:
    """Add the area to the right of one edge, in place."""
    if start[1] == end[1]:
        return
    points = start + _cuts(start, end)[:, None] * (end - start)
    x = np.clip(points[:, 0], 0, columns)
    height = np.diff(points[:, 1])
    middle_x = (x[1:] + x[:-1]) / 2
    middle_y = (points[1:, 1] + points[:-1, 1]) / 2
    row = np.clip(np.floor(middle_y).astype(int), 0, len(signed) - 1)
    column = np.minimum(np.floor(middle_x).astype(int), columns)
    right = column + 1 - middle_x
    np.add.at(signed, (row, column), height * right)
    np.add.at(signed, (row, column + 1), height * (1 - right))


def _cuts(start: Floats, end: Floats) -> Floats:
    """Return where an edge crosses borders of pixels, as shares of it, 0 to 1."""
    shares = [np.array([0.0, 1.0])]
    for axis in (0, 1):
        low, high = sorted((start[axis], end[axis]))
        borders = np.arange(np.ceil(low), np.floor(high) + 1)
        if high > low:
            shares.append((borders - start[axis]) / (end[axis] - start[axis]))
    return np.unique(np.clip(np.concatenate(shares), 0, 1))
