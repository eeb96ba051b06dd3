"""Noses, jaws and facings are where the pockets' shapes put them."""

import numpy as np
import pytest

from adjudicator.table import TABLES
from tracking.physics.walls import walls_of
from vision.synthesis.openings import pocket_throat


@pytest.mark.parametrize("table", TABLES.values(), ids=[str(kind) for kind in TABLES])
def test_facings_run_along_the_sides_of_the_throats(table):
    for pocket in table.pockets:
        throat = pocket_throat(table, pocket)
        facings = [
            wall
            for wall in walls_of(table)
            if wall.pocket is pocket.name and wall.normal is not None
        ]
        assert len(facings) == 2
        for wall in facings:
            deep = wall.anchor + wall.length * wall.along
            for place in (wall.anchor, deep):
                assert np.hypot(*(throat - place).T).min() < 1e-6


def test_every_nose_and_jaw_says_whether_it_belongs_to_a_mouth():
    table = next(iter(TABLES.values()))
    walls = walls_of(table)
    assert sum(not wall.is_jaw for wall in walls) == len(table.noses)
    assert sum(wall.is_jaw for wall in walls) == 4 * len(table.pockets)
    assert all(wall.pocket is not None for wall in walls if wall.is_jaw)


def test_a_ball_that_lies_on_a_facing_touches_it_and_one_beside_it_does_not():
    table = next(iter(TABLES.values()))
    wall = next(w for w in walls_of(table) if w.is_jaw and w.normal is not None)
    middle = (
        wall.anchor + wall.length / 2 * wall.along + table.ball_radius * wall.normal
    )
    gap, normal = wall.gap(middle[None], table.ball_radius)
    assert gap[0] == pytest.approx(0.0, abs=1e-9)
    assert normal[0] @ wall.normal == pytest.approx(1.0)
    assert wall.reaches(middle, 0.0)
    assert not wall.reaches(middle - 2 * wall.length * wall.along, 0.0)
