"""Arrays of points, checked once and then read-only."""

import numpy as np
import numpy.typing as npt

from calibration.errors import CalibrationFitError

FloatArray = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]


def points(values: npt.ArrayLike, name: str, columns: int = 2) -> FloatArray:
    """Return `values` as finite points of shape (n, columns).

    Raises:
        CalibrationFitError: Another shape, or a value that is not finite.
    """
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 2 or array.shape[1] != columns:
        raise CalibrationFitError(
            f"{name} must have shape (n, {columns}), got {array.shape}"
        )
    if not np.isfinite(array).all():
        raise CalibrationFitError(f"{name} holds values that are not finite")
    return array


def frozen(values: npt.ArrayLike, shape: tuple[int, ...], name: str) -> FloatArray:
    """Return a read-only copy of `values`, which must have this shape.

    Raises:
        CalibrationFitError: Another shape, or a value that is not finite.
    """
    array = np.array(values, dtype=np.float64)
    if array.shape != shape or not np.isfinite(array).all():
        raise CalibrationFitError(
            f"{name} must be finite and of shape {shape}, got shape {array.shape}"
        )
    array.flags.writeable = False
    return array
