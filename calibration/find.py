"""Find the table in pictures of one camera, without help.

The median over the pictures removes players and moving balls. The cloth's outline
gives a first rectangle, the noses inside it the exact one, and the pockets confirm
that it is a table.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from adjudicator.table import TABLES, TableGeometry, TableKind
from calibration.arrays import Image
from calibration.camera import shape_misfit
from calibration.cloth import WORK_WIDTH, cloth_masks
from calibration.errors import TableCutOffError, TableNotFoundError
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
_SURE = 0.6
_LEAST = 0.1
_GOOD_FIT_PX = 1.2
_GOOD_SHAPE = 0.03
_GOOD_MIDDLE = 0.03


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
    for outlined in _outlines(picture, failures):
        try:
            found = _calibrated(picture, outlined, table, head_end)
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
    outlined: SeenRectangle,
    table: TableGeometry | None,
    head_end: HeadEnd | None,
) -> TableCalibration:
    noses = find_noses(picture, outlined)
    pockets = check_pockets(picture, noses.seen, noses.cushion)
    if pockets.count < _FEWEST_POCKETS or pockets.cushions < _FEWEST_CUSHIONS:
        raise TableNotFoundError(
            f"no table found: the rectangle in view has {pockets.count} of six pockets "
            f"and looks like cushion on {pockets.cushions:.0%} of its edge"
        )
    height, width = picture.shape[:2]
    found = calibration_from_corners(
        noses.seen.corners,
        lens=noses.seen.lens,
        table=table or TABLES[TableKind.POOL_9FT],
        image_size=(width, height),
        head_end=head_end,
        residual_px=noses.seen.residual_px,
        confidence=1.0,
        cushion=noses.cushion,
    )
    return replace(found, confidence=_confidence(found, noses, pockets))


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
    picture: Image, failures: list[TableNotFoundError]
) -> Iterator[SeenRectangle]:
    """Yield outlines of cloth in pixels of the full picture, likeliest first."""
    height, width = picture.shape[:2]
    small_size = (WORK_WIDTH, max(1, round(height * WORK_WIDTH / width)))
    small = cv2.resize(picture, small_size, interpolation=cv2.INTER_AREA)
    scale = np.array([width / small_size[0], height / small_size[1]])
    for mask in cloth_masks(np.asarray(small, dtype=np.uint8)):
        try:
            found = outline(mask)
        except TableNotFoundError as error:
            failures.append(error)
            continue
        yield SeenRectangle(
            (found.corners + 0.5) * scale - 0.5,
            Lens.straight((width, height), found.lens.k1),
            found.residual_px * float(scale[0]),
            found.used,
        )


def _confidence(found: TableCalibration, noses: Noses, pockets: PocketCheck) -> float:
    """Return how sure the map is, from what was measured."""
    at_720p = found.residual_px * 1280 / max(found.image_size)
    fit = math.exp(-((at_720p / _GOOD_FIT_PX) ** 2))
    edges = min(1.0, float(noses.strength.min()) / 0.4)
    seen = min(1.0, noses.seen.used / 0.8) * pockets.cushions**0.5
    plane = found.camera.plane(found.table.nose_height)
    skew = shape_misfit(plane, found.camera.lens, found.camera.focal_px)
    shape = math.exp(-((skew / _GOOD_SHAPE) ** 2))
    off = [abs(value) for value in pockets.off_center if not math.isnan(value)]
    middle = math.exp(-((max(off) / _GOOD_MIDDLE) ** 2)) if off else 0.5
    count = pockets.count / 6
    return float(np.clip(fit * edges * seen * shape * middle * count, 0.0, 1.0))
