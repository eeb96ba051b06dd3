"""From a box and a picture to the streak of a fast ball.

A ball that moves by (a, b) pixels within the exposure fills a box of `2R + |a|` by
`2R + |b|`. The box gives the amounts; which of the two diagonals the ball took, the
picture shows: along it lies what is unlike the cloth.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SHORTEST_STREAK = 0.5
ROUND_BOX = 1.25
SAMPLES = 25
LARGE = 1.5
JUST_BESIDE = 1.45
CLEARLY = 1.6
SQUARE = 1.3
ROUND_SLANT = 0.1
GROWN, RIM, AROUND = 1.15, 0.9, 1.5
"""The part of the picture that is looked at for a slant, its rim and where it ends."""

CLOTH_SHARE = 0.3
SLOPES = (np.array([1.0, 1.0]), np.array([1.0, -1.0]))


def typical_radius(
    boxes: Floats, scores: Floats, expected_px: tuple[float, float] | None = None
) -> float | None:
    """Radius of a sharp ball, from all boxes of one picture.

    Args:
        boxes: (n, 4) u, v, width, height; pixels.
        scores: (n,) weights.
        expected_px: Smallest and largest radius of a sharp ball, where known.

    Returns:
        Score-weighted median half side of the round boxes; when no box is round, the
        middle of what is expected, else the median of the shorter sides, which a
        slanted streak makes too large; None without boxes.
    """
    if not len(boxes):
        return None
    short, long = boxes[:, 2:].min(axis=1), boxes[:, 2:].max(axis=1)
    round_ones = long < ROUND_BOX * short
    if np.any(round_ones):
        half = np.sqrt(np.prod(boxes[round_ones, 2:], axis=1)) / 2
        return _weighted_median(half, scores[round_ones])
    if expected_px is not None:
        return math.sqrt(expected_px[0] * expected_px[1])
    return float(np.median(short)) / 2


def _weighted_median(values: Floats, weights: Floats) -> float:
    order = np.argsort(values)
    share = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(share, 0.5 * share[-1])])


def streaks_of(
    image_bgr: NDArray[np.uint8], boxes: Floats, radius_px: Floats
) -> Floats:
    """Motion blur of each box.

    Args:
        image_bgr: Picture the boxes lie in.
        boxes: (n, 4) u, v, width, height; pixels.
        radius_px: (n,) radius of the sharp ball.

    Returns:
        (n, 2) vector between the ends of the centre's way, u >= 0; (0, 0) where the box
        is no longer than a sharp ball's by half a radius, and where a nearly square box
        looks alike along both diagonals: a ball out of focus.
    """
    amount = np.clip(boxes[:, 2:] - 2 * radius_px[:, None], 0, None)
    length = np.linalg.norm(amount, axis=1)
    streaks = np.where(
        length[:, None] > SHORTEST_STREAK * radius_px[:, None], amount, 0
    )
    for row in np.flatnonzero(np.all(streaks > 0, axis=1)):
        slant = _slant(image_bgr, boxes[row])
        square = boxes[row, 2:].max() < SQUARE * boxes[row, 2:].min()
        if square and abs(slant) < ROUND_SLANT:
            streaks[row] = 0
        elif slant < 0:
            streaks[row, 1] *= -1
    return np.asarray(streaks, dtype=np.float64)


def too_large(
    image_bgr: NDArray[np.uint8], boxes: Floats, radius_px: float
) -> NDArray[np.bool_]:
    """Tells which boxes are too large for a ball and show no streak either.

    A box may be large both ways only when a streak crosses it from corner to corner.
    Just beyond a radius from the middle that streak is still there on one diagonal and
    gone on the other; a pocket or a hand looks alike on both.

    Args:
        image_bgr: Picture the boxes lie in.
        boxes: (n, 4) u, v, width, height; pixels.
        radius_px: Radius of a sharp ball.

    Returns:
        (n,) True for what is no ball.
    """
    large = boxes[:, 2:].min(axis=1) / 2 > LARGE * radius_px
    for row in np.flatnonzero(large):
        half = boxes[row, 2:] / 2
        unit = half / np.linalg.norm(half)
        beside = 2 * JUST_BESIDE * radius_px * unit
        corners = np.concatenate(
            [_along(image_bgr, boxes[row, :2], 2.3 * half * s)[[0, -1]] for s in SLOPES]
        )
        cloth = np.median(corners, axis=0)
        unlike = [
            np.abs(_along(image_bgr, boxes[row, :2], beside * s)[[0, -1]] - cloth).sum()
            for s in SLOPES
        ]
        large[row] = max(unlike) < CLEARLY * min(unlike)
    return np.asarray(large, dtype=np.bool_)


def _slant(image_bgr: NDArray[np.uint8], box: Floats) -> float:
    """How much what is unlike the cloth lies along one diagonal of the box.

    Returns:
        Correlation of across and down: 1 from the top left to the bottom right, -1
        along the other diagonal, 0 for a disc.
    """
    half = GROWN * box[2:] / 2
    height, width = image_bgr.shape[:2]
    low = np.maximum((box[:2] - half).astype(int), 0)
    high = np.minimum((box[:2] + half).astype(int) + 2, (width, height))
    if np.any(high - low < 3):
        return 0.0
    across = (np.arange(low[0], high[0]) - box[0])[None, :] / half[0]
    down = (np.arange(low[1], high[1]) - box[1])[:, None] / half[1]
    part = image_bgr[low[1] : high[1], low[0] : high[0]].astype(np.float64)
    rim = np.maximum(np.abs(across), np.abs(down)) > RIM
    unlike = np.abs(part - np.median(part[rim], axis=0)).sum(axis=2)
    unlike = np.clip(unlike - CLOTH_SHARE * np.percentile(unlike, 95), 0, None)
    unlike[np.hypot(across, down) > AROUND] = 0
    across = across - _mean(unlike, across)
    down = down - _mean(unlike, down)
    spread = _mean(unlike, across**2) * _mean(unlike, down**2)
    return _mean(unlike, across * down) / math.sqrt(spread + 1e-12)


def _mean(weight: Floats, values: Floats) -> float:
    return float((weight * values).sum() / (weight.sum() + 1e-9))


def _along(image_bgr: NDArray[np.uint8], centre: Floats, amount: Floats) -> Floats:
    height, width = image_bgr.shape[:2]
    points = centre + np.linspace(-0.5, 0.5, SAMPLES)[:, None] * amount
    columns = np.clip(np.rint(points[:, 0]).astype(int), 0, width - 1)
    rows = np.clip(np.rint(points[:, 1]).astype(int), 0, height - 1)
    return np.asarray(image_bgr[rows, columns], dtype=np.float64)
