import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracking.following.kalman import predict, resting, update

MEAN = np.array([0.1, -0.2, 1.5, 0.4])
COVARIANCE = np.diag([1e-6, 2e-6, 0.01, 0.02])
MIRROR = np.diag([1.0, -1.0, 1.0, -1.0])

times = st.floats(0.001, 0.5)
speeds = st.floats(-8.0, 8.0)


def is_positive_definite(covariance):
    return np.allclose(covariance, covariance.T) and np.all(
        np.linalg.eigvalsh(covariance) > 0
    )


@settings(deadline=None, max_examples=50)
@given(dt=times, vx=speeds, vy=speeds)
def test_two_half_steps_are_one_step(dt, vx, vy):
    mean = np.array([0.0, 0.0, vx, vy])
    half = predict(*predict(mean, COVARIANCE, dt / 2), dt / 2)
    whole = predict(mean, COVARIANCE, dt)
    assert np.allclose(half[0], whole[0], atol=1e-9)
    assert np.allclose(half[1], whole[1], atol=1e-9)


@settings(deadline=None, max_examples=50)
@given(dt=times, vx=speeds, vy=speeds)
def test_mirroring_the_table_commutes_with_prediction(dt, vx, vy):
    mean = np.array([0.3, 0.2, vx, vy])
    mirrored = predict(MIRROR @ mean, MIRROR @ COVARIANCE @ MIRROR, dt)
    moved = predict(mean, COVARIANCE, dt)
    assert np.allclose(mirrored[0], MIRROR @ moved[0])
    assert np.allclose(mirrored[1], MIRROR @ moved[1] @ MIRROR)


@settings(deadline=None, max_examples=50)
@given(dt=times, x=st.floats(-1, 1), sigma=st.floats(1e-4, 0.01))
def test_the_covariance_stays_symmetric_and_positive_definite(dt, x, sigma):
    mean, covariance = predict(MEAN, COVARIANCE, dt)
    noise = np.eye(2) * sigma**2
    mean, covariance = update(mean, covariance, np.array([x, 0.0]), noise)
    assert is_positive_definite(covariance)


def test_a_slow_ball_stops_and_does_not_roll_back():
    mean = np.array([0.0, 0.0, 0.05, 0.0])
    moved, _ = predict(mean, COVARIANCE, 5.0, deceleration=0.1)
    assert moved[2] == 0.0
    assert moved[0] == pytest.approx(0.05**2 / 0.2)


def test_an_observation_pulls_the_estimate_and_narrows_it():
    mean, covariance = resting(np.zeros(2), np.eye(2) * 1e-4)
    after, narrowed = update(mean, covariance, np.array([0.01, 0.0]), np.eye(2) * 1e-4)
    assert after[0] == pytest.approx(0.005)
    assert narrowed[0, 0] < covariance[0, 0]


@pytest.mark.parametrize(
    ("dt", "deceleration", "noise"), [(-1, 0, 0), (1, -1, 0), (1, 0, -1)]
)
def test_negative_numbers_are_refused(dt, deceleration, noise):
    with pytest.raises(ValueError, match="must not be negative"):
        predict(MEAN, COVARIANCE, dt, deceleration, noise)
