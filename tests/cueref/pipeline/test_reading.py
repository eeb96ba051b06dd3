"""From frames that were looked at to the records of shots."""

from dataclasses import replace

import numpy as np
import pytest

from adjudicator.balls import Discipline
from adjudicator.events import Intruder, Intrusion, Rail, Strike
from adjudicator.table import TABLES, TableKind
from cueref.pipeline import reading
from cueref.pipeline.event_memory import EventMemory
from cueref.pipeline.observing import Seen
from cueref.pipeline.reading import shots_of
from tests.cueref.pipeline.simple_scene import Hand
from tests.tracking.moving_balls import at_rest, observe, rolling
from tracking.physics.noses import NoseMark
from tracking.physics.table_physics import TablePhysics
from vision.appearance import APPEARANCES

TABLE = TABLES[TableKind.POOL_9FT]
MARK = NoseMark(Rail.LEFT, 0.3, 0.001, 1e-7)


def frames_of(ways, t_end, hand=None):
    """Return frames; `hand` is where one is over the table, from when to when."""
    rng = np.random.default_rng(3)
    found = []
    for one in observe(ways, t_end=t_end):
        looks = np.zeros((len(one), len(APPEARANCES)))
        over = hand is not None and hand[1] <= one.t < hand[2]
        cover = Hand(np.array(hand[0]) if over else None)
        seen = replace(one, label_log=looks)
        if over:
            seen = seen[~cover.covers(seen.xy)]
        change = float(rng.uniform(0.9, 1.1))
        found.append(Seen(one.frame, one.t, change, seen, 0, True, cover))
    return found


def test_shots_are_numbered_and_begin_with_their_strike():
    first = rolling(-0.8, 0.3, 0.8, 0.0, start=1.5, deceleration=1.0)
    second = rolling(0.5, -0.3, -0.8, 0.0, start=5.0, deceleration=1.0)
    stream = frames_of([first, second], 8.0)
    shots = [r.shot for r in shots_of(stream, TABLE, Discipline.PYRAMID)]
    assert [shot.number for shot in shots] == [1, 2]
    assert [shot.t_start for shot in shots] == pytest.approx([1.5, 5.0], abs=0.03)
    assert isinstance(shots[0].events[0], Strike)
    assert len(shots[1].before.balls) == 2


def test_a_hand_over_the_table_is_told_and_hides_nothing_by_itself():
    ball = rolling(-0.8, 0.3, 0.8, 0.0, start=1.5, deceleration=1.0)
    stream = frames_of([ball, at_rest(0.6, -0.4)], 5.0, hand=((0.6, -0.4), 1.8, 2.1))
    (shot,) = (r.shot for r in shots_of(stream, TABLE, Discipline.PYRAMID))
    (intrusion,) = (e for e in shot.events if isinstance(e, Intrusion))
    assert intrusion.kind is Intruder.HAND
    assert intrusion.t == pytest.approx(1.8, abs=0.05)
    assert shot.not_seen == ()


def test_a_ball_that_is_elsewhere_after_a_hand_was_over_it_is_a_gap():
    ball = rolling(-0.8, 0.3, 0.8, 0.0, start=1.5, deceleration=1.0)

    def moved(t):
        return (0.6, -0.4) if t < 1.95 else (0.66, -0.4)

    stream = frames_of([ball, moved], 5.0, hand=((0.63, -0.4), 1.8, 2.1))
    (shot,) = (r.shot for r in shots_of(stream, TABLE, Discipline.PYRAMID))
    (gap,) = shot.not_seen
    assert gap.t_from == pytest.approx(1.8, abs=0.05)
    assert gap.why == "covered"


def test_a_hand_that_comes_after_all_is_over_belongs_to_no_shot():
    ball = rolling(-0.8, 0.3, 0.8, 0.0, start=1.5, deceleration=1.0)
    stream = frames_of([ball, at_rest(0.6, -0.4)], 5.0, hand=((0.6, -0.4), 2.9, 3.2))
    (shot,) = (r.shot for r in shots_of(stream, TABLE, Discipline.PYRAMID))
    assert not any(isinstance(event, Intrusion) for event in shot.events)


@pytest.mark.parametrize(("view", "kept"), [(0, 1), (1, 0)])
def test_where_noses_were_is_forgotten_when_the_camera_has_moved(
    monkeypatch, view, kept
):
    known = []

    class Noted(EventMemory):
        def extract(self, evidence, table):
            known.append(evidence.physics)
            found = super().extract(evidence, table)
            return replace(found, physics=TablePhysics(noses=(MARK,)))

    monkeypatch.setattr(reading, "EventMemory", Noted)
    first = rolling(-0.8, 0.3, 0.8, 0.0, start=1.5, deceleration=1.0)
    second = rolling(0.5, -0.3, -0.8, 0.0, start=5.0, deceleration=1.0)
    stream = [
        replace(seen, view=view if seen.t > 4 else 0)
        for seen in frames_of([first, second], 8.0)
    ]
    assert len(list(shots_of(stream, TABLE, Discipline.PYRAMID))) == 2
    assert known[0] is None
    assert len(known[1].noses) == kept
