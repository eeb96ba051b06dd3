"""What a table's cloth, balls and cushions do: estimated once, kept, and refined."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from tracking.arrays import FloatArray
from tracking.physics.noses import NoseMark, with_marks

_GUESS: Final = np.array([0.2, 0.3])
_LARGEST_STEP: Final = 0.6
_MOST_WEIGHT: Final = 60.0
_RAIL_SPREAD: Final = 0.12
_SLIDING: Final = (0.08, 0.45)
_ROLLING: Final = (0.003, 0.03)
_RAIL: Final = (0.5, 0.95)


@dataclass(frozen=True, slots=True)
class TablePhysics:
    """Constants of one table.

    Attributes:
        sliding: Coefficient of sliding friction of a ball on the cloth.
        rolling: Coefficient of rolling resistance.
        ball_restitution: Of two balls.
        rail_restitution: Share of the normal speed that a cushion gives back.
        cloth_information: Inverse variance of the logarithms of the two frictions.
        rails: How many touches the rails' restitution rests on.
        noses: Where touches showed the noses.
    """

    sliding: float = 0.2
    rolling: float = 0.01
    ball_restitution: float = 0.95
    rail_restitution: float = 0.75
    cloth_information: tuple[float, float] = (0.0, 0.0)
    rails: float = 0.0
    noses: tuple[NoseMark, ...] = ()


def refined(
    physics: TablePhysics,
    cloth: Sequence[tuple[FloatArray, FloatArray]],
    bounces: Sequence[float],
    marks: Sequence[NoseMark] = (),
) -> TablePhysics:
    """Return what is known of a table after more clean pieces of motion.

    Args:
        physics: Known before.
        cloth: For each piece the logarithm of both frictions over `physics`, as its
            samples alone have it, and the inverse variances (2,), (2,).
        bounces: Normal speed after over before, for each touch of a rail.
        marks: Where clean touches showed the noses.
    """
    known = np.array(physics.cloth_information)
    weight = known + 1.0 / _GUESS**2 * (known == 0)
    pull = np.zeros(2)
    for value, information in cloth:
        held = np.minimum(information, 400.0)
        pull += held * np.clip(value, -_LARGEST_STEP, _LARGEST_STEP)
        weight = weight + held
    step = pull / weight
    kept = np.minimum(weight, 4000.0)
    count = len(bounces)
    rail = physics.rail_restitution
    rails = physics.rails
    if count:
        mean = float(np.median(bounces))
        rails = min(rails + count, _MOST_WEIGHT)
        rail += (mean - rail) * count / (rails + 4.0)
    return replace(
        physics,
        sliding=float(np.clip(physics.sliding * np.exp(step[0]), *_SLIDING)),
        rolling=float(np.clip(physics.rolling * np.exp(step[1]), *_ROLLING)),
        rail_restitution=float(np.clip(rail, *_RAIL)),
        cloth_information=(float(kept[0]), float(kept[1])),
        rails=rails,
        noses=with_marks(physics.noses, marks),
    )
