"""Where a table is, to a few pixels, whatever hides it: a network on a small picture.

It says of every place whether it lies on the playing surface, through people and
things that stand over it, and where pockets are. The border of the surface is fitted
by a camera over a table of known proportions; pockets tell long rails from short ones.
"""

import logging
import math
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from calibration import networks
from calibration.arrays import FloatArray, Image
from calibration.errors import CalibrationFitError, TableNotFoundError
from calibration.first_pose import pose_from_corners
from calibration.four_lines import quadrilaterals
from calibration.lens_images import MeasuredLens
from calibration.outline import clockwise
from calibration.pocket_corners import (
    likelihood,
    pocket_peaks,
    quadrilaterals_about,
    quadrilaterals_of,
)
from calibration.pose import USUAL_CUSHION, Edges, Pose, joined
from calibration.pose_fit import PoseFit, fit_pose

_LOG: Final = logging.getLogger(__name__)

WIDTH: Final = 144
HEIGHT: Final = 80
"""Size of the picture that the network reads."""

_FOCALS: Final = (0.65, 1.1)
_ROUND: Final = -0.35
"""Logarithm of side 0 over side 1 below which side 0 cannot be a long rail."""

_QUADRILATERALS: Final = 3
_SAME_CELLS: Final = 2.5
_MOST: Final = 2
_MOST_MIDDLES: Final = 3
_NEAR: Final = 0.02
_FEW: Final = 12
_SMALLEST: Final = 0.03
_SAMPLES: Final = 160
_POINTS_A_SIDE: Final = 60.0
_CORNER: Final = 0.03
_CORNERS: Final = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
_POCKET_CELLS: Final = 5.0
_LEAST_POCKET: Final = 0.25
_POCKET_WEIGHT: Final = 10.0
"""Weight of a corner pocket against the `_POINTS_A_SIDE` of a whole rail."""

_POCKETS: Final = 6.0
"""Weight of the pockets' places against the border's in telling long from short."""


@dataclass(frozen=True)
class Reading:
    """What the network says of a picture.

    Attributes:
        surface: Probability that a place is on the playing surface, (h, w).
        corners: Of a corner pocket, (h, w).
        middles: Of a centre pocket, (h, w).
        scale: Pixels of the picture a cell.
        shift: Cells at the left and at the top that lie outside the picture.
        size: Of the picture, pixels.
    """

    surface: FloatArray
    corners: FloatArray
    middles: FloatArray
    scale: FloatArray
    shift: FloatArray
    size: tuple[int, int]

    def uv(self, cells: FloatArray) -> FloatArray:
        """Return pixels of the picture at places of the maps, (n, 2)."""
        return np.asarray((cells + 0.5 - self.shift) * self.scale - 0.5)

    def cells(self, uv: FloatArray) -> FloatArray:
        """Return places of the maps at pixels of the picture, (n, 2)."""
        return np.asarray((uv + 0.5) / self.scale + self.shift - 0.5)


def read_picture(image_bgr: Image) -> Reading:
    """Run the network on a picture of any size."""
    height, width = image_bgr.shape[:2]
    share = min(WIDTH / width, HEIGHT / height)
    size = (round(width * share), round(height * share))
    left, top = (WIDTH - size[0]) // 2, (HEIGHT - size[1]) // 2
    framed = np.zeros((HEIGHT, WIDTH, 3), np.float32)
    small = cv2.resize(image_bgr, size, interpolation=cv2.INTER_AREA)
    framed[top : top + size[1], left : left + size[0]] = small
    batch = np.ascontiguousarray(framed.transpose(2, 0, 1)[None] / 128 - 1)
    maps = networks.run("where", batch.astype(np.float32))[0]
    chance = 1 / (1 + np.exp(-maps.astype(np.float64)))
    cell = WIDTH / chance.shape[2]
    scale = np.array([width / size[0], height / size[1]]) * cell
    shift = np.array([left, top]) / cell
    return Reading(chance[0], chance[1], chance[2], scale, shift, (width, height))


