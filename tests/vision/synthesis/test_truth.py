"""Events as JSON objects of truth files."""

import pytest

from adjudicator.balls import CUE_BALL, Ball
from adjudicator.events import (
    Contact,
    Crossing,
    Event,
    ForeignContact,
    Intruder,
    Intrusion,
    Line,
    OffTable,
    PickedUp,
    Placed,
    Pocketed,
    PocketName,
    Point,
    RackOpened,
    Rail,
    RailTouch,
    Rebound,
    Rest,
    Returned,
    SelfDropped,
    SelfMoved,
    Strike,
    Touched,
)
from vision.synthesis.errors import InvalidMotionError
from vision.synthesis.truth import event_from_json, event_to_json

ONE = Ball("1")
P = Point(0.25, -0.5)
POCKET = PocketName.FOOT_LEFT
EVERY_KIND: list[Event] = [
    Strike(t=1.5, ball=CUE_BALL, direction=Point(1.0, 0.0), speed=3.0),
    Strike(t=1.5, ball=CUE_BALL),
    Contact(t=1, balls=(ONE, CUE_BALL), xy=(P, P), moving=frozenset({CUE_BALL})),
    Contact(t=1, balls=(ONE, CUE_BALL)),
    RailTouch(t=1, ball=ONE, rail=Rail.HEAD, xy=P),
    RailTouch(t=1, ball=ONE, rail=Rail.LEFT, xy=P, jaw=True, pocket=POCKET),
    Pocketed(t=1, ball=ONE, pocket=POCKET),
    Rebound(t=1, ball=ONE, pocket=POCKET),
    OffTable(t=1, ball=ONE, xy=P),
    Returned(t=1, ball=ONE, xy=P),
    ForeignContact(t=1, ball=ONE, with_="chalk"),
    Crossing(t=1, ball=ONE, line=Line.CENTER, toward=Rail.FOOT),
    Placed(t=1, ball=ONE, xy=P),
    PickedUp(t=1, ball=ONE, xy=P),
    Touched(t=1, ball=ONE, by=Intruder.SLEEVE, moved=0.004),
    SelfMoved(t=1, ball=ONE, from_xy=P, to_xy=Point(0.0, 0.0)),
    SelfDropped(t=1, ball=ONE, pocket=POCKET),
    RackOpened(t=1, t_to=1.01, balls=frozenset({ONE, Ball("2")})),
    Intrusion(t=1, t_to=2, kind=Intruder.HAND),
    Rest(t=1, ball=ONE, xy=P),
]


@pytest.mark.parametrize("event", EVERY_KIND, ids=lambda e: type(e).__name__)
def test_every_event_comes_back_from_its_object(event: Event) -> None:
    assert event_from_json(event_to_json(event)) == event


def test_a_contact_reads_as_the_files_contract_says() -> None:
    data = event_to_json(EVERY_KIND[2])
    assert data == {
        "type": "contact",
        "t": 1,
        "balls": ["1", "cue"],
        "xy": {"1": [0.25, -0.5], "cue": [0.25, -0.5]},
        "moving": ["cue"],
    }


def test_what_is_not_known_is_left_out() -> None:
    assert event_to_json(EVERY_KIND[4]) == {
        "type": "rail",
        "t": 1,
        "ball": "1",
        "rail": "head",
        "xy": [0.25, -0.5],
    }


def test_an_unknown_or_broken_object_is_refused() -> None:
    with pytest.raises(InvalidMotionError, match="'explosion' is no event"):
        event_from_json({"type": "explosion"})
    with pytest.raises(InvalidMotionError, match="field ball: is missing"):
        event_from_json({"type": "rest", "t": 1.0})
