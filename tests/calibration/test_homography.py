import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration import homography
from calibration.errors import CalibrationFitError

SQUARE = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]])
SEEN = np.array([[102.0, 71.0], [901.0, 95.0], [870.0, 512.0], [130.0, 480.0]])


def test_four_pairs_are_met_exactly() -> None:
    matrix = homography.fit(SQUARE, SEEN)
    assert np.allclose(homography.apply(matrix, SQUARE), SEEN, atol=1e-6)


def test_many_noisy_pairs_are_averaged() -> None:
    rng = np.random.default_rng(1)
    truth = homography.fit(SQUARE, SEEN)
    source = rng.uniform([0, 0], [2, 1], (400, 2))
    target = homography.apply(truth, source) + rng.normal(0, 0.5, (400, 2))
    found = homography.fit(source, target)
    assert np.abs(homography.apply(found, SQUARE) - SEEN).max() < 0.3


def test_points_on_a_line_are_refused() -> None:
    line = np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    with pytest.raises(CalibrationFitError, match="line"):
        homography.fit(line, SEEN)


def test_three_pairs_are_refused() -> None:
    with pytest.raises(CalibrationFitError, match="four or more"):
        homography.fit(SQUARE[:3], SEEN[:3])


def test_the_jacobian_is_the_slope_of_the_map() -> None:
    matrix = homography.fit(SQUARE, SEEN)
    step = 1e-6
    at = np.array([[0.7, 0.4]])
    slope = homography.jacobian(matrix, at)[0]
    for axis in range(2):
        moved = at + np.eye(2)[axis] * step
        change = (homography.apply(matrix, moved) - homography.apply(matrix, at)) / step
        assert np.allclose(slope[:, axis], change[0], rtol=1e-3, atol=1e-2)


@settings(max_examples=40, deadline=None)
@given(
    shift=st.lists(st.floats(-60, 60), min_size=8, max_size=8),
    scale=st.floats(0.1, 10).filter(lambda value: value != 0),
)
def test_there_and_back_is_identity_whatever_the_scale(
    shift: list[float], scale: float
) -> None:
    matrix = homography.fit(SQUARE, SEEN + np.array(shift).reshape(4, 2))
    inverse = homography.invert(matrix * scale)
    there = homography.apply(matrix, SQUARE)
    assert np.allclose(homography.apply(inverse, there), SQUARE, atol=1e-6)
