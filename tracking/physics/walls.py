"""What a single ball can touch: noses, the round jaws of pockets and their facings."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from adjudicator.events import PocketName, Rail
from adjudicator.table import Pocket, TableGeometry
from tracking.arrays import FloatArray

NOSE_SIGMA: Final = 0.0012
"""How exactly the nose lines are known, metres."""

JAW_SIGMA: Final = 0.006
"""How exactly a jaw's shape is known, metres."""


@dataclass(frozen=True, slots=True, eq=False)
class Wall:
    """A straight nose, the arc of a jaw, or the straight facing behind it.

    Attributes:
        rail: The rail it belongs to.
        pocket: The pocket of a jaw or facing; None for a nose.
        anchor: A point of the straight line, or the centre of the jaw's arc, metres.
        normal: Towards the ball, for a nose or facing; None for an arc.
        radius: Of the arc; 0 for a straight one, metres.
        along: Unit vector along a straight one.
        length: Of a straight one, metres.
    """

    rail: Rail
    pocket: PocketName | None
    anchor: FloatArray
    normal: FloatArray | None
    radius: float
    along: FloatArray
    length: float

    @property
    def is_jaw(self) -> bool:
        """Whether it belongs to a pocket's mouth."""
        return self.pocket is not None

    @property
    def sigma(self) -> float:
        """How exactly it is known, metres."""
        return JAW_SIGMA if self.is_jaw else NOSE_SIGMA

    def gap(
        self, place: FloatArray, ball_radius: float
    ) -> tuple[FloatArray, FloatArray]:
        """Return the distance from a ball's surface and the normal, (b,) and (b, 2)."""
        away = place - self.anchor
        if self.normal is not None:
            return away @ self.normal - ball_radius, np.broadcast_to(
                self.normal, away.shape
            )
        distance = np.maximum(np.hypot(away[:, 0], away[:, 1]), 1e-9)
        return distance - ball_radius - self.radius, away / distance[:, None]

    def reaches(self, place: FloatArray, slack: float) -> bool:
        """Whether a place lies beside a straight one; always so for an arc."""
        if self.normal is None:
            return True
        position = float((place - self.anchor) @ self.along)
        return -slack < position < self.length + slack


def walls_of(table: TableGeometry) -> tuple[Wall, ...]:
    """Return every nose, jaw and facing of a table."""
    out = []
    for nose in table.noses:
        start, end = np.array(nose.start), np.array(nose.end)
        length = float(np.hypot(*(end - start)))
        along = (end - start) / length
        normal = np.array(nose.normal)
        out.append(Wall(nose.rail, None, start, normal, 0.0, along, length))
    for pocket in table.pockets:
        for which, jaw in enumerate(pocket.jaws):
            rail = jaw_rail(pocket, which, table)
            center = np.array(jaw)
            out.append(
                Wall(
                    rail, pocket.name, center, None, pocket.jaw_radius, np.zeros(2), 0.0
                )
            )
            out.append(_facing(pocket, which, rail, table))
    return tuple(out)


def _facing(pocket: Pocket, which: int, rail: Rail, table: TableGeometry) -> Wall:
    """Return the straight cushion that leads from a jaw's arc down to the hole."""
    is_middle = "center" in pocket.name.value
    shape = table.center if is_middle else table.corner
    hole, jaw = np.array(pocket.center), np.array(pocket.jaws[which])
    signs = np.sign(hole)
    axis = np.array([0.0, signs[1]]) if is_middle else signs / np.sqrt(2)
    side = (jaw - hole) - ((jaw - hole) @ axis) * axis
    side /= float(np.hypot(*side))
    cos, sin = np.cos(shape.facing_angle), np.sin(shape.facing_angle)
    towards = -cos * side - sin * axis
    start = jaw + pocket.jaw_radius * towards
    length = max(float((hole - start) @ axis), 0.0)
    return Wall(rail, pocket.name, start, towards, 0.0, cos * axis - sin * side, length)


def jaw_rail(pocket: Pocket, which: int, table: TableGeometry) -> Rail:
    """Return the rail that a pocket's jaw belongs to."""
    jaw = pocket.jaws[which]
    if abs(jaw.x) > table.length / 2:
        return Rail.FOOT if jaw.x > 0 else Rail.HEAD
    return Rail.LEFT if jaw.y > 0 else Rail.RIGHT
