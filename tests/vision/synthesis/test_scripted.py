"""Scripted motions: hands, lips and flights."""

import math

import numpy as np
import pytest

from adjudicator.balls import CUE_BALL, Ball
from adjudicator.events import (
    Intruder,
    OffTable,
    PickedUp,
    Placed,
    PocketName,
    Point,
    Rail,
    RailTouch,
    SelfDropped,
    Touched,
)
from adjudicator.table import TABLES, TableKind
from vision.synthesis.motion import Motion
from vision.synthesis.scripted import (
    drop_by_itself,
    fly_off,
    lip_place,
    nudge,
    pick_up,
    place_by_hand,
    still,
)
from vision.synthesis.trajectory import MotionState, Trajectory

TABLE = TABLES[TableKind.POOL_9FT]
R = TABLE.ball_radius
ONE = Ball("1")


def one_ball(x: float = 0.2, y: float = 0.1) -> Motion:
    return still(TABLE, {ONE: Point(x, y), CUE_BALL: Point(-0.5, 0.0)})


def test_a_ball_that_is_shoved_ends_where_the_hand_leaves_it() -> None:
    motion = nudge(one_ball(), ONE, 1.0, Point(0.23, 0.1), by=Intruder.SLEEVE)
    (event,) = motion.events
    assert isinstance(event, Touched)
    assert event.moved == pytest.approx(0.03)
    assert motion.layout(0.9).balls[ONE] == (0.2, 0.1)
    assert motion.layout(3.0).balls[ONE] == pytest.approx((0.23, 0.1))


def test_a_ball_that_is_put_down_was_not_there_before() -> None:
    motion = place_by_hand(TABLE, ONE, Point(0.0, 0.0), entry=Point(0.0, 1.2))
    (event,) = motion.events
    assert isinstance(event, Placed)
    assert motion.layout(0.5).balls == {}
    assert motion.layout(event.t + 0.1).balls == {ONE: Point(0.0, 0.0)}
    heights = motion.positions(np.linspace(0, event.t, 30))[0, :, 2]
    assert heights.min() >= R - 1e-9


def test_a_ball_that_is_taken_away_is_gone() -> None:
    motion = pick_up(one_ball(), ONE, 1.0, Point(0.2, 1.5))
    (event,) = motion.events
    assert isinstance(event, PickedUp)
    row = motion.balls.index(ONE)
    assert motion.visible(np.array([0.5, 1.5, 3.0]))[row].tolist() == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("pocket", list(PocketName))
def test_a_ball_on_the_lip_falls_by_itself(pocket: PocketName) -> None:
    place = lip_place(TABLE, pocket)
    motion = drop_by_itself(one_ball(*place), ONE, pocket, 2.0)
    (event,) = motion.events
    assert isinstance(event, SelfDropped)
    assert event.pocket is pocket
    assert 2.0 < event.t < 3.0
    hole = next(p for p in TABLE.pockets if p.name is pocket)
    xy = motion.positions(np.array([event.t]))[0, 0, :2]
    assert math.dist(xy, hole.center) < hole.radius
    assert ONE not in motion.layout(event.t + 0.1).balls


def test_a_ball_that_jumps_the_rail_leaves_the_table() -> None:
    path = Trajectory(
        np.array([0.0, 0.5]),
        np.array([[0.0, 0.0, R], [TABLE.length / 2 - R, 0.0, R]]),
        np.array([[2 * (TABLE.length / 2 - R), 0.0, 0.0], [-1.0, 0.0, 0.0]]),
        np.zeros((2, 3)),
        np.zeros((2, 3)),
        np.zeros((2, 3)),
        np.array([MotionState.ROLL, MotionState.ROLL], dtype=np.int8),
    )
    touch = RailTouch(t=0.5, ball=ONE, rail=Rail.FOOT)
    start = np.array([[1.0, 0.0, 0.0, 0.0]])
    motion = Motion(TABLE, (ONE,), (path,), start, (touch,), 2.0, ONE)
    flown = fly_off(motion, ONE, touch)
    assert isinstance(flown.events[-1], OffTable)
    assert flown.on_table(np.array([0.4, 0.6])).tolist() == [[True, False]]
    assert flown.positions(np.array([0.6]))[0, 0, 0] > TABLE.length / 2
