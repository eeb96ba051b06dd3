"""Small changes of motion beside a cushion or another ball, as proposals.

A slow touch hardly bends a ball's way, and where balls stay near each other or creep
along a cushion closeness alone does not tell when. A straight test does: whether the
way across the line of touch fits better with a kink in it than without.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from tracking.arrays import BoolArray, FloatArray
from tracking.motion.samples import Samples
from tracking.physics.beats import Beat, Stage
from tracking.physics.walls import Wall

_NEAR: Final = 0.005
_BESIDE: Final = 0.005
_LOOK: Final = 0.7
_MARGIN: Final = 0.004
_FEWEST: Final = 3
_LEAST: Final = 9.0
_MOST: Final = 5
_MOST_PLACES: Final = 24
_LONGEST_STEP: Final = 0.12
_MOVES: Final = 0.004
_COMES: Final = 0.01
_BENDS: Final = 0.04


@dataclass(frozen=True, slots=True)
class _Way:
    """How far from touching something is, over time.

    Attributes:
        t: Seconds, shape (n,).
        gap: Metres, with the sign of a ball that comes from outside, shape (n,).
        weight: Inverse of its standard deviation, shape (n,).
    """

    t: FloatArray
    gap: FloatArray
    weight: FloatArray


def kinks(stage: Stage, beats: Sequence[Beat]) -> list[Beat]:
    """Return touches that small changes of motion suggest, the clearest first.

    Args:
        stage: Samples and the like.
        beats: What is known: between its beats a ball's way is looked at.
    """
    found: list[tuple[float, int, Beat]] = []
    for balls, wall, near in _beside(stage):
        own = [beat for beat in beats if set(beat.balls) & set(balls)]
        for first, last in _free(near, own):
            way = _way(stage, balls, wall, (first, last), own)
            gain, t = _clearest(way, first, last)
            if gain > _LEAST and not _is_barred(stage, balls, t):
                found.append((-gain, len(found), Beat(t, balls, wall)))
    return [beat for _, _, beat in sorted(found, key=lambda one: one[:2])[:_MOST]]


def _beside(
    stage: Stage,
) -> Iterator[tuple[tuple[int, ...], Wall | None, list[tuple[float, float]]]]:
    """What comes near what, and the spans in which it is near."""
    all_samples = stage.samples
    moves = [
        len(s) > _FEWEST and bool(np.any(np.ptp(s.xy, axis=0) > _MOVES))
        for s in all_samples
    ]
    for ball, samples in enumerate(all_samples):
        for wall in stage.walls if moves[ball] else ():
            if wall.is_jaw:
                continue
            gap, _ = wall.gap(samples.xy, stage.radius)
            along = (samples.xy - wall.anchor) @ wall.along
            beside = (along > -_BESIDE) & (along < wall.length + _BESIDE)
            yield (ball,), wall, _spans(samples.t, (gap < _NEAR) & beside)
    for a, b in itertools.combinations(range(len(all_samples)), 2):
        if moves[a] or moves[b]:
            t, between, _ = _between(all_samples[a], all_samples[b])
            gap = np.hypot(between[:, 0], between[:, 1]) - 2 * stage.radius
            yield (a, b), None, _spans(t, gap < _NEAR)


def _between(a: Samples, b: Samples) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Times at which both balls were seen, the way from b to a, and its covariance."""
    t, ia, ib = np.intersect1d(a.t, b.t, assume_unique=True, return_indices=True)
    return t, a.xy[ia] - b.xy[ib], a.covariance[ia] + b.covariance[ib]


def _spans(t: FloatArray, near: BoolArray) -> list[tuple[float, float]]:
    """First and last time of each run of true values."""
    index = np.flatnonzero(near)
    if len(index) == 0:
        return []
    cuts = np.flatnonzero(np.diff(t[index]) > _LONGEST_STEP) + 1
    return [(float(t[run[0]]), float(t[run[-1]])) for run in np.split(index, cuts)]


def _free(
    spans: Sequence[tuple[float, float]], own: Sequence[Beat]
) -> Iterator[tuple[float, float]]:
    """The parts of spans between beats."""
    for first, last in spans:
        inside = [beat.t for beat in own if first < beat.t < last]
        yield from itertools.pairwise([first, *sorted(inside), last])


def _way(
    stage: Stage,
    balls: tuple[int, ...],
    wall: Wall | None,
    span: tuple[float, float],
    own: Sequence[Beat],
) -> _Way:
    """The way across the line of touch around a span, between the beats beside it."""
    samples = stage.samples[balls[0]]
    if wall is not None and wall.normal is not None:
        t, normal, covariance = samples.t, wall.normal, samples.covariance
        gap, _ = wall.gap(samples.xy, stage.radius)
    else:
        t, between, covariance = _between(samples, stage.samples[balls[1]])
        middle = (t >= span[0]) & (t <= span[1])
        distance = np.where(middle, np.hypot(*between.T), np.inf)
        normal = between[int(np.argmin(distance))]
        normal = normal / max(float(np.hypot(*normal)), 1e-9)
        gap = between @ normal - 2 * stage.radius
    earlier = [beat.t for beat in own if beat.t <= span[0] + _MARGIN]
    later = [beat.t for beat in own if beat.t >= span[1] - _MARGIN]
    keep = t > max([span[0] - _LOOK, *(time + _MARGIN for time in earlier)])
    keep &= t < min([span[1] + _LOOK, *(time - _MARGIN for time in later)])
    variance = np.einsum("i,nij,j->n", normal, covariance[keep], normal)
    return _Way(t[keep], gap[keep], 1.0 / np.sqrt(variance))


def _clearest(way: _Way, first: float, last: float) -> tuple[float, float]:
    """Chi square that the best kink gains, and its time."""
    inside = way.t[(way.t >= first) & (way.t <= last)]
    best = (0.0, first)
    for t in inside[:: 1 + len(inside) // _MOST_PLACES]:
        gain = _gain(way, float(t))
        best = max(best, (gain, float(t)))
    return best


def _gain(way: _Way, t: float) -> float:
    """Chi square that a kink gains if the ball comes in before it and parts after."""
    near = np.abs(way.t - t) < _LOOK
    d, weight = way.t[near] - t, way.weight[near]
    if min(np.count_nonzero(d < 0), np.count_nonzero(d > 0)) < _FEWEST:
        return 0.0
    ones = np.ones_like(d)
    basis = np.stack((ones, d, d * d, np.maximum(d, 0.0)), axis=1) * weight[:, None]
    straight = np.array([[0.0, 0.0, 1.0 / _BENDS, 0.0]])
    q, r = np.linalg.qr(np.concatenate((basis, straight)))
    pull = q.T @ np.append(way.gap[near] * weight, 0.0)
    _, slope, _, kink = np.linalg.solve(r, pull)
    if kink <= 0 or slope > _COMES:
        return 0.0
    return float(pull[3] ** 2)


def _is_barred(stage: Stage, balls: Sequence[int], t: float) -> bool:
    """Whether nothing may be looked at then: a rack opens, or a ball has dropped."""
    return any(
        start <= t <= stop for ball in balls for start, stop in stage.barred[ball]
    )
