"""Rows of balls with rings are drawn on a table, and nowhere else."""

import cv2
import numpy as np
import pytest

from cueref.table_training.rows import with_rows

CORNERS = np.array([[40.0, 30.0], [180.0, 40.0], [175.0, 100.0], [45.0, 95.0]])


@pytest.mark.parametrize("seed", range(8))
def test_balls_lie_on_the_table(seed: int) -> None:
    cloth = np.full((128, 224, 3), 90, np.uint8)
    drawn = with_rows(np.random.default_rng(seed), cloth, CORNERS)
    table = np.zeros(cloth.shape[:2], np.uint8)
    cv2.fillConvexPoly(table, CORNERS.astype(np.int32), 1)
    near = cv2.dilate(table, np.ones((17, 17), np.uint8))
    changed = np.any(drawn != cloth, axis=2)
    assert changed.sum() >= 12
    assert not np.any(changed & (near == 0))


def test_the_picture_itself_is_left_as_it_was() -> None:
    cloth = np.full((128, 224, 3), 90, np.uint8)
    with_rows(np.random.default_rng(1), cloth, CORNERS)
    assert np.all(cloth == 90)
