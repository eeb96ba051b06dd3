"""Radial distortion of a lens.

Source: Brown (1971), Close-range camera calibration: only the radial terms, with the
radius in units of half the picture's diagonal, so that a number means the same for
every resolution and needs no focal length.
"""

import math
from dataclasses import dataclass

import numpy as np

from calibration.arrays import FloatArray
from calibration.errors import CalibrationFitError

_STEPS = 6


@dataclass(frozen=True, slots=True)
class Lens:
    """What the glass does to a straight picture.

    Attributes:
        center: Of the distortion, pixels (u, v).
        unit_px: Half the diagonal of the picture, pixels.
        k1: Of r squared; negative for a barrel.
        k2: Of r to the fourth.
    """

    center: tuple[float, float]
    unit_px: float
    k1: float = 0.0
    k2: float = 0.0

    def __post_init__(self) -> None:
        """Refuse a lens that folds the picture over itself."""
        if not self.unit_px > 0:
            raise CalibrationFitError(f"unit_px must be positive, got {self.unit_px}")
        if 1 + 3 * self.k1 + 5 * self.k2 <= 0:
            raise CalibrationFitError(
                f"k1 {self.k1:.3f} and k2 {self.k2:.3f} fold the picture over itself"
            )

    @classmethod
    def straight(
        cls, image_size: tuple[int, int], k1: float = 0.0, k2: float = 0.0
    ) -> "Lens":
        """Return the lens centred in a picture of (width, height) pixels."""
        width, height = image_size
        center = ((width - 1) / 2, (height - 1) / 2)
        return cls(center, math.hypot(width, height) / 2, k1, k2)

    def distort(self, uv: FloatArray) -> FloatArray:
        """Move points (n, 2) of the straight picture to the real one."""
        offset = (uv - self.center) / self.unit_px
        square = (offset**2).sum(axis=-1, keepdims=True)
        factor = 1 + self.k1 * square + self.k2 * square**2
        return np.asarray(self.center + offset * factor * self.unit_px)

    def straighten(self, uv: FloatArray) -> FloatArray:
        """Move points (n, 2) of the real picture to the straight one."""
        if self.k1 == 0 and self.k2 == 0:
            return np.array(uv, dtype=np.float64)
        offset = (np.asarray(uv, dtype=np.float64) - self.center) / self.unit_px
        real = np.hypot(offset[..., 0], offset[..., 1])
        radius = np.minimum(real, 2.0)
        for _ in range(_STEPS):
            square = radius * radius
            value = radius * (1 + square * (self.k1 + self.k2 * square)) - real
            slope = 1 + square * (3 * self.k1 + 5 * self.k2 * square)
            radius = np.minimum(np.abs(radius - value / np.maximum(slope, 0.05)), 2.0)
        ratio = np.where(real > 0, radius / np.maximum(real, 1e-12), 1.0)
        return np.asarray(self.center + offset * ratio[..., None] * self.unit_px)

    def jacobian(self, uv: FloatArray) -> FloatArray:
        """Return the derivative of `distort` at points of the straight picture.

        Returns:
            Shape (n, 2, 2).
        """
        offset = (uv - self.center) / self.unit_px
        square = (offset**2).sum(axis=-1)
        factor = 1 + self.k1 * square + self.k2 * square**2
        slope = 2 * self.k1 + 4 * self.k2 * square
        outer = offset[:, :, None] * offset[:, None, :]
        return np.asarray(
            factor[:, None, None] * np.eye(2) + slope[:, None, None] * outer
        )
