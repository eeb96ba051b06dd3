"""The outline of the cloth: four sides around the mask, to about a pixel."""

import logging
import math

import cv2
import numpy as np

from calibration.arrays import FloatArray, Mask
from calibration.errors import (
    CalibrationFitError,
    TableCutOffError,
    TableNotFoundError,
)
from calibration.first_pose import pose_from_corners
from calibration.lens_images import MeasuredLens
from calibration.pose import USUAL_CUSHION, Edges, Pose
from calibration.pose_fit import PoseFit, fit_pose

_LOG = logging.getLogger(__name__)

_SMALLEST = 0.06
_FILLED = 0.70
_SAMPLES = 320
_CUT_SHARE = 0.35
_FOCALS = (0.6, 1.1)
_ROUND = -0.35
"""Logarithm of side 0 over side 1 below which side 0 cannot be a long rail."""

_CORNER = 0.10
_MIDDLE = 0.07
_POINTS_A_SIDE = 60.0


def outline(
    mask: Mask,
    size: tuple[int, int],
    aspect: float,
    closing: int = 7,
    measured: MeasuredLens | None = None,
) -> Pose:
    """Return the pose whose cushions end where the cloth in the mask ends.

    Args:
        mask: Which pixels look like cloth, cushions included.
        size: Width and height of the picture that the pose shall be for.
        aspect: Length over width of the playing surface.
        closing: Gaps up to so many pixels are closed first (lines on the cloth).
        measured: The lens, where it was measured apart.

    Raises:
        TableCutOffError: The cloth runs out of the picture.
        TableNotFoundError: The cloth is too small or is not a table.
    """
    region = _region(mask, closing)
    quad = _quadrilateral(region)
    filled = float(region.sum()) / max(float(cv2.contourArea(_int(quad))), 1.0)
    sides = cut_sides(region, quad)
    if sides:
        raise TableCutOffError(sides)
    if filled < _FILLED:
        raise TableNotFoundError(
            f"no table found: the largest even area fills only {filled:.0%} of a "
            "quadrilateral; point the camera at the table from above"
        )
    scale = np.array(size) / np.array(mask.shape[::-1])
    rim = (_rim(region) + 0.5) * scale - 0.5
    corners = (quad + 0.5) * scale - 0.5
    return _fitted(rim, corners, size, aspect, float(scale[0]), measured)


def _fitted(
    rim: FloatArray,
    corners: FloatArray,
    size: tuple[int, int],
    aspect: float,
    scale: float,
    measured: MeasuredLens | None,
) -> Pose:
    """Return the pose that explains the rim best, from several beginnings."""
    best: PoseFit | None = None
    focals = [share * math.hypot(*size) for share in _FOCALS]
    if measured is not None:
        focals = [measured.focal_px]
        corners = measured.lens.straighten(corners)
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    across = float(np.log((lengths[0] + lengths[2]) / (lengths[1] + lengths[3])))
    for turn in (0, 1):
        if (-across if turn else across) < _ROUND:
            continue
        for focal in focals:
            start = pose_from_corners(
                np.roll(corners, -turn, axis=0),
                size,
                aspect,
                focal,
                USUAL_CUSHION,
                None if measured is None else measured.lens,
            )
            try:
                fitted = _on_rim(rim, start, scale)
            except (CalibrationFitError, np.linalg.LinAlgError) as error:
                _LOG.debug("an outline that no camera sees: %s", error)
                continue
            if best is None or fitted.cost < best.cost:
                best = fitted
    if best is None:
        raise TableNotFoundError("no table found: the cloth has no table's shape")
    return best.pose


def _on_rim(rim: FloatArray, start: Pose, scale: float) -> PoseFit:
    pose = start
    for slack in (4.0, 1.5):
        edges = _edges(rim, pose)
        fitted = fit_pose(edges, pose, scale_px=slack * scale)
        pose = fitted.pose
    return fitted


