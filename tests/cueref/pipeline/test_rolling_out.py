"""The stop of a ball that rolls out slowly is known from where it lies."""

import numpy as np
import pytest

from adjudicator.events import Pocketed, PocketName, Rest
from cueref.pipeline.rolling_out import rolled_out
from tests.tracking.moving_balls import rolling
from tracking.events.extraction_result import Extraction, StillBall, StillLayout
from tracking.events.naming import ball_of_key
from tracking.following.shots import ShotWindow
from tracking.motion.trajectory import FittedPath, MotionKind, Piece
from tracking.path import BallPath

STOP = 3.0


def path():
    """A ball that starts at 1 s and rolls out until 3 s, seen until 3.3 s."""
    way = rolling(0.0, 0.1, 0.2, 0.0, start=1.0, deceleration=0.1)
    k = np.arange(100)
    xy = np.array([way(t) for t in k / 30])
    return BallPath(4, k / 30, k, xy, np.tile(np.eye(2) * 1e-7, (100, 1, 1)))


def fit(*kinds):
    """Pieces of a second each, from the start on."""
    still = np.zeros(2)
    return FittedPath(
        4,
        tuple(
            Piece(kind, float(k), k + 1.0, still, still, still, 1e-4)
            for k, kind in enumerate(kinds)
        ),
    )


def window(stops):
    return ShotWindow(0, 3.3, 1.0, STOP, (path(),), 4, {}, {}, {}, False, True, stops)


def told(extraction, stops):
    found = rolled_out(extraction, window(stops))
    rests = [event for event in found.events if isinstance(event, Rest)]
    return found, rests


ROLLS = fit(MotionKind.REST, MotionKind.ROLL, MotionKind.ROLL)
LIES = fit(MotionKind.REST, MotionKind.ROLL, MotionKind.REST)
END = path().xy[-1]


def lying(xy):
    return StillLayout((StillBall(4, np.array(xy), 1e-4, None, 0.3),))


def test_a_ball_whose_fit_rolls_on_gets_its_stop():
    found, rests = told(Extraction(fitted=(ROLLS,), t_end=1.5), {4: STOP})
    assert [(rest.ball, rest.t) for rest in rests] == [(ball_of_key(4), STOP)]
    assert tuple(rests[0].xy) == pytest.approx(tuple(END), abs=1e-3)
    assert found.t_end == STOP
    pieces = found.fitted[0].pieces
    assert [piece.kind for piece in pieces] == [
        MotionKind.REST,
        MotionKind.ROLL,
        MotionKind.ROLL,
        MotionKind.REST,
    ]
    assert found.fitted[0].t_to == pytest.approx(3.3)


def test_a_ball_that_lies_where_it_was_said_to_lie_keeps_its_stop():
    rest = Rest(t=2.9, ball=ball_of_key(4))
    before = Extraction(events=(rest,), fitted=(LIES,), after=lying(END), t_end=2.9)
    found, rests = told(before, {4: STOP})
    assert rests == [rest]
    assert (found.t_end, found.after) == (2.9, before.after)
    assert found.fitted[0].t_to == pytest.approx(3.3)


def test_a_ball_that_crept_on_is_told_to_lie_where_it_stopped():
    rest = Rest(t=2.0, ball=ball_of_key(4))
    before = Extraction(
        events=(rest,), fitted=(LIES,), after=lying(END - (0.003, 0)), t_end=2.0
    )
    found, rests = told(before, {4: STOP})
    assert [one.t for one in rests] == [STOP]
    assert found.after.balls == ()  # where it was seen to lie is taken instead


def test_a_ball_that_is_gone_or_was_not_seen_to_stop_gets_none():
    gone = Pocketed(
        t=2.5, ball=ball_of_key(4), pocket=PocketName.FOOT_LEFT, confidence=0.99
    )
    assert told(Extraction(events=(gone,), fitted=(ROLLS,)), {4: STOP})[1] == []
    assert told(Extraction(fitted=(ROLLS,)), {})[1] == []
    assert told(Extraction(fitted=(ROLLS,)), {4: 3.29})[1] == []
