"""Pyramid: balls that drop, at once or after hanging over a pocket (pyramid.22)."""

import itertools
import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adjudicator.balls import Ball
from adjudicator.clause import applies, defines
from adjudicator.events import (
    Contact,
    Pocketed,
    Point,
    Rest,
    SelfDropped,
)
from adjudicator.facts import HANG_SECONDS, Facts
from adjudicator.table import TableGeometry

Drop = Pocketed | SelfDropped


class Drops(NamedTuple):
    """Balls that went down on a shot.

    Attributes:
        made: Drops that belong to the shot, in order of time, the cue ball's too.
        hung: Drops of balls that hung and fell by themselves.
    """

    made: Mapping[Ball, Drop]
    hung: tuple[SelfDropped, ...]


@defines("pyramid.21.5", "pyramid.22.3")
def drops_of(facts: Facts, seconds: float) -> Drops:
    """Return what went down; a ball that came back out did not.

    Args:
        facts: Of the shot.
        seconds: A ball that stood on the edge for less was dropped by the shot.
    """
    if seconds == HANG_SECONDS:
        return Drops(facts.drops, tuple(facts.self_drops))
    made: dict[Ball, Drop] = dict(facts.drops)
    hung = []
    for event in facts.shot.events:
        if not isinstance(event, SelfDropped):
            continue
        made.pop(event.ball, None)
        stopped = _stopped(facts, event)
        if stopped is not None and event.t - stopped < seconds:
            made[event.ball] = event
        else:
            hung.append(event)
    ordered = sorted(made.items(), key=lambda item: item[1].t)
    return Drops(dict(ordered), tuple(hung))


def _stopped(facts: Facts, drop: SelfDropped) -> float | None:
    """Return when a ball came to rest on the edge during the shot, or None."""
    times = [
        event.t
        for event in facts.shot.events
        if isinstance(event, Rest) and event.ball is drop.ball and event.t <= drop.t
    ]
    return times[-1] if times else None


@applies("pyramid.22.1")
def hanging_places(facts: Facts, hung: tuple[SelfDropped, ...]) -> dict[Ball, Point]:
    """Return where balls that fell by themselves are put back."""
    places = {}
    for drop in hung:
        place = facts.rest_place(drop.ball) or facts.shot.before.balls.get(drop.ball)
        if place is not None:
            places[drop.ball] = place
    return places


@applies("pyramid.22.2")
def would_be_hit(
    facts: Facts, hung: tuple[SelfDropped, ...], table: TableGeometry
) -> SelfDropped | None:
    """Return a ball that fell just before a moving ball came by its place, or None.

    Between its events a ball is taken to run straight and evenly; coming nearer than
    one diameter to where the fallen ball stood means that it would have hit it.
    """
    places = hanging_places(facts, hung)
    for drop in hung:
        place = places.get(drop.ball)
        if place is None or drop.t < facts.shot.t_start:
            continue
        for ball in facts.shot.before.balls:
            if ball is not drop.ball and _comes_by(
                facts, ball, drop.t, place, 2 * table.ball_radius, table
            ):
                return drop
    return None


def _comes_by(
    facts: Facts,
    ball: Ball,
    t: float,
    place: Point,
    reach: float,
    table: TableGeometry,
) -> bool:
    """Whether a ball runs within reach of a place after a time."""
    stops = list(_stops(facts, ball, table))
    for (t_from, start), (t_to, end) in itertools.pairwise(stops):
        if t_to <= t or start == end:
            continue
        if t_from < t:
            share = (t - t_from) / (t_to - t_from)
            start = _between(start, end, share)
        if _distance(place, start, end) < reach:
            return True
    return False


def _stops(
    facts: Facts, ball: Ball, table: TableGeometry
) -> Iterator[tuple[float, Point]]:
    """Yield when and where a ball is known to have been, in order of time."""
    shot = facts.shot
    known = shot.before.balls[ball]
    moved = False
    for event in shot.events:
        xy = _place_of(event, ball, table)
        if xy is None:
            continue
        if not moved:
            yield event.t, known
            moved = True
        yield event.t, xy
    after = shot.after.balls.get(ball)
    if moved and after is not None:
        yield shot.t_end, after


def _place_of(event: object, ball: Ball, table: TableGeometry) -> Point | None:
    if isinstance(event, Contact):
        if ball not in event.balls or event.xy is None:
            return None
        return event.xy[event.balls.index(ball)]
    if getattr(event, "ball", None) is not ball:
        return None
    if isinstance(event, Pocketed):
        return next(p.center for p in table.pockets if p.name is event.pocket)
    xy: Point | None = getattr(event, "xy", None)
    return xy


def _between(start: Point, end: Point, share: float) -> Point:
    return Point(
        start.x + share * (end.x - start.x), start.y + share * (end.y - start.y)
    )


def _distance(place: Point, start: Point, end: Point) -> float:
    """Return how near a straight run comes to a place, metres."""
    dx, dy = end.x - start.x, end.y - start.y
    along = ((place.x - start.x) * dx + (place.y - start.y) * dy) / (dx * dx + dy * dy)
    return math.dist(place, _between(start, end, min(1.0, max(0.0, along))))
