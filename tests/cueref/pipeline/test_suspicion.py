import numpy as np

from adjudicator.balls import Ball
from cueref.pipeline.suspicion import suspected
from tracking.extraction_result import Extraction, Unexplained
from tracking.trajectory import FittedPath, MotionKind, Piece


def resting(key, x):
    still = np.zeros(2)
    place = np.array([x, 0.0])
    piece = Piece(MotionKind.REST, 0.0, 2.0, place, still, still, 0.001)
    return FittedPath(key, (piece,))


def extraction(key, jump, cue_key=0):
    return Extraction(
        cue_key=cue_key,
        fitted=(resting(0, 0.0), resting(1, 0.1), resting(2, 0.9)),
        unexplained=(Unexplained(key, 1.0, np.array(jump), 50.0),),
    )


def test_a_ball_that_starts_for_no_known_cause_may_have_been_hit_by_the_cue_ball():
    (contact,) = suspected(extraction(2, (0.5, 0.0)))
    assert set(contact.balls) == {Ball("ball-1"), Ball("ball-3")}
    assert contact.confidence < 0.5


def test_the_cue_ball_may_have_hit_its_neighbour():
    (contact,) = suspected(extraction(0, (0.5, 0.0)))
    assert set(contact.balls) == {Ball("ball-1"), Ball("ball-2")}


def test_a_tremor_is_no_suspicion():
    assert not suspected(extraction(2, (0.02, 0.0)))


def test_a_ball_alone_on_the_table_has_no_suspect():
    alone = Extraction(
        cue_key=0,
        fitted=(resting(0, 0.0),),
        unexplained=(Unexplained(0, 1.0, np.array([0.5, 0.0]), 50.0),),
    )
    assert not suspected(alone)
