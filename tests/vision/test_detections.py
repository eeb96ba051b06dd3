import numpy as np
import pytest

from vision.detections import Detections
from vision.errors import InvalidDetectionsError


def three_balls() -> Detections:
    return Detections(
        uv=np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]),
        radius_px=np.array([9.0, 10.0, 11.0]),
        score=np.array([0.9, 0.8, 0.7]),
        label=np.zeros(3, np.int64),
        streak_px=np.zeros((3, 2)),
    )


def test_no_balls_are_a_valid_set() -> None:
    assert len(Detections.empty()) == 0


def test_a_mask_keeps_the_rows_it_marks() -> None:
    kept = three_balls()[np.array([True, False, True])]
    assert kept.uv.tolist() == [[1, 2], [5, 6]]
    assert kept.score.tolist() == [0.9, 0.7]


def test_indices_reorder_the_rows() -> None:
    assert three_balls()[[2, 0]].radius_px.tolist() == [11, 9]


def test_one_index_gives_one_ball() -> None:
    assert len(three_balls()[1]) == 1


def test_columns_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        three_balls().uv[0, 0] = 5


def test_columns_are_copies_of_what_was_given() -> None:
    uv = np.zeros((1, 2))
    one = np.ones(1)
    balls = Detections(uv, one, one, np.zeros(1, np.int64), np.zeros((1, 2)))
    uv[:] = 7
    assert balls.uv.tolist() == [[0, 0]]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("uv", np.zeros((2, 2))),
        ("uv", np.zeros((1, 3))),
        ("uv", np.full((1, 2), np.nan)),
        ("radius_px", np.zeros(1)),
        ("score", np.full(1, 1.5)),
        ("streak_px", np.zeros(1)),
    ],
)
def test_columns_that_contradict_each_other_are_refused(
    column: str, value: np.ndarray
) -> None:
    columns = {
        "uv": np.zeros((1, 2)),
        "radius_px": np.ones(1),
        "score": np.ones(1),
        "label": np.zeros(1, np.int64),
        "streak_px": np.zeros((1, 2)),
    } | {column: value}
    with pytest.raises(InvalidDetectionsError):
        Detections(**columns)
