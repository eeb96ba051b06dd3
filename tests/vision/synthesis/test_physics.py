"""Simulated shots; all need pooltool, whose first call compiles for a minute."""

import math

import numpy as np
import pytest

from adjudicator.balls import CUE_BALL, Ball, Discipline
from adjudicator.events import Contact, Pocketed, Point, Rail, RailTouch, Rest
from adjudicator.table import TABLES, TableKind
from vision.synthesis.errors import UnphysicalShotError
from vision.synthesis.intents import Intent
from vision.synthesis.outcomes import Outcome, has_outcome
from vision.synthesis.physics import PhysicsParameters, simulate
from vision.synthesis.shots import follow_up, shot
from vision.synthesis.simulator_collisions import collide

pytest.importorskip("pooltool", reason="needs the extra `synthesis`")
pytestmark = pytest.mark.slow

TABLE = TABLES[TableKind.POOL_9FT]
R = TABLE.ball_radius
ONE, TWO = Ball("1"), Ball("2")


def test_a_straight_roll_obeys_friction_and_turns_at_the_foot_rail() -> None:
    physics = PhysicsParameters(rolling_friction=0.01)
    balls = {CUE_BALL: Point(-0.5, 0.2)}
    motion = simulate(TABLE, balls, CUE_BALL, speed=1.6, direction=0.0, physics=physics)
    touch = next(e for e in motion.events if isinstance(e, RailTouch))
    assert touch.rail is Rail.FOOT
    assert touch.xy == pytest.approx((TABLE.length / 2 - R, 0.2), abs=1e-6)
    before, after = (
        motion.trajectory(CUE_BALL).velocity(np.array([touch.t + dt]))[0, 0]
        for dt in (-1e-6, 1e-6)
    )
    assert 0.5 < -after / before < 0.95


def test_the_frame_is_ours_left_is_positive_y() -> None:
    balls = {CUE_BALL: Point(0.0, 0.0)}
    motion = simulate(TABLE, balls, CUE_BALL, speed=1.5, direction=math.radians(95))
    touch = next(e for e in motion.events if isinstance(e, RailTouch))
    assert touch.rail is Rail.LEFT
    assert touch.pocket is None or touch.pocket.value == "center-left"


def test_a_ball_hit_full_takes_the_speed_of_the_cue_ball() -> None:
    balls = {CUE_BALL: Point(-0.3, 0.0), ONE: Point(0.0, 0.0)}
    motion = simulate(TABLE, balls, CUE_BALL, speed=2.0, direction=0.0)
    contact = next(e for e in motion.events if isinstance(e, Contact))
    assert set(contact.balls) == {ONE, CUE_BALL}
    assert contact.moving == {CUE_BALL}
    after = np.array([contact.t + 1e-6])
    cue = motion.trajectory(CUE_BALL).velocity(after)[0, 0]
    one = motion.trajectory(ONE).velocity(after)[0, 0]
    assert one / (one + cue) == pytest.approx((1 + 0.95) / 2, abs=1e-3)


def test_a_frozen_ball_pressed_into_its_rail_does_not_touch_it_anew() -> None:
    edge = TABLE.width / 2 - R - 1e-6
    balls = {CUE_BALL: Point(0.5, 0.2), ONE: Point(0.5, edge)}
    motion = simulate(TABLE, balls, CUE_BALL, speed=1.0, direction=math.pi / 2)
    contact = next(e for e in motion.events if isinstance(e, Contact))
    soon = [
        e
        for e in motion.events
        if isinstance(e, RailTouch) and e.ball is ONE and e.t < contact.t + 0.01
    ]
    assert soon == []


def test_a_ball_rolls_into_a_pocket() -> None:
    balls = {CUE_BALL: Point(0.9, 0.3)}
    pocket = TABLE.pockets[4]
    way = math.atan2(pocket.center.y - 0.3, pocket.center.x - 0.9)
    motion = simulate(TABLE, balls, CUE_BALL, speed=1.0, direction=way)
    event = next(e for e in motion.events if isinstance(e, Pocketed))
    assert event.pocket is pocket.name
    assert not any(isinstance(e, Rest) for e in motion.events)


def test_overlapping_balls_are_refused() -> None:
    balls = {CUE_BALL: Point(0.0, 0.0), ONE: Point(R, 0.0)}
    with pytest.raises(UnphysicalShotError, match="overlap"):
        simulate(TABLE, balls, CUE_BALL, speed=1.0, direction=0.0)
    with pytest.raises(UnphysicalShotError, match="not on the table"):
        simulate(TABLE, {ONE: Point(0.0, 0.0)}, CUE_BALL, speed=1.0, direction=0.0)


def test_a_collision_keeps_momentum_and_loses_what_restitution_says() -> None:
    first = np.array([[0.0, 0.0, R], [2.0, 0.5, 0.0], [0.0, 0.0, 0.0]])
    second = np.array([[2 * R, 0.0, R], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    one, two = collide(first, second, R, 0.9, 1.0)
    np.testing.assert_allclose(one[1] + two[1], first[1], atol=1e-12)
    assert two[1, 0] - one[1, 0] == pytest.approx(0.9 * 2.0)
    assert two[1, 1] > 0  # throw drags the struck ball along


@pytest.mark.parametrize(
    ("discipline", "intent", "outcome"),
    [
        (Discipline.NINE_BALL, Intent.POT, Outcome.POT),
        (Discipline.EIGHT_BALL, Intent.POT, Outcome.SCRATCH),
        (Discipline.NINE_BALL, Intent.SAFETY, Outcome.WRONG_BALL),
        (Discipline.BONUS_BALL, Intent.SAFETY, Outcome.NO_RAIL),
        (Discipline.PYRAMID, Intent.SAFETY, Outcome.TWO_RAILS),
        (Discipline.PYRAMID, Intent.SAFETY, Outcome.ONE_RAIL),
    ],
)
def test_a_wished_outcome_happens(
    discipline: Discipline, intent: Intent, outcome: Outcome
) -> None:
    found = shot(11, discipline, intent=intent, outcome=outcome)
    assert has_outcome(found.motion, discipline, outcome)
    assert found.motion.cue_ball is found.cue_ball


def test_one_seed_makes_one_shot() -> None:
    first, again = (shot(5, Discipline.EIGHT_BALL) for _ in range(2))
    assert first.motion.events == again.motion.events
    assert shot(6, Discipline.EIGHT_BALL).motion.events != first.motion.events


def test_the_next_shot_starts_where_the_balls_lie() -> None:
    first = shot(21, Discipline.NINE_BALL, intent=Intent.BREAK)
    second = follow_up(22, first, intent=Intent.SAFETY)
    left = first.motion.layout(first.motion.t_end + 1).balls
    start = second.motion.layout(-1.0).balls
    for ball, xy in left.items():
        assert start[ball] == pytest.approx(xy, abs=1e-5)
