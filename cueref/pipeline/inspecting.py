"""What the balls in view tell about the table: its size and its head end."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import pdist

from adjudicator.balls import Discipline
from calibration.head_string import foot_by_lines
from calibration.kind import choose_table
from calibration.table_calibration import HeadEnd, TableCalibration
from calibration.view import median_picture
from cueref.pipeline.racks import foot_by_rack
from vision.centres import fit_circles
from vision.detections import Detections
from vision.detector import BallDetector

FloatArray = NDArray[np.float64]
Image = NDArray[np.uint8]

_PICTURES: Final = 4

_RATIOS: Final = (0.0148, 0.0182, 0.0225, 0.0280)
"""Radii of balls over the widths of tables that are looked for: snooker and pyramid,
pyramid on small tables, nine-foot pool, seven-foot pool."""

_RADIUS_RANGE: Final = (0.8, 1.25)
_ALIKE: Final = 0.1
"""Balls of one set differ by less, seen through one lens."""

_ROUNDS: Final = 2
"""What is read of a rim leans toward the size that was looked for: it is read again."""

_FEWEST_BALLS: Final = 5
_TOUCHING: Final = 0.15
"""Centres that are two radii apart up to this part may be of touching balls."""

_FEWEST_PAIRS: Final = 12
"""Pairs of balls that touch in a rack of nine or more."""

_TIGHT: Final = 0.025
"""Distances of neighbours in a rack differ by less than this part."""

_RACK_SPREAD: Final = 0.02
"""Standard deviation of a size told by the distances in a rack."""

_RIM: Final = 0.97
_RIM_SPREAD: Final = 0.03
"""Rims are read at so many radii, rendered ones at 0.98 and real ones at 0.95."""

_BLUR_PX: Final = 0.25
"""Standard deviation of what blur adds to a rim or a distance, pixels."""

_CLEAR: Final = 1.15
"""Another size than that of the game's usual table needs so much more evidence."""

_OPPOSITE: Final[dict[HeadEnd, HeadEnd]] = {
    "left": "right",
    "right": "left",
    "top": "bottom",
    "bottom": "top",
}


