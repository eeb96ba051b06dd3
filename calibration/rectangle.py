"""A rectangle seen through a camera: four corners and a bent lens, fitted to edges.

Sides are numbered like the corners: side i runs from corner i to corner i + 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import least_squares

from calibration.arrays import FloatArray, frozen
from calibration.errors import CalibrationFitError
from calibration.lens import Lens

_LENS_SPREAD = 0.06
_MINIMUM_POINTS = 8


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
    weights = [np.full(len(side), len(side) ** -0.5) for side in edge_points]
    weight = np.concatenate(weights) * np.sqrt(sum(map(len, edge_points)) / 4)

    def residual(values: FloatArray) -> FloatArray:
        lens = _with_k1(start.lens, float(values[8]) if bend else start.lens.k1)
        prior = (values[8] - 0.0) / _LENS_SPREAD if bend else 0.0
        distance = _distances(edge_points, values[:8].reshape(4, 2), lens)
        return np.append(distance / scale_px * weight, prior)

    first = np.append(start.corners.ravel(), start.lens.k1)
    found = least_squares(
        residual,
        first,
        loss="soft_l1",
        x_scale=np.append(np.ones(8), 0.01),
        max_nfev=60,
    )
    lens = _with_k1(start.lens, float(found.x[8]) if bend else start.lens.k1)
    corners = found.x[:8].reshape(4, 2)
    distance = np.abs(_distances(edge_points, corners, lens))
    limit = 3 * max(1.4826 * float(np.median(distance)), 0.15)
    good = distance < limit
    rms = float(np.sqrt((distance[good] ** 2).mean()))
    return SeenRectangle(corners, lens, rms, float(good.mean()))


def _with_k1(lens: Lens, k1: float) -> Lens:
    return Lens(lens.center, lens.unit_px, max(-0.3, min(0.3, k1)), lens.k2)


def _distances(
    edge_points: Sequence[FloatArray], corners: FloatArray, lens: Lens
) -> FloatArray:
    """Signed distances of all points to their sides, in the straight picture."""
    out = []
    for index, side in enumerate(edge_points):
        a, b = corners[index], corners[(index + 1) % 4]
        along = (b - a) / max(float(np.linalg.norm(b - a)), 1e-9)
        offset = lens.straighten(side) - a
        out.append(offset[:, 0] * along[1] - offset[:, 1] * along[0])
    return np.concatenate(out)