def locate(
    reading: Reading, aspect: float, measured: MeasuredLens | None = None
) -> list[Pose]:
    """Return poses whose noses run along the border of the surface, the best first.

    One for each way round that the long rails may run, and last what the pockets
    alone say, if that is something else.

    Args:
        reading: What the network says of the picture.
        aspect: Length over width of the playing surface.
        measured: The camera's lens, where it was measured apart.

    Raises:
        TableNotFoundError: The network sees no whole table.
    """
    border = _border(reading)
    rim = reading.uv(border)
    found: list[tuple[float, Pose]] = []
    for corners in _quadrilaterals(reading, border):
        quad = clockwise(reading.uv(corners))
        for start in _starts(quad, reading.size, aspect, measured):
            try:
                fitted = _on_border(reading, rim, start)
                fitted.pose.rectangle()
                pockets = _pockets_seen(reading, fitted.pose)
            except (CalibrationFitError, np.linalg.LinAlgError) as error:
                _LOG.debug("a border that no camera sees: %s", error)
                continue
            found.append((fitted.cost - _POCKETS * pockets, fitted.pose))
    if not found:
        raise TableNotFoundError("no table found: nothing has a table's shape")
    found.sort(key=lambda item: item[0])
    poses = _different([pose for _, pose in found])[:_MOST]
    return _different([*poses, *_by_pockets(reading, aspect, measured)])


def _by_pockets(
    reading: Reading, aspect: float, measured: MeasuredLens | None
) -> list[Pose]:
    """Return the pose that agrees best with the pockets, whatever the border says."""
    peaks, middles = pocket_peaks(reading.corners), pocket_peaks(reading.middles)
    starts = [
        start
        for corners in quadrilaterals_about(peaks, middles[:_MOST_MIDDLES])
        for start in _starts(
            clockwise(reading.uv(corners)), reading.size, aspect, measured
        )
    ]
    scored = [(_pockets_seen(reading, each), each) for each in starts]
    return [max(scored, key=lambda item: item[0])[1]] if scored else []


def _quadrilaterals(reading: Reading, border: FloatArray) -> list[FloatArray]:
    """Return the likeliest fours of corners, by the border or by the pockets."""
    tried = quadrilaterals(border, reading.surface)[: 2 * _QUADRILATERALS]
    tried += quadrilaterals_of(pocket_peaks(reading.corners))
    tried.sort(key=lambda four: -likelihood(four, reading.surface, reading.corners))
    kept: list[FloatArray] = []
    for four in tried:
        away = [np.linalg.norm(four[:, None] - each, axis=2).min(1) for each in kept]
        if all(each.max() > _SAME_CELLS for each in away):
            kept.append(four)
        if len(kept) == _QUADRILATERALS:
            break
    return kept


def _different(poses: list[Pose]) -> list[Pose]:
    """Return the first poses that are not nearly one of those before."""
    kept: list[Pose] = []
    for pose in poses:
        corners = pose.rectangle().corners_uv
        near = _NEAR * max(pose.size)
        if all(
            np.abs(corners - other.rectangle().corners_uv).max() > near
            for other in kept
        ):
            kept.append(pose)
    return kept


