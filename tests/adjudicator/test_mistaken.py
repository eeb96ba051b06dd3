"""A ball whose name is not certain: what the ruling would be if it were another."""

from dataclasses import replace

import pytest

from adjudicator.balls import BALL_SETS, CUE_BALL, Ball, Discipline
from adjudicator.disciplines.registry import DISCIPLINES
from adjudicator.doubts import Change
from adjudicator.events import Contact
from adjudicator.inputs import NOTHING_ENTERED
from adjudicator.mistaken import mistaken_names
from adjudicator.review import reviewed
from adjudicator.settings import Settings
from adjudicator.shot import Shot
from adjudicator.verdict import Verdict
from adjudicator.worlds import changed, new_names
from tests.conformance.situation import read_shot

NINE = Discipline.NINE_BALL
RULES = DISCIPLINES[NINE]


def shot_of(text: str, **identity: dict[str, float]) -> Shot:
    shot = read_shot(text, 1, BALL_SETS[NINE].object_balls)[0]
    beliefs = {Ball(name[1:]): belief for name, belief in identity.items()}
    return replace(shot, identity=beliefs)


def ruling(shot: Shot) -> Verdict:
    state = RULES.opening(Settings(), shot.before)
    return reviewed(RULES.judge, state, shot, NOTHING_ENTERED, NINE)


def test_a_foul_that_hangs_on_which_ball_lies_there_is_reviewed() -> None:
    shot = shot_of("table 1 3 6; hit 3; rail 3 foot", _1={"1": 0.51, "9": 0.49})
    verdict = ruling(shot)
    assert verdict.needs_review
    assert verdict.confidence == pytest.approx(0.51)
    assert "Is what was taken for the 1 really the 9?" in str(verdict.questions)


def test_a_doubt_that_changes_nothing_asks_nothing() -> None:
    shot = shot_of("table 1 3 6; hit 1; rail 1 foot", _6={"6": 0.6, "8": 0.4})
    verdict = ruling(shot)
    assert not verdict.needs_review


def test_two_balls_on_the_table_change_places_together() -> None:
    shot = shot_of("table 1 9 5; hit 9; rail 9 foot", _9={"9": 0.7, "1": 0.3})
    (doubt,) = mistaken_names(shot, NINE)
    world = changed(shot, RULES.opening(Settings(), shot.before), [doubt.answers[1][1]])
    assert world is not None
    (contact,) = (e for e in world[0].events if isinstance(e, Contact))
    assert contact.balls == (CUE_BALL, Ball("1"))
    assert world[0].before.balls.keys() == shot.before.balls.keys()
    assert world[0].before.balls[Ball("1")] == shot.before.balls[Ball("9")]
    assert ruling(shot).confidence == pytest.approx(0.7)


def test_a_pair_that_may_be_swapped_is_asked_about_once() -> None:
    shot = shot_of(
        "table 1 9 5; hit 9", _1={"1": 0.7, "9": 0.3}, _9={"9": 0.7, "1": 0.3}
    )
    doubts = mistaken_names(shot, NINE)
    assert [doubt.about for doubt in doubts] == [Ball("9")]


def test_names_that_are_sure_or_unknown_to_the_game_are_no_doubt() -> None:
    shot = shot_of(
        "table 1 5; hit 1",
        _1={"1": 0.998, "2": 0.002},
        _5={"5": 0.5, "14": 0.5},
        _7={"7": 0.5, "8": 0.5},
    )
    assert mistaken_names(shot, NINE) == []


def test_balls_that_move_are_asked_about_before_others() -> None:
    text = "table 1 2 3 4 5 6 7 8; hit 8; rest 1"
    beliefs = {f"_{n}": {str(n): 0.6, "9": 0.4} for n in range(1, 9)}
    doubts = mistaken_names(shot_of(text, **beliefs), NINE)
    assert doubts[0].about == Ball("8")
    assert len(doubts) == 6


def test_a_ball_cannot_have_two_names_in_one_world() -> None:
    shot = shot_of("table 1 5; hit 1")
    swaps = [
        Change(swap=(Ball("1"), Ball("9"))),
        Change(swap=(Ball("1"), Ball("8"))),
    ]
    assert new_names(swaps, shot) is None
    assert changed(shot, RULES.opening(Settings(), shot.before), swaps) is None


