"""The likeliest assignments against all that there are."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cueref.pipeline.assignments import NO_COLUMN, likeliest_assignments, ranked


def by_brute_force(score, kinds):
    """Return the best score of each way to give the rows kinds, best first."""
    best = {}
    rows = np.arange(len(score))
    for columns in itertools.permutations(range(score.shape[1]), len(score)):
        told = tuple(kinds[list(columns)])
        value = float(score[rows, list(columns)].sum())
        best[told] = max(best.get(told, -np.inf), value)
    return sorted(best.values(), reverse=True)


@st.composite
def tables(draw):
    n = draw(st.integers(1, 4))
    m = draw(st.integers(n, 5))
    numbers = st.floats(-9, 0, allow_nan=False)
    score = draw(st.lists(numbers, min_size=n * m, max_size=n * m))
    kinds = draw(st.lists(st.integers(0, 4), min_size=m, max_size=m))
    return np.array(score).reshape(n, m), np.array(kinds, np.int64)


@settings(deadline=None)
@given(tables())
def test_all_assignments_come_in_order_each_once(table):
    score, kinds = table
    found = list(ranked(score, kinds))
    assert [value for value, _ in found] == pytest.approx(by_brute_force(score, kinds))
    told = [tuple(kinds[columns]) for _, columns in found]
    assert len(set(told)) == len(told)
    for value, columns in found:
        assert len(set(columns.tolist())) == len(columns)
        assert score[np.arange(len(score)), columns].sum() == pytest.approx(value)


def test_a_row_for_which_no_column_is_left_has_none():
    score = np.array([[0.0, -3], [-1, -1], [-2, -0.5]])
    ways = likeliest_assignments(score, np.arange(2))
    assert ways[0].columns.tolist() == [0, NO_COLUMN, 1]
    assert all(np.sum(way.columns == NO_COLUMN) == 1 for way in ways)
    assert len(ways) == 6


def test_columns_of_one_kind_are_not_told_apart():
    ways = likeliest_assignments(np.zeros((15, 15)), np.zeros(15, np.int64))
    assert len(ways) == 1


def test_hardly_probable_assignments_and_too_many_are_left_out():
    clear = likeliest_assignments(20.0 * np.eye(4), np.arange(4))
    assert len(clear) == 1
    vague = likeliest_assignments(np.zeros((4, 4)), np.arange(4), most=5)
    assert len(vague) == 5
