"""Find the table in pictures of one camera, without help.

The median over the pictures removes players and moving balls; where it leaves doubt, a
single picture has to show the table in the same place. A network says where the
table is, two others where its noses lie and where its cushions end; the pockets confirm
that it is a table. Where this leaves doubt, outlines of cloth are followed too.
"""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import cv2
import numpy as np

from adjudicator.table import TABLES, TableGeometry, TableKind
from calibration.arrays import FloatArray, Image
from calibration.cloth import WORK_WIDTH, cloth_masks
from calibration.confidence import advice, model
from calibration.errors import (
    CalibrationFitError,
    TableCutOffError,
    TableNotFoundError,
    UncertainTableError,
)
from calibration.evidence import Evidence, gathered
from calibration.lens_images import MeasuredLens
from calibration.locating import Reading, locate, pockets_near, read_picture
from calibration.noses import Noses, noses_near
from calibration.outline import outline
from calibration.pockets import check_pockets
from calibration.pose import Pose
from calibration.rail_reading import SCALE_PX
from calibration.rails import agreement, follow_rails
from calibration.second_look import is_contradicted, spread_out
from calibration.surface import seen_by_network
from calibration.table_calibration import (
    HeadEnd,
    TableCalibration,
    calibration_from_corners,
)
from calibration.view import median_picture, pictures_of_one_view

_LOG = logging.getLogger(__name__)

_CLOSINGS = ((7, 0), (17, 9))
_FEWEST_POCKETS = 4
_ALL_SIDES = 4
_FEWEST_CUSHIONS = 0.6
_SURELY_THERE = 0.8
"""Overlap with the surface that the network sees which stands for hidden cushions."""

_CORNER_SEEN = 0.4
"""Probability at the second worst corner that stands for pockets in at least three."""

_POCKETS_HEARD = 10.0
"""Weight of the corner pockets, in squares of a cell, before the rails are followed."""

_OUTLINES = 3
"""Outlines of cloth that are tried where the network is not sure."""

_SMALLEST_PX = 32.0
"""No map of use is made of a table whose rails are shorter in the picture."""

_BEYOND_DOUBT = 0.9
"""Confidence from which no second look is needed."""

_ELSEWHERE = (
    "single pictures show the table elsewhere than all of them together: clear people "
    "and things from the rails"
)
_OUTSIDE_PX = 2.0
_POSSIBLE = 0.1
"""Confidence below which what was found says nothing about why it is none."""


@dataclass(frozen=True)
class _View:
    """A picture, and what the network that locates tables says of it."""

    picture: Image
    reading: Reading


@dataclass(frozen=True)
class Candidate:
    """What may be the table.

    Attributes:
        noses: As measured.
        evidence: What speaks for them.
    """

    noses: Noses
    evidence: Evidence

    @property
    def confidence(self) -> float:
        """Probability that the map is right, 0..1."""
        return model().confidence(self.evidence)


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
    wanted = table or TABLES[TableKind.POOL_9FT]
    best = likeliest(picture, wanted, measured)
    if best.confidence < model().trusted:
        raise UncertainTableError(best.confidence, advice(best.evidence))
    if best.confidence < _BEYOND_DOUBT:
        looks = _single_looks(images_bgr, wanted, measured)
        if is_contradicted(best.noses.pose, looks):
            raise UncertainTableError(best.confidence, _ELSEWHERE)
    return _calibration(picture, best, wanted, head_end)


def _single_looks(
    images_bgr: Sequence[Image], table: TableGeometry, measured: MeasuredLens | None
) -> Iterator[Pose]:
    """Yield where single pictures of a recording show the table, if they do."""
    for image in spread_out(pictures_of_one_view(images_bgr)):
        try:
            seen = likeliest(image, table, measured)
        except (TableNotFoundError, CalibrationFitError) as error:
            _LOG.debug("a single picture shows no table: %s", error)
            continue
        if seen.confidence >= _POSSIBLE:
            yield seen.noses.pose


def likeliest(
    picture: Image, table: TableGeometry, measured: MeasuredLens | None = None
) -> Candidate:
    """Return what is likeliest the table, however unlikely that is.

    Args:
        picture: Without people, if that can be had.
        table: Its sizes.
        measured: The camera's lens, where it was measured with a board.

    Raises:
        TableNotFoundError: Nothing is a table, or what is one is not whole.
    """
    failures: list[TableNotFoundError] = []
    view = _View(picture, read_picture(picture))
    aspect = table.length / table.width
    best: Candidate | None = None
    for start in _located(view, aspect, failures, measured):
        best = _better(best, _tried(failures, view, start, table))
        if best is not None and best.confidence >= model().trusted:
            return best
    if best is not None and best.confidence >= _POSSIBLE:
        return best
    outlines = _outlines(picture, aspect, failures, measured)
    for start in islice(outlines, _OUTLINES):
        best = _better(best, _tried(failures, view, start, table))
        if best is not None and best.confidence >= model().trusted:
            return best
    if best is not None and (_may_be(best) or not failures):
        return best
    raise _why_not(failures)


