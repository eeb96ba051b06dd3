"""Touches of cushions that the samples cannot settle are told as doubtful."""

import numpy as np
import pytest

from adjudicator.events import Contact, Rail, RailTouch
from tests.tracking.billiards import ROLL, TABLE, path
from tracking.events.extraction import extract_events
from tracking.motion.samples import prepare
from tracking.physics.beats import Beat, Stage
from tracking.physics.judgement import Judged
from tracking.physics.rail_doubts import vague_orders, vague_touches
from tracking.physics.table_physics import TablePhysics
from tracking.physics.walls import walls_of

FOOT = next(w for w in walls_of(TABLE) if w.rail is Rail.FOOT and not w.is_jaw)


def judged(beat, sigma):
    return Judged(
        beat,
        sigma,
        50.0,
        0.05,
        np.zeros((1, 2)),
        np.zeros((1, 2)),
        np.zeros((1, 4)),
        1.0,
        0.1,
    )


@pytest.mark.parametrize(("sigma", "doubtful"), [(0.02, True), (0.0005, False)])
def test_a_slow_touch_may_lie_on_the_other_side_of_the_first_contact(sigma, doubtful):
    touch, contact = Beat(1.0, (2,), FOOT), Beat(1.02, (0, 1))
    known = {touch: judged(touch, sigma), contact: judged(contact, 0.0005)}
    found = vague_orders([touch, contact], known, struck=0)
    assert bool(found) is doubtful
    if doubtful:
        (_, other, chance) = found[0]
        assert other.beat.t > contact.t
        assert 0.1 < chance < 0.5


def test_without_a_contact_there_is_no_order():
    touch = Beat(1.0, (2,), FOOT)
    assert vague_orders([touch], {touch: judged(touch, 0.02)}, struck=0) == []


def test_a_ball_that_creeps_up_to_a_cushion_may_have_touched_it():
    y = TABLE.width / 2 - TABLE.ball_radius - 0.0004
    speed = 0.3
    start = y - speed**2 / (2 * 0.1)
    found = extract_events(
        [path(0, [(0.0, (0.3, start), (0.0, speed))], t_end=5.0)], TABLE
    )
    kept = [e for e in found.events if isinstance(e, RailTouch)]
    left = [e for e in found.doubtful if isinstance(e, RailTouch)]
    assert kept or left
    assert not any(isinstance(e, Contact) for e in found.events)


def chances(legs, proposed, beats=(), rest=(-0.8, -0.8), seed=1):
    """Chances of touches of the foot cushion's nose by one ball."""
    samples = tuple(prepare([path(0, legs, t_end=2.0, sigma=0.0008, seed=seed)]))
    stage = Stage(
        samples, ((rest,),), ((),), (FOOT,), TABLE.ball_radius, TablePhysics()
    )
    found = vague_touches(stage, [Beat(proposed, (0,), FOOT)], beats)
    return [chance for _, chance in found]


NEAR = TABLE.length / 2 - TABLE.ball_radius - 0.0006


def up_to_the_nose(y, speed=0.13, turn=1.0):
    """A ball that reaches a place before the foot cushion at a time."""
    way = speed * turn - ROLL * turn**2 / 2
    return [(0.0, (NEAR - way, y), (speed, 0.0))]


def test_a_ball_that_turns_before_a_cushion_may_have_touched_it():
    legs = [*up_to_the_nose(0.1), (1.0, (NEAR, 0.1), (-0.02, 0.0))]
    (chance,) = chances(legs, 1.0)
    assert 0.01 < chance <= 0.3


def test_a_ball_that_a_jaw_turns_is_not_said_to_have_touched_the_nose_too():
    legs = [*up_to_the_nose(0.1), (1.0, (NEAR, 0.1), (-0.02, 0.0))]
    jaw = next(w for w in walls_of(TABLE) if w.rail is Rail.FOOT and w.is_jaw)
    assert chances(legs, 0.99, [Beat(1.0, (0,), jaw)]) == []


def test_a_ball_that_runs_past_the_end_of_a_nose_does_not_touch_it():
    beyond = TABLE.width / 2
    legs = [(0.0, (NEAR - 0.3, beyond - 0.1), (0.5, 0.25))]
    assert chances(legs, 0.6) == []


@pytest.mark.parametrize("seed", range(5))
def test_a_ball_that_lies_still_before_a_cushion_does_not_touch_it(seed):
    legs = [(0.0, (NEAR, 0.1), (0.0, 0.0)), (0.5, (NEAR, 0.1), (-0.1, 0.0))]
    assert chances(legs, 0.45, rest=(-0.8, 0.5), seed=seed) == []
    assert chances(legs, 0.45, rest=(-0.8, -0.8), seed=seed) != []
