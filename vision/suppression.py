"""From the network's raw boxes to one box a ball."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SAME_OVERLAP = 0.45
SAME_DISTANCE = 0.55


def box_overlap(first: Floats, second: Floats) -> Floats:
    """Intersection over union of every pair of boxes.

    Args:
        first: (n, 4) u, v, width, height; pixels, u, v the centre.
        second: (m, 4) likewise.

    Returns:
        (n, m), 0 to 1.
    """
    low = np.maximum(*_corners(first, second, -0.5))
    high = np.minimum(*_corners(first, second, 0.5))
    shared = np.prod(np.clip(high - low, 0, None), axis=2)
    areas = np.prod(first[:, None, 2:], axis=2) + np.prod(second[None, :, 2:], axis=2)
    return np.asarray(shared / np.maximum(areas - shared, 1e-12), dtype=np.float64)


def _corners(first: Floats, second: Floats, side: float) -> tuple[Floats, Floats]:
    return (
        first[:, None, :2] + side * first[:, None, 2:],
        second[None, :, :2] + side * second[None, :, 2:],
    )


def suppress(boxes: Floats, scores: Floats) -> NDArray[np.int64]:
    """Keeps the best of the boxes that show one ball.

    Two boxes show one ball when they overlap by ``SAME_OVERLAP``, or when their centres
    are nearer than ``SAME_DISTANCE`` of the smaller one's half side: two balls' centres
    are never nearer than two radii.

    Args:
        boxes: (n, 4) u, v, width, height; pixels.
        scores: (n,).

    Returns:
        Indices of the kept boxes, best score first.
    """
    order = np.argsort(-scores, kind="stable")
    ranked = boxes[order]
    half = ranked[:, 2:].min(axis=1) / 2
    gap = np.linalg.norm(ranked[:, None, :2] - ranked[None, :, :2], axis=2)
    same = (box_overlap(ranked, ranked) > SAME_OVERLAP) | (
        gap < SAME_DISTANCE * np.minimum(half[:, None], half[None, :])
    )
    alive = np.ones(len(order), dtype=bool)
    for row in range(len(order)):
        if alive[row]:
            alive[row + 1 :] &= ~same[row, row + 1 :]
    return np.asarray(order[alive], dtype=np.int64)
