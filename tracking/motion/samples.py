"""Samples of one ball made ready for fitting: noise scaled, slips out, rests folded."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from tracking.arrays import BoolArray, FloatArray, IntArray, spread
from tracking.path import BallPath

if TYPE_CHECKING:
    from tracking.motion.edges import Edge

_STILL_BLOCK: Final = 0.25
_KEPT_AT_REST: Final = 0.3
_SMALLEST_SIGMA: Final = 0.00012
_SCALE_LIMITS: Final = (0.6, 4.0)
_SLIP: Final = 6.0
_SMOOTH: Final = 30.0
_GENTLE: Final = 1.0
_LONG_RUN: Final = 20
_FEWEST_RUNS: Final = 4
_MOST_LASTING: Final = 3.0

FitKey: TypeAlias = tuple[int, int, float, int]
"""First sample, one past the last, time of the edge, its sign."""


@dataclass(frozen=True, slots=True)
class Samples:
    """One ball's samples for the fit.

    Attributes:
        key: Which ball.
        t: Seconds, shape (n,).
        xy: Metres, shape (n, 2).
        covariance: Square metres, shape (n, 2, 2).
        precision: Inverse of the covariance, shape (n, 2, 2).
        whitening: W with W' W = precision, shape (n, 2, 2).
        fits: Edges fitted to them before, by what they were fitted to.
    """

    key: int
    t: FloatArray
    xy: FloatArray
    covariance: FloatArray
    precision: FloatArray
    whitening: FloatArray
    fits: "dict[FitKey, Edge]" = field(default_factory=dict, repr=False, compare=False)

    def __len__(self) -> int:
        """Count the samples."""
        return len(self.t)


def make_samples(
    key: int, t: FloatArray, xy: FloatArray, covariance: FloatArray
) -> Samples:
    """Return samples with the inverse of their covariance."""
    precision = np.asarray(np.linalg.inv(covariance), dtype=np.float64)
    whitening = np.linalg.cholesky(precision).transpose(0, 2, 1)
    return Samples(key, t, xy, covariance, precision, whitening)


def prepare(paths: Sequence[BallPath]) -> list[Samples]:
    """Make the paths of one shot ready: one `Samples` for each path, same order."""
    return [folded(samples) for samples in scaled(paths)]


def scaled(paths: Sequence[BallPath]) -> list[Samples]:
    """Return the samples of each path without slips, with the noise that they show."""
    clean = [_without_slips(path) for path in paths]
    runs = [_still_runs(samples) for samples in clean]
    moving_parts = [_is_moving(*both) for both in zip(clean, runs, strict=True)]
    still_scale, moving_scale = _noise_scales(clean, moving_parts, runs)
    out = []
    for samples, moving in zip(clean, moving_parts, strict=True):
        scale = np.where(moving, moving_scale, still_scale)[:, None, None]
        one = replace(
            samples,
            covariance=samples.covariance * scale**2,
            precision=samples.precision / scale**2,
            whitening=samples.whitening / scale,
            fits={},
        )
        out.append(one)
    return out


def _without_slips(path: BallPath) -> Samples:
    """Drop single samples that jump away while their neighbours run on smoothly.

    If the three samples before and the three after lie on one flat parabola, no event
    can have happened between them: a sample far off it is a slip of the detector.
    """
    keep = np.ones(len(path), dtype=bool)
    sigma = np.sqrt(np.trace(path.covariance, axis1=1, axis2=2) / 2)
    around = np.array([-3, -2, -1, 1, 2, 3])
    for k in _suspects(path, sigma):
        near = k + around
        d = path.t[near] - path.t[k]
        basis = np.stack((np.ones(6), d, d * d), axis=1) / sigma[near][:, None]
        right = path.xy[near] / sigma[near][:, None]
        solution = np.linalg.lstsq(basis, right, rcond=None)[0]
        smooth = float(np.sum((right - basis @ solution) ** 2)) < _SMOOTH
        smooth &= float(np.hypot(*solution[2])) < _GENTLE / 2
        off = float(np.hypot(*(path.xy[k] - solution[0])))
        keep[k] = not (smooth and off > _SLIP * sigma[k])
    return make_samples(path.key, path.t[keep], path.xy[keep], path.covariance[keep])


def _suspects(path: BallPath, sigma: FloatArray) -> IntArray:
    """Samples that lie off the line between their neighbours."""
    t, xy = path.t, path.xy
    if len(t) < 7:
        return np.empty(0, dtype=np.int64)
    share = ((t[1:-1] - t[:-2]) / (t[2:] - t[:-2]))[:, None]
    off = np.hypot(*(xy[1:-1] - xy[:-2] - share * (xy[2:] - xy[:-2])).T)
    k = np.flatnonzero(off > 0.8 * _SLIP * sigma[1:-1]) + 1
    return np.asarray(k[(k >= 3) & (k < len(t) - 3)], dtype=np.int64)


def _is_moving(samples: Samples, runs: list[tuple[int, int]]) -> BoolArray:
    """Whether each sample belongs to a stretch in which the ball moves."""
    moving = np.ones(len(samples), dtype=bool)
    for start, stop in runs:
        moving[start:stop] = False
    return moving


def _still_runs(samples: Samples) -> list[tuple[int, int]]:
    """Stretches of at least 0.4 s without motion, as sample ranges."""
    if len(samples) < 4:
        return []
    t = samples.t
    marks = np.arange(t[0], t[-1] + _STILL_BLOCK, _STILL_BLOCK)
    edges = np.unique(np.append(np.searchsorted(t, marks), len(t)))
    runs: list[tuple[int, int]] = []
    start, stop, x, y = 0, 0, 0.0, 0.0
    blocks = _blocks(samples, edges)
    for (a, b), (sigma, here_x, here_y, tight) in zip(
        itertools.pairwise(edges.tolist()), blocks, strict=True
    ):
        n = stop - start
        if tight and n > 0:
            limit = 5.0 * sigma * math.sqrt(1 / n + 1 / (b - a)) + 0.0004
            if math.hypot(here_x - x, here_y - y) < limit:
                x = (x * n + here_x * (b - a)) / (n + b - a)
                y = (y * n + here_y * (b - a)) / (n + b - a)
                stop = b
                continue
        runs.append((start, stop))
        start, stop = (a, b) if tight else (0, 0)
        x, y = here_x, here_y
    runs.append((start, stop))
    return [(a, b) for a, b in runs if b - a >= 4 and t[b - 1] - t[a] >= 0.4]


def _blocks(samples: Samples, edges: IntArray) -> list[list[float]]:
    """Noise, median place and stillness (1 or 0) of each short stretch."""
    counts = np.diff(edges)
    index = edges[:-1, None] + np.arange(int(counts.max()))
    inside = index < edges[1:, None]
    index = np.minimum(index, len(samples) - 1)
    variance = np.trace(samples.covariance, axis1=1, axis2=2)
    starts = edges[:-1]
    sigma = np.sqrt(np.add.reduceat(variance, starts) / counts / 2)
    xy = np.where(inside[..., None], samples.xy[index], np.inf)
    ordered, rows = np.sort(xy, axis=1), np.arange(len(counts))
    here = (ordered[rows, (counts - 1) // 2] + ordered[rows, counts // 2]) / 2
    off = np.sum((xy - here[:, None]) ** 2, axis=2)
    limit = 3.5 * np.maximum(sigma, 0.0005)
    share = np.sum(off < limit[:, None] ** 2, axis=1) / counts
    blocks: list[list[float]] = np.column_stack((sigma, here, share > 0.8)).tolist()
    return blocks


def _noise_scales(
    all_samples: Sequence[Samples],
    moving_parts: Sequence[BoolArray],
    all_runs: Sequence[list[tuple[int, int]]],
) -> tuple[float, float]:
    """How much larger the noise is than stated: of still and of moving balls.

    What counts is the noise of averages: errors that last over several pictures do
    not average out, and differences of neighbours do not show them.
    """
    still: list[FloatArray] = []
    moving: list[FloatArray] = []
    lasting: list[float] = []
    for samples, is_moving, runs in zip(
        all_samples, moving_parts, all_runs, strict=True
    ):
        if len(samples) < 8:
            continue
        residual = _third_differences(samples)
        both = is_moving[3:] & is_moving[:-3]
        moving.append(residual[both].ravel())
        still.append(residual[~is_moving[3:] & ~is_moving[:-3]].ravel())
        lasting += _lasting(samples, runs)
    scales = []
    for parts in (still, moving):
        values = np.concatenate(parts) if parts else np.empty(0)
        scale = spread(values) if len(values) >= 60 else 1.0
        scales.append(float(np.clip(scale, *_SCALE_LIMITS)))
    if len(lasting) >= _FEWEST_RUNS:
        slow = float(np.sqrt(np.median(lasting))) / scales[0]
        slow = float(np.clip(slow, 1.0, _MOST_LASTING))
        scales = [min(scale * slow, _SCALE_LIMITS[1]) for scale in scales]
    return scales[0], max(scales[0], scales[1])


def _lasting(samples: Samples, runs: Sequence[tuple[int, int]]) -> list[float]:
    """Variance of averages of still stretches over the one that white noise has.

    From the variance and the correlation of neighbours, for each stretch and axis.
    """
    out: list[float] = []
    for start, stop in runs:
        if stop - start < _LONG_RUN:
            continue
        variance = np.diagonal(samples.covariance[start:stop], axis1=1, axis2=2)
        z = samples.xy[start:stop] / np.sqrt(variance)
        z = np.clip(z - np.median(z, axis=0), -4.0, 4.0)
        own = np.mean(z * z, axis=0)
        with_next = np.mean(z[1:] * z[:-1], axis=0) / np.maximum(own, 1e-9)
        memory = np.clip(with_next, 0.0, 0.8)
        out += [float(v) for v in own * (1 + memory) / (1 - memory)]
    return out


def _third_differences(samples: Samples) -> FloatArray:
    """Third divided differences over their standard deviation, shape (n - 3, 2).

    They vanish on a parabola, whatever the spacing of the samples.
    """
    t, xy = samples.t, samples.xy
    n = len(t) - 3
    value = np.zeros((n, 2))
    variance = np.zeros((n, 2))
    for i in range(4):
        product = np.ones(n)
        for j in range(4):
            if j != i:
                product *= t[i : n + i] - t[j : n + j]
        value += xy[i : n + i] / product[:, None]
        diagonal = np.diagonal(samples.covariance[i : n + i], axis1=1, axis2=2)
        variance += diagonal / (product**2)[:, None]
    return value / np.sqrt(variance)


def folded(samples: Samples) -> Samples:
    """Replace the middle of each long rest by its mean, which keeps all it says."""
    keep = np.ones(len(samples), dtype=bool)
    t, xy = samples.t.copy(), samples.xy.copy()
    covariance = samples.covariance.copy()
    for start, stop in _still_runs(samples):
        a = start + int(np.searchsorted(t[start:stop], t[start] + _KEPT_AT_REST))
        b = start + int(np.searchsorted(t[start:stop], t[stop - 1] - _KEPT_AT_REST))
        if b - a < 8:
            continue
        middle = (a + b) // 2
        keep[a:b] = False
        keep[middle] = True
        xy[middle] = _trimmed_mean(samples.xy[a:b])
        mean_covariance = np.mean(samples.covariance[a:b], axis=0) / (b - a)
        covariance[middle] = mean_covariance + np.eye(2) * _SMALLEST_SIGMA**2
    return make_samples(samples.key, t[keep], xy[keep], covariance[keep])


def _trimmed_mean(xy: FloatArray) -> FloatArray:
    distance = np.hypot(*(xy - np.median(xy, axis=0)).T)
    near = distance <= np.quantile(distance, 0.9) + 1e-12
    return np.asarray(np.mean(xy[near], axis=0))
