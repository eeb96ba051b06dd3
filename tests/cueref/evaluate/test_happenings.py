"""Sides of the picture become rails and pockets of the table."""

import pytest

from cueref.evaluate.happenings import SIDES, Happening, happening, pocket_at, rail_at


@pytest.mark.parametrize(
    ("head_end", "side", "rail"),
    [
        ("left", "left", "head"),
        ("left", "top", "left"),
        ("right", "right", "head"),
        ("right", "top", "right"),
        ("top", "right", "left"),
        ("bottom", "left", "left"),
    ],
)
def test_the_left_rail_is_left_of_a_player_at_the_head_rail(
    head_end: str, side: str, rail: str
) -> None:
    assert rail_at(side, head_end) == rail


@pytest.mark.parametrize("head_end", SIDES)
def test_every_side_is_another_rail(head_end: str) -> None:
    assert set(SIDES[head_end].values()) == {"head", "foot", "left", "right"}


@pytest.mark.parametrize(
    ("place", "head_end", "pocket"),
    [
        ("top-middle", "left", "center-left"),
        ("top-middle", "right", "center-right"),
        ("bottom-left", "left", "head-right"),
        ("bottom-left", "right", "foot-left"),
        ("middle-left", "bottom", "center-left"),
    ],
)
def test_pockets_of_the_picture(place: str, head_end: str, pocket: str) -> None:
    assert pocket_at(place, head_end) == pocket


def test_turning_twice_changes_nothing() -> None:
    event = happening(
        {"type": "rail", "t": 1.0, "ball": "1", "rail": "head", "pocket": "head-left"}
    )
    assert event.turned().rail == "foot"
    assert event.turned().pocket == "foot-right"
    assert event.turned().turned() == event


def _rail(rail: str, pocket: str | None = None) -> Happening:
    return happening(
        {"type": "rail", "t": 1.0, "ball": "1", "rail": rail, "pocket": pocket}
    )


def test_a_touch_of_the_same_pockets_nose_is_the_same_whichever_rail() -> None:
    assert _rail("foot", "foot-left").is_same_as(_rail("left", "foot-left"))
    assert not _rail("foot").is_same_as(_rail("left"))
    assert not _rail("foot", "foot-left").is_same_as(_rail("left", "head-left"))


def test_contact_pairs_commute() -> None:
    one = happening({"type": "contact", "t": 1.0, "balls": ["1", "cue"]})
    other = happening({"type": "contact", "t": 1.0, "balls": ["cue", "1"]})
    assert one.is_same_as(other)
