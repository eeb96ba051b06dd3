"""Find the table in pictures of one camera, without help.

The median over the pictures removes players and moving balls. The cloth's outline
gives a first rectangle, the noses inside it the exact one, and the pockets confirm
that it is a table.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from adjudicator.table import TABLES, TableGeometry, TableKind
from calibration.arrays import Image
from calibration.cloth import WORK_WIDTH, cloth_mask
from calibration.errors import TableNotFoundError
from calibration.lens import Lens
from calibration.noses import Noses, find_noses
from calibration.outline import outline
from calibration.pockets import PocketCheck, check_pockets
from calibration.rectangle import SeenRectangle
from calibration.table_calibration import (
    HeadEnd,
    TableCalibration,
    calibration_from_corners,
)
from calibration.view import median_picture

_FEWEST_POCKETS = 4
_FEWEST_CUSHIONS = 0.6


def find_table(
    images_bgr: Sequence[Image],
    *,
    table: TableGeometry | None = None,
    head_end: HeadEnd | None = None,
) -> TableCalibration:
    """Return the calibration of the table that the pictures show.

    Args:
        images_bgr: Pictures of one size from one camera, spread over time; one is
            enough, about fifteen remove the players. If the camera moves, the
            result is that of the first picture.
        table: Its sizes; None takes a nine-foot pool table (the sizes can be changed
            later with `TableCalibration.with_table`).
        head_end: Side of the picture with the head rail; None guesses and says so.

    Raises:
        TableCutOffError: A part of the table is outside the picture.
        TableNotFoundError: There is no table, or not a whole one.
        CalibrationFitError: `head_end` names a side with a long rail.
    """
    picture = median_picture(images_bgr)
    noses = find_noses(picture, _outline_in(picture))
    pockets = check_pockets(picture, noses.seen, noses.cushion)
    if pockets.count < _FEWEST_POCKETS or pockets.cushions < _FEWEST_CUSHIONS:
        raise TableNotFoundError(
            f"no table found: the rectangle in view has {pockets.count} of six pockets "
            f"and looks like cushion on {pockets.cushions:.0%} of its edge"
        )
    height, width = picture.shape[:2]
    return calibration_from_corners(
        noses.seen.corners,
        lens=noses.seen.lens,
        table=table or TABLES[TableKind.POOL_9FT],
        image_size=(width, height),
        head_end=head_end,
        residual_px=noses.seen.residual_px,
        confidence=_confidence(noses, pockets, width),
        cushion=noses.cushion,
    )


def _outline_in(picture: Image) -> SeenRectangle:
    """Return the outline of the cloth in pixels of the full picture."""
    height, width = picture.shape[:2]
    small_size = (WORK_WIDTH, max(1, round(height * WORK_WIDTH / width)))
    small = cv2.resize(picture, small_size, interpolation=cv2.INTER_AREA)
    found = outline(cloth_mask(np.asarray(small, dtype=np.uint8)))
    scale = np.array([width / small_size[0], height / small_size[1]])
    corners = (found.corners + 0.5) * scale - 0.5
    return SeenRectangle(
        corners,
        Lens.straight((width, height), found.lens.k1),
        found.residual_px * float(scale[0]),
        found.used,
    )


def _confidence(noses: Noses, pockets: PocketCheck, width: int) -> float:
    """Return how sure the map is, from what was measured."""
    at_720p = noses.seen.residual_px * 1280 / width
    fit = float(np.exp(-((at_720p / 2.0) ** 2)))
    edges = min(1.0, float(noses.strength.min()) / 0.5)
    seen = min(1.0, noses.seen.used / 0.8) * pockets.cushions**0.5
    return float(np.clip(fit * edges * seen * pockets.count / 6, 0.0, 1.0))
