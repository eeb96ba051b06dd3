"""How two balls part: a restitution below one and throw by friction.

The simulator's own collision is elastic and smooth. Real phenolic balls lose a few
per cent of the normal speed (restitution 0.92-0.98) and rub: the friction falls with
the sliding speed as `a + b exp(-c |u|)`, fitted to measurements by D. Alciatore ("The
amazing world of billiards physics", TP A.14: a = 0.00995, b = 0.108, c = 1.088).
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.synthesis.simulator_table import load_simulator

Floats = NDArray[np.float64]

_UP = np.array([0.0, 0.0, 1.0])


def collide(
    first: Floats,
    second: Floats,
    radius: float,
    restitution: float,
    friction_scale: float,
) -> tuple[Floats, Floats]:
    """Return the states of two equal balls after they touched.

    The motion stays in the plane of the cloth: the vertical part of the rubbing
    impulse turns the balls but does not lift them.

    Args:
        first: Rows place, velocity, angular velocity, SI, shape `(3, 3)`.
        second: Of the other ball.
        radius: Metres.
        restitution: Along the line of centres, 0 to 1.
        friction_scale: Factor on the measured friction; 0 is smooth.
    """
    after_first, after_second = first.copy(), second.copy()
    offset = second[0] - first[0]
    offset[2] = 0.0
    normal = offset / np.linalg.norm(offset)
    closing = float((first[1] - second[1]) @ normal)
    impulse = (1 + restitution) * closing / 2
    after_first[1] -= impulse * normal
    after_second[1] += impulse * normal
    rubbing = _rubbing(first, second, normal, radius)
    slip = float(np.linalg.norm(rubbing))
    if slip < 1e-9 or friction_scale == 0.0 or closing <= 0.0:
        return after_first, after_second
    strength = friction_scale * (0.00995 + 0.108 * math.exp(-1.088 * slip))
    kick = -min(strength * impulse, slip / 7) * rubbing / slip
    flat = kick - (kick @ _UP) * _UP
    after_first[1] += flat
    after_second[1] -= flat
    turn = 5 / (2 * radius) * np.cross(normal, kick)
    after_first[2] += turn
    after_second[2] += turn
    return after_first, after_second


def _rubbing(first: Floats, second: Floats, normal: Floats, radius: float) -> Floats:
    """Return the velocity of the first ball's surface over the second's, m/s."""
    apart = first[1] - second[1]
    apart = apart - (apart @ normal) * normal
    rubbing: Floats = apart + radius * np.cross(first[2] + second[2], normal)
    return rubbing


def ball_collision(restitution: float, friction_scale: float) -> Any:
    """Return pooltool's collision strategy for these balls."""
    load_simulator()
    from pooltool.objects.ball.datatypes import BallState
    from pooltool.physics.resolve.ball_ball.core import CoreBallBallCollision

    sliding = 2

    class LossyCollision(CoreBallBallCollision):  # type: ignore[misc]
        def solve(self, ball1: Any, ball2: Any) -> tuple[Any, Any]:
            after1, after2 = collide(
                ball1.state.rvw,
                ball2.state.rvw,
                ball1.params.R,
                restitution,
                friction_scale,
            )
            ball1.state = BallState(after1, sliding)
            ball2.state = BallState(after2, sliding)
            return ball1, ball2

    return LossyCollision()
