"""How soon it was said what happened."""

import time

from adjudicator.shot import Layout, Shot
from cueref.live.messages import Provisional, ProvisionalKind, ShotRead
from cueref.records import ShotRecord
from cueref.web.promptness import Promptness


def test_before_the_first_call_and_ruling_nothing_is_known():
    assert Promptness().view() == {
        "calls": 0,
        "call_after": None,
        "rulings": 0,
        "ruling_after": None,
    }


def test_a_call_is_timed_from_what_happened_not_from_the_picture_that_showed_it():
    promptness, now = Promptness(), time.monotonic()
    kind = ProvisionalKind.CUE_BALL_POCKETED
    promptness.told(Provisional(1.0, 1, kind, captured=now - 0.1, decided_after=0.2))
    found = promptness.view()
    assert found["calls"] == 1
    assert 0.3 <= found["call_after"] < 0.5


def test_what_is_no_call_is_not_timed():
    promptness = Promptness()
    promptness.told(Provisional(1.0, 1, ProvisionalKind.SHOT_BEGAN))
    assert promptness.view()["calls"] == 0


def test_a_ruling_is_timed_from_the_rest_of_the_balls():
    promptness, now = Promptness(), time.monotonic()
    shot = Shot(number=1, t_start=0.0, t_end=2.0, before=Layout({}), after=Layout({}))
    promptness.ruled(ShotRead(2.0, ShotRecord(shot), now - 0.4, now - 0.1))
    found = promptness.view()
    assert found["rulings"] == 1
    assert 0.4 <= found["ruling_after"] < 0.6
