"""A stretch that grows is linked as one that is linked at once."""

import numpy as np
import pytest

from adjudicator.table import TABLES, TableKind
from tests.tracking.moving_balls import at_rest, hidden, observe, rolling, then
from tracking.following import memory as module
from tracking.following.linking import Linker
from tracking.following.memory import LinkMemory

TABLE = TABLES[TableKind.POOL_9FT]
R = TABLE.ball_radius
JITTER = 0.05


def long_shot():
    """Balls that roll one after the other, one under a hand, one that lies."""
    first = rolling(-0.9, 0.0, 1.0, 0.0, start=1.0, deceleration=0.5)
    second = then(
        rolling(0.4, 0.3, -0.6, 0.1, start=2.0, deceleration=0.2),
        at_rest(-0.1, 0.38),
        3.5,
    )
    return observe(
        [first, second, hidden(at_rest(0.8, -0.4), 1.5, 2.2), at_rest(0.5, -0.2)],
        t_end=6.0,
        misses=0.05,
    )


def content(chains):
    return [
        (c.key, c.steps, c.rows, c.places, c.gains, c.belief.tolist()) for c in chains
    ]


@pytest.fixture
def explained(monkeypatch):
    """Numbers of the frames that were explained, in order."""
    steps = []
    advance = Linker.advance

    def noted(self, step):
        steps.append(step)
        advance(self, step)

    monkeypatch.setattr(Linker, "advance", noted)
    return steps


@pytest.mark.parametrize("every", [0.1, 0.37, 1.0, 2.5])
def test_reading_ahead_changes_nothing(every):
    frames = long_shot()
    at_once = content(LinkMemory(TABLE, JITTER).link(frames))
    memory = LinkMemory(TABLE, JITTER)
    for until in np.arange(every, frames[-1].t, every):
        memory.link([frame for frame in frames if frame.t <= until])
    assert content(memory.link(frames)) == at_once


def test_what_is_settled_is_not_linked_again(explained):
    frames = long_shot()
    memory = LinkMemory(TABLE, JITTER)
    memory.link(frames[:-10])
    explained.clear()
    memory.link(frames)
    assert 10 <= len(explained) < len(frames) / 4


def test_another_stretch_is_linked_from_its_beginning(explained):
    frames = long_shot()
    memory = LinkMemory(TABLE, JITTER)
    memory.link(frames)
    explained.clear()
    shorter = memory.link(frames[20:])
    assert explained == list(range(len(frames) - 20))
    assert content(shorter) == content(LinkMemory(TABLE, JITTER).link(frames[20:]))


def test_a_place_that_turns_out_to_be_a_rest_is_linked_anew(explained, monkeypatch):
    monkeypatch.setattr(module, "_OPEN", 0.0)
    frames = long_shot()
    memory = LinkMemory(TABLE, JITTER)
    stops = int(np.searchsorted([frame.t for frame in frames], 3.5)) + 2
    memory.link(frames[:stops])
    explained.clear()
    grown = memory.link(frames)
    assert min(explained) < stops
    assert content(grown) == content(LinkMemory(TABLE, JITTER).link(frames))


def test_no_frames_have_no_chains():
    assert LinkMemory(TABLE, JITTER).link([]) == []
