"""Crowded accounts: strikes on balls that touch, and idle touches."""

from dataclasses import replace

import numpy as np
import pytest

from adjudicator.events import Contact, Strike
from tests.tracking.billiards import DIAMETER, TABLE, path
from tracking.events.extraction import extract_events
from tracking.motion.samples import prepare
from tracking.physics.accounts import idle_beats, is_possible, velocities_after
from tracking.physics.beats import AT_ONCE, Beat, Stage
from tracking.physics.judgement import after_strike
from tracking.physics.replay import replay
from tracking.physics.story import make_play
from tracking.physics.table_physics import TablePhysics
from tracking.physics.walls import walls_of

SPEED = 1.2
HIT = 0.25 / SPEED
AGAIN = HIT + 0.3


def pushed():
    """A ball runs into a still one, which runs into another one 0.3 s later."""
    way = SPEED * 0.95 * 0.3
    cue = path(0, [(0.0, (0.0, 0.2), (SPEED, 0.0)), (HIT, (0.25, 0.2), (0.03, 0.0))])
    x = 0.25 + DIAMETER
    first = path(
        1,
        [
            (0.0, (x, 0.2), (0.0, 0.0)),
            (HIT, (x, 0.2), (SPEED * 0.97, 0.0)),
            (AGAIN, (x + way, 0.2), (0.03, 0.0)),
        ],
    )
    other = x + way + DIAMETER
    second = path(
        2,
        [(0.0, (other, 0.2), (0.0, 0.0)), (AGAIN, (other, 0.2), (SPEED * 0.9, 0.0))],
    )
    return [cue, first, second]


@pytest.fixture(scope="module")
def stage() -> Stage:
    samples = tuple(prepare(pushed()))
    rests = (((-0.8, 0.0),), ((-0.8, HIT),), ((-0.8, AGAIN),))
    walls = walls_of(TABLE)
    radius = TABLE.ball_radius
    return Stage(samples, rests, ((), (), ()), walls, radius, TablePhysics())


def test_a_proposal_before_the_strike_comes_at_once_after_it():
    early, late = Beat(-0.02, (0, 1)), Beat(0.4, (0, 1))
    other = Beat(-0.02, (1, 2))
    strike = Beat(0.006, (0,), is_fixed=True)
    (moved,) = after_strike((early,), strike)
    assert moved.t == pytest.approx(0.006 + AT_ONCE)
    assert after_strike((late,), strike) == (late,)
    assert after_strike((other,), strike) == (other,)


def test_a_bundle_keeps_its_distances_when_it_moves():
    strike = Beat(0.006, (0,), is_fixed=True)
    bundle = (Beat(-0.02, (0, 1)), Beat(-0.019, (1, 2)))
    first, second = after_strike(bundle, strike)
    assert second.t - first.t == pytest.approx(0.001)


def test_a_touch_that_pushes_nothing_is_idle(stage):
    beats = [Beat(0.0, (0,), is_fixed=True), Beat(HIT, (0, 1))]
    found = replay(make_play(stage, beats, [0, 1]))
    assert idle_beats(beats, found) == []
    after = velocities_after(beats, found)
    assert after[beats[1]][1][0] == pytest.approx(SPEED, rel=0.2)
    weak = replace(found, impulse=np.array([SPEED, 0.001]))
    assert idle_beats(beats, weak) == beats[1:]
    assert not is_possible(beats, weak)


@pytest.mark.parametrize("fps", [30.0, 60.0])
def test_a_ball_that_touches_the_cue_ball_when_it_is_struck_is_hit_first(fps):
    speed, y = 3.0, 0.1
    cue = path(0, [(0.0, (-0.3, y), (0.1, 0.0))], fps=fps, t_end=2.0)
    other = path(
        1,
        [(0.0, (-0.3 + DIAMETER, y), (speed, 0.0))],
        fps=fps,
        t_end=0.3,
    )
    found = extract_events([cue, other], TABLE, 0, window=(-0.8, 0.29))
    contacts = [e for e in found.events if isinstance(e, Contact)]
    assert any(isinstance(e, Strike) for e in found.events)
    assert contacts
    assert contacts[0].t == pytest.approx(0.0, abs=0.02)
