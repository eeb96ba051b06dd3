import numpy as np

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


def test_a_bumped_camera_is_followed_and_reported_once():
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
