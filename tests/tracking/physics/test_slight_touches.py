"""Slight touches: proposed by a bend, dated by a longer look, counted once."""

from dataclasses import replace

import numpy as np
import pytest

from adjudicator.events import Rail
from tests.tracking.billiards import DIAMETER, TABLE, path
from tests.tracking.physics.test_replay import stage_of
from tracking.physics.arbiter import Arbiter
from tracking.physics.beats import Beat
from tracking.physics.dating import reach_of, redated
from tracking.physics.judgement import Judged
from tracking.physics.kinks import kinks
from tracking.physics.lasting import once_each
from tracking.physics.story import WINDOW
from tracking.physics.trials import Trials
from tracking.physics.walls import walls_of

SIDE = TABLE.width / 2 - TABLE.ball_radius
LEFT = next(w for w in walls_of(TABLE) if w.rail is Rail.LEFT and not w.is_jaw)
T_TOUCH = 1.0


def creeper(came=0.06, left=0.04, along=0.35, seed=1):
    """A ball that rolls along the left rail and touches it after a second."""
    y = SIDE - came * T_TOUCH + came / np.hypot(along, came) * 0.05 * T_TOUCH**2
    x = -0.6
    slower = along - 0.1 * T_TOUCH
    legs = [
        (0.0, (x, y), (along, came)),
        (T_TOUCH, (x + along - 0.05, SIDE), (slower, -left)),
    ]
    return path(0, legs, t_end=2.6, sigma=0.0005, seed=seed)


def wall_of(stage):
    return next(
        w
        for w in stage.walls
        if w.rail is Rail.LEFT
        and w.reaches(np.array([-0.3, SIDE]), 0.0)
        and not w.is_jaw
    )


def test_a_faint_bend_beside_a_cushion_is_proposed() -> None:
    stage = stage_of([creeper()], (((-1.0, 0.0),),))
    found = kinks(stage, [Beat(0.0, (0,), is_fixed=True)])
    assert [b.wall.rail for b in found if b.wall] == [Rail.LEFT]
    assert found[0].t == pytest.approx(T_TOUCH, abs=0.08)


def test_a_straight_way_past_a_cushion_has_no_bend() -> None:
    legs = [(0.0, (-0.6, SIDE - 0.003), (0.6, 0.0))]
    stage = stage_of([path(0, legs, t_end=2.0, sigma=0.0005)], (((-1.0, 0.0),),))
    assert kinks(stage, [Beat(0.0, (0,), is_fixed=True)]) == []


def test_the_arbiter_finds_a_slight_touch_that_no_draft_has() -> None:
    stage = stage_of([creeper()], (((-1.0, 0.0),),))
    strike = Beat(0.0, (0,), is_fixed=True)
    found = Arbiter(stage, [strike], [], {}).run()
    assert [b.wall.rail if b.wall else None for b in found] == [None, Rail.LEFT]


def test_slow_balls_are_followed_longer_than_fast_ones() -> None:
    slow = stage_of([path(0, [(0.0, (0.0, 0.0), (0.1, 0.0))])], ((),))
    fast = stage_of([path(0, [(0.0, (-1.0, 0.0), (3.0, 0.0))])], ((),))
    assert reach_of(slow, [Beat(0.4, (0,), LEFT)]) == pytest.approx(1.0)
    assert reach_of(fast, [Beat(0.3, (0,), LEFT)]) == WINDOW


def test_a_longer_look_makes_the_time_of_a_slight_touch_less_vague() -> None:
    stage = stage_of([creeper()], (((-1.0, 0.0),),))
    strike, touch = Beat(0.0, (0,), is_fixed=True), Beat(1.05, (0,), wall_of(stage))
    known = judged(touch, sigma=0.05)
    trials = Trials(stage, {touch: known})
    better = redated(trials, [strike, touch], {touch: known})[touch]
    assert better.sigma_t < known.sigma_t
    assert better.beat.t == pytest.approx(T_TOUCH, abs=0.03)


def judged(beat, sigma=0.001, before=0.0, after=0.0, impulse=0.05):
    """A beat whose first ball moves along x towards the second."""
    k = len(beat.balls)
    places = np.zeros((k, 2))
    places[1:, 0] = DIAMETER
    speeds = np.zeros((2, k, 4))
    speeds[0, 0, 0], speeds[1, 0, 0] = before, after
    return Judged(
        beat, sigma, 50.0, impulse, places, speeds[0, :, :2], speeds[1], 1.0, 0.1
    )


@pytest.mark.parametrize(
    ("speed", "impulse", "count"), [(0.02, 0.03, 1), (0.3, 0.08, 2), (0.02, 0.5, 2)]
)
def test_a_pair_that_stays_together_touches_once(speed, impulse, count) -> None:
    first, second = Beat(1.0, (0, 1)), Beat(1.05, (0, 1))
    known = {
        first: judged(first, after=-speed),
        second: judged(second, before=speed, impulse=impulse),
    }
    assert len(once_each([first, second], known)) == count


def test_a_cushion_between_makes_two_contacts_of_a_pair() -> None:
    first, rail, second = Beat(1.0, (0, 1)), Beat(1.02, (1,), LEFT), Beat(1.05, (0, 1))
    known = {b: judged(b, before=0.01, after=-0.01) for b in (first, second)}
    known[rail] = replace(judged(rail), impulse=0.3)
    assert once_each([first, rail, second], known) == [first, rail, second]
