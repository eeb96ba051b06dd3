import cv2
import numpy as np
import pytest

from cueref.pipeline.camera import CameraWatch
from tests.cueref.pipeline.simple_scene import SIZE, calibration, frame, picture

VIEW = picture([])


def watched(images, fps=10):
    warnings = []
    camera = CameraWatch(calibration(), VIEW, warnings.append)
    maps = [camera.update(frame(n, image, fps)) for n, image in enumerate(images)]
    return maps, warnings, camera


def test_a_steady_camera_keeps_its_map_and_says_nothing():
    maps, warnings, camera = watched([VIEW] * 12)
    assert all(one is maps[0] for one in maps)
    assert not warnings
    assert camera.view == 0


def test_a_camera_that_is_carried_about_is_followed_and_reported_once():
    moved = picture([], shift=(6, -4))
    maps, warnings, _ = watched([VIEW] * 5 + [moved] * 20)
    shift = maps[-1].corners_uv - maps[0].corners_uv
    assert np.allclose(shift, (6, -4), atol=0.5)
    assert len([w for w in warnings if "moved" in w]) == 1


def test_a_cut_ends_the_view_and_its_return_begins_another():
    other = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    maps, warnings, camera = watched([VIEW] * 5 + [other] * 30 + [VIEW] * 10)
    assert maps[0] is not None
    assert maps[30] is None
    assert maps[-1] is not None
    assert camera.view == 1
    assert "cut" in warnings[0]
    assert "again" in warnings[1]


def test_a_short_cover_of_the_rails_is_no_cut():
    other = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    maps, warnings, camera = watched([VIEW] * 5 + [other] * 3 + [VIEW] * 10)
    assert all(one is not None for one in maps)
    assert not warnings
    assert camera.view == 0


def test_without_a_view_the_first_frame_is_the_reference():
    camera = CameraWatch(calibration(), None, print)
    assert camera.update(frame(0, VIEW)) is not None


@pytest.mark.parametrize(("shift", "turn"), [((3, 0), 0), ((8, -6), 0), ((32, 24), 1)])
def test_a_bump_in_play_is_noticed_soon_and_the_table_found_anew(shift, turn):
    moved = picture([], shift=shift)
    if turn:
        middle = (SIZE[0] / 2, SIZE[1] / 2)
        matrix = cv2.getRotationMatrix2D(middle, turn, 1.0)
        moved = cv2.warpAffine(
            moved, matrix, SIZE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    maps, warnings, camera = watched([VIEW] * 40 + [moved] * 30)
    unobserved = [n for n, one in enumerate(maps) if one is None]
    assert unobserved[0] - 40 <= 6  # 0.6 s
    assert unobserved[-1] - 40 <= 20  # 2 s
    assert "bumped" in warnings[0]
    assert "found anew" in warnings[-1]
    assert camera.view == 1
    if not turn:
        away = maps[-1].corners_uv - maps[0].corners_uv
        assert np.allclose(away, shift, atol=0.6)


def test_a_slow_drift_is_followed_without_a_stop():
    images = [picture([], shift=(0.1 * n, 0)) for n in range(0, 60, 2)]
    maps, warnings, _ = watched([VIEW] * 40 + [i for i in images for _ in range(3)])
    assert all(one is not None for one in maps)
    assert any("moved" in line for line in warnings)
