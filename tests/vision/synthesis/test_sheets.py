"""Sheets cover exactly what their polygons cover."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.table import TABLES, TableKind
from vision.synthesis.coverage import coverage
from vision.synthesis.openings import table_opening
from vision.synthesis.sheets import blank_sheet, circle, rectangle

WHITE = np.ones(3, np.float32)


@pytest.mark.parametrize("half", [0.2, 0.2013, 0.2049, 0.2087])
def test_the_border_of_a_rectangle_lies_where_it_was_asked_for(half: float) -> None:
    mask = blank_sheet((0.5, 0.5), 100.0, WHITE).mask(rectangle(half, half))
    for row in (mask[50], mask[:, 50]):
        assert 50 - row[:50].sum() == pytest.approx(50 - 100 * half, abs=1e-4)
        assert 50 + row[50:].sum() == pytest.approx(50 + 100 * half, abs=1e-4)


@given(
    turn=st.floats(0, 6.28),
    u=st.floats(25, 35),
    v=st.floats(25, 35),
    long=st.floats(2, 15),
)
def test_a_polygon_covers_its_area_about_its_middle(
    turn: float, u: float, v: float, long: float
) -> None:
    way = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    share = coverage((60, 60), rectangle(long, 3.0) @ way + [u, v])
    assert share.sum() == pytest.approx(12 * long, rel=1e-3)
    row, column = np.mgrid[0:60, 0:60]
    middle = (share * column).sum(), (share * row).sum()
    assert np.array(middle) / share.sum() == pytest.approx([u, v], abs=0.02)


def test_a_polygon_may_reach_out_of_the_sheet() -> None:
    share = coverage((10, 20), np.array([[-9, -9], [40, -9], [40, 40], [-9, 40]]))
    assert share.min() == 1.0


def test_what_two_polygons_share_is_covered_once_and_leaves_no_seam() -> None:
    sheet = blank_sheet((0.5, 0.5), 100.0, WHITE)
    left = rectangle(0.1, 0.1) - np.array([0.1033, 0.0])
    right = left + np.array([0.2, 0.0])
    assert sheet.mask(left, right)[45:55, 35:65].min() == pytest.approx(1.0, abs=1e-5)
    assert sheet.mask(left, left)[50].sum() <= 21.0


def test_the_opening_of_a_table_ends_at_its_noses() -> None:
    table = TABLES[TableKind.POOL_9FT]
    sheet = blank_sheet((1.4, 0.8), 300.0, WHITE)
    mask = sheet.mask(*table_opening(table))
    column = mask[:, mask.shape[1] // 4]
    assert column.sum() / 300.0 == pytest.approx(table.width, abs=1e-5)
    across = mask[mask.shape[0] // 2]
    assert across.sum() / 300.0 == pytest.approx(table.length, abs=1e-5)


def test_a_circle_of_many_corners_has_its_radius() -> None:
    mask = blank_sheet((0.5, 0.5), 100.0, WHITE).mask(circle(np.zeros(2), 0.2, 200))
    assert np.sqrt(mask.sum() / np.pi) == pytest.approx(20, abs=0.01)
