"""A tiny exact world for the tests: rolling balls, contacts and rails by hand."""

from collections.abc import Sequence

import numpy as np

from adjudicator.table import TABLES, TableGeometry, TableKind
from tracking.path import BallPath

TABLE: TableGeometry = TABLES[TableKind.POOL_9FT]
DIAMETER = 2 * TABLE.ball_radius
ROLL = 0.1
"""Deceleration of a rolling ball, m/s^2."""

Leg = tuple[float, tuple[float, float], tuple[float, float]]
"""Start time, place and velocity of a stretch of rolling."""


def position(legs: Sequence[Leg], t: float) -> np.ndarray:
    """Where a ball is that follows its legs; it rests before the first one."""
    current = legs[0]
    for leg in legs:
        if leg[0] <= t:
            current = leg
    start, place, velocity = current
    v = np.array(velocity)
    speed = float(np.hypot(*v))
    d = min(max(t - start, 0.0), speed / ROLL if speed else 0.0)
    if speed == 0.0:
        return np.array(place)
    return np.array(place) + v * d - v / speed * ROLL * d * d / 2


def path(
    key: int,
    legs: Sequence[Leg],
    *,
    t_end: float = 3.0,
    fps: float = 60.0,
    sigma: float = 0.001,
    gone: float = np.inf,
    hidden: tuple[float, float] = (np.inf, np.inf),
    seed: int = 1,
) -> BallPath:
    """Sample a ball with noise."""
    rng = np.random.default_rng([seed, key])
    t = np.arange(-0.8, t_end, 1 / fps)
    frame = np.arange(len(t))
    xy = np.array([position(legs, float(time)) for time in t])
    xy = xy + rng.normal(scale=sigma, size=xy.shape)
    seen = (t < gone) & ~((t > hidden[0]) & (t < hidden[1]))
    covariance = np.broadcast_to(np.eye(2) * sigma**2, (len(t), 2, 2))
    return BallPath(key, t[seen], frame[seen], xy[seen], covariance[seen])


def head_on(speed: float = 1.5, gap: float = 0.4) -> tuple[list[Leg], list[Leg], float]:
    """Cue ball that rolls full into a still ball: both legs and the time of contact."""
    arrival = speed - np.sqrt(speed**2 - 2 * ROLL * gap)
    t = float(arrival / ROLL)
    left = speed - ROLL * t
    x = -0.3 + gap
    cue: list[Leg] = [
        (0.0, (-0.3, 0.1), (speed, 0.0)),
        (t, (x, 0.1), (0.03 * left, 0.0)),
    ]
    other: list[Leg] = [
        (0.0, (x + DIAMETER, 0.1), (0.0, 0.0)),
        (t, (x + DIAMETER, 0.1), (0.97 * left, 0.0)),
    ]
    return cue, other, t
