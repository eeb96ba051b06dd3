"""Feather touches are weighed by where still balls lie before and after."""

from dataclasses import replace

import numpy as np
import pytest

from tests.tracking.billiards import DIAMETER, path
from tests.tracking.physics.test_replay import stage_of
from tracking.motion.samples import scaled
from tracking.physics.beats import Beat
from tracking.physics.grazes import grazes

T_PASS = 0.5
SPEED = 0.6


def chance_of(shift: tuple[float, float], gap: float, told: tuple[Beat, ...] = ()):
    """Chance that a ball passing at a gap touched one that lies elsewhere then."""
    x = -0.3 + SPEED * T_PASS - 0.05 * T_PASS**2
    mover = path(0, [(0.0, (-0.3, 0.0), (SPEED, 0.0))], sigma=0.0005)
    place = (x, DIAMETER + gap)
    moved = (place[0] + shift[0], place[1] + shift[1])
    still = path(
        1, [(0.0, place, (0.0, 0.0)), (T_PASS, moved, (0.0, 0.0))], sigma=0.0005
    )
    stage = stage_of([mover, still], (((-1.0, 0.0),), ((-1.0, 3.0),)))
    found = grazes(stage, [Beat(T_PASS, (0, 1))], told)
    return found[0][1] if found else 0.0


def test_a_ball_that_was_moved_by_a_millimetre_was_touched() -> None:
    assert chance_of((0.0, 0.0012), gap=0.0) > 0.8


def test_a_ball_that_lies_where_it_lay_was_passed() -> None:
    assert chance_of((0.0, 0.0), gap=0.0002) < 0.05


def test_the_less_a_ball_moved_the_less_sure_a_touch_is() -> None:
    chances = [chance_of((0.0, shift), gap=0.0003) for shift in np.arange(4) * 4e-4]
    assert chances == sorted(chances)
    assert chances[-1] > 5 * max(chances[0], 0.01)


def test_a_ball_far_from_the_way_was_moved_by_something_else() -> None:
    assert chance_of((0.0, 0.0012), gap=0.004) < 0.05


def test_what_lies_against_a_ball_may_turn_its_way() -> None:
    assert chance_of((0.0012, 0.0), gap=0.0) > 0.3


def test_a_touch_that_is_told_is_not_told_again() -> None:
    told = (Beat(T_PASS + 0.01, (1, 0)),)
    assert chance_of((0.0, 0.0012), gap=0.0, told=told) == pytest.approx(0.0)


def test_a_ball_that_is_struck_beside_another_only_leaves_it() -> None:
    place = (0.1, DIAMETER)
    mover = path(0, [(0.602, (0.1, 0.0), (0.6, 0.0))], sigma=0.0005)
    still = path(1, [(0.0, place, (0.0, 0.0))], sigma=0.0005)
    stage = stage_of([mover, still], (((-1.0, 0.59),), ((-1.0, 3.0),)))
    stage = replace(stage, samples=tuple(scaled((mover, still))))
    strike = Beat(0.602, (0,), is_fixed=True)
    assert grazes(stage, [Beat(0.601, (0, 1))], [strike]) == []
