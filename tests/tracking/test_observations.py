import numpy as np
import pytest

from tracking.errors import InvalidObservationsError
from tracking.observations import Observations


def two_balls(**changed):
    columns = {
        "xy": np.zeros((2, 2)),
        "covariance": np.tile(np.eye(2), (2, 1, 1)),
        "score": np.ones(2),
        "label_log": np.zeros((2, 3)),
        "streak": np.zeros((2, 2)),
    }
    return Observations(4, 0.5, **(columns | changed))


def test_columns_are_read_only():
    with pytest.raises(ValueError, match="read-only"):
        two_balls().xy[0, 0] = 1.0


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("covariance", np.zeros((1, 2, 2))),
        ("score", np.zeros(3)),
        ("label_log", np.zeros(2)),
        ("streak", np.zeros((2, 3))),
        ("xy", np.full((2, 2), np.nan)),
    ],
)
def test_columns_that_contradict_each_other_are_refused(column, value):
    with pytest.raises(InvalidObservationsError, match="frame 4"):
        two_balls(**{column: value})


def test_rows_are_chosen_by_mask_and_by_index():
    frame = two_balls(score=np.array([0.2, 0.9]))
    assert frame[np.array([False, True])].score.tolist() == [0.9]
    assert frame[np.array([1, 0])].score.tolist() == [0.9, 0.2]


def test_a_frame_without_balls_is_a_frame():
    empty = Observations.empty(1, 0.1, names=5)
    assert len(empty) == 0
    assert empty.label_log.shape == (0, 5)
    assert empty.at(2.0).t == 2.0
