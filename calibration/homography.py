"""Maps between two planes, estimated from pairs of points.

Source: Hartley and Zisserman, Multiple View Geometry (2004), ch. 4: the normalised
direct linear transform, then Levenberg-Marquardt on the transfer error.
"""

import numpy as np
import numpy.typing as npt
from scipy.optimize import least_squares

from calibration.arrays import FloatArray, points
from calibration.errors import CalibrationFitError

_DEGENERATE = 1e-9


def fit(
    source: npt.ArrayLike, target: npt.ArrayLike, *, refine: bool = True
) -> FloatArray:
    """Return the homography that takes source points to target points.

    Args:
        source: At least four points, shape (n, 2), no three of any four on a line.
        target: Their images, shape (n, 2).
        refine: Minimise the distances in the target plane as the last step.

    Returns:
        Matrix of shape (3, 3) with a last element of 1.

    Raises:
        CalibrationFitError: Too few points, or points on one line.
    """
    a, b = points(source, "source"), points(target, "target")
    if len(a) != len(b) or len(a) < 4:
        raise CalibrationFitError(
            f"a homography needs four or more pairs, got {len(a)} and {len(b)} points"
        )
    matrix = _direct(a, b)
    if refine and len(a) > 4:
        matrix = _refined(matrix, a, b)
    return matrix


def apply(matrix: FloatArray, source: npt.ArrayLike) -> FloatArray:
    """Map points of shape (n, 2) by a homography of shape (3, 3)."""
    a = points(source, "points")
    mapped = a @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(mapped[:, :2] / mapped[:, 2:], dtype=np.float64)


def invert(matrix: FloatArray) -> FloatArray:
    """Return the homography back, with a last element of 1.

    Raises:
        CalibrationFitError: The matrix maps the plane to a line.
    """
    if abs(np.linalg.det(matrix)) < _DEGENERATE * np.abs(matrix).max() ** 3 * 1e-6:
        raise CalibrationFitError("the homography cannot be inverted: points in line")
    inverse = np.linalg.inv(matrix)
    return np.asarray(inverse / inverse[2, 2], dtype=np.float64)


def jacobian(matrix: FloatArray, source: npt.ArrayLike) -> FloatArray:
    """Return the derivative of the map at points: shape (n, 2, 2)."""
    a = points(source, "points")
    mapped = a @ matrix[:, :2].T + matrix[:, 2]
    w = mapped[:, 2][:, None, None]
    numerator = matrix[None, :2, :2] * w - mapped[:, :2, None] * matrix[None, 2:, :2]
    return np.asarray(numerator / w**2, dtype=np.float64)


def _direct(a: FloatArray, b: FloatArray) -> FloatArray:
    norm_a, norm_b = _normaliser(a), _normaliser(b)
    p, q = apply(norm_a, a), apply(norm_b, b)
    zero, one = np.zeros(len(p)), np.ones(len(p))
    x, y, u, v = p[:, 0], p[:, 1], q[:, 0], q[:, 1]
    rows = np.vstack(
        (
            np.column_stack((-x, -y, -one, zero, zero, zero, u * x, u * y, u)),
            np.column_stack((zero, zero, zero, -x, -y, -one, v * x, v * y, v)),
        )
    )
    _, singular, vectors = np.linalg.svd(rows)
    if singular[7] < _DEGENERATE * singular[0]:
        raise CalibrationFitError("the points lie on a line: choose four corners")
    matrix = np.linalg.inv(norm_b) @ vectors[-1].reshape(3, 3) @ norm_a
    if abs(matrix[2, 2]) < _DEGENERATE * np.abs(matrix).max():
        raise CalibrationFitError("the map sends its origin to infinity")
    return np.asarray(matrix / matrix[2, 2], dtype=np.float64)


def _normaliser(a: FloatArray) -> FloatArray:
    center = a.mean(axis=0)
    spread = float(np.sqrt(((a - center) ** 2).sum(axis=1)).mean())
    if spread == 0:
        raise CalibrationFitError("all points are the same point")
    scale = np.sqrt(2) / spread
    return np.array(
        [[scale, 0, -scale * center[0]], [0, scale, -scale * center[1]], [0, 0, 1]]
    )


def _refined(matrix: FloatArray, a: FloatArray, b: FloatArray) -> FloatArray:
    norm_a, norm_b = _normaliser(a), _normaliser(b)
    p, q = apply(norm_a, a), apply(norm_b, b)
    start = norm_b @ matrix @ np.linalg.inv(norm_a)
    start /= start[2, 2]

    def residual(values: FloatArray) -> FloatArray:
        return (apply(np.append(values, 1.0).reshape(3, 3), p) - q).ravel()

    found = least_squares(residual, start.ravel()[:8], method="lm")
    best = np.append(found.x, 1.0).reshape(3, 3)
    best = np.linalg.inv(norm_b) @ best @ norm_a
    return np.asarray(best / best[2, 2], dtype=np.float64)
