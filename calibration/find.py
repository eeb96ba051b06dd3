"""Find the table in pictures of one camera, without help.

The median over the pictures removes players and moving balls. The cloth's outline
gives a first rectangle, the noses inside it the exact one, and the pockets confirm
that it is a table.
"""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from adjudicator.table import TABLES, TableGeometry, TableKind
from calibration.arrays import Image
from calibration.cloth import WORK_WIDTH, cloth_masks
from calibration.confidence import weigh
from calibration.errors import TableCutOffError, TableNotFoundError
from calibration.noses import find_noses
from calibration.outline import outline
from calibration.pockets import check_pockets
from calibration.pose import Pose
from calibration.table_calibration import (
    HeadEnd,
    TableCalibration,
    calibration_from_corners,
)
from calibration.view import median_picture

_CLOSINGS = (7, 17)
_FEWEST_POCKETS = 4
_FEWEST_CUSHIONS = 0.6
_SURE = 0.6
_LEAST = 0.1


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
    best: TableCalibration | None = None
    failures: list[TableNotFoundError] = []
    wanted = table or TABLES[TableKind.POOL_9FT]
    for outlined in _outlines(picture, wanted.length / wanted.width, failures):
        try:
            found = _calibrated(picture, outlined, wanted, head_end)
        except TableNotFoundError as error:
            failures.append(error)
            continue
        if best is None or found.confidence > best.confidence:
            best = found
        if best.confidence >= _SURE:
            break
    if best is None or best.confidence < _LEAST:
        raise _why_not(failures)
    return best


def _calibrated(
    picture: Image,
    outlined: Pose,
    table: TableGeometry,
    head_end: HeadEnd | None,
) -> TableCalibration:
    """Return the likeliest table at an outline."""
    weighed = []
    for noses in find_noses(picture, outlined):
        pockets = check_pockets(picture, noses.seen, noses.cushion)
        confidence = weigh(noses, pockets, table.width).confidence
        weighed.append((confidence, noses, pockets))
    confidence, noses, pockets = max(weighed, key=lambda item: item[0])
    if pockets.count < _FEWEST_POCKETS or pockets.cushions < _FEWEST_CUSHIONS:
        raise TableNotFoundError(
            f"no table found: the rectangle in view has {pockets.count} of six pockets "
            f"and looks like cushion on {pockets.cushions:.0%} of its edge"
        )
    height, width = picture.shape[:2]
    return calibration_from_corners(
        noses.seen.corners,
        lens=noses.seen.lens,
        table=table,
        image_size=(width, height),
        head_end=head_end,
        residual_px=noses.seen.residual_px,
        confidence=confidence,
        cushion=noses.cushion,
        focal_px=noses.pose.focal,
    )


def _why_not(failures: list[TableNotFoundError]) -> TableNotFoundError:
    """Return the failure that helps most: a table cut off, else the first one."""
    for failure in failures:
        if isinstance(failure, TableCutOffError) and len(failure.sides) < 4:
            return failure
    if failures:
        return failures[0]
    return TableNotFoundError(
        "no table found: what looks like one does not fit a table's shape; give a "
        "clearer picture or show the corners by hand"
    )


def _outlines(
    picture: Image, aspect: float, failures: list[TableNotFoundError]
) -> Iterator[Pose]:
    """Yield poses that fit outlines of cloth, the likeliest cloth first."""
    height, width = picture.shape[:2]
    small_size = (WORK_WIDTH, max(1, round(height * WORK_WIDTH / width)))
    small = cv2.resize(picture, small_size, interpolation=cv2.INTER_AREA)
    masks = list(cloth_masks(np.asarray(small, dtype=np.uint8)))
    for closing in _CLOSINGS:
        for mask in masks:
            try:
                yield outline(mask, (width, height), aspect, closing)
            except TableNotFoundError as error:
                failures.append(error)
