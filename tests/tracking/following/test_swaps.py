"""Ways before and after a common start are paired by where and how the balls look."""

import numpy as np
import pytest

from tests.tracking.moving_balls import SIGMA
from tracking.following.chains import Chain
from tracking.following.hypotheses import BallState
from tracking.following.kalman import resting
from tracking.following.swaps import untangled
from tracking.observations import Observations

FPS = 30.0
START = 6
"""Frames in which the balls lie still."""


def frames_of(places, names):
    """Return frames with ball i in row i; `names` gives what it looks like when."""
    rows = len(places[0])
    covariance = np.tile(np.eye(2) * SIGMA**2, (rows, 1, 1))
    return [
        Observations(
            step,
            step / FPS,
            np.array(xy, dtype=float),
            covariance,
            np.full(rows, 0.9),
            np.log([[0.9 if k == name else 0.1 / 3 for k in range(4)] for name in now]),
            np.zeros((rows, 2)),
        )
        for step, (xy, now) in enumerate(zip(places, names, strict=True))
    ]


def chain_of(key, rows, rests, frames):
    """Return a chain that sees a row of each frame."""
    chain = Chain(key, BallState(*resting(np.zeros(2), np.eye(2)), 0.0, still=True), 0)
    for step, (row, rest) in enumerate(zip(rows, rests, strict=True)):
        mean, covariance = resting(frames[step].xy[row], np.eye(2) * SIGMA**2)
        chain.steps.append(step)
        chain.rows.append(row)
        chain.places.append(rest)
        chain.states.append(BallState(mean, covariance, step / FPS, still=True))
        chain.gains.append(None if rest is not None else 8.0)
    chain.belief = np.zeros(4)
    return chain


def rack_of_two(looks_after):
    """Two balls side by side start at once and come to rest elsewhere."""
    still = [[(0.0, 0.0), (0.0, 0.057)]] * START
    moving = [[(0.05 * n, 0.0), (0.05 * n, 0.057 + 0.02 * n)] for n in range(1, 4)]
    ended = [[(0.2, 0.0), (0.2, 0.14)]] * START
    names = [(0, 1)] * START + [(2, 2)] * 3 + [looks_after] * START
    return frames_of(still + moving + ended, names)


def crossed(frames):
    """Two chains that followed each other's ball from the start on."""
    first = [0] * START + [1] * (3 + START)
    second = [1] * START + [0] * (3 + START)
    rests = ([0] * START + [None] * 3 + [2] * START, [1] * START + [None] * 3)
    return [
        chain_of(0, first, rests[0], frames),
        chain_of(1, second, [*rests[1], *[3] * START], frames),
    ]


def test_balls_that_were_taken_for_each_other_get_their_own_ways_back():
    frames = rack_of_two(looks_after=(0, 1))
    one, two = untangled(crossed(frames), frames)
    assert set(one.rows) == {0}
    assert set(two.rows) == {1}
    assert one.places[-1] == 3
    assert one.belief[0] > one.belief[1]


def test_ways_that_fit_are_left_alone():
    frames = rack_of_two(looks_after=(1, 0))
    one, two = untangled(crossed(frames), frames)
    assert one.rows == [0] * START + [1] * (3 + START)
    assert two.rows == [1] * START + [0] * (3 + START)


@pytest.mark.parametrize("looks", [(0, 1), (1, 0)])
def test_balls_that_start_at_different_times_keep_their_ways(looks):
    still = [[(0.0, 0.0), (0.0, 0.057)]] * START
    apart = [[(0.05, 0.0), (0.0, 0.057)]] * START
    ended = [[(0.05, 0.0), (0.2, 0.14)]] * START
    names = [(0, 1)] * (2 * START) + [looks] * START
    frames = frames_of(still + apart + ended, names)
    rests = [0] * START + [2] * (2 * START), [1] * (2 * START) + [3] * START
    chains = [chain_of(i, [i] * (3 * START), rests[i], frames) for i in (0, 1)]
    one, two = untangled(chains, frames)
    assert set(one.rows) == {0}
    assert set(two.rows) == {1}
