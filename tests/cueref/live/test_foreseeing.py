"""A shot is read ahead once nothing but rolling out can happen on it."""

from dataclasses import replace

import numpy as np
import pytest

from adjudicator.table import TABLES, TableKind
from cueref.live.foreseeing import Foresight, is_decided
from tracking.following.tracker import TrackSnapshot

TABLE = TABLES[TableKind.POOL_9FT]
R = TABLE.ball_radius
POCKET = TABLE.pockets[0]


def picture(*balls, t=1.0, seen=True):
    """Balls as (x, y, vx, vy); one with a speed has come half a metre."""
    xy = np.array([ball[:2] for ball in balls], dtype=float)
    velocity = np.array([ball[2:] for ball in balls], dtype=float)
    still = ~velocity.any(axis=1)
    n = len(balls)
    return TrackSnapshot(
        0,
        t,
        np.arange(n),
        xy,
        velocity,
        np.tile(np.eye(2) * 1e-7, (n, 1, 1)),
        np.array([seen or lies for lies in still]),
        still,
        np.where(still, 0.0, 0.5),
    )


SLOW = (0.4, 0.3, 0.1, 0.0)


@pytest.mark.parametrize(
    ("balls", "decided"),
    [
        ([(0.4, 0.3, 0.0, 0.0)], False),
        ([SLOW], True),
        ([SLOW, (0.4, 0.3 + 2 * R + 0.02, 0.0, 0.0)], True),
        ([SLOW, (0.4 + 2 * R + 0.05, 0.3, 0.0, 0.0)], False),
        ([SLOW, (0.6, 0.3, -0.1, 0.0)], False),
        ([(0.4, 0.3, 1.0, 0.0)], False),
        ([(0.02, 0.3, -0.1, 0.0)], False),
        ([(TABLE.length / 2 - R - 0.03, 0.3, 0.1, 0.0)], False),
        ([(*POCKET.center, 0.3, 0.1)], True),
        ([(*POCKET.center, 0.3, 0.1), SLOW], True),
    ],
    ids=[
        "all at rest",
        "a free way",
        "a ball beside the way",
        "a ball on the way",
        "another ball comes",
        "too fast",
        "over a string",
        "into a rail",
        "only a ball in a hole moves",
        "one in a hole, one rolls out",
    ],
)
def test_balls_that_only_roll_out_decide_a_shot(balls, decided):
    assert is_decided(picture(*balls), TABLE) is decided


def test_a_ball_that_moves_out_of_sight_decides_nothing():
    assert not is_decided(picture(SLOW, seen=False), TABLE)


def times(pictures, moved_at):
    foresight = Foresight(TABLE)
    return [
        round(one.t, 2)
        for one in pictures
        if foresight.is_time(one, one.t, min(one.t, moved_at))
    ]


def test_a_shot_is_read_once_while_its_last_ball_rolls_out_and_once_at_rest():
    rolls = [picture(SLOW, t=t) for t in np.arange(1.0, 1.5, 0.05)]
    lies = [picture((0.45, 0.3, 0, 0), t=t) for t in np.arange(1.5, 1.7, 0.05)]
    assert times(rolls + lies, moved_at=1.45) == [1.2, 1.5]


def test_a_shot_is_read_again_when_something_moved_after_all():
    rolls = [picture(SLOW, t=t) for t in np.arange(1.0, 1.3, 0.05)]
    fast = [picture((0.45, 0.3, 1.0, 0), t=1.3)]
    again = [picture(SLOW, t=t) for t in np.arange(1.35, 1.65, 0.05)]
    assert times(rolls + fast + again, moved_at=9.0) == [1.2, 1.55]


def falls(count):
    return [picture((*POCKET.center, 0.3, 0.1), t=1 + 0.02 * k) for k in range(count)]


def test_a_ball_that_falls_is_looked_at_in_four_pictures():
    assert times(falls(6), moved_at=1.0) == [1.06]


def test_a_ball_that_falls_out_of_sight_is_not_waited_for():
    short = falls(2)
    gone = [replace(short[1], t=t, seen=np.array([False])) for t in (1.05, 1.11)]
    assert times([*short, *gone], moved_at=1.0) == [1.11]
