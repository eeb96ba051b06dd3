"""How sure a crossing is follows from how far the centre came beyond the line."""

import numpy as np
import pytest

from adjudicator.events import Line, Rail
from tests.tracking.billiards import TABLE
from tracking.events.crossings import find_crossings
from tracking.motion.trajectory import FittedPath, MotionKind, Piece


def rolling(t_from, t_to, place, velocity, acceleration=(0.0, 0.0)):
    return Piece(
        MotionKind.ROLL,
        t_from,
        t_to,
        np.array(place),
        np.array(velocity),
        np.array(acceleration),
        0.0005,
    )


def test_a_ball_that_rolls_far_over_a_line_has_crossed_it_for_certain():
    one = FittedPath(0, (rolling(0.0, 1.0, (-0.4, 0.3), (0.8, 0.0)),))
    (found,) = find_crossings(one, TABLE, np.inf)
    assert (found.line, found.toward) == (Line.CENTER, Rail.FOOT)
    assert found.t == pytest.approx(0.5)
    assert found.confidence > 0.999


def test_a_ball_that_stops_just_beyond_a_line_may_not_have_crossed_it():
    one = FittedPath(0, (rolling(0.0, 1.0, (-0.1, 0.3), (0.2, 0.0), (-0.198, 0.0)),))
    found = [c for c in find_crossings(one, TABLE, np.inf) if c.line is Line.CENTER]
    assert found
    assert all(0.5 < c.confidence < 0.95 for c in found)


def test_a_ball_that_comes_back_crosses_twice():
    there = rolling(0.0, 1.0, (-0.4, 0.3), (0.8, 0.0))
    back = rolling(1.0, 2.0, (0.4, 0.3), (-0.8, 0.0))
    found = find_crossings(FittedPath(0, (there, back)), TABLE, np.inf)
    assert [c.toward for c in found] == [Rail.FOOT, Rail.HEAD]
    assert all(c.confidence > 0.999 for c in found)


def test_what_comes_after_a_drop_does_not_count():
    one = FittedPath(0, (rolling(0.0, 1.0, (-0.4, 0.3), (0.8, 0.0)),))
    assert find_crossings(one, TABLE, 0.3) == []


def test_a_ball_that_stops_just_before_a_line_may_have_crossed_it():
    rolls = rolling(0.0, 1.0, (-0.101, 0.3), (0.2, 0.0), (-0.2, 0.0))
    (found,) = find_crossings(FittedPath(0, (rolls,)), TABLE, np.inf)
    assert (found.line, found.toward) == (Line.CENTER, Rail.FOOT)
    assert found.t == pytest.approx(1.0)
    assert 0.2 < found.confidence < 0.35


def test_a_ball_that_turns_just_before_a_line_may_have_crossed_it():
    there = rolling(0.0, 1.0, (-0.402, 0.3), (0.4, 0.0))
    back = rolling(1.0, 2.0, (-0.002, 0.3), (-0.4, 0.0))
    (found,) = find_crossings(FittedPath(0, (there, back)), TABLE, np.inf)
    assert found.line is Line.CENTER
    assert 0.05 < found.confidence < 0.2


def test_a_ball_that_leaves_a_line_or_comes_up_to_its_own_crossing_is_not_doubted():
    leaves = rolling(0.0, 1.0, (-0.002, 0.3), (-0.4, 0.0))
    assert find_crossings(FittedPath(0, (leaves,)), TABLE, np.inf) == []
    over = rolling(0.0, 0.5, (-0.2, 0.3), (0.398, 0.0))
    further = rolling(0.5, 1.0, (-0.001, 0.3), (0.398, 0.0))
    (found,) = find_crossings(FittedPath(0, (over, further)), TABLE, np.inf)
    assert found.confidence > 0.999
