"""A rack that opens: which ball was struck first, and how sure that is."""

import numpy as np
import pytest

from adjudicator.events import Contact, RackOpened
from tests.tracking.billiards import DIAMETER, TABLE, path
from tracking.events.extraction import extract_events
from tracking.events.naming import ball_of_key

SPEED = 6.0
GAP = DIAMETER + 0.0003
ROW = 0.5 * np.sqrt(3.0) * GAP


def triangle():
    """Ten balls, the apex first, towards the foot rail."""
    return [
        (0.6 + row * ROW, (k - row / 2) * GAP)
        for row in range(4)
        for k in range(row + 1)
    ]


def wall_of_balls():
    """Two rows whose front has two balls beside the long string."""
    front = [(0.6, (k - 1.5) * GAP) for k in range(4)]
    return front + [(0.6 + ROW, (k - 1.0) * GAP) for k in range(3)]


def broken(rack, aim, hit_x):
    """Paths of a cue ball that comes along x at height `aim`, and of the balls."""
    t = (hit_x + 0.8) / SPEED
    cue = path(0, [(0.0, (-0.8, aim), (SPEED, 0.0)), (t, (hit_x, aim), (-0.4, 0.1))])
    balls = [cue]
    for key, (x, y) in enumerate(rack, start=1):
        away = (1.2 + 0.3 * (key % 3), 4 * (y - aim) + 0.2 * (-1) ** key)
        balls.append(path(key, [(0.0, (x, y), (0.0, 0.0)), (t, (x, y), away)]))
    return balls


def first_contact(paths):
    found = extract_events(paths, TABLE, 0)
    assert any(isinstance(event, RackOpened) for event in found.events)
    hits = [e for e in (*found.events, *found.doubtful) if isinstance(e, Contact)]
    return min(hits, key=lambda event: event.t)


def test_a_cue_ball_straight_at_the_apex_struck_the_apex_beyond_doubt():
    contact = first_contact(broken(triangle(), 0.0, 0.6 - DIAMETER))
    assert set(contact.balls) == {ball_of_key(0), ball_of_key(1)}
    assert contact.confidence > 0.97


def test_a_cue_ball_between_two_balls_struck_either():
    reach = np.sqrt(DIAMETER**2 - (GAP / 2) ** 2)
    contact = first_contact(broken(wall_of_balls(), 0.0, 0.6 - reach))
    assert contact.confidence == pytest.approx(0.5, abs=0.2)
