import numpy as np

from adjudicator.balls import Discipline
from adjudicator.table import TABLES, TableKind
from cueref.pipeline.racks import foot_by_rack
from vision.synthesis.racks import break_layout

POOL = TABLES[TableKind.POOL_9FT]


def layout(discipline, table=POOL):
    balls, _ = break_layout(discipline, table, np.random.default_rng(3))
    rng = np.random.default_rng(4)
    return np.array([[p.x, p.y] for p in balls.values()]) + rng.normal(
        0, 0.001, (len(balls), 2)
    )


def test_every_rack_stands_at_the_foot():
    for discipline in Discipline:
        kind = TableKind.PYRAMID_12FT if discipline is Discipline.PYRAMID else None
        table = POOL if kind is None else TABLES[kind]
        xy = layout(discipline, table)
        assert foot_by_rack([xy], table) == 1, discipline
        assert foot_by_rack([-xy], table) == -1, discipline


def test_scattered_balls_tell_nothing():
    xy = np.random.default_rng(5).uniform((-1.2, -0.6), (1.2, 0.6), (15, 2))
    assert foot_by_rack([xy], POOL) == 0


def test_a_knot_in_the_middle_of_the_table_is_no_rack():
    xy = layout(Discipline.EIGHT_BALL)
    assert foot_by_rack([xy - (0.7, 0.0)], POOL) == 0


def test_the_first_rack_that_is_seen_decides():
    rack = layout(Discipline.NINE_BALL)
    empty = np.zeros((0, 2))
    assert foot_by_rack([empty, rack, -rack], POOL) == 1
