"""Outline of the opening between the cushions: playing surface and pocket mouths."""

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import Pocket, PocketShape, TableGeometry
from vision.synthesis.sheets import circle, rectangle

Floats = NDArray[np.float64]


def table_opening(table: TableGeometry) -> list[Floats]:
    """Return polygons whose union is what the cushions leave open, metres."""
    parts = [rectangle(table.length / 2, table.width / 2)]
    for pocket in table.pockets:
        parts.append(pocket_throat(table, pocket))
        parts.append(circle(np.array(pocket.center), pocket.radius))
    return parts


def pocket_throat(table: TableGeometry, pocket: Pocket) -> Floats:
    """Return the polygon between the jaws of a pocket, down to its hole, metres."""
    middle = "center" in pocket.name.value
    shape = table.center if middle else table.corner
    center = np.array(pocket.center)
    signs = np.sign(center)
    axis = np.array([0.0, signs[1]]) if middle else signs / np.sqrt(2)
    normals = ([0, -signs[1]], [0, -signs[1]] if middle else [-signs[0], 0])
    first, second = (
        _jaw(np.array(jaw), np.array(normal, float), axis, center, shape)
        for jaw, normal in zip(pocket.jaws, normals, strict=True)
    )
    return np.concatenate([first, second[::-1]])


def _jaw(
    jaw: Floats, normal: Floats, axis: Floats, center: Floats, shape: PocketShape
) -> Floats:
    """Return one jaw from the nose over its arc along the facing, (m, 2)."""
    offset = jaw - center
    side = offset - (offset @ axis) * axis
    side /= np.linalg.norm(side)
    turn = shape.facing_angle
    facing = np.cos(turn) * axis - np.sin(turn) * side
    inward = -np.cos(turn) * side - np.sin(turn) * axis
    share = np.linspace(0, 1, 9)[:, None]
    spread = np.arccos(np.clip(normal @ inward, -1, 1))
    if spread > 1e-6:
        ray = np.sin((1 - share) * spread) * normal + np.sin(share * spread) * inward
        ray = ray / np.sin(spread)
    else:
        ray = np.repeat(normal[None], 9, axis=0)
    arc = jaw + shape.jaw_radius * ray
    length = max(float((center - arc[-1]) @ axis), 0.0)
    end: Floats = arc[-1] + facing * length
    return np.concatenate([arc, end[None]])