def inspect_balls(
    images_bgr: Sequence[Image],
    calibration: TableCalibration,
    discipline: Discipline | None,
    detector: BallDetector,
    *,
    is_size_known: bool,
) -> TableCalibration:
    """Return the calibration with what the balls tell about the table.

    Args:
        images_bgr: Pictures of the view, in order of time.
        calibration: Of the view; its table's size is a guess unless it is known.
        discipline: The game that is played; None if it is not known.
        detector: Finds the balls.
        is_size_known: Whether a person named the table: then its size stays.
    """
    step = max(1, len(images_bgr) // _PICTURES)
    images = list(images_bgr[: step * _PICTURES : step])
    assumed = calibration.table.ball_radius / calibration.table.width
    seen = [_balls(image, calibration, detector, assumed) for image in images]
    if not is_size_known:
        ratio = _size_of_balls(images, calibration, detector, seen)
        if ratio is not None:
            racked = _size_of_rack(seen, calibration, ratio)
            size, spread = ratio / _RIM, _RIM_SPREAD
            if racked is not None:
                size, spread = racked, _RACK_SPREAD
            blur = _BLUR_PX / (_middle_px(calibration) * ratio / assumed)
            game = discipline and discipline.value
            found = choose_table(size, game, spread=math.hypot(spread, blur))
            calibration = calibration.with_table(found.table)
            seen = [_balls(image, calibration, detector, ratio) for image in images]
    if calibration.head_end_known:
        return calibration
    return _with_head(images, seen, calibration)


def _with_head(
    images: Sequence[Image], seen: Sequence[Detections], calibration: TableCalibration
) -> TableCalibration:
    """Return the calibration with the head where rack or head string show it.

    Where neither does, the guess stays a guess.
    """
    table = calibration.table
    places = [calibration.xy_from_uv(balls.uv) for balls in seen if len(balls)]
    foot = foot_by_rack(places, table)
    if foot == 0:
        foot = foot_by_lines(median_picture(images), calibration)
    if foot == 0:
        return calibration
    if foot > 0:
        return replace(calibration, head_end_known=True)
    return calibration.with_head_end(_OPPOSITE[calibration.head_end])


def _balls(
    image_bgr: Image,
    calibration: TableCalibration,
    detector: BallDetector,
    ratio: float,
) -> Detections:
    """Return the sharp balls on the bed whose size is about the one looked for.

    Args:
        image_bgr: The picture.
        calibration: Of the view.
        detector: Finds the balls.
        ratio: Radius of a ball over the width of the table.
    """
    scale = ratio * calibration.table.width / calibration.table.ball_radius
    middle = _middle_px(calibration) * scale
    low, high = (factor * middle for factor in _RADIUS_RANGE)
    found = detector.detect(
        image_bgr, calibration.region_px(), expected_radius_px=(low, high)
    )
    found = found[np.linalg.norm(found.streak_px, axis=1) == 0]
    if not len(found):
        return found
    uv, radius, _ = fit_circles(image_bgr, found.uv, found.radius_px)
    found = replace(found, uv=uv, radius_px=radius)
    xy = np.abs(calibration.xy_from_uv(found.uv))
    edge = np.array([calibration.table.length, calibration.table.width]) / 2
    return found[np.asarray((xy < edge).all(axis=1))]


def _middle_px(calibration: TableCalibration) -> float:
    """Return the radius of a ball in the middle of the table, pixels."""
    return float(calibration.radius_px(np.zeros((1, 2)))[0])


def _size_of_balls(
    images: Sequence[Image],
    calibration: TableCalibration,
    detector: BallDetector,
    assumed: Sequence[Detections],
) -> float | None:
    """Return the radius of the balls over the table's width, or None if unclear."""
    usual = calibration.table.ball_radius / calibration.table.width
    best_ratio, best = _agreed(assumed, calibration)
    best *= _CLEAR
    for ratio in _RATIOS:
        if abs(ratio / usual - 1) < _ALIKE:
            continue
        seen = [_balls(image, calibration, detector, ratio) for image in images]
        found, support = _agreed(seen, calibration)
        if support > best:
            best_ratio, best = found, support
    if best_ratio is None:
        return None
    for _ in range(_ROUNDS):
        seen = [_balls(image, calibration, detector, best_ratio) for image in images]
        best_ratio = _agreed(seen, calibration)[0] or best_ratio
    return best_ratio


def _size_of_rack(
    seen: Sequence[Detections], calibration: TableCalibration, ratio: float
) -> float | None:
    """Return the radius of balls that lie in a rack over the table's width, or None.

    The centres of touching balls are two radii apart, which tells more than rims do.

    Args:
        seen: Balls of each picture.
        calibration: Of the view.
        ratio: About what is looked for.
    """
    width = calibration.table.width
    for balls in seen:
        xy = calibration.xy_from_uv(balls.uv) if len(balls) else np.zeros((0, 2))
        away = pdist(xy) / (2 * width)
        touching = away[np.abs(away / ratio - 1) < _TOUCHING]
        if len(touching) < _FEWEST_PAIRS:
            continue
        middle = float(np.median(touching))
        if float(np.median(np.abs(touching / middle - 1))) < _TIGHT:
            return middle
    return None


def _agreed(
    seen: Sequence[Detections], calibration: TableCalibration
) -> tuple[float | None, float]:
    """Return the commonest size of the balls seen, and the scores that back it."""
    some = [balls for balls in seen if len(balls)]
    if sum(len(balls) for balls in some) < _FEWEST_BALLS:
        return None, 0.0
    sizes = np.concatenate(
        [calibration.radius_per_width(balls.uv, balls.radius_px) for balls in some]
    )
    scores = np.concatenate([balls.score for balls in some])
    middle = float(np.median(sizes))
    alike = np.abs(sizes / middle - 1) < _ALIKE
    return float(np.median(sizes[alike])), float((scores[alike] ** 2).sum())
