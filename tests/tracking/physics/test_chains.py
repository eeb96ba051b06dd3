"""Chains of events between two pictures are found by what physics foresees."""

import numpy as np

from adjudicator.events import Rail
from tests.tracking.billiards import DIAMETER, ROLL, TABLE, path
from tests.tracking.physics.test_replay import stage_of
from tracking.physics.arbiter import Arbiter
from tracking.physics.beats import Beat
from tracking.physics.chains import foreseen_accounts
from tracking.physics.replay import replay
from tracking.physics.story import make_play

NOSE = TABLE.length / 2 - TABLE.ball_radius
SPEED, GIVEN, BACK = 2.0, 0.97, 0.73


def rattle():
    """A ball rolls full into one 4 mm before the foot cushion.

    The other bounces and meets the ball that follows it a second time.
    """
    gap, y = 0.004, 0.3
    x = NOSE - gap
    t1 = 0.3 / SPEED
    speed = SPEED - ROLL * t1
    follows, pushed = 0.03 * speed, GIVEN * speed
    t2 = t1 + gap / pushed
    closes = BACK * pushed + follows
    t3 = t2 + (follows * (t2 - t1) + gap) / closes - gap / closes
    cue_x = x - DIAMETER
    after_cue = follows - 0.97 * closes
    after_other = -BACK * pushed + 0.97 * closes
    other_x = NOSE - BACK * pushed * (t3 - t2)
    cue = [
        (0.0, (cue_x - 0.3 + ROLL * t1**2 / 2, y), (SPEED, 0.0)),
        (t1, (cue_x, y), (follows, 0.0)),
        (t3, (other_x - DIAMETER, y), (after_cue, 0.0)),
    ]
    other = [
        (0.0, (x, y), (0.0, 0.0)),
        (t1, (x, y), (pushed, 0.0)),
        (t2, (NOSE, y), (-BACK * pushed, 0.0)),
        (t3, (other_x, y), (after_other, 0.0)),
    ]
    paths = [path(0, cue, t_end=1.0), path(1, other, t_end=1.0)]
    stage = stage_of(paths, (((-1.0, 0.0),), ((-1.0, t1),)))
    return stage, (t1, t2, t3)


def test_the_bounce_and_the_second_contact_are_proposed() -> None:
    stage, (t1, _, _) = rattle()
    base = [Beat(t1, (0, 1))]
    play = make_play(stage, base, [0])
    assert play is not None
    accounts = foreseen_accounts(stage, base, replay(play), (), poor=True)
    orders = [[len(beat.balls) for beat in account.beats] for account in accounts]
    assert [2, 1, 2] in orders


def test_beats_that_another_group_holds_are_not_proposed_again() -> None:
    stage, (t1, t2, _) = rattle()
    foot = next(w for w in stage.walls if w.rail is Rail.FOOT and not w.is_jaw)
    base = [Beat(t1, (0, 1))]
    play = make_play(stage, base, [0])
    assert play is not None
    held = [Beat(t2, (1,), foot)]
    accounts = foreseen_accounts(stage, base, replay(play), held, poor=True)
    assert accounts
    assert all(b.wall is None for account in accounts for b in account.beats)


def test_from_the_first_contact_alone_the_arbiter_finds_all_three() -> None:
    stage, times = rattle()
    strike = Beat(0.0, (0,), is_fixed=True)
    draft = Beat(times[0] + 0.004, (0, 1))
    found = Arbiter(stage, [strike, draft], [], {draft: 3.0}).run()
    kinds = [(b.balls, b.wall.rail if b.wall else None) for b in found[1:]]
    assert kinds == [((0, 1), None), ((1,), Rail.FOOT), ((0, 1), None)]
    assert np.allclose([b.t for b in found[1:]], times, atol=0.004)
