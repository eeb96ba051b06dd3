"""Bonus Ball: what exactly the evidence says."""

from dataclasses import replace

import pytest

from adjudicator.balls import BALL_SETS, BONUS, Ball, Discipline
from adjudicator.disciplines import bonus_ball
from adjudicator.disciplines.bonus_reading import reading
from adjudicator.disciplines.bonus_state import BonusState, Colour
from adjudicator.disciplines.bonus_witnessed import near_ball
from adjudicator.facts import Facts
from adjudicator.settings import Settings
from adjudicator.state import Phase
from tests.conformance.situation import read_shot

FULL = BALL_SETS[Discipline.BONUS_BALL].object_balls
ORANGE, PURPLE = Ball("orange-1"), Ball("purple-1")


def state_with(*balls: Ball) -> BonusState:
    state = bonus_ball.opening(Settings())
    return replace(state, phase=Phase.PLAY, on_table=frozenset(balls))


def facts_of(text: str) -> Facts:
    shot, entered, _, _ = read_shot(text, 1, FULL)
    return Facts(shot, entered)


def test_with_no_ball_of_the_colour_the_colour_hit_is_on() -> None:
    case = reading(state_with(ORANGE, BONUS), facts_of("hit orange-1; rail cue foot"))
    assert case.colour is Colour.ORANGE
    assert case.on == {ORANGE}


@pytest.mark.parametrize(
    ("ball", "way", "degrees"),
    [
        ("-0.43285 -0.1", "1 0", 0),
        ("-0.43285 -0.1", "0.8 0.6", 37),
        ("-0.45 -0.05515", "0.8 0.6", 5),
        ("-0.45 -0.05515", "0.6 0.8", 11),
    ],
)
def test_the_evidence_of_a_near_ball_is_its_gap_and_the_angle(
    ball: str, way: str, degrees: int
) -> None:
    facts = facts_of(f"at cue -0.5 -0.1; at purple-1 {ball}; strike cue {way}")
    foul = near_ball(facts, state_with(PURPLE))
    assert foul is not None
    assert foul.words["mm"] == 10
    assert foul.words["degrees"] == degrees
