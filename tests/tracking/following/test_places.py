"""Where a ball can be: on the bed, in a mouth or a hole, and nowhere else."""

import numpy as np
import pytest

from adjudicator.events import PocketName
from adjudicator.table import TABLES, TableKind
from tracking.following.places import is_on_table

TABLE = TABLES[TableKind.POOL_9FT]
NOSE = TABLE.width / 2


def on_table(x: float, y: float) -> bool:
    return bool(is_on_table(np.array([[x, y]]), TABLE, 0.03)[0])


def test_a_ball_on_the_bed_and_one_in_a_hole_are_on_the_table():
    assert on_table(0.0, 0.0)
    for pocket in TABLE.pockets:
        assert on_table(pocket.center.x, pocket.center.y)


@pytest.mark.parametrize("side", [-1, 1])
def test_a_ball_between_the_jaws_is_and_a_spot_on_the_cushion_beside_them_is_not(side):
    assert on_table(side * 0.02, NOSE + 0.01)
    assert not on_table(side * 0.08, NOSE + 0.065)


def test_metal_beside_a_corner_pocket_is_no_ball():
    corner = next(p for p in TABLE.pockets if p.name is PocketName.FOOT_LEFT)
    axis = np.sign([corner.center.x, corner.center.y]) / np.sqrt(2)
    across = np.array([-axis[1], axis[0]])
    middle = np.array([corner.center.x, corner.center.y])
    reach = TABLE.corner.mouth / 2 + 0.02
    for sign in (-1, 1):
        assert not on_table(*(middle + sign * reach * across + 0.02 * axis))
    assert on_table(*(middle - 0.03 * axis))
