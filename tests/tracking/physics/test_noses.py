"""Where noses are is learnt from touches, and balls before them are told by it."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.events import Rail, RailTouch
from tests.tracking.billiards import TABLE, path
from tracking.events.extraction import extract_events
from tracking.motion.samples import prepare
from tracking.path import BallPath
from tracking.physics.beats import Beat, Stage
from tracking.physics.noses import UNKNOWN_SIGMA, NoseMark, nose_at, with_marks
from tracking.physics.resting import has_left
from tracking.physics.table_physics import TablePhysics
from tracking.physics.walls import walls_of

FOOT = next(w for w in walls_of(TABLE) if w.rail is Rail.FOOT and not w.is_jaw)


def mark(at: float, offset: float, sigma: float = 0.0002) -> NoseMark:
    return NoseMark(Rail.FOOT, at, offset, sigma**2)


def test_an_unseen_nose_is_where_the_map_has_it_within_its_doubt():
    offset, sigma = nose_at([mark(0.1, 0.001)], Rail.HEAD, 0.1)
    assert offset == 0.0
    assert sigma == pytest.approx(UNKNOWN_SIGMA, rel=0.02)


def test_a_mark_tells_its_own_place_and_less_and_less_of_others():
    marks = [mark(0.0, 0.001)]
    near, far = nose_at(marks, Rail.FOOT, 0.0), nose_at(marks, Rail.FOOT, 2.0)
    assert near[0] == pytest.approx(0.001, rel=0.15)
    assert near[1] < 0.0003
    assert abs(far[0]) < 1e-5
    assert far[1] == pytest.approx(UNKNOWN_SIGMA, rel=0.05)


def test_marks_at_one_place_become_one_that_is_more_exact():
    known = with_marks([], [mark(0.01, 0.001), mark(0.02, 0.0006)])
    assert len(known) == 1
    assert known[0].offset == pytest.approx(0.0008)
    assert known[0].variance == pytest.approx(0.0002**2 / 2)


def test_a_mark_far_from_any_nose_is_left_out():
    assert with_marks([], [mark(0.0, 0.02)]) == ()


def test_marks_of_before_count_less_after_each_shot():
    old = with_marks([mark(0.0, 0.001)], [])
    assert old[0].variance > mark(0.0, 0.001).variance


def test_a_mark_that_contradicts_all_known_of_its_rail_begins_anew():
    other = NoseMark(Rail.HEAD, 0.0, 0.001, 0.0002**2)
    known = [mark(0.0, 0.0015), mark(0.3, 0.0014), other]
    found = with_marks(known, [mark(0.05, -0.0015)])
    assert [one.rail for one in found] == [Rail.FOOT, Rail.HEAD]
    assert found[0].offset < 0


@given(
    st.lists(st.tuples(st.floats(-0.6, 0.6), st.floats(-0.002, 0.002)), max_size=12),
    st.floats(-0.6, 0.6),
)
def test_more_marks_never_tell_less(marks, at):
    known = with_marks([], [mark(*one) for one in marks])
    _, sigma = nose_at(known, Rail.FOOT, at)
    _, less = nose_at(known[:-1], Rail.FOOT, at)
    assert sigma <= less + 1e-9


def lying(gap: float) -> Stage:
    """A ball that lies before the foot cushion and is moved at one second."""
    x = TABLE.length / 2 - TABLE.ball_radius - gap
    samples = tuple(prepare([path(0, [(0.0, (x, 0.2), (0.0, 0.0))])]))
    walls = walls_of(TABLE)
    radius = TABLE.ball_radius
    return Stage(samples, (((-0.8, 1.0),),), ((),), walls, radius, TablePhysics())


def test_known_noses_tell_frozen_balls_from_near_ones():
    touch = Beat(1.0, (0,), FOOT)
    seen = [mark(0.2, 0.001, 0.0001)]
    frozen, near = lying(0.001), lying(0.0025)
    assert has_left(frozen, touch, seen) < 0.1 < has_left(frozen, touch)
    assert has_left(near, touch, seen) > 0.95


def shifted(one: BallPath, dx: float) -> BallPath:
    return replace(one, xy=one.xy + np.array([dx, 0.0]))


def test_a_bounce_shows_how_far_the_map_is_off():
    x = TABLE.length / 2 - TABLE.ball_radius
    legs = [
        (0.0, (x - 0.5, 0.2), (1.0, 0.0)),
        (0.5132, (x, 0.2), (-0.7, 0.0)),
    ]
    offsets = []
    for dx in (0.0, 0.0015):
        found = extract_events([shifted(path(0, legs), dx)], TABLE, 0)
        assert any(isinstance(e, RailTouch) for e in found.events)
        (seen,) = found.physics.noses
        assert seen.rail is Rail.FOOT
        offsets.append(seen.offset)
    # Towards the balls is against x.
    assert offsets[1] - offsets[0] == pytest.approx(-0.0015, abs=0.0006)
