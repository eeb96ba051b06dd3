"""What the networks read beside the rails, as points that a pose can be fitted to.

The noses are read in windows along them, and so is where the cushions end in wood, one
width of cushion behind. How far a whole edge may be off in common grows with how unsure
its pieces are: measured on rendered tables, about as much as a single piece.
"""

import math
from typing import Final

import numpy as np

from calibration.arrays import FloatArray, Image
from calibration.edge_network import EdgePieces, read_edges
from calibration.errors import CalibrationFitError
from calibration.pose import LINES, Edges, Pose, joined
from calibration.rail_windows import RailWindow, narrow_width, rail_window

SCALE_PX: Final = 0.5
"""Weights of points count in squares of this: 1 is a deviation of half a pixel."""

_FLOOR_PX: Final = 0.15
_SHARED_PX: Final = 0.08
_SHARED_A_PX: Final = 0.9
_MOST_SHARED_PX: Final = 1.0
_UNEQUAL: Final = 0.0008
"""How far the widths of a table's cushions differ as seen: 1 mm of nine feet."""

_HALF, _SURELY, _LITTLE = 0.5, 0.25, 0.005
"""An edge that is as likely elsewhere counts next to nothing."""


def narrow(pose: Pose) -> float:
    """Return the width of a window that shows an edge as large as it is seen."""
    seen = pose.rectangle().corners
    lengths = np.linalg.norm(np.roll(seen, -1, axis=0) - seen, axis=1)
    return narrow_width(float(lengths[1] + lengths[3]) / 2)


def windows_along(
    image_bgr: Image, pose: Pose, width: float, shift: float = 0.0
) -> list[RailWindow]:
    """Return the windows along the four rails, `shift` widths behind the noses."""
    seen = pose.rectangle()
    oblique = [float(each) for each in pose.obliquity()]
    return [
        rail_window(image_bgr, seen, side, width, shift, oblique[side])
        for side in range(4)
    ]


def read_noses(
    image_bgr: Image, pose: Pose, width: float, shift: float = 0.0
) -> list[EdgePieces]:
    """Return the noses in windows along a pose."""
    return read_edges("nose", windows_along(image_bgr, pose, width, shift))


def read_borders(image_bgr: Image, pose: Pose, width: float) -> list[EdgePieces]:
    """Return the cushions' far edges in windows along those of a pose."""
    return read_edges("border", windows_along(image_bgr, pose, width, pose.cushion))


def rail_edges(image_bgr: Image, pose: Pose, width: float) -> Edges:
    """Read noses and far edges in windows of a width; return their points."""
    return joined(
        points_of(pose, read_noses(image_bgr, pose, width), is_outer=False),
        points_of(pose, read_borders(image_bgr, pose, width), is_outer=True),
    )


def points_of(pose: Pose, pieces: list[EdgePieces], *, is_outer: bool) -> Edges:
    """Return the pieces of four rails as points.

    Args:
        pose: Along which they were read.
        pieces: One a rail.
        is_outer: Whether they are of the cushions' far edges, else of noses.

    Raises:
        CalibrationFitError: The rails lie outside every picture.
    """
    uv = np.concatenate([pose.lens.distort(each.straight) for each in pieces])
    if not np.isfinite(uv).all():
        raise CalibrationFitError("the rails lie outside every picture")
    sigma = np.hypot(np.concatenate([each.sigma_px for each in pieces]), _FLOOR_PX)
    sure = np.concatenate([_sureness(each) for each in pieces])
    side = np.concatenate([np.full(len(e.depth), e.window.side) for e in pieces])
    shared = np.zeros(LINES)
    unequal = _UNEQUAL if is_outer else 0.0
    for each in pieces:
        shared[each.window.side + 4 * is_outer] = _shared_px(each, unequal)
    return Edges(
        uv,
        side.astype(np.intp),
        np.full(len(uv), is_outer),
        sure * SCALE_PX**2 / sigma**2,
        shared,
    )


def _shared_px(pieces: EdgePieces, unequal: float) -> float:
    """Return by how much a whole edge may be off; `unequal` is in table widths."""
    unsure = float(np.median(pieces.sigma_px))
    read = min(_SHARED_PX + _SHARED_A_PX * unsure**2, _MOST_SHARED_PX)
    a_width = pieces.window.step_px / pieces.window.step
    return math.hypot(read, unequal * a_width)


def _sureness(pieces: EdgePieces) -> FloatArray:
    """Return how much each piece of a rail counts: little on a rail of unsure ones."""
    own = (pieces.chance - _HALF) / (1 - _HALF)
    rail = (float(np.median(pieces.chance)) - _HALF) / _SURELY
    sure = np.clip(own, 0, 1) * np.clip(rail, 0, 1)
    return np.asarray(np.clip(sure, _LITTLE, 1.0), np.float64)
