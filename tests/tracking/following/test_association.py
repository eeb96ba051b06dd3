import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tracking.following.association import (
    assign,
    log_false,
    log_gauss,
    log_same_name,
    log_started,
    log_streak,
)


def test_the_joint_explanation_beats_the_nearest_neighbour():
    likelihood = np.array([[5.0, 4.0], [4.5, -np.inf]])
    result = assign(likelihood, np.full(2, -2.0), np.full(2, -3.0))
    pairs = dict(zip(result.tracks.tolist(), result.rows.tolist(), strict=True))
    assert pairs == {0: 1, 1: 0}


def test_a_missed_ball_and_a_new_observation_are_outcomes():
    likelihood = np.array([[-50.0]])
    result = assign(likelihood, np.array([-2.0]), np.array([-3.0]))
    assert result.missed.tolist() == [0]
    assert result.fresh.tolist() == [0]


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 10_000))
def test_the_order_of_the_observations_changes_nothing(seed):
    rng = np.random.default_rng(seed)
    likelihood = rng.normal(0, 5, (4, 6))
    order = rng.permutation(6)
    missed, fresh = np.full(4, -2.0), np.full(6, -3.0)
    plain = assign(likelihood, missed, fresh)
    shuffled = assign(likelihood[:, order], missed, fresh)
    assert dict(zip(plain.tracks, plain.rows, strict=True)) == dict(
        zip(shuffled.tracks, order[shuffled.rows], strict=True)
    )


def test_the_normal_density_is_the_closed_form():
    density = log_gauss(np.array([0.0, 0.0]), np.diag([4.0, 1.0]))
    assert np.isclose(density, -np.log(2 * np.pi * 2))


def test_a_ball_that_starts_is_likelier_near_and_never_too_fast():
    away = np.array([[0.01, 0.0], [0.3, 0.0], [2.0, 0.0]])
    near, far, impossible = log_started(away, np.array(0.033))
    assert near > far > -np.inf
    assert impossible == -np.inf


def test_looks_speak_for_the_same_ball_and_never_decide_alone():
    belief = np.array([[0.0, -200.0, -200.0]])
    seen = np.array([[0.0, -50.0, -50.0], [-50.0, 0.0, -50.0]])
    same, other = log_same_name(belief, np.array([50.0]), seen)[0]
    assert same > 0.5
    assert -3.0 < other < -1.0


def test_without_colours_the_looks_say_nothing():
    assert not log_same_name(np.zeros((2, 0)), np.ones(2), np.zeros((3, 0))).any()


def test_blur_across_the_way_speaks_against_a_pair():
    way = np.array([[0.2, 0.0], [0.2, 0.0]])
    along, across = log_streak(way, np.array([[0.1, 0.0], [0.0, 0.1]]), 0.01)
    assert along > -0.1
    assert across == -4.0


def test_hesitant_observations_are_more_often_false():
    sure, hesitant = log_false(np.array([0.95, 0.3]))
    assert hesitant > sure
