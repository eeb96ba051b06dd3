"""Cut one ball's path into rest, roll and slide: exact optimal partitioning.

Every stretch of samples is scored by its Bayesian evidence under three models (rest:
constant; roll: quadratic with a small acceleration; slide: quadratic with the
acceleration of sliding friction); dynamic programming finds the best cuts. The
moments of a stretch are summed backwards from its last sample, which is stable.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from tracking.arrays import FloatArray
from tracking.motion.trajectory import MotionKind

BREAK_COST: Final = 6.0
"""Nats for each cut."""

ROLL_ACCELERATION: Final = 0.11
"""Prior of the acceleration of a rolling ball, m/s^2 an axis."""

SLIDE_ACCELERATION: Final = 1.5
"""Prior of the acceleration of a sliding ball, m/s^2 an axis (0.2 g / sqrt 2)."""

STRONGEST_SLIDE: Final = 3.3
"""Acceleration that sliding friction hardly exceeds, m/s^2."""

SHORTEST: Final = {MotionKind.REST: 0.08, MotionKind.ROLL: 0.09, MotionKind.SLIDE: 0.0}
"""Shortest duration of a piece, seconds (the first and the last may be shorter)."""

_KINDS: Final = (MotionKind.REST, MotionKind.ROLL, MotionKind.SLIDE)
_LONGEST: Final = 2.5
_SIGMA_POSITION: Final = 0.015
_SIGMA_VELOCITY: Final = 4.0
_BLOCK: Final = 64


@dataclass(frozen=True, slots=True)
class Segment:
    """Samples `start` to `stop` (exclusive) move in one way."""

    start: int
    stop: int
    kind: MotionKind


def segment(t: FloatArray, xy: FloatArray, variance: FloatArray) -> list[Segment]:
    """Cut a path where its motion changes.

    Args:
        t: Seconds, ascending, shape (n,).
        xy: Centres, metres, shape (n, 2).
        variance: Of each coordinate, square metres, shape (n, 2).

    Returns:
        Segments that cover all samples in order.
    """
    n = len(t)
    if n == 0:
        return []
    best = np.full(n + 1, -np.inf)
    best[0] = 0.0
    choice = np.zeros((n + 1, 2), dtype=np.int64)
    for first in range(1, n + 1, _BLOCK):
        ends = np.arange(first, min(first + _BLOCK, n + 1))
        evidence = _evidence(t, xy, variance, ends)
        for row, end in enumerate(ends):
            count = min(end, evidence.shape[2])
            starts = end - 1 - np.arange(count)
            total = best[starts] + evidence[:, row, :count] - BREAK_COST
            kind, length = np.unravel_index(int(np.argmax(total)), total.shape)
            best[end] = total[kind, length]
            choice[end] = (starts[length], kind)
    return _walk_back(choice, n)


def _walk_back(
    choice: np.ndarray[tuple[int, int], np.dtype[np.int64]], n: int
) -> list[Segment]:
    segments: list[Segment] = []
    end = n
    while end > 0:
        start, kind = (int(value) for value in choice[end])
        segments.append(Segment(start, end, _KINDS[kind]))
        end = start
    return segments[::-1]


def _evidence(
    t: FloatArray,
    xy: FloatArray,
    variance: FloatArray,
    ends: np.ndarray[tuple[int], np.dtype[np.int64]],
) -> FloatArray:
    """Log evidence of stretches that end before sample `ends[row]`.

    Returns:
        Shape (3 kinds, rows, lengths): [kind, row, l] is for the samples
        ends[row] - 1 - l ... ends[row] - 1.
    """
    last = ends - 1
    first = int(np.searchsorted(t, t[last[0]] - _LONGEST))
    lengths = int(last[-1]) - min(first, int(last[0])) + 1
    index = last[:, None] - np.arange(lengths)
    valid = index >= 0
    index = np.maximum(index, 0)
    d = np.where(valid, t[index] - t[last][:, None], 0.0)
    scores = np.zeros((3, *d.shape))
    slide_a2, slide_var = np.zeros(d.shape), np.zeros(d.shape)
    for axis in (0, 1):
        weight = np.where(valid, 1.0 / variance[index, axis], 0.0)
        y = xy[index, axis] - xy[last, axis][:, None]
        rest, roll, slide, a_hat, a_var = _axis_evidence(d, y, weight)
        scores += np.stack((rest, roll, slide))
        slide_a2 += a_hat**2
        slide_var += a_var / 2
    excess = np.maximum(np.sqrt(slide_a2) - STRONGEST_SLIDE, 0.0)
    scores[2] -= excess**2 / slide_var
    whole = (index == 0) & valid
    at_end = (last == len(t) - 1)[:, None]
    for row, kind in enumerate(_KINDS):
        too_short = (-d < SHORTEST[kind] - 1e-9) & ~whole & ~at_end
        scores[row][too_short | ~valid] = -np.inf
    return scores


def _axis_evidence(
    d: FloatArray, y: FloatArray, w: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray, FloatArray]:
    """Evidence of one coordinate: rest, roll, slide; slide's acceleration, variance."""
    wd, wy = w * d, w * y
    wdd = wd * d
    moments = [np.cumsum(m, axis=1) for m in (w, wd, wdd, wdd * d, wdd * d * d)]
    r0, r1, r2 = (np.cumsum(m, axis=1) for m in (wy, wy * d, wy * d * d / 2))
    square = np.cumsum(wy * y, axis=1)
    n00 = moments[0] + _SIGMA_POSITION**-2
    n11 = moments[2] + _SIGMA_VELOCITY**-2
    n01, n02, n12, n22 = moments[1], moments[2] / 2, moments[3] / 2, moments[4] / 4
    rest = -(square - r0**2 / n00) / 2 - np.log(n00 * _SIGMA_POSITION**2) / 2
    det = np.maximum(n00 * n11 - n01**2, 1e-9)
    p = (n11 * r0 - n01 * r1) / det
    v = (n00 * r1 - n01 * r0) / det
    linear = square - p * r0 - v * r1
    pa = (n11 * n02 - n01 * n12) / det
    va = (n00 * n12 - n01 * n02) / det
    schur = np.maximum(n22 - pa * n02 - va * n12, 0.0)
    ra = r2 - pa * r0 - va * r1
    volume = np.log(det * (_SIGMA_POSITION * _SIGMA_VELOCITY) ** 2)
    out = []
    for sigma in (ROLL_ACCELERATION, SLIDE_ACCELERATION):
        precision = schur + sigma**-2
        chi2 = np.maximum(linear - ra**2 / precision, 0.0)
        out.append(-(chi2 + volume + np.log(precision * sigma**2)) / 2)
    return rest, out[0], out[1], ra / precision, 1.0 / precision
