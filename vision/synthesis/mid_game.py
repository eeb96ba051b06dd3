"""Where balls lie in the middle of a game: spread, at rails, in clusters, on lips."""

import math
from typing import Final

import numpy as np

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.events import Point
from adjudicator.table import TableGeometry

_FROZEN: Final = 2e-6
"""Gap of balls or rails that touch, metres: above the simulator's own tolerance."""
_TRIES: Final = 400


def mid_game(
    discipline: Discipline,
    table: TableGeometry,
    rng: np.random.Generator,
    object_balls: int | None = None,
) -> tuple[dict[Ball, Point], Ball]:
    """Return a layout as a game leaves it, and the ball that will be struck.

    Args:
        discipline: Whose ball set.
        table: The table.
        rng: Source of chance.
        object_balls: How many are still up; None draws it.

    Returns:
        Every ball's place, metres, and the cue ball (pyramid: any ball).
    """
    balls = list(BALL_SETS[discipline].balls)
    cue_ball, others = balls[0], balls[1:]
    count = object_balls or int(rng.integers(2, len(others) + 1))
    chosen = [others[index] for index in rng.permutation(len(others))[:count]]
    if discipline is Discipline.PYRAMID and rng.random() < 0.7:
        cue_ball = chosen[0]
        chosen[0] = balls[0]
    layout: dict[Ball, Point] = {}
    for ball in [*chosen, cue_ball]:
        layout[ball] = free_place(table, layout, rng)
    return layout, cue_ball


def free_place(
    table: TableGeometry,
    taken: dict[Ball, Point],
    rng: np.random.Generator,
    *,
    behind_head_string: bool = False,
) -> Point:
    """Return a place where a ball may lie: spread, frozen, clustered or on a lip."""
    for attempt in range(_TRIES):
        xy = _draw(table, taken, rng, plain=behind_head_string or attempt > 100)
        if behind_head_string and not table.is_behind_head_string(xy):
            continue
        if is_free(xy, table, taken):
            return xy
    raise AssertionError("a table always has room for one more ball")


def is_free(xy: Point, table: TableGeometry, taken: dict[Ball, Point]) -> bool:
    """Whether a ball at a place overlaps no other ball and no cushion."""
    radius = table.ball_radius
    if abs(xy.x) > table.length / 2 - radius or abs(xy.y) > table.width / 2 - radius:
        return False
    if any(
        math.dist(xy, pocket.center) < pocket.radius + 0.003 for pocket in table.pockets
    ):
        return False
    return all(math.dist(xy, other) > 2 * radius + 1e-6 for other in taken.values())


def _draw(
    table: TableGeometry,
    taken: dict[Ball, Point],
    rng: np.random.Generator,
    *,
    plain: bool,
) -> Point:
    chance = 1.0 if plain else float(rng.random())
    if chance < 0.12 and taken:
        return _beside(list(taken.values()), table, rng)
    half_l = table.length / 2 - table.ball_radius
    half_w = table.width / 2 - table.ball_radius
    x = float(rng.uniform(-half_l, half_l))
    y = float(rng.uniform(-half_w, half_w))
    if chance < 0.30:
        gap = _FROZEN if rng.random() < 0.5 else float(rng.exponential(0.012))
        x, y = _at_rail(x, y, half_l - gap, half_w - gap, table, rng)
    elif chance < 0.35:
        pocket = table.pockets[int(rng.integers(6))]
        angle = math.atan2(-pocket.center.y, -pocket.center.x)
        angle += float(rng.normal(0, 0.25))
        reach = pocket.radius + float(rng.uniform(0.004, 0.05))
        x = pocket.center.x + reach * math.cos(angle)
        y = pocket.center.y + reach * math.sin(angle)
    return Point(x, y)


def _at_rail(
    x: float,
    y: float,
    half_l: float,
    half_w: float,
    table: TableGeometry,
    rng: np.random.Generator,
) -> tuple[float, float]:
    side = float(rng.choice([-1.0, 1.0]))
    if rng.random() < table.length / (table.length + table.width):
        return x, side * half_w
    return side * half_l, y


def _beside(
    places: list[Point], table: TableGeometry, rng: np.random.Generator
) -> Point:
    """Return a place that touches or nearly touches a ball."""
    other = places[int(rng.integers(len(places)))]
    gap = _FROZEN if rng.random() < 0.5 else float(rng.exponential(0.01))
    angle = float(rng.uniform(-math.pi, math.pi))
    reach = 2 * table.ball_radius + gap
    return Point(other.x + reach * math.cos(angle), other.y + reach * math.sin(angle))
