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
