import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.table import TABLES, TableKind
from vision.synthesis.camera import Camera
from vision.synthesis.camera_looks import draw_camera

TABLE = TABLES[TableKind.POOL_9FT]
RADIUS = TABLE.ball_radius


def camera_above(k1: float = 0.0) -> Camera:
    down = np.array([[1.0, 0, 0], [0, -1, 0], [0, 0, -1]])
    place = np.array([0.0, 0.0, 3.0])
    return Camera((960, 540), 1000.0, np.array([479.5, 269.5]), k1, down, place)


@settings(deadline=None, max_examples=60)
@given(
    st.integers(0, 10_000),
    st.floats(-1.2, 1.2),
    st.floats(-0.6, 0.6),
    st.floats(0, 0.1),
)
def test_a_point_comes_back_from_its_image(seed, x, y, z):
    rng = np.random.default_rng(seed)
    camera = draw_camera(rng, seed % 16, TABLE)
    uv = camera.uv_from_xyz(np.array([[x, y, z]]))
    assert camera.xy_from_uv(uv, z)[0] == pytest.approx([x, y], abs=1e-7)


def test_the_outline_of_a_ball_below_the_lens_is_a_circle_around_its_centre():
    center = np.array([[0.0, 0.0, RADIUS]])
    uv, radius_px, box = camera_above().ball_images(center, RADIUS)
    assert uv[0] == pytest.approx([479.5, 269.5], abs=1e-9)
    far = 3.0 - RADIUS
    assert radius_px[0] == pytest.approx(1000 * RADIUS / np.sqrt(far**2 - RADIUS**2))
    assert box[0, 2] - box[0, 0] == pytest.approx(2 * radius_px[0], rel=1e-6)


def test_a_ball_off_the_axis_shows_its_outline_farther_out_than_its_centre():
    camera = camera_above()
    center = np.array([[1.0, 0.4, RADIUS]])
    uv, _, _ = camera.ball_images(center, RADIUS)
    apart = uv[0] - camera.uv_from_xyz(center)[0]
    outward = camera.uv_from_xyz(center)[0] - camera.principal_uv
    assert 0.01 < np.linalg.norm(apart) < 0.2
    assert np.dot(apart, outward) > 0


@pytest.mark.parametrize("k1", [0.0, -0.12, 0.06])
def test_the_rays_of_all_pixels_are_the_rays_of_each(k1):
    camera = camera_above(k1)
    fall = camera.pixel_directions()
    uv = np.array([[0.0, 0.0], [100.0, 50.0], [959.0, 539.0], [479.0, 270.0]])
    ray = camera.directions(uv)
    expected = ray[:, :2] / -ray[:, 2:]
    found = fall[uv[:, 1].astype(int), uv[:, 0].astype(int)]
    assert found == pytest.approx(expected, abs=3e-6)


@pytest.mark.parametrize("seed", range(20))
def test_a_drawn_camera_without_cuts_sees_the_whole_playing_surface(seed):
    rng = np.random.default_rng(seed)
    camera = draw_camera(rng, seed % 16, TABLE, cut=False)
    half = np.array([TABLE.length / 2, TABLE.width / 2])
    corners = np.array(
        [[x, y, 0.0] for x in (-half[0], half[0]) for y in (-half[1], half[1])]
    )
    uv = camera.uv_from_xyz(corners)
    assert np.all(uv > 0)
    assert np.all(uv < np.array(camera.size))
