"""Array types and small linear algebra that every step of tracking shares."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

FloatArray: TypeAlias = NDArray[np.floating[Any]]
BoolArray: TypeAlias = NDArray[np.bool_]
IntArray: TypeAlias = NDArray[np.int64]


def quadratic_form(residual: FloatArray, covariance: FloatArray) -> FloatArray:
    """Return r' C^-1 r for residuals (..., k) and covariances (..., k, k)."""
    solved = np.linalg.solve(covariance, residual[..., None])[..., 0]
    return np.asarray(np.sum(residual * solved, axis=-1))


def spread(values: FloatArray) -> float:
    """Return a standard deviation that a few outliers do not move (from the MAD)."""
    if len(values) == 0:
        return 0.0
    return float(1.4826 * np.median(np.abs(values - np.median(values))))
