"""A table at which nobody looks any more keeps its balls."""

import numpy as np
import pytest

from adjudicator.events import OffTable, Pocketed
from adjudicator.table import TABLES, TableKind
from tracking.events.analysis import looked_at
from tracking.events.extraction import extract_events
from tracking.path import BallPath

TABLE = TABLES[TableKind.POOL_9FT]


def path(key: int, start: tuple[float, float], vx: float, until: float) -> BallPath:
    """A ball that rests for half a second, then rolls and slows down."""
    t = np.arange(0.0, until, 1 / 60)
    moving = np.maximum(t - 0.5, 0.0)
    stop = vx / 0.3
    moving = np.minimum(moving, stop)
    x = start[0] + vx * moving - 0.15 * moving**2
    xy = np.column_stack([x, np.full(len(t), start[1])])
    noise = np.random.default_rng(key).normal(0, 3e-4, xy.shape)
    frame = np.arange(len(t))
    return BallPath(
        key, t, frame, xy + noise, np.tile(np.eye(2) * 9e-8, (len(t), 1, 1))
    )


def paths(until: float) -> list[BallPath]:
    return [path(0, (-0.6, 0.1), 0.3, until), path(1, (0.5, -0.3), 0.0, until)]


def test_the_window_ends_where_all_balls_were_seen_last() -> None:
    assert looked_at(paths(3.0), (0.0, 3.5))[1] == pytest.approx(3.0, abs=0.02)


def test_one_ball_that_vanishes_does_not_end_the_window() -> None:
    gone = [path(0, (-0.6, 0.1), 0.3, 2.0), path(1, (0.5, -0.3), 0.0, 3.0)]
    assert looked_at(gone, (0.0, 3.0)) == (0.0, 3.0)
    assert looked_at(gone[:1], (0.0, 3.0)) == (0.0, 3.0)


def test_balls_that_nobody_looked_at_again_have_not_left_the_table() -> None:
    found = extract_events(paths(3.0), TABLE, 0, window=(0.0, 3.5))
    events = (*found.events, *found.doubtful)
    assert not any(isinstance(event, OffTable | Pocketed) for event in events)
    assert len(found.after.balls) == 2
