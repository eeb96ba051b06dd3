import math

import numpy as np
import pytest

from calibration import homography
from calibration.camera import Camera
from tests.calibration.pictures import POOL, SIZE, camera_over, homography_of


@pytest.mark.parametrize("tilt", [0.0, 0.2, 0.5])
def test_the_planes_of_a_camera_follow_from_the_plane_of_the_noses(
    tilt: float,
) -> None:
    true = camera_over(tilt=tilt, turn=0.3, fill=0.6)
    found = Camera.from_plane(
        homography_of(true), POOL.nose_height, true.lens, true.focal_px
    )
    xy = np.array([[-1.1, 0.5], [0.4, -0.6], [1.2, 0.0]])
    for z in (0.0, POOL.ball_radius, 0.05):
        assert np.allclose(found.uv_from_xy(xy, z), true.uv_from_xy(xy, z), atol=1e-3)


def test_higher_points_are_seen_further_out_from_straight_above() -> None:
    camera = camera_over()
    corner = np.array([[1.27, 0.635]])
    center = np.array(camera.lens.center)
    low = np.linalg.norm(camera.uv_from_xy(corner, 0.0) - center)
    high = np.linalg.norm(camera.uv_from_xy(corner, 0.1) - center)
    assert high > low


def test_projecting_and_intersecting_are_inverse() -> None:
    camera = camera_over(tilt=0.4, k1=-0.1, fill=0.6)
    xy = np.array([[-1.0, 0.3], [0.2, 0.1], [1.1, -0.5]])
    xyz = np.column_stack((xy, np.full(3, 0.03)))
    assert np.allclose(camera.xy_from_uv(camera.project(xyz), 0.03), xy, atol=1e-6)


def test_a_tilted_view_tells_its_focal_length() -> None:
    true = camera_over(tilt=0.5, fill=0.6)
    found = Camera.from_plane(homography_of(true), POOL.nose_height, true.lens)
    assert math.isclose(found.focal_px, true.focal_px, rel_tol=0.05)
    assert math.isclose(found.tilt(), 0.5, abs_tol=0.03)


def test_a_wrong_focal_length_moves_a_ball_by_little() -> None:
    true = camera_over(tilt=0.1, turn=0.4, fill=0.6)
    guess = Camera.from_plane(
        homography_of(true), POOL.nose_height, true.lens, 1.3 * true.focal_px
    )
    xy = np.array([[1.2, 0.6], [-1.2, -0.6]])
    uv = true.uv_from_xy(xy, POOL.ball_radius)
    moved = guess.xy_from_uv(uv, POOL.ball_radius) - xy
    assert np.linalg.norm(moved, axis=1).max() < 0.0015


def test_the_camera_is_above_the_cloth() -> None:
    camera = camera_over(tilt=0.3)
    assert camera.position()[2] > 1.0
    plane = camera.plane(POOL.nose_height)
    assert np.isfinite(homography.invert(plane)).all()
    assert camera.lens.center == ((SIZE[0] - 1) / 2, (SIZE[1] - 1) / 2)
