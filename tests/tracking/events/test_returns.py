"""Balls that come back, balls that move by themselves, events of a running shot."""

import numpy as np
import pytest

from adjudicator.events import (
    Contact,
    Intruder,
    Intrusion,
    OffTable,
    Pocketed,
    PocketName,
    RailTouch,
    Rebound,
    Rest,
    Returned,
    SelfMoved,
    Touched,
)
from adjudicator.shot import Gap
from tests.tracking.billiards import DIAMETER, TABLE, head_on, path
from tracking.events.extraction import extract_events
from tracking.events.provisional import events_so_far
from tracking.events.returns import find_returns
from tracking.path import BallPath

POCKET = next(p for p in TABLE.pockets if p.name is PocketName.FOOT_LEFT)


def track(xy, t=None):
    xy = np.array(xy, dtype=float)
    t = np.arange(len(xy)) / 60 if t is None else np.array(t)
    covariance = np.broadcast_to(np.eye(2) * 1e-6, (len(xy), 2, 2))
    return BallPath(0, t, np.round(t * 60).astype(int), xy, covariance)


def test_a_ball_seen_in_a_hole_that_comes_out_has_rebounded():
    center = np.array(POCKET.center)
    way = center / np.hypot(*center)
    depth = [0.3, 0.2, 0.1, 0.02, 0.0, 0.01, 0.08, 0.15, 0.2]
    events = find_returns(track([center - way * d for d in depth]), TABLE)
    assert [type(event) for event in events] == [Pocketed, Rebound]
    assert events[1].pocket is PocketName.FOOT_LEFT


def test_a_ball_that_vanishes_into_a_mouth_and_comes_out_has_rebounded():
    center = np.array(POCKET.center)
    way = center / np.hypot(*center)
    xy = [center - way * d for d in (0.3, 0.2, 0.1, 0.1, 0.15, 0.2)]
    events = find_returns(
        track(xy, [0.0, 1 / 60, 2 / 60, 0.5, 31 / 60, 32 / 60]), TABLE
    )
    assert [type(event) for event in events] == [Pocketed, Rebound]


def test_a_ball_beyond_the_rail_that_comes_back_has_returned():
    y = TABLE.width / 2
    xy = [(0.5, y - d) for d in (0.3, 0.1, -0.02, -0.05, -0.02, 0.1, 0.3)]
    events = find_returns(track(xy), TABLE)
    assert [type(event) for event in events] == [OffTable, Returned]


def test_a_ball_that_stays_on_the_table_never_came_back():
    assert find_returns(track([(x, 0.1) for x in np.linspace(0, 1, 20)]), TABLE) == []


def nudged():
    legs = [(0.0, (-0.3, 0.1), (1.0, 0.0))]
    alone = [(0.0, (0.6, -0.4), (0.0, 0.0)), (0.9, (0.6, -0.4), (0.2, 0.0))]
    return [path(0, legs, t_end=5.0), path(1, alone, t_end=5.0)]


def test_a_still_ball_that_starts_far_from_all_others_moved_by_itself():
    found = extract_events(nudged(), TABLE, 0)
    (moved,) = [e for e in found.doubtful if isinstance(e, SelfMoved)]
    assert moved.t == pytest.approx(0.9, abs=0.05)
    assert moved.to_xy.x - moved.from_xy.x == pytest.approx(0.2, abs=0.02)


def test_under_a_hand_it_was_touched():
    hand = Intrusion(t=0.7, t_to=1.2, kind=Intruder.HAND)
    found = extract_events(nudged(), TABLE, 0, intrusions=[hand])
    (touched,) = [e for e in found.events if isinstance(e, Touched)]
    assert touched.by is Intruder.HAND


def test_an_event_that_nobody_saw_is_less_sure():
    cue, other, t = head_on()
    paths = [path(0, cue, hidden=(t - 0.05, t + 0.05))]
    paths.append(path(1, other, hidden=(t - 0.05, t + 0.05)))
    gap = Gap(t - 0.05, t + 0.05, "covered")
    found = extract_events(paths, TABLE, 0, not_seen=[gap])
    (contact,) = [e for e in found.events if isinstance(e, Contact)]
    assert contact.confidence <= 0.9


def test_a_running_shot_tells_the_contact_that_the_whole_shot_has():
    cue, other, t = head_on()
    paths = [path(0, cue), path(1, other)]
    early = events_so_far(paths, TABLE, 0, t + 0.1)
    whole = extract_events(paths, TABLE, 0)
    (now,) = [e for e in early.events if isinstance(e, Contact)]
    (later,) = [e for e in whole.events if isinstance(e, Contact)]
    assert now.balls == later.balls
    assert now.t == pytest.approx(later.t, abs=0.006)
    assert not any(isinstance(e, Rest) for e in early.events)


def test_before_the_contact_there_is_none():
    cue, other, t = head_on()
    early = events_so_far([path(0, cue), path(1, other)], TABLE, 0, t - 0.05)
    assert not any(isinstance(e, Contact) for e in early.events)


def test_nothing_seen_yet_gives_nothing():
    cue, _, _ = head_on()
    assert events_so_far([path(0, cue)], TABLE, 0, -5.0).events == ()


def test_a_feather_moves_a_still_ball_by_millimetres():
    legs = [(0.0, (-0.3, 0.1), (1.2, 0.0))]
    t = 0.3387
    offset = DIAMETER * 0.9995
    other = [
        (0.0, (0.1, 0.1 + offset), (0.0, 0.0)),
        (t, (0.1, 0.1 + offset), (0.0, 0.03)),
    ]
    paths = [path(0, legs), path(1, other)]
    found = extract_events(paths, TABLE, 0)
    (contact,) = [e for e in found.events if isinstance(e, Contact)]
    assert contact.t == pytest.approx(t, abs=0.02)
    assert not any(isinstance(e, RailTouch) for e in found.events)
