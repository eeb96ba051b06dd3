import numpy as np

from adjudicator.balls import Ball
from adjudicator.events import Contact, RackOpened, Rail, RailTouch
from cueref.pipeline.suspicion import suspected
from tracking.events.extraction_result import Extraction, Unexplained
from tracking.events.naming import ball_of_key
from tracking.motion.trajectory import FittedPath, MotionKind, Piece

CUE, NEAR, FAR = 0, 1, 2


def path(key, x, kind=MotionKind.REST):
    still = np.zeros(2)
    piece = Piece(kind, 0.0, 2.0, np.array([x, 0.0]), still, still, 0.001)
    return FittedPath(key, (piece,))


def extraction(key, jump, *, kind=MotionKind.REST, events=()):
    paths = [path(CUE, 0.0), path(NEAR, 0.1), path(FAR, 0.9)]
    paths[key] = path(key, (0.0, 0.1, 0.9)[key], kind)
    return Extraction(
        cue_key=CUE,
        events=events,
        fitted=tuple(paths),
        unexplained=(Unexplained(key, 1.0, np.array(jump), 50.0),),
    )


def test_a_still_ball_that_starts_beside_the_cue_ball_may_have_been_hit_by_it():
    (contact,) = suspected(extraction(NEAR, (0.5, 0.0)))
    assert set(contact.balls) == {Ball("ball-1"), Ball("ball-2")}
    assert contact.confidence < 0.5


def test_nobody_is_suspected_from_afar():
    assert not suspected(extraction(FAR, (0.5, 0.0)))


def test_a_moving_ball_that_turns_accuses_nobody():
    assert not suspected(extraction(NEAR, (0.5, 0.0), kind=MotionKind.ROLL))


def test_a_tremor_is_no_suspicion():
    assert not suspected(extraction(NEAR, (0.02, 0.0)))


def test_the_balls_of_an_opening_rack_need_no_cause_each():
    rack = RackOpened(t=1.0, t_to=1.01, balls=frozenset({ball_of_key(NEAR)}))
    assert not suspected(extraction(NEAR, (0.5, 0.0), events=(rack,)))


def test_the_cue_ball_that_turns_before_any_contact_accuses_its_neighbour():
    (contact,) = suspected(extraction(CUE, (0.5, 0.0), kind=MotionKind.ROLL))
    assert set(contact.balls) == {ball_of_key(CUE), ball_of_key(NEAR)}


def test_the_cue_ball_that_hit_a_ball_before_accuses_nobody():
    hit = Contact(t=0.7, balls=(ball_of_key(CUE), ball_of_key(FAR)))
    turn = extraction(CUE, (0.5, 0.0), kind=MotionKind.ROLL, events=(hit,))
    assert not suspected(turn)


def idle(*events):
    """A ball that lay still beside the cue ball, with what is told of it."""
    paths = (path(CUE, 0.0), path(NEAR, 0.1))
    return Extraction(cue_key=CUE, events=events, fitted=paths, t_strike=0.5)


def test_a_still_ball_that_comes_to_a_cushion_was_moved_by_something():
    rail = RailTouch(t=1.5, ball=ball_of_key(NEAR), rail=Rail.FOOT)
    (contact,) = suspected(idle(rail))
    assert set(contact.balls) == {ball_of_key(CUE), ball_of_key(NEAR)}
    assert 0.5 < contact.t < 1.5


def test_a_ball_that_was_hit_before_its_cushion_is_no_suspicion():
    hit = Contact(t=1.2, balls=(ball_of_key(CUE), ball_of_key(NEAR)))
    rail = RailTouch(t=1.5, ball=ball_of_key(NEAR), rail=Rail.FOOT)
    assert not suspected(idle(hit, rail))
