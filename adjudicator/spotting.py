"""Where balls are put back on the table, and whether they stand there.

Balls go on the long string (y = 0). A place is free if no ball on the table is
nearer than two radii plus the gap that the game asks for.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from adjudicator.balls import CUE_BALL, Ball
from adjudicator.clause import applies
from adjudicator.events import Point
from adjudicator.table import TableGeometry

VISIBLE_GAP: Final = 0.002
"""Between balls that must not touch, metres (1 to 3 mm are usual)."""

SPOT_TOLERANCE: Final = 0.005
"""How far from its place a ball put back may stand, metres."""

_EPSILON: Final = 1e-9

Gap = Callable[[Ball], float]
"""The gap that a spotted ball keeps to a ball on the table, metres."""


def pool_gap(ball: Ball) -> float:
    """Keep clear of the cue ball, touch object balls (pool.26.2, pool.26.3)."""
    return VISIBLE_GAP if ball is CUE_BALL else 0.0


def blocked_stretch(
    table: TableGeometry, other: Point, gap: float
) -> tuple[float, float] | None:
    """Return between which x on the long string a ball would meet another one."""
    reach = 2 * table.ball_radius + gap
    if abs(other.y) >= reach:
        return None
    half = math.sqrt(reach * reach - other.y * other.y)
    return (other.x - half, other.x + half)


def nearest_free_x(
    table: TableGeometry,
    balls: Mapping[Ball, Point],
    start: float,
    end: float,
    gap: Gap,
) -> float | None:
    """Return the free x nearest to `start` on the way to `end`, or None.

    Args:
        table: Playing surface.
        balls: Balls on it.
        start: Where the search begins, metres on the long string.
        end: Where it ends; smaller than `start` searches toward the head rail.
        gap: Kept to each ball.
    """
    beside = 2 * table.ball_radius + VISIBLE_GAP
    blocked = [
        stretch
        for ball, xy in balls.items()
        if -beside < xy.y < beside
        and (stretch := blocked_stretch(table, xy, gap(ball))) is not None
    ]
    sign = 1.0 if end >= start else -1.0
    x = start
    moved = True
    while moved:
        moved = False
        for low, high in blocked:
            if low + _EPSILON < x < high - _EPSILON:
                x = high if sign > 0 else low
                moved = True
    return x if (end - x) * sign >= -_EPSILON else None


@applies("pool.26.1", "pool.26.2", "pool.26.3", "pool.26.4")
def spot_on_long_string(
    table: TableGeometry, balls: Mapping[Ball, Point], to_spot: Iterable[Ball]
) -> dict[Ball, Point]:
    """Return the places of balls put back on the long string of a pool table.

    Ascending from the foot spot toward the foot rail; where that is full, in front
    of the foot spot, the lowest number farthest from it.

    Args:
        table: Playing surface.
        balls: Balls on it when all is at rest.
        to_spot: Balls to put back.
    """
    occupied = dict(balls)
    places: dict[Ball, Point] = {}
    waiting = sorted(to_spot)
    foot_spot = table.foot_spot.x
    last = table.length / 2 - table.ball_radius
    start = foot_spot
    while waiting:
        x = nearest_free_x(table, occupied, start, last, pool_gap)
        if x is None:
            break
        ball = waiting.pop(0)
        places[ball] = occupied[ball] = Point(x, 0.0)
        start = x
    for ball in reversed(waiting):
        x = nearest_free_x(table, occupied, foot_spot, -last, pool_gap)
        if x is None:  # pragma: no cover  # sixteen balls cannot fill the string
            break
        places[ball] = occupied[ball] = Point(x, 0.0)
    return places


def itself(ball: Ball) -> Ball:
    """Return the ball: no other one stands for it."""
    return ball


def misplaced(
    places: Mapping[Ball, Point],
    seen: Mapping[Ball, Point],
    alike: Callable[[Ball], object] = itself,
) -> tuple[tuple[Ball, float | None], ...]:
    """Return the balls that do not stand where they were to be put.

    Args:
        places: Where they belong.
        seen: The layout before the next shot.
        alike: What of a ball counts; balls for which it is the same stand for each
            other.

    Returns:
        Each with its distance from its place, metres; None if it is nowhere.
    """
    found = []
    for ball, place in places.items():
        kind = alike(ball)
        away = min(
            (math.dist(xy, place) for one, xy in seen.items() if alike(one) is kind),
            default=None,
        )
        if away is None or away > SPOT_TOLERANCE:
            found.append((ball, away))
    return tuple(found)
