"""The fallback: a person shows the four corners."""

import numpy.typing as npt

from adjudicator.table import TableGeometry
from calibration.arrays import points
from calibration.errors import CalibrationFitError
from calibration.lens import Lens
from calibration.table_calibration import (
    HeadEnd,
    TableCalibration,
    calibration_from_corners,
)

_CONFIDENCE = 0.9
_HAND_PX = 1.5


def calibrate_from_corners(
    corners_uv: npt.ArrayLike,
    image_size: tuple[int, int],
    table: TableGeometry,
    head_end: HeadEnd | None = None,
) -> TableCalibration:
    """Return the calibration of a table whose corners a person has shown.

    Args:
        corners_uv: Where the nose lines meet, pixels, any order, shape (4, 2).
        image_size: Width and height of the picture, pixels.
        table: Sizes of the table.
        head_end: Side of the picture with the head rail; None guesses.

    Raises:
        CalibrationFitError: Not four corners, or three of them on a line.
    """
    corners = points(corners_uv, "corners_uv")
    if len(corners) != 4:
        raise CalibrationFitError(f"four corners are needed, got {len(corners)}")
    return calibration_from_corners(
        corners,
        lens=Lens.straight(image_size),
        table=table,
        image_size=image_size,
        head_end=head_end,
        residual_px=_HAND_PX,
        confidence=_CONFIDENCE,
    )
