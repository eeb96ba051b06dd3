"""Balls that moved although nothing on the table touched them."""

from dataclasses import replace

import numpy as np

from adjudicator.events import Intruder, Intrusion, SelfMoved, Touched
from tests.tracking.billiards import TABLE, head_on, path
from tracking.events.analysis import analyse
from tracking.events.naming import ball_of_key
from tracking.events.unforced import unforced_moves


def struck_ball():
    """A shot in which the start of ball 1 was left without a cause of its own."""
    cue, other, t = head_on()
    analysis = analyse([path(0, cue), path(1, other)], TABLE, 0, None)
    start = next(
        i
        for i, moment in enumerate(analysis.moments)
        if moment.knot.ball == 1 and moment.knot.starts
    )
    account = replace(analysis.account, unexplained=(start,))
    return replace(analysis, account=account), t


def hand_at(t):
    return Intrusion(t=t - 0.3, t_to=t + 0.3, kind=Intruder.HAND, confidence=0.9)


def test_a_start_that_a_contact_explains_is_no_touch_by_a_hand():
    analysis, t = struck_ball()
    assert any(1 in cause.balls for cause in analysis.account.accepted)
    assert unforced_moves(analysis, [hand_at(t)]) == []


def test_a_start_without_a_cause_under_a_hand_is_a_touch():
    analysis, t = struck_ball()
    bare = replace(analysis, account=replace(analysis.account, accepted=()))
    (event,) = unforced_moves(bare, [hand_at(t)])
    assert isinstance(event, Touched)
    assert event.ball is ball_of_key(1)


def test_without_a_hand_it_moved_by_itself():
    analysis, _ = struck_ball()
    bare = replace(analysis, account=replace(analysis.account, accepted=()))
    (event,) = unforced_moves(bare)
    assert isinstance(event, SelfMoved)


def test_a_hand_is_hardly_believed_where_a_ball_came_by():
    analysis, t = struck_ball()
    bare = replace(analysis, account=replace(analysis.account, accepted=()))
    (beside,) = unforced_moves(bare, [hand_at(t)])
    cue, other = bare.paths
    elsewhere = replace(
        bare, paths=(replace(cue, xy=cue.xy + np.array([0.0, 0.3])), other)
    )
    (alone,) = unforced_moves(elsewhere, [hand_at(t)])
    assert beside.confidence < 0.2
    assert alone.confidence > 0.6
