"""How a player aims: ghost ball, mirrored rails, clear paths; all plane geometry."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from adjudicator.balls import Ball
from adjudicator.events import Point
from adjudicator.table import Pocket, TableGeometry

_STEEPEST_CUT: Final = math.radians(65)


@dataclass(frozen=True, slots=True)
class Aim:
    """One way to play a ball.

    Attributes:
        direction: Of the strike, radians.
        distance: That the cue ball runs until its first ball, metres.
        onward: That the object ball runs to its pocket, metres; 0 if none is meant.
        cut: Angle between the two paths, radians.
        target: The ball that is to be hit first.
        pocket: The pocket that is meant, or None.
    """

    direction: float
    distance: float
    onward: float
    cut: float
    target: Ball
    pocket: Pocket | None = None


def pots(
    table: TableGeometry,
    balls: Mapping[Ball, Point],
    cue_ball: Ball,
    targets: Iterable[Ball],
) -> list[Aim]:
    """Return every straight way to pot one of the targets, the easiest first."""
    found = [
        aim
        for target in targets
        for pocket in table.pockets
        if (aim := _pot(table, balls, cue_ball, target, pocket)) is not None
    ]
    return sorted(found, key=difficulty)


def difficulty(aim: Aim) -> float:
    """Return how hard a pot is: how far a small error of direction grows, metres."""
    return aim.distance * (aim.onward + 0.05) / max(math.cos(aim.cut), 0.05)


def mouth(pocket: Pocket) -> Point:
    """Return the middle between a pocket's nose points, where a player aims."""
    first, second = pocket.jaws
    return Point((first.x + second.x) / 2, (first.y + second.y) / 2)


def _pot(
    table: TableGeometry,
    balls: Mapping[Ball, Point],
    cue_ball: Ball,
    target: Ball,
    pocket: Pocket,
) -> Aim | None:
    start, place, goal = balls[cue_ball], balls[target], mouth(pocket)
    onward = math.dist(place, goal)
    ghost = _ghost(place, goal, table.ball_radius)
    direction = bearing(start, ghost)
    cut = abs(_turn(bearing(place, goal) - direction))
    if cut > _STEEPEST_CUT or not _enters(pocket, place, goal):
        return None
    others = {b: p for b, p in balls.items() if b not in (cue_ball, target)}
    reach = 2 * table.ball_radius
    if not is_clear(start, ghost, others.values(), reach):
        return None
    if not is_clear(place, goal, others.values(), reach):
        return None
    return Aim(direction, math.dist(start, ghost), onward, cut, target, pocket)


def _enters(pocket: Pocket, place: Point, goal: Point) -> bool:
    """Whether the line to a pocket is open enough to enter it."""
    axis = bearing(goal, pocket.center)
    widest = 50 if "center" in pocket.name.value else 42
    return abs(_turn(bearing(place, goal) - axis)) < math.radians(widest)


def _ghost(place: Point, goal: Point, radius: float) -> Point:
    """Return where the cue ball's centre must be when it touches."""
    angle = bearing(goal, place)
    return Point(
        place.x + 2 * radius * math.cos(angle), place.y + 2 * radius * math.sin(angle)
    )


def bearing(start: Point, end: Point) -> float:
    """Return the direction from one place to another, radians."""
    return math.atan2(end.y - start.y, end.x - start.x)


def _turn(angle: float) -> float:
    return math.remainder(angle, 2 * math.pi)


def is_clear(start: Point, end: Point, others: Iterable[Point], reach: float) -> bool:
    """Whether no centre lies nearer than `reach` to the stretch between two places."""
    dx, dy = end.x - start.x, end.y - start.y
    square = dx * dx + dy * dy
    if square == 0.0:
        return True
    for other in others:
        along = ((other.x - start.x) * dx + (other.y - start.y) * dy) / square
        along = min(max(along, 0.0), 1.0)
        foot = (start.x + along * dx, start.y + along * dy)
        if math.dist(foot, other) < reach:
            return False
    return True


def direct(balls: Mapping[Ball, Point], cue_ball: Ball, target: Ball) -> Aim:
    """Return the aim at the middle of a ball."""
    start, place = balls[cue_ball], balls[target]
    return Aim(bearing(start, place), math.dist(start, place), 0.0, 0.0, target)


def kicks(
    table: TableGeometry, balls: Mapping[Ball, Point], cue_ball: Ball, target: Ball
) -> list[Aim]:
    """Return the four aims at a ball by way of one rail, by mirroring it."""
    start, place = balls[cue_ball], balls[target]
    found = []
    for mirrored in _mirrored(table, place):
        aim = bearing(start, mirrored)
        found.append(Aim(aim, math.dist(start, mirrored), 0.0, 0.0, target))
    return found


def banks(
    table: TableGeometry, balls: Mapping[Ball, Point], cue_ball: Ball, target: Ball
) -> list[Aim]:
    """Return the aims that send a ball into a pocket by way of one rail."""
    start, place = balls[cue_ball], balls[target]
    others = [p for b, p in balls.items() if b not in (cue_ball, target)]
    found = []
    for pocket in table.pockets:
        for goal in _mirrored(table, mouth(pocket)):
            if math.dist(goal, mouth(pocket)) < table.width / 2:
                continue  # its own rail
            ghost = _ghost(place, goal, table.ball_radius)
            direction = bearing(start, ghost)
            cut = abs(_turn(bearing(place, goal) - direction))
            clear = is_clear(start, ghost, others, 2 * table.ball_radius)
            if cut < _STEEPEST_CUT and clear:
                length = math.dist(start, ghost)
                onward = math.dist(place, goal)
                found.append(Aim(direction, length, onward, cut, target, pocket))
    return sorted(found, key=difficulty)


def _mirrored(table: TableGeometry, place: Point) -> tuple[Point, ...]:
    """Return a place mirrored at the four lines where a ball's centre turns."""
    half_l = table.length / 2 - table.ball_radius
    half_w = table.width / 2 - table.ball_radius
    return (
        Point(2 * half_l - place.x, place.y),
        Point(-2 * half_l - place.x, place.y),
        Point(place.x, 2 * half_w - place.y),
        Point(place.x, -2 * half_w - place.y),
    )
