"""What a single ball can touch: straight noses and the round jaws of pockets."""

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
    """A straight nose, or a jaw.

    Attributes:
        rail: The rail it belongs to.
        pocket: The pocket of a jaw; None for a nose.
        anchor: A point of the nose line, or the centre of the jaw's arc, metres.
        normal: Into the table, for a nose; None for a jaw.
        radius: Of the arc; 0 for a nose, metres.
        span: Unit vector along the nose and its length, for a nose.
    """

    rail: Rail
    pocket: PocketName | None
    anchor: FloatArray
    normal: FloatArray | None
    radius: float
    along: FloatArray
    length: float

    @property
    def sigma(self) -> float:
        """How exactly it is known, metres."""
        return NOSE_SIGMA if self.normal is not None else JAW_SIGMA

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
        """Whether a place lies beside the nose; always so for a jaw."""
        if self.normal is None:
            return True
        position = float((place - self.anchor) @ self.along)
        return -slack < position < self.length + slack


def walls_of(table: TableGeometry) -> tuple[Wall, ...]:
    """Return every nose and jaw of a table."""
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
    return tuple(out)


def jaw_rail(pocket: Pocket, which: int, table: TableGeometry) -> Rail:
    """Return the rail that a pocket's jaw belongs to."""
    jaw = pocket.jaws[which]
    if abs(jaw.x) > table.length / 2:
        return Rail.FOOT if jaw.x > 0 else Rail.HEAD
    return Rail.LEFT if jaw.y > 0 else Rail.RIGHT
