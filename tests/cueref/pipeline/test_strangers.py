import numpy as np
import pytest

from cueref.pipeline.strangers import only_balls
from vision.detections import Detections

RADIUS = 10.0
LYING = (300.0, 200.0)


def balls(*uv, streak=(0.0, 0.0)):
    n = len(uv)
    return Detections(
        np.array(uv, dtype=float).reshape(-1, 2),
        np.full(n, RADIUS),
        np.ones(n),
        np.zeros(n, np.int64),
        np.tile(np.array(streak, dtype=float), (n, 1)),
    )


def around(uv, reach):
    return (uv[0] - reach, uv[1] - reach, uv[0] + reach, uv[1] + reach)


def test_nothing_that_changed_is_no_stranger():
    assert only_balls([], balls(LYING), balls(LYING))


def test_a_ball_that_rolls_on_is_no_stranger():
    before, now = (100.0, 100.0), (112.0, 100.0)
    changed = [(88.0, 88.0, 124.0, 112.0)]
    assert only_balls(changed, balls(before, LYING), balls(now, LYING))


def test_the_place_that_a_fast_ball_left_and_the_one_it_came_to_are_no_strangers():
    before, now = (100.0, 100.0), (180.0, 100.0)
    changed = [around(before, 14.0), around(now, 14.0)]
    assert only_balls(changed, balls(before), balls(now))


def test_a_streak_belongs_to_its_ball_up_to_both_ends():
    changed = [(40.0, 85.0, 160.0, 115.0)]
    ball = balls((100.0, 100.0), streak=(100.0, 0.0))
    assert only_balls(changed, ball, ball)


@pytest.mark.parametrize("place", [(400.0, 50.0), (300.0, 150.0)])
def test_a_place_without_a_ball_is_a_stranger(place):
    changed = [around(LYING, 12.0), around(place, 12.0)]
    assert not only_balls(changed, balls(LYING), balls(LYING))


def test_a_place_that_reaches_far_beyond_its_ball_is_a_stranger():
    assert not only_balls([(290.0, 0.0, 312.0, 212.0)], balls(LYING), balls(LYING))


def test_a_ball_that_is_missed_and_a_change_of_everything_are_strangers():
    changed = [around(LYING, 12.0)]
    assert not only_balls(changed, balls(LYING), balls())
    assert not only_balls(None, balls(LYING), balls(LYING))


def test_an_empty_table_on_which_something_changes_has_a_stranger():
    assert not only_balls([around(LYING, 12.0)], balls(), balls())
