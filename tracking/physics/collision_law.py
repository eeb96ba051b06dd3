"""What momentum, restitution and geometry allow at an event, as residuals.

Each law is a normal density of the state afterwards, given the state before. It comes
as residuals (in standard deviations) with the standard deviations themselves, so that
a probability density can be formed from them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tracking.arrays import FloatArray
from tracking.physics.table_physics import TablePhysics
from tracking.physics.walls import Wall

if TYPE_CHECKING:
    from tracking.physics.play import Play

GAP_SIGMA: Final = 0.0007
"""How exactly two touching centres are 2R apart: radius, heights, map, metres."""

_WRONG_WAY: Final = 0.003
_ORDER: Final = 0.0003

State = tuple[FloatArray, FloatArray, FloatArray]


@dataclass(slots=True)
class Terms:
    """Residuals of one event for b parameter sets.

    Attributes:
        residual: Shape (b, k).
        sigma: Standard deviations of the first ones (densities), shape (b, j).
        impulse: Change of velocity along the normal, m/s, shape (b,).
    """

    residual: FloatArray
    sigma: FloatArray
    impulse: FloatArray


def contact_terms(
    states: Sequence[State], after: FloatArray, radius: float, physics: TablePhysics
) -> Terms:
    """Return the laws of two equal balls that touch.

    Args:
        states: Place, velocity and slip of both before.
        after: Velocity and slip of both afterwards, shape (b, 2, 4).
        radius: Metres.
        physics: Of the table.
    """
    (place_a, v_a, u_a), (place_b, v_b, u_b) = states
    between = place_a - place_b
    distance = np.maximum(np.hypot(between[:, 0], between[:, 1]), 1e-6)
    normal = between / distance[:, None]
    tangent = np.stack((-normal[:, 1], normal[:, 0]), axis=1)
    approach = -np.sum((v_a - v_b) * normal, axis=1)
    size = np.abs(approach)
    leave = np.sum((after[:, 0, :2] - after[:, 1, :2]) * normal, axis=1)
    change_a, change_b = after[:, 0, :2] - v_a, after[:, 1, :2] - v_b
    rub_along, rub_up = _rubbing((v_a, u_a), (v_b, u_b), normal, tangent)
    slip_a = after[:, 0, 2:] - u_a - change_a
    slip_b = after[:, 1, 2:] - u_b - change_b
    impulse = np.sum((change_a - change_b) * normal, axis=1) / 2
    momentum = 0.003 + 0.015 * size
    rub = np.sqrt(rub_along**2 + rub_up**2) + 1e-6
    kick = np.minimum((0.01 + 0.108 * np.exp(-1.09 * rub)) * size, rub / 7) / rub
    lift = 2.5 * (kick * rub_up)[:, None] * normal
    slip_a, slip_b = slip_a - lift, slip_b - lift
    throw = 0.003 + 0.04 * size
    bounce = 0.003 + 0.035 * size
    turn = 0.004 + 0.08 * size
    sigma = np.stack(
        (
            GAP_SIGMA / np.maximum(size, 0.01),
            bounce,
            throw,
            momentum,
            momentum,
            turn,
            turn,
            turn,
            turn,
        ),
        axis=1,
    )
    values = np.stack(
        (
            (distance - 2 * radius) / np.maximum(size, 0.01),
            leave - physics.ball_restitution * approach,
            np.sum((change_a - change_b) * tangent, axis=1) / 2 + kick * rub_along,
            *(change_a + change_b).T,
            *slip_a.T,
            *slip_b.T,
        ),
        axis=1,
    )
    wrong = np.minimum(approach, 0.0)[:, None] / _WRONG_WAY
    return Terms(np.concatenate((values / sigma, wrong), axis=1), sigma, impulse)


def _rubbing(
    a: tuple[FloatArray, FloatArray],
    b: tuple[FloatArray, FloatArray],
    normal: FloatArray,
    tangent: FloatArray,
) -> tuple[FloatArray, FloatArray]:
    """How fast the surface of `a` rubs over that of `b`: sideways and upwards, m/s.

    The spin that rolls a ball is v - u; spin about the vertical is not known.
    """
    along = np.sum((a[0] - b[0]) * tangent, axis=1)
    up = np.sum((a[0] - a[1] + b[0] - b[1]) * normal, axis=1)
    return along, -up


def wall_terms(state: State, after: FloatArray, wall: Wall, play: "Play") -> Terms:
    """Return the laws of a ball that touches a cushion.

    Args:
        state: Place, velocity and slip before.
        after: Velocity and slip afterwards, shape (b, 4).
        wall: The nose or jaw.
        play: Of which radius and physics are taken.
    """
    place, velocity, slip = state
    gap, normal = wall.gap(place, play.radius)
    tangent = np.stack((-normal[:, 1], normal[:, 0]), axis=1)
    change = after[:, :2] - velocity
    turned = after[:, 2:] - slip - 0.6 * change
    into = -np.sum(velocity * normal, axis=1)
    size = np.abs(into)
    along = np.abs(np.sum(velocity * tangent, axis=1))
    impulse = np.sum(change * normal, axis=1)
    is_jaw = wall.is_jaw
    # A jaw's facings turn the normal: momentum is then free in both directions.
    bounce = 0.006 + (0.6 if is_jaw else 0.13) * size + (0.4 * along if is_jaw else 0.0)
    rub = 0.008 + (1.0 if is_jaw else 0.3) * size + (0.4 * along if is_jaw else 0.0)
    turn = 0.01 + 0.5 * size + (0.4 * along if is_jaw else 0.0)
    sigma = np.stack(
        (wall.sigma / np.maximum(size, 0.02), bounce, rub, turn, turn), axis=1
    )
    expected = play.physics.rail_restitution * into
    values = np.stack(
        (
            gap / np.maximum(size, 0.02),
            np.sum(after[:, :2] * normal, axis=1) - expected,
            np.sum(change * tangent, axis=1),
            *turned.T,
        ),
        axis=1,
    )
    wrong = np.minimum(into, 0.0)[:, None] / _WRONG_WAY
    return Terms(np.concatenate((values / sigma, wrong), axis=1), sigma, impulse)


def strike_terms(after: FloatArray) -> Terms:
    """Return the laws of the tip: any speed, slip up to that of hard spin."""
    speed = np.hypot(after[:, 0], after[:, 1])
    spread = 0.1 + 1.0 * speed
    sigma = np.stack((np.full_like(speed, 6.0),) * 2 + (spread,) * 2, axis=1)
    return Terms(after / sigma, sigma, speed)


def order_terms(t: FloatArray, since: Sequence[FloatArray]) -> FloatArray:
    """Return what an event costs that comes before the ball's event before it."""
    early = [np.minimum(t - start, 0.0) / _ORDER for start in since]
    return np.stack(early, axis=1)
