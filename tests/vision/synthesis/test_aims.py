"""Aiming, racks and layouts: plane geometry that needs no simulator."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.balls import BALL_SETS, BONUS, CUE_BALL, Ball, Discipline
from adjudicator.events import Point
from adjudicator.table import TABLES, TableKind
from vision.synthesis.aims import banks, direct, is_clear, kicks, mouth, pots
from vision.synthesis.mid_game import is_free, mid_game
from vision.synthesis.racks import break_layout, rack
from vision.synthesis.seeds import Split, split_of

TABLE = TABLES[TableKind.POOL_9FT]
ONE = Ball("1")


def table_of(discipline: Discipline) -> TableKind:
    if discipline is Discipline.PYRAMID:
        return TableKind.PYRAMID_12FT
    return TableKind.POOL_9FT


@pytest.mark.parametrize("discipline", list(Discipline))
def test_a_rack_is_tight_stands_on_its_spot_and_holds_every_ball(
    discipline: Discipline,
) -> None:
    table = TABLES[table_of(discipline)]
    balls = rack(discipline, table, np.random.default_rng(1))
    assert set(balls) == BALL_SETS[discipline].object_balls - {Ball("colored")}
    places = np.array([balls[ball] for ball in balls if ball is not BONUS])
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    nearest = apart.min(axis=1) - 2 * table.ball_radius
    assert np.all(nearest > 0)
    assert np.all(nearest < 0.1e-3)
    assert math.dist(places[0], table.foot_spot) < 0.1e-3


def test_the_nine_and_the_eight_stand_in_the_middle_of_their_racks() -> None:
    for discipline, name in (
        (Discipline.NINE_BALL, "9"),
        (Discipline.EIGHT_BALL, "8"),
    ):
        for seed in range(5):
            balls = rack(discipline, TABLE, np.random.default_rng(seed))
            pitch = 2 * TABLE.ball_radius * math.sqrt(3) / 2
            place = Point(TABLE.foot_spot.x + 2 * pitch, 0.0)
            assert math.dist(balls[Ball(name)], place) < 0.3e-3


def test_an_eight_ball_rack_has_one_of_each_group_in_its_back_corners() -> None:
    for seed in range(5):
        balls = rack(Discipline.EIGHT_BALL, TABLE, np.random.default_rng(seed))
        back = max(xy.x for xy in balls.values()) - 0.001
        last = sorted((xy.y, ball) for ball, xy in balls.items() if xy.x > back)
        groups = {(ball.number or 0) > 8 for ball in (last[0][1], last[-1][1])}
        assert groups == {True, False}


@pytest.mark.parametrize("discipline", list(Discipline))
def test_the_cue_ball_of_a_break_lies_behind_the_head_string(
    discipline: Discipline,
) -> None:
    table = TABLES[table_of(discipline)]
    for seed in range(10):
        balls, cue = break_layout(discipline, table, np.random.default_rng(seed))
        assert table.is_behind_head_string(balls[cue])
        assert is_free(balls.pop(cue), table, balls)


@given(st.integers(0, 10_000), st.sampled_from(list(Discipline)))
def test_balls_of_a_layout_never_overlap(seed: int, discipline: Discipline) -> None:
    table = TABLES[table_of(discipline)]
    balls, cue = mid_game(discipline, table, np.random.default_rng(seed))
    assert cue in balls
    for ball, xy in balls.items():
        assert is_free(xy, table, {b: p for b, p in balls.items() if b is not ball})


def test_a_straight_pot_aims_through_the_ball_at_the_pocket() -> None:
    goal = mouth(TABLE.pockets[5])
    middle = Point(goal.x / 2, goal.y / 2)
    balls = {CUE_BALL: Point(0.0, 0.0), ONE: middle}
    best = pots(TABLE, balls, CUE_BALL, [ONE])[0]
    assert best.pocket is TABLE.pockets[5]
    assert best.cut == pytest.approx(0.0, abs=1e-6)
    assert best.direction == pytest.approx(math.atan2(goal.y, goal.x))


def test_a_ball_in_the_way_rules_a_pot_out() -> None:
    goal = mouth(TABLE.pockets[5])
    balls = {
        CUE_BALL: Point(0.0, 0.0),
        ONE: Point(goal.x / 2, goal.y / 2),
        Ball("2"): Point(goal.x * 0.75, goal.y * 0.75),
    }
    pockets = [aim.pocket for aim in pots(TABLE, balls, CUE_BALL, [ONE])]
    assert TABLE.pockets[5] not in pockets


def test_a_kick_aims_at_the_mirrored_ball() -> None:
    balls = {CUE_BALL: Point(-0.5, 0.0), ONE: Point(0.5, 0.0)}
    left = [aim for aim in kicks(TABLE, balls, CUE_BALL, ONE) if aim.direction > 0.1]
    rise = TABLE.width / 2 - TABLE.ball_radius
    assert any(
        aim.direction == pytest.approx(math.atan2(2 * rise, 1.0)) for aim in left
    )


def test_a_bank_sends_the_ball_to_a_rail_first() -> None:
    balls = {CUE_BALL: Point(-0.4, -0.3), ONE: Point(0.0, 0.1)}
    best = banks(TABLE, balls, CUE_BALL, ONE)[0]
    assert best.onward > math.dist(balls[ONE], mouth(best.pocket or TABLE.pockets[0]))


def test_the_straight_aim_points_at_the_middle() -> None:
    balls = {CUE_BALL: Point(0.0, 0.0), ONE: Point(0.3, 0.3)}
    aim = direct(balls, CUE_BALL, ONE)
    assert aim.direction == pytest.approx(math.pi / 4)


def test_a_path_is_clear_only_if_nothing_is_within_reach() -> None:
    start, end = Point(0.0, 0.0), Point(1.0, 0.0)
    assert is_clear(start, end, [Point(0.5, 0.06)], 0.0572)
    assert not is_clear(start, end, [Point(0.5, 0.05)], 0.0572)
    assert is_clear(start, end, [Point(1.2, 0.0)], 0.0572)


def test_every_seed_belongs_to_one_split() -> None:
    assert split_of(12) is Split.TRAIN
    assert split_of(1_000_003) is Split.VALIDATION
    assert split_of(2_000_003) is Split.TEST
