"""A camera in a hand: what all balls at rest do together is taken out."""

from dataclasses import replace

import numpy as np
import pytest

from adjudicator.table import TABLES, TableKind
from tests.tracking.moving_balls import SIGMA, at_rest, observe, rolling
from tracking.following.camera_shake import steadied

TABLE = TABLES[TableKind.POOL_9FT]
LAYING = [(-0.9, 0.3), (-0.4, -0.4), (0.3, 0.5), (0.8, -0.2), (1.0, 0.4)]


def shaken(frames, shift_m=0.003, turn=0.002):
    """Move every frame by a slow shake."""
    out = []
    for frame in frames:
        phase = 2 * np.pi * frame.t / 1.5
        angle = turn * np.cos(phase)
        turned = frame.xy @ np.array([[1, angle], [-angle, 1]])
        shift = np.array([shift_m * np.sin(phase), 0.0])
        out.append(replace(frame, xy=turned + shift))
    return out


def off(frames, true):
    """Root mean square of how far the balls are from where they were seen steadily."""
    apart = [a.xy - b.xy for a, b in zip(frames, true, strict=True)]
    apart = np.concatenate(apart) - np.mean(np.concatenate(apart), axis=0)
    return float(np.sqrt(np.mean(apart**2)))


@pytest.fixture
def true():
    mover = rolling(-1.0, -0.5, 0.8, 0.3, start=1.0, deceleration=0.4)
    return observe([*(at_rest(*xy) for xy in LAYING), mover], t_end=3.0)


def test_the_shake_is_taken_out_of_balls_at_rest_and_of_moving_ones(true):
    seen = shaken(true)
    assert off(seen, true) > 0.0012
    assert off(steadied(seen, TABLE), true) < 0.0005


def test_a_steady_picture_is_hardly_changed(true):
    assert off(steadied(true, TABLE), true) < 0.6 * SIGMA


def test_without_enough_balls_at_rest_nothing_is_changed():
    frames = observe([at_rest(0.0, 0.0), at_rest(0.5, 0.3)], t_end=1.0)
    for before, after in zip(frames, steadied(frames, TABLE), strict=True):
        assert np.array_equal(before.xy, after.xy)


def test_nothing_seen_is_nothing_changed():
    assert steadied([], TABLE) == []
