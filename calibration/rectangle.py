"""A rectangle seen through a camera: four corners and a bent lens, fitted to edges.

Sides are numbered like the corners: side i runs from corner i to corner i + 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.arrays import FloatArray, frozen
from calibration.errors import CalibrationFitError
from calibration.lens import Lens

_LENS_SPREAD = 0.06
_MINIMUM_POINTS = 8
_MOST_ROUNDS = 25
_DONE_PX = 0.003
_K1_STEP = 1e-4


@dataclass(frozen=True, slots=True)
class SeenRectangle:
    """Four straight sides behind a lens.

    Attributes:
        corners: In the straight picture, clockwise as seen, pixels, shape (4, 2).
        lens: From the straight picture to the real one.
        residual_px: Root mean square distance of the points that were used.
        used: Fraction of the points within three residuals.
    """

    corners: FloatArray
    lens: Lens
    residual_px: float = 0.0
    used: float = 1.0

    def __post_init__(self) -> None:
        """Check and freeze the corners."""
        object.__setattr__(self, "corners", frozen(self.corners, (4, 2), "corners"))

    @property
    def corners_uv(self) -> FloatArray:
        """The corners in the real picture, pixels, shape (4, 2)."""
        return self.lens.distort(self.corners)


def fit_rectangle(
    edge_points: Sequence[FloatArray],
    start: SeenRectangle,
    *,
    scale_px: float = 0.5,
    bend: bool = True,
) -> SeenRectangle:
    """Fit four sides, and the lens if asked, to points on each side.

    Args:
        edge_points: Four arrays (n, 2) of points in the real picture, pixels.
        start: Where to begin; its lens gives centre and unit.
        scale_px: Distance from which a point counts less.
        bend: Whether to fit the lens too.

    Raises:
        CalibrationFitError: A side has fewer than eight points.
    """
    if min(len(side) for side in edge_points) < _MINIMUM_POINTS:
        counts = [len(side) for side in edge_points]
        raise CalibrationFitError(
            f"each side needs {_MINIMUM_POINTS} edge points, found {counts}"
        )
    side = np.repeat(np.arange(4), [len(points) for points in edge_points])
    share = np.concatenate([np.full(len(p), 1 / len(p)) for p in edge_points])
    uv = np.concatenate(edge_points)
    corners, lens = start.corners, start.lens
    for _ in range(_MOST_ROUNDS):
        step = _step(uv, side, share * len(uv) / 4, corners, lens, scale_px, bend=bend)
        corners = corners + step[:8].reshape(4, 2)
        lens = _with_k1(lens, lens.k1 + float(step[8]))
        if np.abs(step[:8]).max() < _DONE_PX:
            break
    distance = np.abs(_offsets(lens.straighten(uv), side, corners)[0])
    limit = 3 * max(1.4826 * float(np.median(distance)), 0.15)
    good = distance < limit
    rms = float(np.sqrt((distance[good] ** 2).mean()))
    return SeenRectangle(corners, lens, rms, float(good.mean()))


def _step(
    uv: FloatArray,
    side: npt.NDArray[np.intp],
    weight: FloatArray,
    corners: FloatArray,
    lens: Lens,
    scale_px: float,
    *,
    bend: bool,
) -> FloatArray:
    """Return one Gauss-Newton step of the eight corner coordinates and k1.

    Far points count less, as under a soft L1 loss (reweighted least squares).
    """
    straight = lens.straighten(uv)
    distance, normal, along = _offsets(straight, side, corners)
    rows = np.zeros((len(uv), 9))
    index = np.arange(len(uv))
    following = (side + 1) % 4
    for axis in range(2):
        rows[index, 2 * side + axis] = -(1 - along) * normal[:, axis]
        rows[index, 2 * following + axis] = -along * normal[:, axis]
    if bend:
        bent = _with_k1(lens, lens.k1 + _K1_STEP).straighten(uv) - straight
        rows[:, 8] = (bent * normal).sum(axis=1) / _K1_STEP
    robust = weight / np.sqrt(1 + (distance / scale_px) ** 2) / scale_px**2
    normal_matrix = rows.T @ (rows * robust[:, None]) + 1e-9 * np.eye(9)
    gradient = rows.T @ (robust * distance)
    normal_matrix[8, 8] += 1 / _LENS_SPREAD**2
    gradient[8] += lens.k1 / _LENS_SPREAD**2 if bend else 0.0
    return np.asarray(-np.linalg.solve(normal_matrix, gradient))


def _with_k1(lens: Lens, k1: float) -> Lens:
    return Lens(lens.center, lens.unit_px, max(-0.3, min(0.3, k1)), lens.k2)


def _offsets(
    straight: FloatArray, side: npt.NDArray[np.intp], corners: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return distance, normal and place (0..1) of points relative to their sides."""
    a = corners[side]
    edge = np.roll(corners, -1, axis=0)[side] - a
    length = np.maximum(np.hypot(edge[:, 0], edge[:, 1]), 1e-9)
    unit = edge / length[:, None]
    normal = np.column_stack((unit[:, 1], -unit[:, 0]))
    offset = straight - a
    distance = (offset * normal).sum(axis=1)
    along = (offset * unit).sum(axis=1) / length
    return distance, normal, along
