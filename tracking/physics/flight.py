"""How a ball runs over cloth: it slides until its slip is used up, rolls, and stops.

A state is place p, velocity v and slip u (the velocity of the ball's lowest point over
the cloth, horizontal). Sliding friction acts against the slip and turns it into roll;
after `T = 2 |u| / (7 mu_s g)` the ball rolls with v - 2 u / 7 and slows by mu_r g.
"""

from dataclasses import dataclass
from typing import Final, Generic

from tracking.physics.arithmetic import Arithmetic, Number

GRAVITY: Final = 9.81
_EPSILON: Final = 1e-3
_SHARE: Final = 2 / 7


@dataclass(slots=True)
class Flight(Generic[Number]):
    """A ball's motion after one event; each field a float or an array.

    Attributes:
        t: When it begins, seconds.
        x: Place, metres.
        y: Place, metres.
        vx: Velocity, m/s.
        vy: Velocity, m/s.
        ux: Slip, m/s.
        uy: Slip, m/s.
    """

    t: Number
    x: Number
    y: Number
    vx: Number
    vy: Number
    ux: Number
    uy: Number


def place_at(
    flight: Flight[Number],
    t: Number,
    sliding: Number,
    rolling: Number,
    m: Arithmetic[Number],
) -> tuple[Number, Number]:
    """Return where a ball is at a time; before the start it lies at the start.

    Args:
        flight: The motion.
        t: Seconds.
        sliding: Deceleration of a sliding ball, m/s^2.
        rolling: Deceleration of a rolling ball, m/s^2.
        m: Arithmetic of the numbers.
    """
    d = m.most(t - flight.t, 0.0)
    ux, uy = flight.ux, flight.uy
    size = m.sqrt(ux * ux + uy * uy + _EPSILON * _EPSILON)
    lasts = _SHARE * size / sliding
    slides = m.least(d, lasts)
    bent = -sliding / size * slides * slides / 2
    rx, ry = flight.vx - _SHARE * ux, flight.vy - _SHARE * uy
    speed = m.sqrt(rx * rx + ry * ry) + 1e-9
    rolls = m.least(m.most(d - lasts, 0.0), speed / rolling)
    along = rolls - rolling / speed / 2 * rolls * rolls
    return (
        flight.x + flight.vx * slides + ux * bent + rx * along,
        flight.y + flight.vy * slides + uy * bent + ry * along,
    )


def state_at(
    flight: Flight[Number],
    t: Number,
    sliding: Number,
    rolling: Number,
    m: Arithmetic[Number],
) -> tuple[Number, Number, Number, Number, Number, Number]:
    """Return place, velocity and slip at a time: x, y, vx, vy, ux, uy.

    Args:
        flight: The motion.
        t: Seconds.
        sliding: Deceleration of a sliding ball, m/s^2.
        rolling: Deceleration of a rolling ball, m/s^2.
        m: Arithmetic of the numbers.
    """
    d = m.most(t - flight.t, 0.0)
    ux, uy = flight.ux, flight.uy
    size = m.sqrt(ux * ux + uy * uy + _EPSILON * _EPSILON)
    lasts = _SHARE * size / sliding
    slides = m.least(d, lasts)
    pull = -sliding / size * slides
    rx, ry = flight.vx - _SHARE * ux, flight.vy - _SHARE * uy
    speed = m.sqrt(rx * rx + ry * ry) + 1e-9
    rolls = m.least(m.most(d - lasts, 0.0), speed / rolling)
    lost = rolls * rolling / speed
    along = rolls - lost * rolls / 2
    kept = m.most(1.0 - d / lasts, 0.0)
    bent = pull * slides / 2
    return (
        flight.x + flight.vx * slides + ux * bent + rx * along,
        flight.y + flight.vy * slides + uy * bent + ry * along,
        flight.vx + ux * pull - rx * lost,
        flight.vy + uy * pull - ry * lost,
        ux * kept,
        uy * kept,
    )
