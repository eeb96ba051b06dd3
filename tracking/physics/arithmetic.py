"""The few functions that laws of physics need, for single numbers and for arrays.

A law that is written with them serves both: one number after another where little is
computed, which Python does fastest with its own floats, and whole arrays elsewhere.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import numpy as np

from tracking.arrays import FloatArray

Number = TypeVar("Number", float, FloatArray)
"""A float, or an array of them."""


@dataclass(frozen=True, slots=True)
class Arithmetic(Generic[Number]):
    """Functions of numbers.

    Attributes:
        sqrt: Square root.
        exp: Exponential.
        size: Absolute value.
        least: The smaller one of two.
        most: The larger one of two.
    """

    sqrt: Callable[[Number], Number]
    exp: Callable[[Number], Number]
    size: Callable[[Number], Number]
    least: Callable[[Number, Number | float], Number]
    most: Callable[[Number, Number | float], Number]


FLOATS: Final[Arithmetic[float]] = Arithmetic(math.sqrt, math.exp, abs, min, max)
"""For single numbers."""

ARRAYS: Final[Arithmetic[FloatArray]] = Arithmetic(
    np.sqrt, np.exp, np.abs, np.minimum, np.maximum
)
"""For arrays of one shape."""
