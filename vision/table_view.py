"""Where the table is in the picture, as far as what covers it needs to know."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.errors import InvalidOcclusionError

FloatArray = NDArray[np.float64]

_WIDTH: Final = 480
"""Longer side of the small picture, pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class TableView:
    """Where the table is in the picture, as far as occluders need it.

    Attributes:
        region_px: u0, v0, u1, v1 of the part that holds bed and pockets.
        beds_uv: Outlines of the playing surface, on the cloth and at the height of
            the balls' centres, pixels, shape (m, 2) each.
        pockets_uv: Centres of the pockets, pixels, shape (p, 2).
        pocket_px: Radius of each pocket, pixels, shape (p,).
        ball_px: Radius of a ball in the middle of the table, pixels.
        metre_px: Pixels a metre in the middle of the table.
    """

    region_px: tuple[int, int, int, int]
    beds_uv: tuple[FloatArray, ...]
    pockets_uv: FloatArray
    pocket_px: FloatArray
    ball_px: float
    metre_px: float

    def __post_init__(self) -> None:
        """Refuse a view without an area.

        Raises:
            InvalidOcclusionError: The region or a ball has no size.
        """
        u0, v0, u1, v1 = self.region_px
        if u1 - u0 < 8 or v1 - v0 < 8 or self.ball_px <= 0 or self.metre_px <= 0:
            raise InvalidOcclusionError(
                f"region {self.region_px} with balls of {self.ball_px} px: expected "
                "at least 8 pixels each way and balls of some size"
            )

    @property
    def scale(self) -> float:
        """Pixels of the picture a pixel of the small one."""
        u0, v0, u1, v1 = self.region_px
        return max(1.0, max(u1 - u0, v1 - v0) / _WIDTH)

    def small(self, uv: FloatArray) -> FloatArray:
        """Return places of the picture in the small one, pixel centres whole."""
        corner = np.array(self.region_px[:2])
        return np.asarray((uv + 0.5 - corner) / self.scale - 0.5)

    def whole(self, small: NDArray[np.float64] | NDArray[np.int64]) -> FloatArray:
        """Return places of the small picture in the whole one."""
        corner = np.array(self.region_px[:2])
        return np.asarray((small + 0.5) * self.scale + corner - 0.5)
