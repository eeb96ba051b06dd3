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
from calibration.confidence import advice, weigh
from calibration.errors import (
    TableCutOffError,
    TableNotFoundError,
    UncertainTableError,
)
from calibration.lens_images import MeasuredLens
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

TRUSTED = 0.55
"""Confidence below which a table is refused: measured in docs/accuracy.md."""

_CLOSINGS = ((7, 0), (17, 9))
_FEWEST_POCKETS = 4
_ALL_SIDES = 4
_FEWEST_CUSHIONS = 0.6
_SURE = 0.75
_RANK = 0.75
"""How much less likely each further width of the cushions is."""


def find_table(
    images_bgr: Sequence[Image],
    *,
    table: TableGeometry | None = None,
    head_end: HeadEnd | None = None,
    measured: MeasuredLens | None = None,
) -> TableCalibration:
    """Return the calibration of the table that the pictures show.

    Args:
        images_bgr: Pictures of one size from one camera, spread over time; one is
            enough, about fifteen remove the players. If the camera moves, the
            result is that of the first picture.
        table: Its sizes; None takes a nine-foot pool table (the sizes can be changed
            later with `TableCalibration.with_table`).
        head_end: Side of the picture with the head rail; None guesses and says so.
        measured: The camera's lens, where it was measured with a board.

    Raises:
        TableCutOffError: A part of the table is outside the picture.
        TableNotFoundError: There is no table, or not a whole one.
        CalibrationFitError: `head_end` names a side with a long rail.
    """
    picture = median_picture(images_bgr)
    best: TableCalibration | None = None
    failures: list[TableNotFoundError] = []
    wanted = table or TABLES[TableKind.POOL_9FT]
    for outlined in _outlines(
        picture, wanted.length / wanted.width, failures, measured
    ):
        try:
            found = _calibrated(picture, outlined, wanted, head_end)
        except TableNotFoundError as error:
            failures.append(error)
            continue
        if best is None or found.confidence > best.confidence:
            best = found
        if best.confidence >= _SURE:
            break
    if best is None:
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
    for rank, noses in enumerate(find_noses(picture, outlined)):
        pockets = check_pockets(picture, noses.seen, noses.cushion)
        evidence = weigh(noses, pockets, table.width)
        weighed.append((evidence.confidence * _RANK**rank, evidence, noses, pockets))
        if evidence.confidence * _RANK**rank >= _RANK ** (rank + 1):
            break  # no further one can be likelier
    _, evidence, noses, pockets = max(weighed, key=lambda item: item[0])
    if pockets.count < _FEWEST_POCKETS or pockets.cushions < _FEWEST_CUSHIONS:
        raise TableNotFoundError(
            f"no table found: the rectangle in view has {pockets.count} of six pockets "
            f"and looks like cushion on {pockets.cushions:.0%} of its edge"
        )
    if evidence.confidence < TRUSTED:
        raise UncertainTableError(evidence.confidence, advice(evidence))
    height, width = picture.shape[:2]
    return calibration_from_corners(
        noses.seen.corners,
        lens=noses.seen.lens,
        table=table,
        image_size=(width, height),
        head_end=head_end,
        residual_px=noses.seen.residual_px,
        confidence=evidence.confidence,
        cushion=noses.cushion,
        focal_px=noses.pose.focal,
    )


def _why_not(failures: list[TableNotFoundError]) -> TableNotFoundError:
    """Return the failure that helps most: the surest table, then one cut off."""
    uncertain = [each for each in failures if isinstance(each, UncertainTableError)]
    if uncertain:
        return max(uncertain, key=lambda each: each.confidence)
    cut = [each for each in failures if isinstance(each, TableCutOffError)]
    at_some_sides = [each for each in cut if len(each.sides) < _ALL_SIDES]
    others = [each for each in failures if each not in cut]
    for failure in (*at_some_sides, *others):
        return failure
    return TableNotFoundError(
        "no table found: nothing in the picture has the shape of a whole table; move "
        "the camera or zoom out until all six pockets are in view"
    )


def _outlines(
    picture: Image,
    aspect: float,
    failures: list[TableNotFoundError],
    measured: MeasuredLens | None = None,
) -> Iterator[Pose]:
    """Yield poses that fit outlines of cloth, the likeliest cloth first."""
    height, width = picture.shape[:2]
    small_size = (WORK_WIDTH, max(1, round(height * WORK_WIDTH / width)))
    small = cv2.resize(picture, small_size, interpolation=cv2.INTER_AREA)
    for closing, bridge in _CLOSINGS:
        for mask in cloth_masks(np.asarray(small, dtype=np.uint8), bridge=bridge):
            try:
                yield outline(mask, (width, height), aspect, closing, measured)
            except TableNotFoundError as error:
                failures.append(error)
