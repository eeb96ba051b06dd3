import numpy as np
import pytest

from calibration.drift import CameraState, camera_reference, check_camera, follow
from calibration.errors import TableNotFoundError
from calibration.four_corners import calibrate_from_corners
from tests.calibration.pictures import POOL, SIZE, camera_over, picture, truth_corners

FIRST = camera_over(fill=0.66)


def first() -> tuple[np.ndarray, object]:
    image = picture(FIRST)
    return image, calibrate_from_corners(truth_corners(FIRST), SIZE, POOL, "left")


def test_the_same_view_is_steady() -> None:
    image, calibration = first()
    reference = camera_reference(image, calibration)  # type: ignore[arg-type]
    check = check_camera(reference, picture(FIRST, seed=0))
    assert check.state is CameraState.STEADY
    assert check.shift_px < 0.2


def test_a_drifting_camera_is_followed_below_a_pixel() -> None:
    image, calibration = first()
    later = camera_over(fill=0.67, turn=0.02, tilt=0.01, shift=(9.0, -6.0))
    moved = picture(later)
    reference = camera_reference(image, calibration)  # type: ignore[arg-type]
    check = check_camera(reference, moved)
    assert check.state is CameraState.MOVED
    found = follow(calibration, image, moved)  # type: ignore[arg-type]
    error = np.linalg.norm(found.nose_corners_uv - truth_corners(later), axis=1)
    assert error.max() < 1.0


def test_another_scene_is_lost() -> None:
    image, calibration = first()
    other = np.random.default_rng(5).integers(0, 255, image.shape, dtype=np.uint8)
    reference = camera_reference(image, calibration)  # type: ignore[arg-type]
    assert check_camera(reference, other).state is CameraState.LOST
    with pytest.raises(TableNotFoundError, match="lost"):
        follow(calibration, image, other)  # type: ignore[arg-type]


def test_a_picture_of_another_size_is_lost() -> None:
    image, calibration = first()
    reference = camera_reference(image, calibration)  # type: ignore[arg-type]
    assert check_camera(reference, image[:-2]).state is CameraState.LOST


def test_an_empty_picture_offers_nothing_to_follow() -> None:
    _, calibration = first()
    blank = np.zeros((SIZE[1], SIZE[0], 3), dtype=np.uint8)
    with pytest.raises(TableNotFoundError, match="too few"):
        camera_reference(blank, calibration)  # type: ignore[arg-type]
