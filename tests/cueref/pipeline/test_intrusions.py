from dataclasses import dataclass, field

import numpy as np
import pytest

from adjudicator.events import Intruder
from cueref.pipeline.intrusions import CoveredFrame, hidden_balls, intrusions
from tracking.observations import Observations


@dataclass
class Disc:
    """Covers a disc of the table."""

    xy: tuple[float, float] | None = None
    reach: float = 0.08
    known: bool = True
    who: dict = field(default_factory=dict)

    def covers(self, xy):
        if self.xy is None:
            return np.zeros(len(xy), bool)
        return np.hypot(*(np.asarray(xy) - self.xy).T) < self.reach

    def intruders(self):
        return self.who


def observations(number, t, places):
    n = len(places)
    return Observations(
        number,
        t,
        np.array(places, float).reshape(-1, 2),
        np.tile(np.eye(2) * 1e-7, (n, 1, 1)),
        np.full(n, 0.9),
        np.zeros((n, 3)),
        np.zeros((n, 2)),
    )


def frames(states, fps=30):
    """Build frames from pairs of ball places and a cover."""
    return [
        CoveredFrame(k / fps, observations(k, k / fps, places), cover)
        for k, (places, cover) in enumerate(states)
    ]


HERE, THERE = (0.1, 0.2), (0.6, -0.1)
HAND = Disc(HERE, who={Intruder.HAND: 0.9})


def test_a_hand_over_a_ball_that_still_lies_there_is_no_gap():
    shown = ([HERE, THERE], Disc())
    hidden = ([THERE], HAND)
    gaps, events = intrusions(frames([shown] * 10 + [hidden] * 60 + [shown] * 10))
    assert gaps == ()
    assert [event.kind for event in events] == [Intruder.HAND]
    assert events[0].t == pytest.approx(10 / 30)
    assert events[0].t_to == pytest.approx(69 / 30)


def test_a_hidden_ball_is_told_with_its_times_and_its_place():
    shown, hidden = ([HERE, THERE], Disc()), ([THERE], HAND)
    (ball,) = hidden_balls(frames([shown] * 10 + [hidden] * 60 + [shown] * 10))
    assert ball.came_back
    assert not ball.is_doubtful
    assert ball.xy == pytest.approx(HERE)
    assert (ball.t_from, ball.t_to) == pytest.approx((10 / 30, 70 / 30))


def test_what_was_no_ball_leaves_no_gap_where_a_hand_hid_it():
    states = [([HERE, THERE], Disc())] * 10 + [([THERE], HAND)] * 30
    states += [([THERE], Disc())] * 20
    ghost, ball = np.array([THERE]), np.array([THERE, HERE])
    assert intrusions(frames(states), ways=ghost)[0] == ()
    assert intrusions(frames(states), ways=ball)[0] != ()
    assert intrusions(frames(states))[0] != ()


def test_a_ball_that_is_elsewhere_after_the_hand_leaves_a_gap():
    moved = (HERE[0] + 0.03, HERE[1])
    states = [([HERE, THERE], Disc())] * 10 + [([THERE], HAND)] * 30
    states += [([moved, THERE], Disc())] * 20
    gaps, _ = intrusions(frames(states))
    assert len(gaps) == 1
    assert gaps[0].t_from == pytest.approx(10 / 30)
    assert gaps[0].t_to == pytest.approx(40 / 30)
    assert gaps[0].why == "covered"


def test_a_ball_that_comes_by_a_hidden_one_leaves_a_gap():
    states = [([HERE], Disc())] * 10
    states += [([(HERE[0] + 0.5 - 0.03 * k, HERE[1])], HAND) for k in range(14)]
    states += [([HERE], Disc())] * 10
    gaps, _ = intrusions(frames(states))
    assert len(gaps) == 1


def test_a_struck_ball_over_whose_place_the_hand_comes_later_is_no_gap():
    away = [([(HERE[0] + 0.08 * k, HERE[1])], Disc()) for k in range(1, 4)]
    states = [([HERE], Disc())] * 10 + away + [([], HAND)] * 20 + [([], Disc())] * 20
    gaps, events = intrusions(frames(states))
    assert gaps == ()
    assert len(events) == 1


def test_a_ball_that_vanishes_in_view_was_not_hidden():
    states = [([HERE, THERE], HAND)] * 10 + [([HERE], HAND)] * 20
    assert hidden_balls(frames(states)) == ()


def test_a_ball_still_hidden_at_the_end_is_left_open():
    states = [([HERE], Disc())] * 10 + [([], HAND)] * 10
    (ball,) = hidden_balls(frames(states))
    assert ball.came_back is None
    assert not ball.is_doubtful


def test_a_ball_missed_for_a_moment_after_the_hand_left_came_back():
    states = [([HERE], Disc())] * 10 + [([], HAND)] * 10 + [([], Disc())] * 4
    (ball,) = hidden_balls(frames(states + [([HERE], Disc())] * 5))
    assert ball.came_back
    assert ball.t_to == pytest.approx(20 / 30)


def test_what_is_not_known_tells_of_nobody():
    states = [([HERE], Disc(known=False, who={Intruder.HAND: 0.9}))] * 20
    assert intrusions(frames(states)) == ((), ())


def test_one_intruder_seen_with_pauses_is_one_intrusion():
    with_hand = ([THERE], Disc(who={Intruder.CUE: 0.7}))
    without = ([THERE], Disc())
    _, events = intrusions(frames([with_hand] * 5 + [without] * 9 + [with_hand] * 5))
    assert [(event.kind, event.confidence) for event in events] == [(Intruder.CUE, 0.7)]


def test_a_flicker_is_no_intrusion():
    one = ([THERE], Disc(who={Intruder.HAND: 0.9}))
    _, events = intrusions(frames([([THERE], Disc())] * 5 + [one] + [([], Disc())] * 5))
    assert events == ()


def test_no_frames_tell_nothing():
    assert intrusions([]) == ((), ())
