"""What the networks read beside the rails, as points that a pose can be fitted to.

The noses are read in windows along them, and so is where the cushions end in wood, one
width of cushion behind. How far a whole edge may be off in common grows with how unsure
its pieces are. What the four far edges of a table are off in common is taken up by the
width of its cushions; by what is left they bind the rails to each other much closer
than the noses do, each of which may be taken for its shadow.
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
_NOSE_ALONE, _BORDER_ALONE = 1.5, 0.5
"""Of that, what one nose counts, and one far edge against those of the other rails:
measured on rendered tables."""

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
    for each in pieces:
        off_px = _far_edge_px(each) if is_outer else _NOSE_ALONE * _shared_px(each)
        shared[each.window.side + 4 * is_outer] = off_px
    return Edges(
        uv,
        side.astype(np.intp),
        np.full(len(uv), is_outer),
        sure * SCALE_PX**2 / sigma**2,
        shared,
    )


def _shared_px(pieces: EdgePieces) -> float:
    """Return by how much a whole edge may be read off."""
    unsure = float(np.median(pieces.sigma_px))
    return min(_SHARED_PX + _SHARED_A_PX * unsure**2, _MOST_SHARED_PX)


def _far_edge_px(pieces: EdgePieces) -> float:
    """Return by how much a far edge may be off those of the other rails."""
    a_width = pieces.window.step_px / pieces.window.step
    return math.hypot(_BORDER_ALONE * _shared_px(pieces), _UNEQUAL * a_width)


def _sureness(pieces: EdgePieces) -> FloatArray:
    """Return how much each piece of a rail counts: little on a rail of unsure ones."""
    own = (pieces.chance - _HALF) / (1 - _HALF)
    rail = (float(np.median(pieces.chance)) - _HALF) / _SURELY
    sure = np.clip(own, 0, 1) * np.clip(rail, 0, 1)
    return np.asarray(np.clip(sure, _LITTLE, 1.0), np.float64)
