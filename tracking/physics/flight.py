"""How a ball runs over cloth: it slides until its slip is used up, rolls, and stops.

A state is place p, velocity v and slip u (the velocity of the ball's lowest point over
the cloth, horizontal). Sliding friction acts against the slip and turns it into roll;
after `T = 2 |u| / (7 mu_s g)` the ball rolls with v - 2 u / 7 and slows by mu_r g.
Everything is evaluated for a batch of states at once.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from tracking.arrays import FloatArray, IntArray

GRAVITY: Final = 9.81
_EPSILON: Final = 1e-3


@dataclass(slots=True)
class Flights:
    """One ball's motion after one event, for a batch of b parameter sets.

    Attributes:
        t: When it begins, seconds, shape (b,).
        place: Metres, shape (b, 2).
        velocity: m/s, shape (b, 2).
        slip: m/s, shape (b, 2).
    """

    t: FloatArray
    place: FloatArray
    velocity: FloatArray
    slip: FloatArray

    def rows(self, index: IntArray) -> "Flights":
        """Return some of the parameter sets."""
        return Flights(
            self.t[index], self.place[index], self.velocity[index], self.slip[index]
        )


def _slide(
    flights: Flights, sliding: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Duration of the slide, its acceleration, and the velocity after it."""
    size = np.sqrt(np.sum(flights.slip**2, axis=1) + _EPSILON**2)
    lasts = 2 * size / (7 * sliding)
    pull = -(sliding / size)[:, None] * flights.slip
    return lasts, pull, flights.velocity - flights.slip * (2 / 7)


def places(
    flights: Flights, t: FloatArray, sliding: FloatArray, rolling: FloatArray
) -> FloatArray:
    """Return where the ball is at times `t`.

    Args:
        flights: The motion.
        t: Seconds, shape (n,) or (b, n); before the start it lies at the start.
        sliding: Deceleration of a sliding ball, m/s^2, shape (b,).
        rolling: Deceleration of a rolling ball, m/s^2, shape (b,).

    Returns:
        Metres, shape (b, n, 2).
    """
    d = np.maximum(t - flights.t[:, None], 0.0)
    lasts, pull, roll = _slide(flights, sliding)
    slides = np.minimum(d, lasts[:, None])
    speed = np.sqrt(np.sum(roll**2, axis=1)) + 1e-9
    rolls = np.clip(d - lasts[:, None], 0.0, (speed / rolling)[:, None])
    along = rolls - (rolling / speed / 2)[:, None] * rolls * rolls
    return np.asarray(
        flights.place[:, None]
        + flights.velocity[:, None] * slides[..., None]
        + pull[:, None] * (slides * slides / 2)[..., None]
        + roll[:, None] * along[..., None]
    )


def state_at(
    flights: Flights, t: FloatArray, sliding: FloatArray, rolling: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return place, velocity and slip at one time for each set, `t` of shape (b,)."""
    place = places(flights, t[:, None], sliding, rolling)[:, 0]
    d = np.maximum(t - flights.t, 0.0)
    lasts, pull, roll = _slide(flights, sliding)
    slides = np.minimum(d, lasts)
    speed = np.sqrt(np.sum(roll**2, axis=1)) + 1e-9
    rolls = np.clip(d - lasts, 0.0, speed / rolling)
    left = 1.0 - rolls * rolling / speed
    sliding_now = (d < lasts)[:, None]
    velocity = np.where(
        sliding_now, flights.velocity + pull * slides[:, None], roll * left[:, None]
    )
    share = np.maximum(1.0 - d / lasts, 0.0)
    return place, velocity, flights.slip * share[:, None]
