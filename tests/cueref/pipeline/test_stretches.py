"""A stream cut where nothing moves."""

from dataclasses import replace

import numpy as np
import pytest

from adjudicator.table import TABLES, TableKind
from cueref.pipeline.observing import Seen
from cueref.pipeline.stretches import cut_stretches
from tests.tracking.moving_balls import at_rest, observe, rolling

TABLE = TABLES[TableKind.POOL_9FT]


def stream(ways, t_end):
    """Return frames as the observer hands them on; each shows a new picture."""
    rng = np.random.default_rng(3)
    return [
        Seen(one.frame, one.t, float(rng.uniform(0.9, 1.1)), one)
        for one in observe(ways, t_end=t_end)
    ]


def strikes(stretches):
    return [window.t_strike for one in stretches for window in one.windows]


def test_two_shots_with_rest_between_them_are_two_stretches():
    first = rolling(-0.8, 0.3, 0.8, 0.0, start=1.0, deceleration=1.0)
    second = rolling(0.5, -0.3, -0.8, 0.0, start=4.0, deceleration=1.0)
    found = list(cut_stretches(stream([first, second], 7.0), TABLE))
    assert len(found) == 2
    assert strikes(found) == pytest.approx([1.0, 4.0], abs=0.03)


def test_a_stretch_is_handed_on_when_it_is_over():
    first = rolling(-0.8, 0.3, 0.8, 0.0, start=1.0, deceleration=1.0)
    read = []

    def watched():
        for seen in stream([first], 9.0):
            read.append(seen.t)
            yield seen

    next(iter(cut_stretches(watched(), TABLE)))
    assert read[-1] < 4.0


def test_a_recording_that_ends_in_motion_still_gives_its_stretch():
    ball = rolling(-0.8, 0.3, 0.8, 0.0, start=1.0, deceleration=0.1)
    found = list(cut_stretches(stream([ball, at_rest(0.5, -0.3)], 2.0), TABLE))
    assert strikes(found) == pytest.approx([1.0], abs=0.03)


def test_balls_that_lie_still_give_no_stretch():
    assert not list(cut_stretches(stream([at_rest(0.0, 0.0)], 3.0), TABLE))


def test_another_view_ends_a_stretch():
    ball = rolling(-0.8, 0.3, 0.8, 0.0, start=1.0, deceleration=0.1)
    frames = stream([ball], 4.0)
    cut = [replace(seen, view=int(seen.t > 2.0)) for seen in frames]
    found = list(cut_stretches(cut, TABLE))
    assert len(found) == 2
    assert found[0].time_base.t[-1] <= 2.0
