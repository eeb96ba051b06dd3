"""Touches of cushions that the samples cannot settle are told as doubtful."""

import numpy as np
import pytest

from adjudicator.events import Contact, Rail, RailTouch
from tests.tracking.billiards import TABLE, path
from tracking.events.extraction import extract_events
from tracking.physics.beats import Beat
from tracking.physics.judgement import Judged
from tracking.physics.rail_doubts import vague_orders
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
