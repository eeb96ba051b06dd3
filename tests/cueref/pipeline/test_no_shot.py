"""A hand taken for a ball makes no shot, and never a foul."""

import numpy as np
import pytest

from adjudicator.balls import Ball, Discipline
from adjudicator.events import (
    Contact,
    Crossing,
    Intruder,
    Intrusion,
    Line,
    Point,
    Rail,
    Rest,
)
from adjudicator.shot import Layout, Shot
from cueref.pipeline.no_shot import has_happened, is_no_shot, unexplained
from cueref.session.play import Play
from tests.session.scenes import setup_of
from tracking.events.extraction_result import Extraction
from tracking.events.naming import ball_of_key
from tracking.following.shots import ShotWindow
from tracking.path import BallPath

HAND = Intrusion(t=1.0, t_to=2.0, kind=Intruder.HAND)
CUE, OTHER = 0, 3
TOUCH = Contact(t=1.5, balls=(ball_of_key(CUE), ball_of_key(OTHER)))
PASSED = Crossing(
    t=1.2, ball=ball_of_key(OTHER), line=Line.LONG, toward=Rail.LEFT, confidence=0.9
)


def path(key, way=0.0, count=60):
    k = np.arange(count)
    xy = np.column_stack([np.linspace(0, way, count), np.full(count, 0.1 * key)])
    return BallPath(key, k / 30, k, xy, np.tile(np.eye(2) * 1e-7, (count, 1, 1)))


def window(*paths):
    return ShotWindow(0, 2, 1.0, 2.0, paths, OTHER, {}, {}, {}, False, True)


NOTHING = Extraction(events=(HAND, PASSED, Rest(t=1.9, ball=ball_of_key(OTHER))))


def test_a_ball_that_seems_to_move_under_a_hand_is_no_shot():
    assert is_no_shot(NOTHING, window(path(CUE), path(OTHER, 0.07)), CUE)


@pytest.mark.parametrize(
    ("found", "cue", "key"),
    [
        (NOTHING, path(CUE, 0.05), CUE),
        (NOTHING, path(CUE, count=20), CUE),
        (NOTHING, path(CUE), None),
        (Extraction(events=(TOUCH,)), path(CUE), CUE),
    ],
    ids=["the cue ball moved", "it was hidden", "any ball can be it", "a contact"],
)
def test_whatever_may_be_a_shot_is_one(found, cue, key):
    assert not is_no_shot(found, window(cue, path(OTHER, 0.07)), key)


def test_events_of_the_rules_count():
    assert has_happened(Extraction(events=(TOUCH,)))
    assert not has_happened(NOTHING)


@pytest.mark.parametrize("game", list(Discipline))
def test_balls_that_moved_without_a_cause_ask_a_person(game):
    balls = Layout({Ball("cue"): Point(0.1, 0.2), Ball("ball-2"): Point(0.5, 0.2)})
    shot = Shot(
        number=1,
        t_start=1.0,
        t_end=1.1,
        cue_ball=None if game is Discipline.PYRAMID else Ball("cue"),
        before=balls,
        after=balls,
        events=(HAND,),
    )
    verdict = Play(setup_of(game)).with_shot(unexplained(shot)).rulings[0].verdict
    assert verdict.needs_review, verdict.reasons
