"""Each game's scoreboard says what its players look for."""

from typing import Any

import pytest

from adjudicator.balls import Discipline
from cueref.session.boards import balls_on, board_object, declarations_of, may_call
from cueref.session.entries import Entry
from cueref.session.play import Play
from tests.session.scenes import setup_of, situation


def played(game: Discipline, *texts: str, **agreed: object) -> Play:
    play = Play(setup_of(game, **agreed))
    for text in texts:
        call = [word for word in text.split("; ") if word.startswith("call ")]
        for one in call:
            _, ball, pocket = one.split()
            body = {"shot": play.coming, "ball": ball, "pocket": pocket}
            play = play.with_entry(Entry(len(play.entries) + 1, body))
        steps = "; ".join(w for w in text.split("; ") if not w.startswith("call "))
        play = play.with_shot(situation(steps, play.coming, play.state.on_table))
    return play


def board(game: Discipline, *texts: str, **agreed: object) -> dict[str, Any]:
    return board_object(played(game, *texts, **agreed))


def test_nine_ball_shows_the_ball_on_and_the_push_out() -> None:
    break_ = "rack 1 2 3 4 9 5 6 7 8; hit 1; drop 1"
    play = played(Discipline.NINE_BALL, break_, racks_to=5)
    shown = board_object(play)
    assert (shown["ball_on"], shown["push_out"], shown["target"]) == ("2", True, 5)
    assert balls_on(play) == ["2"]
    assert declarations_of(play) == ["push_out"]
    assert may_call(play) is None


def test_nine_ball_shows_fouls_in_a_row() -> None:
    shown = board(Discipline.NINE_BALL, "hit 1; drop 4", "hit 2; rail 2 foot")
    assert shown["fouls_in_row"] == {"A": 1, "B": 0}


def test_eight_ball_shows_groups_and_what_is_left_of_them() -> None:
    play = played(
        Discipline.EIGHT_BALL,
        "hit 1; rail 1 foot; rail 2 foot; rail 3 foot; rail 5 foot",
        "call 3 foot-left; hit 3; drop 3 foot-left",
    )
    shown = board_object(play)
    assert shown["groups"] == {"A": "stripes", "B": "solids"}
    assert shown["left"]["B"] == ["1", "2", "4", "5", "6", "7"]
    assert set(balls_on(play)) == set(shown["left"]["B"])
    assert may_call(play) == "ball"


def test_straight_pool_shows_the_run_and_the_highest_runs() -> None:
    shown = board(
        Discipline.STRAIGHT_POOL,
        "hit 1; rail 1 foot; rail 2 foot; rail cue foot",
        "call 3 foot-left; hit 3; drop 3 foot-left",
        "call 4 foot-left; hit 4; drop 4 foot-left",
        "call 5 foot-left; hit 5; rail 5 foot",
        "hit 6; rail 6 foot",
    )
    assert shown["big"] == {"A": 0, "B": 2}
    assert shown["runs"] == {"now": 0, "high": {"A": 0, "B": 2}}
    assert shown["target"] == 150


def test_bonus_ball_shows_each_players_next_colour_and_the_clock() -> None:
    play = played(Discipline.BONUS_BALL, "hit purple-1; drop purple-1")
    shown = board_object(play)
    assert shown["colours"]["A"] in ("orange", "purple")
    assert shown["clock"]["started_t"] == play.shots[0].t_start
    assert shown["target"] == 21
    assert may_call(play) == "pocket"


def test_pyramid_shows_balls_and_debts() -> None:
    play = played(
        Discipline.PYRAMID,
        "strike white-1; hit white-2; drop white-2",
        "strike white-1; none",
    )
    shown = board_object(play)
    assert shown["balls_to_win"] == 8
    assert set(shown["debts"]) == {"A", "B"}
    assert shown["balls"]["A"] + shown["balls"]["B"] <= 1


@pytest.mark.parametrize("game", list(Discipline))
def test_nothing_is_on_when_the_match_is_over(game: Discipline) -> None:
    play = Play(setup_of(game, racks_to=1, target=1))
    score = {"after_shot": 0, "score": {"A": 1, "B": 0}}
    play = play.with_entry(Entry(1, score))
    assert play.winner is not None
    assert balls_on(play) == []
