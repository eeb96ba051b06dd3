"""The rules folded over what a camera saw."""

import json
from dataclasses import replace

import pytest

from adjudicator.balls import CUE_BALL, Ball, Discipline
from adjudicator.events import Contact, Point
from adjudicator.notation import parse_script, parse_verdicts
from adjudicator.shot import Layout
from adjudicator.table import TABLES, TableKind
from cueref.captions import caption, headline, with_fouls
from cueref.referee import Referee, reasons_of, ruling_object
from cueref.subtitles import subtitles
from tests.cueref.table_clip import TWO, shot

TABLE = TABLES[TableKind.POOL_9FT]


def _referee(game: Discipline = Discipline.NINE_BALL, *calls: str) -> Referee:
    return Referee(game, TABLE, parse_script(calls))


def test_a_recording_that_begins_in_mid_rack_is_judged() -> None:
    ruling = _referee().judge(shot())
    assert ruling.is_called
    assert headline(ruling).en == "Shot 1: legal"


def test_a_foul_names_its_clause() -> None:
    ruling = _referee().judge(shot(pot=False))
    assert ruling.is_called
    assert "nine.8" in caption(ruling).en
    assert "фол" in caption(ruling).ru
    assert with_fouls(ruling).en == caption(ruling).en


def test_a_list_of_shots_names_fouls_but_not_what_was_pocketed() -> None:
    ruling = _referee().judge(shot())
    assert "pocketed" in caption(ruling).en
    assert with_fouls(ruling) == headline(ruling)


def test_a_foul_is_told_as_files_tell_it() -> None:
    ruling = _referee().judge(shot(pot=False))
    value = ruling_object(ruling)
    assert value["status"] == "called"
    assert [foul["clause"] for foul in value["fouls"]] == ["nine.8"]


def test_a_layout_that_does_not_follow_is_judged_and_reviewed() -> None:
    referee = _referee()
    referee.judge(shot(1))
    again = referee.judge(shot(2, 3.0))
    assert again.verdict is not None
    assert ruling_object(again)["status"] == "review"
    assert ruling_object(again)["review"]


def test_a_doubtful_event_that_decides_makes_a_review() -> None:
    clear = shot(pot=False)
    first = Contact(
        t=clear.t_start + 0.2,
        balls=(CUE_BALL, TWO),
        xy=(Point(0.1, 0.0), Point(0.15, 0.0)),
        confidence=0.4,
    )
    ruling = _referee().judge(replace(clear, doubtful=(first,)))
    assert not ruling.is_called
    assert ruling.confidence < 0.98


@pytest.mark.parametrize("game", list(Discipline))
def test_no_game_makes_the_referee_fail(game: Discipline) -> None:
    ruling = _referee(game).judge(shot())
    value = ruling_object(ruling)
    assert value["shot"] == 1
    assert value["status"] in ("called", "review")
    assert headline(ruling).ru.startswith("Удар 1")


def test_a_table_without_balls_is_left_to_a_person() -> None:
    empty = replace(shot(), before=Layout({}), after=Layout({}), events=())
    assert ruling_object(_referee().judge(empty))["shot"] == 1


def test_a_ball_of_another_game_is_left_to_a_person() -> None:
    odd = shot()
    balls = {**odd.before.balls, Ball("15"): Point(0.0, 0.3)}
    ruling = _referee().judge(replace(odd, before=Layout(balls)))
    assert not ruling.is_called
    assert reasons_of(ruling).en


def test_a_choice_that_nobody_has_is_a_doubt_not_an_error() -> None:
    referee = _referee(
        Discipline.NINE_BALL, '{"after_shot": 1, "choose": "rerack_self", "by": "B"}'
    )
    ruling = referee.judge(shot())
    assert ruling_object(ruling)["status"] == "review"
    assert "cannot be" in reasons_of(ruling).en


def test_rulings_can_be_read_back() -> None:
    played = shot(pot=False)
    ruling = _referee().judge(played)
    line = json.dumps(ruling_object(ruling))
    assert parse_verdicts([line], [played]) == (ruling.verdict,)


def test_subtitles_are_shown_from_rest_to_the_next_strike() -> None:
    referee = _referee()
    text = subtitles([referee.judge(shot(1, 0.4)), referee.judge(shot(2, 3.0))])
    assert text.startswith("WEBVTT\n\n")
    assert "00:00:01.400 --> 00:00:03.000" in text
    assert "00:00:04.000 --> 00:00:10.000" in text


def test_no_rulings_are_no_subtitles() -> None:
    assert subtitles([]) == "WEBVTT\n"
