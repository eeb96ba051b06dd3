"""What the balls in view tell about the table: its size and its head end."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.balls import Discipline
from adjudicator.table import TableGeometry
from calibration.kind import choose_table
from calibration.table_calibration import HeadEnd, TableCalibration
from vision.centres import refine_centres
from vision.detections import Detections
from vision.detector import BallDetector

FloatArray = NDArray[np.float64]
Image = NDArray[np.uint8]

_PICTURES: Final = 5
_RADIUS_RANGE: Final = (0.5, 1.7)
"""Radii that may be a ball over those of the assumed table: any known one."""

_FEWEST_BALLS: Final = 5
_OTHER_BALLS: Final = 0.03
"""Balls whose size differs so much from the kind's are measured, not assumed."""

_RACK_BALLS: Final = 6
_RACK_REACH: Final = 4.5
"""A rack's balls lie so near to its middle, ball diameters."""

_OPPOSITE: Final[dict[HeadEnd, HeadEnd]] = {
    "left": "right",
    "right": "left",
    "top": "bottom",
    "bottom": "top",
}


def inspect_balls(
    images_bgr: Sequence[Image],
    calibration: TableCalibration,
    discipline: Discipline,
    detector: BallDetector,
    *,
    is_size_known: bool,
) -> TableCalibration:
    """Return the calibration with what the balls tell about the table.

    Args:
        images_bgr: Pictures of the view, in order of time.
        calibration: Of the view; its table's size is a guess unless it is known.
        discipline: The game that is played.
        detector: Finds the balls.
        is_size_known: Whether a person named the table: then its size stays.
    """
    step = max(1, len(images_bgr) // _PICTURES)
    seen = [
        _balls(image, calibration, detector)
        for image in images_bgr[: step * _PICTURES : step]
    ]
    if not is_size_known:
        table = _sized(seen, calibration, discipline)
        if table is not None:
            calibration = calibration.with_table(table)
    if not calibration.head_end_known and _rack_is_at_head(seen, calibration):
        opposite = _OPPOSITE[calibration.head_end]
        calibration = replace(calibration.with_head_end(opposite), head_end_known=True)
    return calibration


def _balls(
    image_bgr: Image, calibration: TableCalibration, detector: BallDetector
) -> Detections:
    """Return the sharp balls on the bed, measured without assuming their size."""
    middle = float(calibration.radius_px(np.zeros((1, 2)))[0])
    low, high = (factor * middle for factor in _RADIUS_RANGE)
    found = detector.detect(
        image_bgr, calibration.region_px(), expected_radius_px=(low, high)
    )
    if not len(found):
        return found
    sharp = np.linalg.norm(found.streak_px, axis=1) == 0
    found = found[sharp & (found.score > 0.5)]
    if not len(found):
        return found
    found, _ = refine_centres(image_bgr, found, found.radius_px)
    found, _ = refine_centres(image_bgr, found, found.radius_px)
    xy = np.abs(calibration.xy_from_uv(found.uv))
    edge = np.array([calibration.table.length, calibration.table.width]) / 2
    return found[np.asarray((xy < edge).all(axis=1))]


def _sized(
    seen: Sequence[Detections], calibration: TableCalibration, discipline: Discipline
) -> TableGeometry | None:
    """Return the table that fits its balls, or None where too few are seen."""
    ratios = np.concatenate(
        [
            calibration.radius_per_width(balls.uv, balls.radius_px)
            for balls in seen
            if len(balls)
        ]
        or [np.empty(0)]
    )
    if len(ratios) < _FEWEST_BALLS:
        return None
    ratio = float(np.median(ratios))
    table = choose_table(calibration.aspect, ratio, discipline.value).table
    usual = table.ball_radius / table.width
    if abs(ratio / usual - 1) < _OTHER_BALLS:
        return table
    return table.scaled(table.length, table.width, ratio * table.width)


def _rack_is_at_head(seen: Sequence[Detections], calibration: TableCalibration) -> bool:
    """Whether a rack lies where the head of the table was assumed to be."""
    votes = 0
    for balls in seen:
        if len(balls):
            xy = calibration.xy_from_uv(balls.uv)
            votes += _has_rack(xy, calibration.table, -1.0)
            votes -= _has_rack(xy, calibration.table, 1.0)
    return votes > 0


def _has_rack(xy: FloatArray, table: TableGeometry, side: float) -> bool:
    diameter = 2 * table.ball_radius
    middle = np.array([side * (table.length / 4 + 2 * diameter), 0.0])
    near = np.hypot(*(xy - middle).T) < _RACK_REACH * diameter
    return int(near.sum()) >= _RACK_BALLS
