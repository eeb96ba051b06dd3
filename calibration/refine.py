"""The map refined in play: by balls that lie against rails or rebound from them.

A ball that touches a rail has its centre one radius inside the nose. Where it is
measured elsewhere the map is off there; many such touches, on all rails, tell a small
correction of the map. It is drawn toward no correction, grows slowly, and is refused
when it would be larger than a refinement may be: then the camera has moved.

The correction is a map of the table onto itself, with six numbers: stretch, shear and
shift, x' = x + a0 + a1 x + a2 y and the like for y, in metres.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from adjudicator.events import Rail
from adjudicator.table import TableGeometry
from calibration.arrays import FloatArray, frozen
from calibration.camera import Camera
from calibration.table_calibration import TableCalibration

_PRIOR_SHIFT: Final = 0.002
_PRIOR_SLOPE: Final = 0.002
_LARGEST: Final = 0.012
"""A correction that moves a corner further is none, metres."""

_FEWEST: Final = 8
_OUTLIER: Final = 3.0


@dataclass(frozen=True, slots=True)
class RailTouchSeen:
    """A ball that lay against a rail, or turned there.

    Attributes:
        x: Of its centre as measured, metres.
        y: The same.
        rail: Which rail.
        sigma: Standard deviation across the rail, metres: 0.3 mm for a ball at rest,
            a few millimetres for a rebound.
    """

    x: float
    y: float
    rail: Rail
    sigma: float


@dataclass(frozen=True, slots=True)
class Correction:
    """A small map of the table onto itself.

    Attributes:
        matrix: Acts on (x, y, 1), shape (2, 3).
        touches: How many touches it rests on.
        residual_mm: Root mean square miss of these after the correction.
        largest_mm: By how much it moves the corner that it moves most.
    """

    matrix: FloatArray
    touches: int
    residual_mm: float
    largest_mm: float

    def __post_init__(self) -> None:
        """Freeze the matrix."""
        object.__setattr__(self, "matrix", frozen(self.matrix, (2, 3), "matrix"))


def correction(
    touches: Sequence[RailTouchSeen], table: TableGeometry
) -> Correction | None:
    """Return the correction that touches of rails tell.

    Args:
        touches: Of the present view, any order.
        table: Sizes.

    Returns:
        None while there are too few, or when they tell more than a refinement.
    """
    if len(touches) < _FEWEST:
        return None
    rows, miss, sigma = _equations(touches, table)
    weight: FloatArray = np.ones(len(miss))
    stiff = np.diag(
        np.tile([1 / _PRIOR_SLOPE**2, 1 / _PRIOR_SLOPE**2, 1 / _PRIOR_SHIFT**2], 2)
    )
    values: FloatArray = np.zeros(6)
    for _ in range(8):
        scaled = rows * (weight / sigma**2)[:, None]
        solved = np.linalg.solve(scaled.T @ rows + stiff, scaled.T @ miss)
        values = np.asarray(solved, np.float64)
        away = (miss - rows @ values) / sigma
        weight = np.asarray(1 / (1 + (away / _OUTLIER) ** 2), np.float64)
    after = miss - rows @ values
    good = np.abs(after) < _OUTLIER * sigma
    change = values.reshape(2, 3)
    corners = np.array([[sx, sy, 1.0] for sx in (-1, 1) for sy in (-1, 1)])
    corners[:, 0] *= table.length / 2
    corners[:, 1] *= table.width / 2
    largest = float(np.linalg.norm(corners @ change.T, axis=1).max())
    if largest > _LARGEST or good.sum() < _FEWEST:
        return None
    matrix = change + np.array([[1.0, 0, 0], [0, 1.0, 0]])
    rms = float(np.sqrt((after[good] ** 2).mean()))
    return Correction(matrix, int(good.sum()), 1000 * rms, 1000 * largest)


def refined(calibration: TableCalibration, found: Correction) -> TableCalibration:
    """Return the calibration with a correction built in.

    The planes of all heights are corrected alike: the correction is a millimetre.
    """
    whole = np.eye(3)
    whole[:2] = found.matrix
    table_from_corrected = np.linalg.inv(whole)
    projection = np.array(calibration.camera.projection)
    flat = projection[:, [0, 1, 3]] @ table_from_corrected
    projection[:, [0, 1, 3]] = flat
    camera = Camera(projection, calibration.camera.lens, calibration.camera.focal_px)
    return replace(calibration, camera=camera)


def ball_size_error(
    radius_px: FloatArray, xy: FloatArray, calibration: TableCalibration
) -> float | None:
    """Return by which share balls are seen larger than the map says, or None.

    A constant share is how the edge of a ball is measured, or another set of balls; a
    share that changes over months or suddenly is a map that does not fit any more.

    Args:
        radius_px: Measured radii of still balls, pixels, (n,).
        xy: Their places, metres, (n, 2).
        calibration: Of the view.
    """
    if len(radius_px) < _FEWEST:
        return None
    return float(np.median(radius_px / calibration.radius_px(xy)) - 1)


def _equations(
    touches: Sequence[RailTouchSeen], table: TableGeometry
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return rows, by how much each touch misses its rail, and deviations."""
    along = {Rail.HEAD: (0, -1.0), Rail.FOOT: (0, 1.0)}
    along |= {Rail.LEFT: (1, 1.0), Rail.RIGHT: (1, -1.0)}
    halves = (table.length / 2 - table.ball_radius, table.width / 2 - table.ball_radius)
    rows = np.zeros((len(touches), 6))
    miss = np.zeros(len(touches))
    for index, touch in enumerate(touches):
        axis, sign = along[touch.rail]
        rows[index, 3 * axis : 3 * axis + 3] = (touch.x, touch.y, 1.0)
        miss[index] = sign * halves[axis] - (touch.x, touch.y)[axis]
    return rows, miss, np.array([touch.sigma for touch in touches])
