"""Parts in which nothing moves, as the observer judges and passes over them."""

from dataclasses import replace

import numpy as np

from cueref.pipeline.camera import CameraWatch
from cueref.pipeline.observing import Observer
from cueref.pipeline.reading import observed
from tests.cueref.pipeline.simple_scene import (
    PaintClassifier,
    PaintDetector,
    calibration,
    frame,
    picture,
)
from vision.appearance import Colour

BALLS = [(-0.5, 0.1, Colour.WHITE), (0.4, -0.2, Colour.RED)]
MOVED = [(-0.45, 0.1, Colour.WHITE), BALLS[1]]


class Luma:
    """A decoded picture of which only the light is asked for."""

    def __init__(self, image):
        self._frame = frame(0, image)

    def luma(self):
        return self._frame.luma


def watching(images, fps=10):
    observer = Observer(calibration(), PaintDetector(), PaintClassifier())
    for index, image in enumerate(images):
        list(observer.observe(frame(index, image, fps)))
    return observer


def test_it_is_calm_once_nothing_has_changed_for_a_while():
    lying = picture(BALLS)
    assert not watching([lying] * 10).is_calm
    assert watching([lying] * 30).is_calm
    assert not watching([lying] * 30 + [picture(MOVED)]).is_calm


def test_a_key_frame_shows_the_same_until_a_ball_lies_elsewhere():
    observer = watching([picture(BALLS)] * 30)
    assert observer.shows_the_same(Luma(picture(BALLS)))
    assert not observer.shows_the_same(Luma(picture(MOVED)))


def test_assumed_frames_come_out_once_each_and_unmeasured():
    lying = picture(BALLS)
    frames = [frame(n, lying, 10) for n in range(60)]
    frames[31:40] = [replace(one, is_assumed=True) for one in frames[31:40]]
    observer = Observer(calibration(), PaintDetector(), PaintClassifier())
    camera = CameraWatch(calibration(), picture([]), print)
    seen = list(observed(frames, observer, camera))
    assert [one.frame for one in seen] == list(range(60))
    assert all(one.observations is None for one in seen[31:40])
    assert all(np.isnan(one.change) for one in seen[31:40])
    assert all(one.view == 0 for one in seen)
    assert observer.is_calm
