"""Motion of one ball between two pictures: pure functions over mean and covariance.

A state is x, y (m) and vx, vy (m/s) in the table frame. Between events a ball rolls
straight with constant deceleration; everything else is process noise per second.

Source: Bar-Shalom, Li, Kirubarajan (2001), ch. 6: discretised continuous white-noise
acceleration; filterpy's procedural filter.
"""

from functools import lru_cache
from typing import Final

import numpy as np
from filterpy.common import Q_continuous_white_noise
from filterpy.kalman import update as filter_update
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

ROLLING_DECELERATION: Final = 0.1
"""Of a ball that rolls on cloth, m/s² (rolling friction about 0.01)."""

SLIDING_NOISE: Final = 0.15
"""Spectral density of the acceleration of a ball between events, m²/s³.

A slide of 0.1 s at 2 m/s² changes the speed by 0.2 m/s, which this allows.
"""

_OBSERVE_POSITION: Final = np.eye(2, 4)


def predict(
    mean: FloatArray,
    covariance: FloatArray,
    dt: float,
    deceleration: float = ROLLING_DECELERATION,
    noise: float = SLIDING_NOISE,
) -> tuple[FloatArray, FloatArray]:
    """Move a rolling ball's estimate forward in time.

    Args:
        mean: x, y (m) and vx, vy (m/s) in the table frame, shape (4,).
        covariance: Of the mean, shape (4, 4), SI units squared.
        dt: Seconds to move forward, at least 0.
        deceleration: Rolling deceleration in m/s², at least 0; the ball stops when
            its speed is used up.
        noise: Spectral density of the white acceleration, m²/s³, at least 0.

    Returns:
        Mean and covariance after dt, same shapes.

    Raises:
        ValueError: dt, deceleration or noise is negative.
    """
    if dt < 0 or deceleration < 0 or noise < 0:
        raise ValueError(
            f"dt {dt} s, deceleration {deceleration} m/s² and noise {noise} m²/s³ "
            "must not be negative"
        )
    transition, process = _step(dt, noise)
    moved = transition @ covariance @ transition.T + process
    return rolled(mean, dt, deceleration), (moved + moved.T) / 2


@lru_cache(maxsize=256)
def _step(dt: float, noise: float) -> tuple[FloatArray, FloatArray]:
    """Return the transition and the process noise of a step, each (4, 4)."""
    process = Q_continuous_white_noise(2, dt, noise, 2, order_by_dim=False)
    return np.eye(4) + np.eye(4, k=2) * dt, process


def rolled(mean: FloatArray, dt: float, deceleration: float) -> FloatArray:
    """Return the state of a ball that rolls straight for dt and may stop.

    Args:
        mean: State, shape (4,).
        dt: Seconds.
        deceleration: m/s².
    """
    speed = float(np.hypot(mean[2], mean[3]))
    if speed == 0.0:
        return mean.copy()
    rolling = dt if deceleration == 0 else min(dt, speed / deceleration)
    way = speed * rolling - deceleration * rolling**2 / 2
    direction = mean[2:] / speed
    velocity = direction * (speed - deceleration * rolling)
    return np.concatenate((mean[:2] + direction * way, velocity))


def update(
    mean: FloatArray, covariance: FloatArray, xy: FloatArray, noise: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Correct an estimate by an observed centre.

    Args:
        mean: State, shape (4,).
        covariance: Of the state, shape (4, 4).
        xy: Observed centre, metres, shape (2,).
        noise: Covariance of the observed centre, m², shape (2, 2).

    Returns:
        Mean and covariance after the observation, same shapes.
    """
    mean, covariance = filter_update(mean, covariance, xy, noise, _OBSERVE_POSITION)
    return mean, (covariance + covariance.T) / 2


def started(
    xy: FloatArray, noise: FloatArray, velocity: FloatArray, speed_sigma: float
) -> tuple[FloatArray, FloatArray]:
    """Return the estimate of a ball of which the velocity is roughly known.

    Args:
        xy: Observed centre, metres, shape (2,).
        noise: Its covariance, m², shape (2, 2).
        velocity: Best guess, m/s, shape (2,).
        speed_sigma: Standard deviation of each part of the guess, m/s, above 0.
    """
    covariance = np.zeros((4, 4))
    covariance[:2, :2] = noise
    covariance[2:, 2:] = np.eye(2) * speed_sigma**2
    return np.concatenate((xy, velocity)), covariance


def resting(xy: FloatArray, noise: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the estimate of a ball at rest.

    Args:
        xy: Observed centre, metres, shape (2,).
        noise: Its covariance, m², shape (2, 2).
    """
    return started(xy, noise, np.zeros(2), 1e-4)
