from dataclasses import replace

import numpy as np
import pytest

from adjudicator.table import TABLES, TableKind
from calibration.camera import Camera
from calibration.errors import CalibrationFitError
from calibration.four_corners import calibrate_from_corners
from calibration.table_calibration import TableCalibration
from tests.calibration.pictures import POOL, SIZE, camera_over, truth_corners

CLOCKWISE = np.array([[100.0, 60.0], [540.0, 60.0], [540.0, 280.0], [100.0, 280.0]])


def calibrated(head_end: str = "left") -> TableCalibration:
    return calibrate_from_corners(CLOCKWISE, SIZE, POOL, head_end)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("head_end", "foot_is"),
    [("left", (1, 0)), ("right", (-1, 0))],
)
def test_x_grows_toward_the_foot_rail(head_end: str, foot_is: tuple[int, int]) -> None:
    found = calibrated(head_end)
    a, b = found.uv_from_xy([[0.0, 0.0], [1.0, 0.0]])
    assert np.allclose((b - a) / np.linalg.norm(b - a), foot_is, atol=1e-6)


def test_left_is_left_for_a_player_at_the_head_rail() -> None:
    found = calibrated("left")
    a, b = found.uv_from_xy([[0.0, 0.0], [0.0, 0.5]])
    assert b[1] < a[1]  # looking to the right of the picture, left is up
    assert np.allclose(found.nose_corners_uv, CLOCKWISE, atol=1e-6)


def test_the_same_corners_in_any_order_give_the_same_table() -> None:
    mixed = CLOCKWISE[[2, 0, 3, 1]]
    found = calibrate_from_corners(mixed, SIZE, POOL, "left")
    assert np.allclose(found.corners_uv, calibrated().corners_uv)


def test_a_half_turn_of_the_table_negates_positions() -> None:
    uv = [[300.0, 130.0], [420.0, 250.0]]
    turned = calibrated().with_head_end("right")
    assert np.allclose(turned.xy_from_uv(uv), -calibrated().xy_from_uv(uv), atol=1e-9)
    assert turned.head_end_known


def test_a_long_rail_is_no_head_rail() -> None:
    with pytest.raises(CalibrationFitError, match="long rail"):
        calibrated("top")


def test_positions_of_balls_and_pictures_are_inverse() -> None:
    found = calibrated()
    xy = np.array([[-1.0, 0.4], [0.3, -0.2], [1.2, 0.6]])
    assert np.allclose(found.xy_from_uv(found.uv_from_xy(xy)), xy, atol=1e-9)


def test_the_jacobian_turns_pixels_into_metres() -> None:
    found = calibrated()
    xy = np.array([[0.5, 0.2]])
    uv = found.uv_from_xy(xy)
    moved = found.xy_from_uv(uv + np.array([0.0, 1.0]))
    assert np.allclose(moved - xy, found.jacobian(xy)[0] @ [0.0, 1.0], atol=1e-5)


def test_a_ball_has_the_radius_of_its_plane() -> None:
    found = calibrated()
    px_per_m = 440 / POOL.length
    assert found.radius_px([[0.0, 0.0]])[0] == pytest.approx(
        POOL.ball_radius * px_per_m, rel=0.02
    )
    ratio = found.radius_per_width([[320.0, 170.0]], [5.0])
    assert ratio[0] == pytest.approx(5.0 / 220, rel=0.02)


def test_other_sizes_keep_the_picture() -> None:
    pyramid = calibrated().with_table(TABLES[TableKind.PYRAMID_12FT])
    assert np.allclose(pyramid.nose_corners_uv, CLOCKWISE, atol=1e-6)
    assert pyramid.table.length == 3.55


def test_the_region_holds_the_table_and_stays_in_the_picture() -> None:
    u0, v0, u1, v1 = calibrated().region_px()
    assert 0 <= u0 < 100
    assert 0 <= v0 < 60
    assert 540 < u1 <= SIZE[0]
    assert 280 < v1 <= SIZE[1]


def test_without_a_word_the_head_end_is_a_guess() -> None:
    corners = truth_corners(camera_over(tilt=0.1))
    assert not calibrate_from_corners(corners, SIZE, POOL).head_end_known


def outline_radius(camera: Camera, xyz: np.ndarray) -> float:
    """Return the radius of the circle as large as the outline of a ball at a place."""
    away = np.array(camera.position()) - xyz
    distance = float(np.linalg.norm(away))
    toward = away / distance
    first = np.cross(toward, [1.0, 0.0, 0.0])
    first /= np.linalg.norm(first)
    second = np.cross(toward, first)
    r = POOL.ball_radius
    middle = xyz + toward * r * r / distance
    rim = r * np.sqrt(1 - (r / distance) ** 2)
    angle = np.linspace(0, 2 * np.pi, 720, endpoint=False)[:, None]
    ring = middle + rim * (np.cos(angle) * first + np.sin(angle) * second)
    u, v = camera.project(ring).T
    area = 0.5 * abs(float(u @ np.roll(v, 1) - v @ np.roll(u, 1)))
    return float(np.sqrt(area / np.pi))


@pytest.mark.parametrize("tilt", [0.0, 0.3, 0.6])
def test_a_ball_shows_its_full_width_from_aside(tilt: float) -> None:
    camera = camera_over(tilt=tilt)
    found = replace(calibrated(), camera=camera)
    for xy in ([0.0, 0.0], [1.1, 0.5], [-1.0, -0.5]):
        xyz = np.array([*xy, POOL.ball_radius])
        radius = outline_radius(camera, xyz)
        assert found.radius_px([xy])[0] == pytest.approx(radius, rel=0.003)
        ratio = found.radius_per_width(camera.project([xyz]), [radius])
        assert ratio[0] == pytest.approx(POOL.ball_radius / POOL.width, rel=0.003)
