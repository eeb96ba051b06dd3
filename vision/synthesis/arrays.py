"""Arrays of the one type that the renderer computes with, whatever made them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def floats32(values: Any) -> NDArray[np.float32]:
    """Return values as single-precision numbers, without a copy if they are."""
    return np.asarray(values, dtype=np.float32)


def floats64(values: Any) -> NDArray[np.float64]:
    """Return values as double-precision numbers, without a copy if they are."""
    return np.asarray(values, dtype=np.float64)


def bytes8(values: Any) -> NDArray[np.uint8]:
    """Return values as bytes, without a copy if they are."""
    return np.asarray(values, dtype=np.uint8)
