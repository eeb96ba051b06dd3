"""Jaws that a falling ball touches after its last picture."""

import numpy as np
import pytest

from adjudicator.events import PocketName, RailTouch
from tests.tracking.billiards import TABLE, path
from tracking.events.extraction import extract_events

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
