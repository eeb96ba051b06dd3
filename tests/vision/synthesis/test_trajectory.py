"""Paths of quadratic pieces and the turning of a ball."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.synthesis.errors import InvalidMotionError
from vision.synthesis.rotation import (
    matrix_from_quaternion,
    multiply,
    orientation,
    quaternion_from_turn,
)
from vision.synthesis.trajectory import MotionState, Trajectory

R = 0.028575


def rolling(speed: float = 1.0, slowing: float = 0.1) -> Trajectory:
    """A ball that rolls along x from t = 0 until it stops."""
    lasts = speed / slowing
    stop = speed * lasts / 2
    zero = [0.0, 0.0, 0.0]
    return Trajectory(
        np.array([0.0, lasts]),
        np.array([[0.0, 0.0, R], [stop, 0.0, R]]),
        np.array([[speed, 0.0, 0.0], zero]),
        np.array([[-slowing, 0.0, 0.0], zero]),
        np.array([[0.0, speed / R, 0.0], zero]),
        np.array([[0.0, -slowing / R, 0.0], zero]),
        np.array([MotionState.ROLL, MotionState.REST], dtype=np.int8),
    )


def test_a_rolling_ball_slows_down_and_stops_where_the_law_says() -> None:
    path = rolling(speed=1.0, slowing=0.1)
    assert path.position(np.array([-1.0, 0.0, 1.0, 10.0, 99.0]))[:, 0].tolist() == (
        pytest.approx([0.0, 0.0, 0.95, 5.0, 5.0])
    )
    assert path.velocity(np.array([-1.0, 1.0, 20.0]))[:, 0].tolist() == (
        pytest.approx([0.0, 0.9, 0.0])
    )
    assert path.state_at(np.array([1.0, 20.0])).tolist() == [3, 0]


def test_a_rolling_ball_turns_by_its_way_over_its_radius() -> None:
    path = rolling(speed=0.05, slowing=0.1)
    way = 0.05**2 / 0.2
    start = np.array([1.0, 0.0, 0.0, 0.0])
    end = orientation(path, start, np.array([5.0]))[0]
    assert 2 * math.acos(abs(end[0])) == pytest.approx(way / R, rel=1e-4)
    top = matrix_from_quaternion(end) @ np.array([0.0, 0.0, 1.0])
    assert top[0] == pytest.approx(math.sin(way / R), rel=1e-3)


def test_orientations_may_be_asked_in_any_order_and_at_no_time_twice() -> None:
    path = rolling()
    start = np.array([0.6, 0.0, 0.8, 0.0])
    times = np.array([3.0, 0.5, -1.0, 0.5])
    found = orientation(path, start, times)
    alone = [orientation(path, start, np.array([t]))[0] for t in times]
    np.testing.assert_allclose(np.abs(np.sum(found * alone, axis=1)), 1.0, atol=1e-6)


def test_a_path_is_replaced_from_where_another_one_starts() -> None:
    first = rolling()
    stopped = Trajectory.at_rest((9.0, 0.0, R), t=2.0)
    joined = first.followed_by(stopped)
    assert joined.position(np.array([1.0]))[0, 0] == pytest.approx(0.95)
    assert joined.position(np.array([2.5]))[0, 0] == 9.0


def test_a_path_cannot_be_changed_or_have_holes() -> None:
    path = rolling()
    with pytest.raises(ValueError, match="read-only"):
        path.p[0, 0] = 1.0
    with pytest.raises(InvalidMotionError, match="finite"):
        Trajectory.at_rest((math.nan, 0.0, R))
    with pytest.raises(InvalidMotionError, match="must not fall"):
        Trajectory(
            np.array([1.0, 0.0]), path.p, path.v, path.a, path.w, path.b, path.state
        )


turns = st.tuples(*[st.floats(-3.0, 3.0)] * 3).map(np.array)


@given(turns, turns)
def test_turning_by_a_product_is_turning_twice(
    one: np.ndarray, two: np.ndarray
) -> None:
    first, second = quaternion_from_turn(one), quaternion_from_turn(two)
    whole = matrix_from_quaternion(multiply(second, first))
    parts = matrix_from_quaternion(second) @ matrix_from_quaternion(first)
    np.testing.assert_allclose(whole, parts, atol=1e-12)
