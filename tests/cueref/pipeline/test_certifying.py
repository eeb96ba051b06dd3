from fractions import Fraction

import numpy as np
import pytest

from cueref.pipeline.certifying import (
    Stretch,
    _open_times,
    coarsest,
    frame_rate,
    read_stretch,
)
from tests.cueref.pipeline.simple_scene import calibration
from vision.detections import Detections
from vision.frames import Frame


def streaks(uv, streak):
    n = len(uv)
    return Detections(
        np.array(uv, float).reshape(n, 2),
        np.full(n, 8.0),
        np.full(n, 0.9),
        np.zeros(n, np.int64),
        np.array(streak, float).reshape(n, 2),
    )


def test_a_streak_half_as_long_as_the_way_is_half_the_time_open():
    first = streaks([(100, 100)], [(12, 5)])
    second = streaks([(124, 110)], [(12, 5)])
    assert _open_times(first, second, 1 / 60) == [pytest.approx(1 / 120)]


def test_a_ball_that_turned_tells_nothing():
    first = streaks([(100, 100)], [(12, 5)])
    second = streaks([(90, 124)], [(-5, 12)])
    assert _open_times(first, second, 1 / 60) == []


def test_repeated_pictures_count_once():
    t = np.arange(120) / 30
    change = np.where(np.arange(120) % 2 == 0, 1.0, 0.0)
    assert frame_rate(Stretch(t, change)) == pytest.approx(15, rel=0.1)
    assert frame_rate(Stretch(t, np.full(120, 1.0))) == pytest.approx(30)


def test_a_single_picture_has_no_rate():
    assert frame_rate(Stretch(np.array([0.0]), np.array([0.0]))) is None


def test_the_liveliest_pictures_are_kept():
    frames = []
    for number in range(40):
        image = np.full((36, 64, 3), 90, np.uint8)
        if 20 <= number < 27:
            image[:, number : number + 20] = 200
        time = Fraction(number, 30)
        frames.append(Frame(number, float(time), image, number, Fraction(1, 30)))
    stretch = read_stretch(frames)
    assert len(stretch.t) == 40
    assert {frame.index for frame in stretch.lively} & set(range(20, 28))


def test_the_far_corner_is_the_coarsest():
    table = calibration()
    assert coarsest(table) > 1000 * 2.54 / table.image_size[0]
