"""Jaws that balls touch where no picture shows it."""

from dataclasses import replace

import numpy as np
import pytest

from adjudicator.events import PocketName, RailTouch
from adjudicator.table import TABLES, TableKind
from tests.tracking.billiards import ROLL, TABLE, path
from tracking.events.analysis import analyse
from tracking.events.explain import Account
from tracking.events.extraction import extract_events
from tracking.events.mouths import rattled
from tracking.events.settling import settled
from tracking.physics.table_physics import TablePhysics
from tracking.physics.walls import walls_of

CENTER = next(p for p in TABLE.pockets if p.name is PocketName.CENTER_LEFT)
SPEED = 1.5


def potted(offset, t_last):
    """A ball that runs across the table into the centre pocket, off its middle."""
    start = (offset, 0.1)
    return path(0, [(0.0, start, (0.0, SPEED))], t_end=2.0, gone=t_last, sigma=0.0004)


def jaws_of(shot):
    found = extract_events([shot], TABLE, 0, window=(-0.8, 2.0))
    return [e for e in (*found.events, *found.doubtful) if isinstance(e, RailTouch)]


def last_picture():
    """The last time at which a picture shows the ball before the nose line."""
    way = TABLE.width / 2 - 0.1 - 0.01
    return way / SPEED


def test_a_ball_down_the_middle_touches_nothing():
    assert not jaws_of(potted(0.0, last_picture()))


def test_a_ball_that_would_run_through_a_facing_touches_it():
    mouth = np.hypot(
        CENTER.jaws[0].x - CENTER.jaws[1].x, CENTER.jaws[0].y - CENTER.jaws[1].y
    )
    free = mouth / 2 - CENTER.jaw_radius - TABLE.ball_radius
    touches = jaws_of(potted(free + 0.003, last_picture()))
    assert [(e.jaw, e.pocket) for e in touches] == [(True, PocketName.CENTER_LEFT)]
    assert touches[0].confidence > 0.3
    assert touches[0].t == pytest.approx(last_picture(), abs=0.06)


def test_a_ball_that_stays_between_two_jaws_may_have_touched_both():
    table = TABLES[TableKind.PYRAMID_8FT]
    pocket = next(p for p in table.pockets if p.name is PocketName.FOOT_LEFT)
    out = np.array((-1.0, -1.0)) / np.sqrt(2)
    steps = np.array(pocket.center) + np.linspace(0.0, 0.3, 3001)[:, None] * out
    walls = [w for w in walls_of(table) if w.pocket is pocket.name]
    gaps = np.array([w.gap(steps, table.ball_radius)[0] for w in walls if not w.length])
    wedged = steps[np.argmin(gaps.sum(axis=0))]
    speed, way = 1.2, 1.0
    # Off the middle line by a little, so one jaw comes first.
    start = wedged + out * way + np.array((0.004, -0.004))
    arrival = (speed - np.sqrt(speed**2 - 2 * ROLL * way)) / ROLL
    legs = [
        (0.0, tuple(start), tuple(-out * speed)),
        (arrival, tuple(wedged), (0.0, 0.0)),
    ]
    shot = path(0, legs, t_end=3.0, sigma=0.0006)
    draft = analyse([shot], table, 0, (-0.8, 3.0))
    analysis, _ = settled(draft, table, TablePhysics())
    first, second = analysis.account.accepted
    assert not rattled(analysis, table).account.lost
    one_told = replace(analysis, account=Account((first,), (), ()))
    (other,) = rattled(one_told, table).account.lost
    assert (other.pocket, other.rail) == (second.pocket, second.rail)
    assert 0.1 < other.chance < 0.5