def test_evidence_of_a_swapped_ruling_points_at_what_was_seen() -> None:
    shot = shot_of("table 1 9 5; hit 1; rail 1 foot", _1={"1": 0.3, "9": 0.7})
    verdict = ruling(shot)
    assert [foul.clause.id for foul in verdict.fouls] == ["nine.7"]
    assert set(verdict.fouls[0].events) <= set(shot.events)
    assert verdict.fouls[0].events


def test_two_balls_that_both_seem_to_be_a_third_leave_a_ruling() -> None:
    belief = {"9": 0.9}
    shot = shot_of(
        "table 1 3 5; hit 3; rail 3 foot",
        _1={"1": 0.1} | belief,
        _3={"3": 0.1} | belief,
    )
    assert ruling(shot).needs_review


def together(shot: Shot, *ways: tuple[float, str]) -> Shot:
    """Add other ways to name the balls, as `9>1 1>5`."""
    told = []
    for p, text in ways:
        pairs = (pair.split(">") for pair in text.split())
        told.append((p, {Ball(one): Ball(other) for one, other in pairs}))
    return replace(shot, other_names=tuple(told))


def test_a_chain_of_three_wrong_names_is_one_answer() -> None:
    shot = together(
        shot_of("table 1 5 9; hit 9; rail 9 foot"), (0.4, "9>1 1>5 5>9"), (0.1, "5>6")
    )
    (doubt,) = mistaken_names(shot, NINE)
    assert doubt.about == Ball("9")
    assert [p for p, _ in doubt.answers] == pytest.approx([0.5, 0.4, 0.1])
    state = RULES.opening(Settings(), shot.before)
    world = changed(shot, state, [doubt.answers[1][1]])
    assert world is not None
    assert world[0].first_contact.balls == (CUE_BALL, Ball("1"))  # type: ignore[union-attr]
    assert world[0].before.balls.keys() == shot.before.balls.keys()
    assert world[1].on_table == state.on_table
    verdict = ruling(shot)
    assert verdict.needs_review
    assert verdict.confidence == pytest.approx(0.6)
    asked = str(verdict.questions)
    assert "Is what was taken for the 9 really the 1?" in asked
    assert "Is what was taken for the 5 really the 9?" in asked


def test_a_swap_that_decides_is_asked_about_once() -> None:
    shot = together(shot_of("table 1 9; hit 9; rail 9 foot"), (0.3, "9>1 1>9"))
    verdict = ruling(shot)
    assert verdict.confidence == pytest.approx(0.7)
    assert str(verdict.questions).count("really") == 1


@pytest.mark.parametrize(("p", "asked"), [(0.012, True), (0.008, False)])
def test_names_that_decide_ask_a_person_from_one_in_a_hundred(
    p: float, asked: bool
) -> None:
    shot = together(shot_of("table 1 9; hit 9; rail 9 foot"), (p, "9>1 1>9"))
    verdict = ruling(shot)
    assert verdict.confidence == pytest.approx(1 - p, abs=1e-6)
    assert verdict.needs_review is asked


def test_other_names_that_change_no_ruling_or_cannot_be_ask_nothing() -> None:
    text = "table 1 5 6; hit 1; rail 1 foot"
    assert not ruling(together(shot_of(text), (0.4, "5>6 6>5"))).needs_review
    odd = together(shot_of(text), (0.4, "5>15"), (0.3, "7>8"), (0.001, "1>5 5>1"))
    assert mistaken_names(odd, NINE) == []


def test_events_and_names_are_weighed_together() -> None:
    shot = together(shot_of("table 1 9; hit 9; rail 9 foot"), (0.03, "9>1 1>9"))
    events = [
        replace(event, confidence=0.9) if isinstance(event, Contact) else event
        for event in shot.events
    ]
    verdict = ruling(replace(shot, events=tuple(events)))
    assert verdict.needs_review
    assert "really" in str(verdict.questions)
