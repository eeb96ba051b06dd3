"""The strike: which ball the tip moved, when, how fast and where to."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from tracking.arrays import FloatArray
from tracking.motion.moments import Moment
from tracking.motion.samples import Samples

_TOGETHER: Final = 1.5
_CLEAR_SPEED: Final = 0.05
_LEFT: Final = 5.0
_LEFT_FAR: Final = 0.003
_FAST_STEP: Final = 0.015
_SETTLED: Final = 0.03
_FEWEST_AT_REST: Final = 3
_TICK: Final = 1e-6


@dataclass(frozen=True, slots=True)
class StrikeFit:
    """The first start of the cue ball.

    Attributes:
        knot: Index of the knot.
        ball: Index of the ball.
        t: Seconds.
        velocity: Just after the strike, m/s, shape (2,).
        place: Centre before the strike, metres, shape (2,).
    """

    knot: int
    ball: int
    t: float
    velocity: FloatArray
    place: FloatArray


def find_strike(
    moments: list[Moment],
    cue_ball: int | None,
    frame_interval: float,
    radius: float,
) -> StrikeFit | None:
    """Return the first start of the cue ball, or of any ball if it is not known.

    Args:
        moments: Every change of motion.
        cue_ball: Index of the cue ball, or None.
        frame_interval: Seconds.
        radius: Of the balls, metres.
    """
    starts = [
        (i, start_time(moment))
        for i, moment in enumerate(moments)
        if moment.knot.starts and (cue_ball is None or moment.knot.ball == cue_ball)
    ]
    if not starts:
        return None
    starts = [
        (i, t)
        for i, t in starts
        if not any(_is_later(moments, i, j) for j, _ in starts)
    ]
    earliest = min(t for _, t in starts)
    together = [(i, t) for i, t in starts if t <= earliest + _TOGETHER * frame_interval]
    i, t = min(
        together, key=lambda start: _implausible(start, together, moments, radius)
    )
    moment = moments[i]
    mean, _ = moment.knot.right.states(np.array([t]))
    return StrikeFit(i, moment.knot.ball, t, mean[0, 2:], moment.knot.left.mean[0, :2])


def between_pictures(strike: StrikeFit, samples: Samples) -> StrikeFit:
    """Put a strike between the last picture of the ball at rest and the next one.

    A ball that met another one at once has too few pictures to follow its way back.

    Args:
        strike: As followed back.
        samples: Of the struck ball.
    """
    before = samples.t < strike.t - _SETTLED
    if np.count_nonzero(before) < _FEWEST_AT_REST:
        return strike
    far = np.hypot(*(samples.xy - strike.place).T)
    sigma = np.sqrt(np.trace(samples.covariance, axis1=1, axis2=2) / 2)
    gone = (far > np.maximum(_LEFT * sigma, _LEFT_FAR)) & ~before
    index = np.flatnonzero(gone[:-1] & gone[1:])
    if len(index) == 0:
        return strike
    k = int(index[0])
    low, high = float(samples.t[k - 1]), float(samples.t[k])
    is_slow = float(far[k]) < _FAST_STEP
    if strike.t <= high and (is_slow or low <= strike.t):
        return strike
    step = samples.xy[k + 1] - samples.xy[k]
    speed = float(np.hypot(*step)) / float(samples.t[k + 1] - high)
    t = high - float(far[k]) / max(speed, float(far[k]) / (high - low))
    return replace(strike, t=min(max(t, low), high))


def start_time(moment: Moment) -> float:
    """When a ball left the place that it lay still at, seconds.

    The time at which the motion afterwards, followed back, is closest to that place.
    """
    place = moment.jump[:, :2]
    variance = moment.jump_covariance[:, [0, 1], [0, 1]]
    cost = np.sum(place**2 / variance, axis=1) + moment.wrong_side
    return float(moment.t[int(np.argmin(cost))])


def _is_later(moments: list[Moment], i: int, j: int) -> bool:
    """Whether a ball still lay in its place when another one was seen to have left.

    Followed back over a rail or a contact that nobody saw, it may seem to have started
    first.
    """
    one, other = moments[i].knot, moments[j].knot
    speed = float(np.hypot(*one.right.mean[0, 2:4]))
    unnoticed = _LEFT_FAR / max(speed, _CLEAR_SPEED)
    seen, _ = other.right.states(np.array([other.t_high]))
    away = float(np.hypot(*(seen[0, :2] - other.left.mean[0, :2])))
    slack = unnoticed if away < 2 * _LEFT_FAR else 0.0
    return one.t_low - slack > other.t_high - _TICK


def _implausible(
    start: tuple[int, float],
    together: list[tuple[int, float]],
    moments: list[Moment],
    radius: float,
) -> tuple[float, float]:
    """How badly a ball explains the others that started with it as struck by it.

    A struck ball leaves along the line of centres, so the striker was two radii behind
    it; and the striker came there along its momentum, the sum of both afterwards.

    Returns:
        Distance by which the striker misses these places, metres; then minus its
        speed, which decides if nothing else does.
    """
    own = moments[start[0]].knot
    place, velocity = own.left.mean[0, :2], own.right.mean[0, 2:4]
    miss = 0.0
    for i, _ in together:
        other = moments[i].knot
        if other.ball == own.ball:
            continue
        speed = float(np.hypot(*other.right.mean[0, 2:4]))
        if speed < _CLEAR_SPEED:
            continue
        away = other.right.mean[0, 2:4] / speed
        way = other.left.mean[0, :2] - 2 * radius * away - place
        total = velocity + other.right.mean[0, 2:4]
        course = total / max(float(np.hypot(*total)), 1e-9)
        along = float(way @ course)
        across = abs(float(way[0] * course[1] - way[1] * course[0]))
        miss = max(miss, across + max(-along, 0.0))
    return (round(miss, 3), -float(np.hypot(*velocity)))