def _may_be(best: Candidate) -> bool:
    """Whether a table is there, however unsure its map.

    A soft picture makes a map doubtful; other starts that failed tell nothing then.
    """
    seen = best.evidence
    return best.confidence >= _POSSIBLE or (
        seen.overlap >= _SURELY_THERE and seen.corners >= _CORNER_SEEN
    )


def _better(one: Candidate | None, other: Candidate | None) -> Candidate | None:
    """Return the surer of two."""
    if one is None or other is None:
        return one or other
    return other if other.confidence > one.confidence else one


def _located(
    view: _View,
    aspect: float,
    failures: list[TableNotFoundError],
    measured: MeasuredLens | None,
) -> list[Pose]:
    """Return where the network sees the table, the likeliest first."""
    try:
        return locate(view.reading, aspect, measured)
    except TableNotFoundError as error:
        failures.append(error)
    except (CalibrationFitError, np.linalg.LinAlgError) as error:
        _LOG.debug("what the network sees is no table: %s", error)
    return []


def _followed(view: _View, start: Pose, table: TableGeometry) -> Candidate:
    """Return the table whose rails the networks follow from a pose."""
    cell_px = float(view.reading.scale[0])
    weight = _POCKETS_HEARD * (SCALE_PX / cell_px) ** 2
    pockets = pockets_near(view.reading, start).weighed(weight)
    rails = follow_rails(view.picture, start, pockets)
    corners = rails.fitted.pose.rectangle().corners_uv
    shortest = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min()
    if shortest < _SMALLEST_PX:
        raise TableNotFoundError("no table found: nothing in view is large enough")
    return _weighed(view, noses_near(view.picture, rails), table)


def _tried(
    failures: list[TableNotFoundError],
    view: _View,
    start: Pose,
    table: TableGeometry,
) -> Candidate | None:
    """Return what is found from a pose; where nothing is, the failures say why."""
    try:
        return _followed(view, start, table)
    except TableNotFoundError as error:
        failures.append(error)
    except (CalibrationFitError, np.linalg.LinAlgError):
        failures.append(TableNotFoundError("no table found: nothing has its shape"))
    return None


def _weighed(view: _View, noses: Noses, table: TableGeometry) -> Candidate:
    """Return noses with what speaks for them.

    Raises:
        TableCutOffError: A corner lies outside the picture.
        TableNotFoundError: There are no pockets, or no cushions.
    """
    picture = view.picture
    height, width = picture.shape[:2]
    sides = _beyond(noses.seen.corners_uv, width, height)
    if sides:
        raise TableCutOffError(sides)
    pockets = check_pockets(picture, noses.seen, noses.cushion)
    seen = seen_by_network(view.reading, noses.pose)
    count = max(pockets.count, seen.pockets)
    if count < _FEWEST_POCKETS or (
        pockets.cushions < _FEWEST_CUSHIONS and seen.overlap < _SURELY_THERE
    ):
        raise TableNotFoundError(
            f"no table found: the rectangle in view has {count} of six pockets "
            f"and looks like cushion on {pockets.cushions:.0%} of its edge"
        )
    agreed = agreement(picture, noses.pose)
    return Candidate(noses, gathered(noses, pockets, agreed, seen, table.width))


def _beyond(corners_uv: FloatArray, width: int, height: int) -> tuple[str, ...]:
    """Return the edges of the picture beyond which corners lie."""
    past = {
        "left": -corners_uv[:, 0],
        "right": corners_uv[:, 0] - (width - 1),
        "top": -corners_uv[:, 1],
        "bottom": corners_uv[:, 1] - (height - 1),
    }
    return tuple(name for name, far in past.items() if float(far.max()) > _OUTSIDE_PX)


def _calibration(
    picture: Image, best: Candidate, table: TableGeometry, head_end: HeadEnd | None
) -> TableCalibration:
    height, width = picture.shape[:2]
    seen, pose = best.noses.seen, best.noses.pose
    # What edges tell of the focal length is less than what cameras have, unless it
    # was measured: they are off by a millimetre in common.
    focal = None if pose.glass is None else pose.focal
    return calibration_from_corners(
        seen.corners,
        lens=seen.lens,
        table=table,
        image_size=(width, height),
        head_end=head_end,
        residual_px=seen.residual_px,
        confidence=best.confidence,
        cushion=best.noses.cushion,
        focal_px=focal,
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
