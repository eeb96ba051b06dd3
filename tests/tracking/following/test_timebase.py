import numpy as np
import pytest

from tracking.following.repeats import Repeats, Rhythm, find_repeats
from tracking.following.timebase import true_times
from tracking.observations import Observations
from tracking.path import BallPath


def changes(repeats, *, seed=1, noise=0.01):
    """Grey levels: still, then something moves for a while, then still again."""
    rng = np.random.default_rng(seed)
    m = len(repeats)
    activity = np.clip(np.sin(np.linspace(0, np.pi, m)), 0.1, None) * 0.4
    change = activity * rng.uniform(0.7, 1.3, m)
    return np.where(repeats, 0.0, change) + rng.uniform(0, noise, m)


NO_REPEATS = Repeats(np.zeros(61, dtype=bool))


def rhythm(distinct, period, m=300, phase=0):
    index = np.arange(m) + phase
    number = -((-index * distinct) // period)
    repeats = np.diff(number, prepend=number[0] - 1) == 0
    repeats[0] = False
    return repeats


@pytest.mark.parametrize(
    ("distinct", "period"), [(1, 2), (5, 6), (5, 12), (4, 5), (2, 5), (24, 25)]
)
def test_the_rhythm_of_repeated_pictures_is_found(distinct, period):
    repeats = rhythm(distinct, period, phase=3)
    assert (find_repeats(changes(repeats)).is_repeat == repeats).mean() > 0.99


def test_a_recording_without_repeats_has_none():
    assert not find_repeats(changes(np.zeros(200, dtype=bool))).is_repeat.any()


def test_a_recording_in_which_nothing_happens_has_no_repeats():
    assert not find_repeats(np.zeros(100)).is_repeat.any()


def test_a_change_that_is_not_known_is_no_repeat():
    change = np.random.default_rng(2).uniform(0.8, 1.2, 90)
    change[10::4] = np.nan
    assert not find_repeats(change).is_repeat.any()
    assert not find_repeats(np.full(30, np.nan)).is_repeat.any()


def test_repeated_pictures_are_spaced_evenly():
    repeats = rhythm(5, 12)
    base = true_times(np.arange(300) / 60, Repeats(repeats, Rhythm(5, 12)))
    steps = np.diff(base.t[~repeats])
    assert steps == pytest.approx(np.full(len(steps), 1 / 25), abs=1e-3)
    assert np.all(np.diff(base.t) >= 0)


def seen_at(index, x):
    eye = np.tile(np.eye(2) * 0.0005**2, (2, 1, 1))
    xy = np.array([(x, 0.0), (0.5, 0.3)])
    return Observations(
        index, index / 60, xy, eye, np.full(2, 0.9), np.zeros((2, 0)), np.zeros((2, 2))
    )


@pytest.mark.parametrize("moves", [False, True])
def test_a_picture_that_shows_a_ball_elsewhere_is_new(moves):
    change = np.random.default_rng(2).uniform(0.8, 1.2, 90)
    change[:20], change[40] = 0.02, 0.01
    x = 0.01 * np.arange(90)
    if not moves:
        x[40:] -= 0.01
    seen = [seen_at(i, x[i]) for i in range(90)]
    assert find_repeats(change, seen).is_repeat[40] != moves
    assert find_repeats(change, seen).is_repeat.sum() == (not moves)


def test_a_single_repeat_leaves_the_times_of_all_other_pictures():
    repeats = np.zeros(90, dtype=bool)
    repeats[40] = True
    t = np.arange(90) / 60
    base = true_times(t, Repeats(repeats))
    assert base.t[~repeats] == pytest.approx(t[~repeats])
    assert base.t[40] == base.t[39]


def test_the_time_in_the_file_is_that_of_the_first_showing():
    repeats = rhythm(1, 2, m=60)
    base = true_times(np.arange(60) / 30, Repeats(repeats, Rhythm(1, 2)))
    shown = base.file_time(base.t[~repeats])
    assert shown == pytest.approx(np.flatnonzero(~repeats) / 30)


def rolling_path(key, t, speed, direction):
    way = speed * t - 0.1 * t**2 / 2
    xy = way[:, None] * np.array([np.cos(direction), np.sin(direction)])
    xy += np.random.default_rng(key).normal(0, 0.0005, xy.shape)
    covariance = np.tile(np.eye(2) * 0.0005**2, (len(t), 1, 1))
    return BallPath(key, np.arange(len(t)) / 25, np.arange(len(t)), xy, covariance)


@pytest.mark.parametrize(
    "steps", [(1, 2), (1, 1, 1, 1, 2), (2, 1, 1)], ids=["1:2", "drop of 6", "2:1:1"]
)
def test_uneven_pictures_are_timed_by_the_balls(steps):
    spacing = np.resize(np.array(steps, float), 60)
    spacing *= 60 / spacing.sum() / 25
    true = np.concatenate(([0.0], np.cumsum(spacing)))
    paths = [rolling_path(k, true, 1.0 + 0.3 * k, k) for k in range(3)]
    base = true_times(np.arange(61) / 25, NO_REPEATS, paths)
    assert len(base.spacing) == len(steps)
    assert np.diff(base.t) == pytest.approx(np.diff(true), rel=0.05)


def test_even_pictures_stay_even():
    true = np.arange(61) / 25
    paths = [rolling_path(k, true, 1.0 + 0.3 * k, k) for k in range(3)]
    base = true_times(true, NO_REPEATS, paths)
    assert base.spacing == (1.0,)
    assert base.t == pytest.approx(true)
