"""Clocks: every example of the rulebooks, and the borders."""

import pytest

from adjudicator.clocks import (
    Preparation,
    bonus_deadline,
    bonus_time_left,
    extensions_of,
)
from adjudicator.settings import Switches


@pytest.mark.parametrize(
    ("start", "deadline"), [("5s_after_rest", 45.0), ("at_rest", 40.0)]
)
def test_the_bonus_shot_clock_runs_from_rest(start: str, deadline: float) -> None:
    assert bonus_deadline(10.0, Switches(bonus_shot_clock_start=start)) == deadline


def test_a_bonus_match_has_fifteen_minutes() -> None:
    assert bonus_time_left(100.0, 100.0) == 900
    assert bonus_time_left(100.0, 999.0) == 1
    assert bonus_time_left(100.0, 999.0, stopped=60.0) == 61
    assert bonus_time_left(100.0, 2000.0) == 0


@pytest.mark.parametrize(
    ("strike", "warned", "late"),
    [
        (None, (35.0,), True),
        (43.0, (35.0,), False),
        (44.9, (35.0,), False),
        (45.0, (35.0,), True),
        (47.0, (), False),
        (50.0, (40.0,), True),
        (49.9, (40.0,), False),
    ],
)
def test_the_limit_is_exceeded_only_after_a_warning(
    strike: float | None, warned: tuple[float, ...], late: bool
) -> None:
    shot = Preparation(start=0.0, strike=strike, warned=warned)
    assert shot.is_late(46.0 if strike is None else None) is late


def test_without_a_stroke_nothing_is_late_yet() -> None:
    assert not Preparation(start=0.0, warned=(35.0,)).is_late()


def test_a_stroke_in_time_stays_in_time() -> None:
    assert not Preparation(start=0.0, strike=43.0, warned=(35.0,)).is_late(60.0)


def test_the_clock_starts_at_rest() -> None:
    assert Preparation(start=10.0).limit_t == 55.0
    assert Preparation(start=10.0).warning_t == 45.0


def test_a_player_down_in_time_is_not_warned() -> None:
    shot = Preparation(start=0.0, strike=48.0, down=((30.0, None),))
    assert shot.warning_t is None
    assert not shot.is_late()


def test_a_player_who_straightens_up_is_warned_at_once() -> None:
    shot = Preparation(start=0.0, strike=50.0, warned=(40.0,), down=((30.0, 40.0),))
    assert shot.warning_t == 40.0
    assert shot.is_late()


@pytest.mark.parametrize(
    "down", [((10.0, 20.0),), ((36.0, None),), ((35.0, None),), ((10.0, 35.0),)]
)
def test_being_down_at_another_time_changes_nothing(
    down: tuple[tuple[float, float | None], ...],
) -> None:
    assert Preparation(start=0.0, down=down).warning_t == 35.0


@pytest.mark.parametrize(
    ("announced", "left", "limit"), [(30.0, 1, 90.0), (46.0, 1, 45.0), (30.0, 0, 45.0)]
)
def test_an_extension_must_be_left_and_announced_in_time(
    announced: float, left: int, limit: float
) -> None:
    shot = Preparation(start=0.0, extension=announced, extensions=left)
    assert shot.limit_t == limit


def test_extensions_of_a_rack() -> None:
    usual, two = Switches(), Switches(pyramid_extension="two_extensions")
    assert extensions_of(usual, deciding=False) == 1
    assert extensions_of(usual, deciding=True) == 2
    assert extensions_of(two, deciding=False) == 2
