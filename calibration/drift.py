"""Has the camera moved since the calibration, and where is the table now?

Points on the frame of the table (rails, pockets, diamonds) do not move, players and
balls do; so points are followed there only, and the motion that most agree on is the
camera's.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from calibration import homography
from calibration.arrays import FloatArray, Image
from calibration.camera import Camera
from calibration.errors import TableNotFoundError
from calibration.table_calibration import TableCalibration, corners_xy

_FRAME_INNER: Final = -0.01
_FRAME_OUTER: Final = 0.14
_MOST_POINTS: Final = 240
_FEWEST_POINTS: Final = 12
_WINDOW: Final = (21, 21)
_LEVELS: Final = 4
_BACK_PX: Final = 1.0
_CONSENSUS_PX: Final = 1.5
_FOLLOWED: Final = 0.2
_STILL_AT_720P: Final = 0.8


class CameraState(StrEnum):
    """What became of the view since the reference picture."""

    STEADY = "steady"
    MOVED = "moved"
    LOST = "lost"


@dataclass(frozen=True)
class CameraReference:
    """A picture in which the table was calibrated, and points on its frame.

    Attributes:
        calibration: Of the picture.
        grey: The picture in grey.
        uv: Points on the frame, (n, 2), pixels.
    """

    calibration: TableCalibration
    grey: npt.NDArray[Any]
    uv: FloatArray


@dataclass(frozen=True)
class CameraCheck:
    """The comparison of a picture with the reference.

    Attributes:
        state: `LOST` means a cut, another view, or a table that is covered.
        shift_px: Largest displacement of a corner of the table, pixels.
        followed: Fraction of the points that moved together.
        calibration: Of this picture; None when lost.
    """

    state: CameraState
    shift_px: float
    followed: float
    calibration: TableCalibration | None


def camera_reference(
    image_bgr: Image, calibration: TableCalibration
) -> CameraReference:
    """Choose points to follow in a calibrated picture.

    Raises:
        TableNotFoundError: The frame shows too little to follow.
    """
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY)
    found = cv2.goodFeaturesToTrack(
        grey,
        maxCorners=_MOST_POINTS,
        qualityLevel=0.005,
        minDistance=max(5.0, image_bgr.shape[1] / 160),
        mask=_frame_mask(calibration),
    )
    if found is None or len(found) < _FEWEST_POINTS:
        raise TableNotFoundError(
            "the frame of the table shows too few points to notice a moved camera"
        )
    uv = np.asarray(found, dtype=np.float64).reshape(-1, 2)
    return CameraReference(calibration, np.asarray(grey), uv)


def check_camera(
    reference: CameraReference, image_bgr: Image, near: TableCalibration | None = None
) -> CameraCheck:
    """Compare a picture with the reference and follow the table into it.

    Args:
        reference: The calibrated picture.
        image_bgr: The picture to compare.
        near: Calibration of a picture shortly before, from where to search.
    """
    lost = CameraCheck(CameraState.LOST, float("inf"), 0.0, None)
    if image_bgr.shape[:2] != reference.grey.shape[:2]:
        return lost
    grey = np.asarray(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY))
    before, after = _follow_points(reference, grey, near)
    if len(before) < _FEWEST_POINTS:
        return lost
    lens = reference.calibration.camera.lens
    a, b = lens.straighten(before), lens.straighten(after)
    matrix, agreed = cv2.findHomography(a, b, cv2.RANSAC, _CONSENSUS_PX)
    if np.size(matrix) != 9:
        return lost
    inliers = np.asarray(agreed).ravel().astype(bool)
    followed = float(inliers.sum()) / len(reference.uv)
    if followed < _FOLLOWED or inliers.sum() < _FEWEST_POINTS:
        return replace(lost, followed=followed)
    motion = homography.fit(a[inliers], b[inliers])
    moved = _moved(reference.calibration, motion)
    corners = reference.calibration.nose_corners_uv
    shift = float(np.linalg.norm(moved.nose_corners_uv - corners, axis=1).max())
    limit = _STILL_AT_720P * grey.shape[1] / 1280
    state = CameraState.STEADY if shift <= limit else CameraState.MOVED
    return CameraCheck(state, shift, followed, moved)


def follow(
    calibration: TableCalibration,
    reference_bgr: Image,
    image_bgr: Image,
    near: TableCalibration | None = None,
) -> TableCalibration:
    """Return the calibration of a picture of the same table from a drifting camera.

    Args:
        calibration: Of the reference picture.
        reference_bgr: The picture that was calibrated.
        image_bgr: Another picture of the same size.
        near: Calibration of a picture shortly before, from where to search.

    Raises:
        TableNotFoundError: The table is not seen in the same way any more.
    """
    reference = camera_reference(reference_bgr, calibration)
    found = check_camera(reference, image_bgr, near)
    if found.calibration is None:
        raise TableNotFoundError(
            f"the table was lost: only {found.followed:.0%} of its frame was followed; "
            "calibrate again"
        )
    return found.calibration


def _frame_mask(calibration: TableCalibration) -> Image:
    """Return where the rails and pockets are, as 0 and 255."""
    width, height = calibration.image_size
    mask = np.zeros((height, width), dtype=np.uint8)
    table = calibration.table
    for margin, value in ((_FRAME_OUTER, 255), (_FRAME_INNER, 0)):
        grown = corners_xy(table)
        grown = grown + np.sign(grown) * margin * table.width
        corners = np.round(calibration.nose_uv_from_xy(grown)).astype(np.int32)
        cv2.fillConvexPoly(mask, corners, value)
    return mask


def _follow_points(
    reference: CameraReference,
    grey: npt.NDArray[Any],
    near: TableCalibration | None,
) -> tuple[FloatArray, FloatArray]:
    """Return the points that were followed there and back, and where they went."""
    start = reference.uv.astype(np.float32).reshape(-1, 1, 2)
    guess = start.copy() if near is None else _guess(reference, near)
    there, ok, _ = cv2.calcOpticalFlowPyrLK(
        reference.grey, grey, start, guess, winSize=_WINDOW, maxLevel=_LEVELS,
        flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
    )  # fmt: skip
    back, ok_back, _ = cv2.calcOpticalFlowPyrLK(
        grey, reference.grey, there, start.copy(), winSize=_WINDOW, maxLevel=_LEVELS,
        flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
    )  # fmt: skip
    error = np.linalg.norm((back - start).reshape(-1, 2), axis=1)
    good = (ok.ravel() == 1) & (ok_back.ravel() == 1) & (error < _BACK_PX)
    after = np.asarray(there, dtype=np.float64).reshape(-1, 2)
    return reference.uv[good], after[good]


def _guess(reference: CameraReference, near: TableCalibration) -> npt.NDArray[Any]:
    height = near.table.nose_height
    xy = reference.calibration.camera.xy_from_uv(reference.uv, height)
    return near.nose_uv_from_xy(xy).astype(np.float32).reshape(-1, 1, 2)


def _moved(calibration: TableCalibration, motion: FloatArray) -> TableCalibration:
    """Return the calibration after the straight picture moved by a homography."""
    height = calibration.table.nose_height
    plane = motion @ calibration.camera.plane(height)
    camera = Camera.from_plane(
        plane / plane[2, 2], height, calibration.camera.lens,
        calibration.camera.focal_px,
    )  # fmt: skip
    return replace(calibration, camera=camera)
