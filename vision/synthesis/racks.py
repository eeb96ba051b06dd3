"""Racked balls of the five games, as tight as real racks are.

Balls of a real rack touch or stand a few hundredths of a millimetre apart, which is
what makes breaks differ.
"""

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from adjudicator.balls import BALL_SETS, BONUS, Ball, Discipline
from adjudicator.events import Point
from adjudicator.table import TableGeometry

_GAP: Final = 40e-6
"""Mean gap of neighbours in a rack, metres."""
_JITTER: Final = 15e-6
_TRIANGLE: Final = (1, 2, 3, 4, 5)
_DIAMOND: Final = (1, 2, 3, 2, 1)
_EIGHT_BALLS: Final = (1, 2, 3, 2)


def rack(
    discipline: Discipline, table: TableGeometry, rng: np.random.Generator
) -> dict[Ball, Point]:
    """Return the object balls of a fresh rack where they stand, metres."""
    if discipline is Discipline.NINE_BALL:
        places = _places(_DIAMOND, table, rng)
        return dict(zip(_nine_ball_order(rng), places, strict=True))
    if discipline is Discipline.BONUS_BALL:
        places = _places(_EIGHT_BALLS, table, rng)
        order = _bonus_order(rng)
        return {**dict(zip(order, places, strict=True)), BONUS: table.center_spot}
    places = _places(_TRIANGLE, table, rng)
    if discipline is Discipline.EIGHT_BALL:
        return dict(zip(_eight_ball_order(rng), places, strict=True))
    if discipline is Discipline.STRAIGHT_POOL:
        return dict(zip(_shuffled(_numbers(1, 15), rng), places, strict=True))
    whites = [Ball(f"white-{n}") for n in range(1, 16)]
    return dict(zip(_shuffled(whites, rng), places, strict=True))


def break_layout(
    discipline: Discipline, table: TableGeometry, rng: np.random.Generator
) -> tuple[dict[Ball, Point], Ball]:
    """Return a rack with the cue ball behind the head string, and the cue ball."""
    balls = rack(discipline, table, rng)
    cue_ball = BALL_SETS[discipline].balls[0]
    half = table.width / 2 - 3 * table.ball_radius
    deep = table.length / 4 - 3 * table.ball_radius
    side = float(rng.uniform(-0.5, 0.5)) * half
    if discipline is Discipline.BONUS_BALL:  # the bonus stands before the rack
        side = float(rng.choice([-1, 1]) * rng.uniform(0.45, 0.95)) * half
    x = table.head_string_x - float(rng.uniform(0.02, 0.5)) * deep
    balls[cue_ball] = Point(x, side)
    return balls, cue_ball


def _places(
    rows: Sequence[int], table: TableGeometry, rng: np.random.Generator
) -> list[Point]:
    pitch = 2 * table.ball_radius + _GAP
    foot = table.foot_spot
    places = []
    for row, count in enumerate(rows):
        for index in range(count):
            x = foot.x + row * pitch * math.sqrt(3) / 2
            y = (index - (count - 1) / 2) * pitch
            dx, dy = rng.uniform(-_JITTER, _JITTER, size=2)
            places.append(Point(float(x + dx), float(y + dy)))
    return places


def _numbers(first: int, last: int) -> list[Ball]:
    return [Ball(str(number)) for number in range(first, last + 1)]


def _shuffled(balls: Sequence[Ball], rng: np.random.Generator) -> list[Ball]:
    return [balls[index] for index in rng.permutation(len(balls))]


def _nine_ball_order(rng: np.random.Generator) -> list[Ball]:
    rest = _shuffled(_numbers(2, 8), rng)
    return [Ball("1"), *rest[:3], Ball("9"), *rest[3:]]


def _eight_ball_order(rng: np.random.Generator) -> list[Ball]:
    """The 8 in the middle, one of each group in the back corners."""
    solids, stripes = (
        _shuffled(_numbers(1, 7), rng),
        _shuffled(_numbers(9, 15), rng),
    )
    corners = [solids.pop(), stripes.pop()]
    if rng.random() < 0.5:
        corners.reverse()
    rest = _shuffled([*solids, *stripes], rng)
    return [*rest[:4], Ball("8"), *rest[4:9], corners[0], *rest[9:12], corners[1]]


def _bonus_order(rng: np.random.Generator) -> list[Ball]:
    purple = [Ball(f"purple-{n}") for n in range(1, 5)]
    orange = [Ball(f"orange-{n}") for n in range(1, 5)]
    head, *purple = _shuffled(purple, rng)
    return [head, *_shuffled([*purple, *orange], rng)]