def _border(reading: Reading) -> FloatArray:
    """Return places along the border of the largest surface, in cells."""
    zoom = 4
    chance = cv2.resize(
        reading.surface, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_LINEAR
    )
    contours, _ = cv2.findContours(
        (chance > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    if not contours:
        raise TableNotFoundError("no table found: nothing looks like one")
    largest = max(contours, key=cv2.contourArea)
    if cv2.contourArea(largest) < _SMALLEST * chance.size:
        raise TableNotFoundError("no table found: what looks like one is too small")
    points = largest.reshape(-1, 2)[:: max(1, len(largest) // _SAMPLES)]
    return np.asarray((points.astype(np.float64) + 0.5) / zoom - 0.5)


def _starts(
    quad: FloatArray,
    size: tuple[int, int],
    aspect: float,
    measured: MeasuredLens | None,
) -> list[Pose]:
    """Return poses to begin with: both ways round, several focal lengths."""
    glass = None if measured is None else measured.lens
    focals = [share * math.hypot(*size) for share in _FOCALS]
    if measured is not None:
        focals = [measured.focal_px]
        quad = measured.lens.straighten(quad)
    starts: list[Pose] = []
    lengths = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    across = float(np.log((lengths[0] + lengths[2]) / (lengths[1] + lengths[3])))
    for turn in (0, 1):
        if (-across if turn else across) < _ROUND:
            continue
        for focal in focals:
            corners = np.roll(quad, -turn, axis=0)
            try:
                pose = pose_from_corners(corners, size, aspect, focal, 0.0, glass)
            except CalibrationFitError as error:
                _LOG.debug("corners that no camera sees: %s", error)
                continue
            starts.append(replace(pose, cushion=USUAL_CUSHION))
    return starts


def _on_border(reading: Reading, rim: FloatArray, start: Pose) -> PoseFit:
    """Fit a pose to the border of the surface and to the corner pockets near it."""
    pose, scale = start, float(reading.scale[0])
    for slack in (3.0, 1.0, 0.5):
        edges = joined(_edges(rim, pose), pockets_near(reading, pose))
        fitted = fit_pose(edges, pose, scale_px=slack * scale, rounds=_FEW)
        pose = fitted.pose
    return fitted


def pockets_near(reading: Reading, pose: Pose) -> Edges:
    """Return the corner pockets near those of a pose, each as a point of two noses.

    Their weights count in squares of a cell, `reading.scale`.
    """
    v, u = np.mgrid[0 : reading.corners.shape[0], 0 : reading.corners.shape[1]]
    cells, side, weight = [], [], []
    for corner, (x, y) in enumerate(_cells(reading, pose, _CORNERS * _half(pose))):
        close = (u - x) ** 2 + (v - y) ** 2 <= _POCKET_CELLS**2
        chance = np.where(close, reading.corners, 0.0)
        peak = float(chance.max())
        if peak < _LEAST_POCKET:
            continue
        chance = np.where(chance > peak / 2, chance, 0.0)
        middle = np.array([(chance * u).sum(), (chance * v).sum()]) / chance.sum()
        cells += [middle, middle]
        side += [corner, (corner - 1) % 4]
        weight += [_POCKET_WEIGHT * peak] * 2
    uv = reading.uv(np.array(cells).reshape(-1, 2))
    nose = np.zeros(len(side), np.bool_)
    return Edges(uv, np.array(side, np.intp), nose, np.array(weight, np.float64))


def _edges(rim: FloatArray, pose: Pose) -> Edges:
    """Tell which nose each point of the border belongs to; corners count nothing."""
    unit = pose.unit_from_uv(rim)
    past = np.abs(unit) - np.array([pose.aspect / 2, 0.5])
    side = np.where(
        past[:, 1] >= past[:, 0],
        np.where(unit[:, 1] < 0, 0, 2),
        np.where(unit[:, 0] > 0, 1, 3),
    )
    weight = np.where(past.min(axis=1) > -_CORNER, 0.0, 1.0)
    counts = np.bincount(side, weight, minlength=4)
    weight = weight * _POINTS_A_SIDE / np.maximum(counts, 10.0)[side]
    return Edges(rim, side.astype(np.intp), np.zeros(len(rim), np.bool_), weight)


def _pockets_seen(reading: Reading, pose: Pose) -> float:
    """Return how well the pockets lie where the pose has them, -2 .. 6."""
    corners, middles, wrong = pockets_at(reading, pose)
    return float(corners.sum() + middles.sum() - wrong.sum())


def pockets_at(
    reading: Reading, pose: Pose
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return probabilities of pockets where a pose has them.

    Returns:
        Of corner pockets at the corners (4,), of centre pockets in the middles of the
        long rails (2,), and of these in the middles of the short ones (2,).
    """
    half = _half(pose)
    corners = _CORNERS * half
    middles = np.array([[0, -1], [0, 1]]) * half
    wrong = np.array([[-1, 0], [1, 0]]) * half
    return (
        _value(reading.corners, reading, pose, corners),
        _value(reading.middles, reading, pose, middles),
        _value(reading.middles, reading, pose, wrong),
    )


def _value(
    chance: FloatArray, reading: Reading, pose: Pose, unit: FloatArray
) -> FloatArray:
    """Return the map's values at places of the table."""
    cells = _cells(reading, pose, unit).astype(np.float32)
    picked = cv2.remap(
        chance.astype(np.float32),
        cells[:, 0],
        cells[:, 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
    )
    return np.asarray(picked.ravel(), dtype=np.float64)


def _half(pose: Pose) -> FloatArray:
    return np.array([pose.aspect / 2, 0.5])


def _cells(reading: Reading, pose: Pose, unit: FloatArray) -> FloatArray:
    """Return where places of the table lie on the maps."""
    mapped = np.column_stack((unit, np.ones(len(unit)))) @ pose.matrix().T
    return reading.cells(pose.lens.distort(mapped[:, :2] / mapped[:, 2:]))
