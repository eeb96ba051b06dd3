"""A ball that leaves while something else is taken for it at its old place."""

import pytest

from adjudicator.table import TABLES, TableKind
from tests.tracking.moving_balls import at_rest, hidden, observe, rolling
from tracking.following.shots import find_shots

TABLE = TABLES[TableKind.POOL_9FT]
PLACE = (-0.5, 0.1)


def tip(seen_until):
    """What lies where the ball lay, from its strike on, and then draws back."""

    def way(t):
        if not 1.02 < t < seen_until:
            return None
        back = max(t - 1.5, 0.0) * 0.4
        return PLACE[0] - back, PLACE[1]

    return way


def shots(seen_until, speed=2.2):
    ball = rolling(*PLACE, speed, 0.0, start=1.0, deceleration=0.9)
    ways = [ball, tip(seen_until), at_rest(0.4, 0.4)]
    return find_shots(observe(ways, t_end=5.0), TABLE, jitter=0.05)


@pytest.mark.parametrize("speed", [1.5, 2.2, 4.0])
@pytest.mark.parametrize("seen_until", [1.2, 1.6, 1.9])
def test_a_tip_that_follows_through_is_not_the_ball_that_left(seen_until, speed):
    (shot,) = shots(seen_until, speed)
    assert len(shot.paths) == 2
    cue = next(path for path in shot.paths if path.key == shot.cue_key)
    assert cue.xy[0] == pytest.approx(PLACE, abs=0.005)
    assert cue.xy[-1, 0] > PLACE[0] + 0.5
    assert shot.t_strike == pytest.approx(1.0, abs=0.03)


def test_a_ball_that_lies_there_to_the_end_never_left():
    lies = at_rest(*PLACE)
    other = rolling(0.1, 0.4, 0.8, 0.0, start=0.9, deceleration=0.5)
    passes = rolling(*PLACE, 2.2, 0.0, start=1.0, deceleration=0.9)
    frames = observe([lies, hidden(passes, 0.0, 1.02), other], t_end=5.0)
    (shot,) = find_shots(frames, TABLE, jitter=0.05)
    ends = [path.xy[-1] for path in shot.paths]
    assert any(end == pytest.approx(PLACE, abs=0.005) for end in ends)


def with_something(t_from, t_to):
    """A shot during which something is seen to lie elsewhere for a while."""
    struck = rolling(0.1, 0.4, 0.8, 0.0, start=1.0, deceleration=0.5)
    lies = hidden(hidden(at_rest(*PLACE), -1.0, t_from), t_to, 99.0)
    frames = observe([struck, lies, at_rest(0.4, -0.4)], t_end=5.0)
    (shot,) = find_shots(frames, TABLE, jitter=0.05)
    return shot


def test_a_finger_that_lies_there_for_a_moment_is_no_ball():
    assert len(with_something(0.8, 1.6).paths) == 2


@pytest.mark.parametrize(("t_from", "t_to"), [(-1.0, 1.6), (1.2, 99.0), (0.6, 3.4)])
def test_what_was_there_before_stays_or_lies_long_is_a_ball(t_from, t_to):
    assert len(with_something(t_from, t_to).paths) == 3
