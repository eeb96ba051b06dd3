"""A ball driven off while only the struck ball moved was hit by it."""

import numpy as np

from adjudicator.events import Contact, Pocketed, PocketName
from tests.tracking.billiards import DIAMETER, TABLE, path
from tracking.events.extraction import extract_events
from tracking.events.naming import ball_of_key

POCKET = next(p for p in TABLE.pockets if p.name is PocketName.HEAD_LEFT)
HOLE = np.array([POCKET.center.x, POCKET.center.y])
PLACE = HOLE + np.array([0.13, -0.13])
"""Where a ball hangs before the pocket."""

TOWARDS = np.array([-1.0, 1.0]) / np.sqrt(2)
T_GONE = 0.017
"""Just after the first picture after the strike, seconds."""


def contacts(paths, cue=0):
    found = extract_events(paths, TABLE, cue)
    return [event for event in found.events if isinstance(event, Contact)]


def hanging(key=1):
    return path(key, [(0.0, tuple(PLACE), (0.0, 0.0))], gone=T_GONE - 0.005)


def struck(start, way=(0.5, 0.2)):
    """A ball that is driven at the hanging one and turns off there at once."""
    meets = tuple(PLACE - DIAMETER * TOWARDS)
    speed = (np.array(meets) - start) / 0.008
    return path(0, [(0.002, tuple(start), tuple(speed)), (0.01, meets, way)])


def test_a_ball_that_drops_at_once_was_hit_by_the_struck_ball() -> None:
    start = PLACE - (DIAMETER + 0.04) * TOWARDS
    found = extract_events([struck(start), hanging()], TABLE, 0)
    (contact,) = (event for event in found.events if isinstance(event, Contact))
    (drop,) = (event for event in found.events if isinstance(event, Pocketed))
    assert drop.ball is ball_of_key(1)
    assert drop.pocket is PocketName.HEAD_LEFT
    assert set(contact.balls) == {ball_of_key(0), ball_of_key(1)}
    assert abs(contact.t - 0.01) < 0.017
    assert contact.confidence > 0.98


def test_not_by_one_that_was_struck_elsewhere() -> None:
    far = path(0, [(0.002, (0.6, 0.3), (1.5, 0.2))])
    assert contacts([far, hanging()]) == []


def test_not_if_another_ball_moved_before() -> None:
    start = PLACE - (DIAMETER + 0.04) * TOWARDS
    beside = tuple(PLACE + np.array([0.06, -0.08]))
    other = path(2, [(0.0, beside, (0.0, 0.0)), (-0.1, beside, (0.4, 0.1))])
    pairs = [set(c.balls) for c in contacts([struck(start), hanging(), other])]
    assert {ball_of_key(0), ball_of_key(1)} not in pairs