def _edges(rim: FloatArray, pose: Pose) -> Edges:
    """Tell which side each point of the rim belongs to; points at pockets count 0."""
    unit = pose.unit_from_uv(rim)
    half = np.array([pose.aspect / 2, 0.5]) + pose.cushion
    past = np.abs(unit) - half
    across = past[:, 1] >= past[:, 0]
    side = np.where(
        across, np.where(unit[:, 1] < 0, 0, 2), np.where(unit[:, 0] > 0, 1, 3)
    )
    corner = past.min(axis=1) > -_CORNER
    middle = across & (np.abs(unit[:, 0]) < _MIDDLE)
    weight = np.where(corner | middle, 0.0, 1.0)
    counts = np.bincount(side, weight, minlength=4)
    weight = weight * _POINTS_A_SIDE / np.maximum(counts, 10.0)[side]
    return Edges(rim, side.astype(np.intp), np.ones(len(rim), np.bool_), weight)


def _rim(region: Mask) -> FloatArray:
    """Return points on the border of the region, half a pixel outside its pixels."""
    grey = cv2.GaussianBlur(region.astype(np.float32), (0, 0), 0.7)
    big = cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR)
    contours, _ = cv2.findContours(
        (big >= 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    points = max(contours, key=len).reshape(-1, 2).astype(np.float64)
    step = max(1, len(points) // _SAMPLES)
    return np.asarray((points[::step] + 0.5) / 2 - 0.5)


def cut_sides(region: Mask, quad: FloatArray) -> tuple[str, ...]:
    """Return the edges of the picture along which the cloth is cut off."""
    height, width = region.shape
    span = quad.max(axis=0) - quad.min(axis=0)
    edges = {
        "left": (region[:, :2].any(axis=1), span[1]),
        "right": (region[:, -2:].any(axis=1), span[1]),
        "top": (region[:2].any(axis=0), span[0]),
        "bottom": (region[-2:].any(axis=0), span[0]),
    }
    return tuple(
        name
        for name, (touching, extent) in edges.items()
        if float(touching.sum()) > _CUT_SHARE * min(float(extent), max(width, height))
    )


def _region(mask: Mask, closing: int) -> Mask:
    """Close small gaps, keep the largest part, fill its holes."""
    closed = cv2.morphologyEx(
        mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((closing, closing), np.uint8)
    )
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        raise TableNotFoundError("no table found: no even area in the picture")
    largest = max(contours, key=cv2.contourArea)
    if cv2.contourArea(largest) < _SMALLEST * mask.size:
        raise TableNotFoundError(
            "no table found: the largest even area is under "
            f"{_SMALLEST:.0%} of the picture"
        )
    filled = np.zeros(mask.shape, np.uint8)
    cv2.drawContours(filled, [largest], -1, 1, cv2.FILLED)
    opened = cv2.morphologyEx(filled, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    return opened.astype(bool)


def _quadrilateral(region: Mask) -> FloatArray:
    """Return the four-sided hull of the region, clockwise as seen."""
    contours, _ = cv2.findContours(
        region.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    if not contours:
        raise TableNotFoundError("no table found: no even area in the picture")
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    corners = cv2.approxPolyN(hull, 4, ensure_convex=True).reshape(-1, 2)
    if len(corners) != 4:
        raise TableNotFoundError("no table found: the cloth is not four-sided")
    return clockwise(corners.astype(np.float64))


def clockwise(corners: FloatArray) -> FloatArray:
    """Order four corners clockwise as seen, starting nearest the top left."""
    x, y = corners[:, 0], corners[:, 1]
    area = float(x @ np.roll(y, -1) - y @ np.roll(x, -1))
    ordered = corners if area > 0 else corners[::-1]
    return np.roll(ordered, -int(ordered.sum(axis=1).argmin()), axis=0)


def _int(corners: FloatArray) -> np.ndarray:
    return np.round(corners).astype(np.int32)
