"""Balls on the live table get the names that a shot gave them."""

from adjudicator.balls import Ball
from adjudicator.events import Point
from adjudicator.shot import Layout
from cueref.live.messages import BallSeen, FrameSeen
from cueref.session.live_table import LiveTable
from cueref.session.ticker import Ticker


def frame(*balls: tuple[int, float, float], still: bool = True) -> FrameSeen:
    seen = tuple(BallSeen(k, x, y, 0, 0, seen=True, still=still) for k, x, y in balls)
    return FrameSeen(1.0, 30, 0.0, not still, seen)


def names(table: LiveTable) -> dict[int, str | None]:
    return {ball["key"]: ball["name"] for ball in table.view()["balls"]}


LAYOUT = Layout({Ball("3"): Point(0.1, 0.1), Ball("4"): Point(-0.5, 0.2)})


def test_a_still_ball_has_the_name_of_its_place() -> None:
    table = LiveTable()
    table.see(frame((1, 0.101, 0.1), (2, -0.5, 0.2), (3, 0.9, 0.3)))
    table.name(LAYOUT)
    assert names(table) == {1: "3", 2: "4", 3: None}


def test_a_name_stays_with_the_track_and_goes_with_it() -> None:
    table = LiveTable()
    table.see(frame((1, 0.1, 0.1), (2, -0.5, 0.2)))
    table.name(LAYOUT)
    table.see(frame((1, 0.7, 0.3), (9, -0.5, 0.2), still=False))
    assert names(table) == {1: "3", 9: None}


def test_a_name_is_given_to_one_ball_only() -> None:
    table = LiveTable()
    table.see(frame((1, 0.1, 0.1), (2, -0.5, 0.2)))
    table.name(LAYOUT)
    table.see(frame((1, 0.9, 0.1), (2, -0.5, 0.2), (5, 0.1, 0.1)))
    table.name(LAYOUT)
    assert names(table) == {1: None, 2: "4", 5: "3"}


def test_a_moving_ball_is_given_no_name() -> None:
    table = LiveTable()
    table.name(LAYOUT)
    table.see(frame((1, 0.1, 0.1), still=False))
    table.name(LAYOUT)
    assert names(table) == {1: None}


def test_an_empty_table_can_be_shown() -> None:
    assert LiveTable().view()["balls"] == []


def test_the_clock_goes_on_from_where_it_was() -> None:
    ticker = Ticker.starting(100.0, 7.0)
    ticker.see(101.5)
    assert ticker.now == 8.5
    ticker.see(100.2)
    assert ticker.now == 8.5, "a picture out of order turns nothing back"
    assert ticker.of(100.0) == 7.0
