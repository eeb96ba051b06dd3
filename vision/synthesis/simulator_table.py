"""Our tables in the simulator's words.

pooltool's frame: origin in the head-left corner of the playing surface, x to the
right and y toward the foot rail as seen from the head rail. Ours: origin in the
middle, x toward the foot rail, y to the left. So x = y' - length / 2 and
y = width / 2 - x'.
"""

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.events import PocketName, Rail
from adjudicator.table import TableGeometry
from vision.synthesis.errors import MissingSimulatorError

Floats = NDArray[np.float64]

POCKETS: Final = {
    "lb": PocketName.HEAD_LEFT,
    "lc": PocketName.CENTER_LEFT,
    "lt": PocketName.FOOT_LEFT,
    "rb": PocketName.HEAD_RIGHT,
    "rc": PocketName.CENTER_RIGHT,
    "rt": PocketName.FOOT_RIGHT,
}
"""The simulator's pocket names."""


@dataclass(frozen=True, slots=True)
class CushionPart:
    """Which rail a cushion segment belongs to, and which pocket if it is a jaw."""

    rail: Rail
    pocket: PocketName | None = None


def _parts() -> dict[str, CushionPart]:
    straight = {
        "3": Rail.LEFT,
        "6": Rail.LEFT,
        "12": Rail.RIGHT,
        "15": Rail.RIGHT,
        "9": Rail.FOOT,
        "18": Rail.HEAD,
    }
    jaws = {
        "1": (Rail.HEAD, PocketName.HEAD_LEFT),
        "2": (Rail.LEFT, PocketName.HEAD_LEFT),
        "4": (Rail.LEFT, PocketName.CENTER_LEFT),
        "5": (Rail.LEFT, PocketName.CENTER_LEFT),
        "7": (Rail.LEFT, PocketName.FOOT_LEFT),
        "8": (Rail.FOOT, PocketName.FOOT_LEFT),
        "10": (Rail.FOOT, PocketName.FOOT_RIGHT),
        "11": (Rail.RIGHT, PocketName.FOOT_RIGHT),
        "13": (Rail.RIGHT, PocketName.CENTER_RIGHT),
        "14": (Rail.RIGHT, PocketName.CENTER_RIGHT),
        "16": (Rail.RIGHT, PocketName.HEAD_RIGHT),
        "17": (Rail.HEAD, PocketName.HEAD_RIGHT),
    }
    parts = {name: CushionPart(rail) for name, rail in straight.items()}
    for name, (rail, pocket) in jaws.items():
        parts[name] = parts[name + "t"] = CushionPart(rail, pocket)
    return parts


CUSHIONS: Final = _parts()
"""The simulator's cushion segments: straight noses, facings, and jaw arcs (`...t`)."""


def load_simulator() -> Any:
    """Import pooltool, or say how to get it.

    Raises:
        MissingSimulatorError: It is not installed.
    """
    try:
        import pooltool
    except ImportError as error:
        raise MissingSimulatorError(
            "shots are simulated by pooltool, which is not installed: "
            "pip install 'cueref[synthesis]'"
        ) from error
    return pooltool


def simulator_table(table: TableGeometry) -> Any:
    """Return pooltool's table with the same noses, jaws and pockets."""
    pooltool = load_simulator()
    corner, center = table.corner, table.center
    specs = pooltool.objects.PocketTableSpecs(
        l=table.length,
        w=table.width,
        cushion_height=table.nose_height,
        corner_pocket_width=corner.mouth,
        corner_pocket_angle=math.degrees(corner.facing_angle),
        corner_pocket_depth=corner.depth,
        corner_pocket_radius=corner.radius,
        corner_jaw_radius=corner.jaw_radius,
        side_pocket_width=center.mouth,
        side_pocket_angle=math.degrees(center.facing_angle),
        side_pocket_depth=center.depth,
        side_pocket_radius=center.radius,
        side_jaw_radius=center.jaw_radius,
    )
    return pooltool.Table.from_table_specs(specs)


def to_simulator(xy: tuple[float, float], table: TableGeometry) -> tuple[float, float]:
    """Return a place of ours in pooltool's frame, metres."""
    return table.width / 2 - xy[1], xy[0] + table.length / 2


def vectors_from_simulator(vectors: Floats) -> Floats:
    """Turn vectors `(..., 3)` of pooltool's frame into ours."""
    x, y, z = np.moveaxis(vectors, -1, 0)
    return np.stack([y, -x, z], axis=-1)


def places_from_simulator(places: Floats, table: TableGeometry) -> Floats:
    """Turn ball centres `(..., 3)` of pooltool's frame into ours, metres."""
    origin = np.array([-table.length / 2, table.width / 2, 0.0])
    moved: Floats = vectors_from_simulator(places) + origin
    return moved
