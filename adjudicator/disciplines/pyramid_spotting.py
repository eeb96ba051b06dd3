"""Pyramid: where balls are put back, never touching any other (pyramid.23)."""

import math
from collections.abc import Iterable, Mapping

from adjudicator.balls import Ball
from adjudicator.clause import applies
from adjudicator.disciplines.pyramid_phrases import NOT_SPOTTED, SPOTTED_TOUCHING
from adjudicator.disciplines.pyramid_state import PyramidState
from adjudicator.events import Point
from adjudicator.shot import Layout
from adjudicator.spotting import SPOT_TOLERANCE, VISIBLE_GAP, nearest_free_x
from adjudicator.table import TableGeometry
from adjudicator.verdict import Remark


def _gap(_: Ball) -> float:
    return VISIBLE_GAP


@applies("pyramid.23.2.a", "pyramid.23.2.b", "pyramid.23.2.c", "pyramid.23.2.d")
def spot_apart(
    table: TableGeometry, balls: Mapping[Ball, Point], to_spot: Iterable[Ball]
) -> dict[Ball, Point]:
    """Return the places of balls put back on a table of pyramid.

    Each in its turn as near behind the foot spot as it can stand; where that is full,
    as near in front of it.

    Args:
        table: Playing surface.
        balls: Balls on it when all is at rest.
        to_spot: Balls to put back.
    """
    occupied = dict(balls)
    places: dict[Ball, Point] = {}
    last = table.length / 2 - table.ball_radius
    foot = table.foot_spot.x
    for ball in to_spot:
        x = nearest_free_x(table, occupied, foot, last, _gap)
        if x is None:
            x = nearest_free_x(table, occupied, foot, -last, _gap)
        if x is None:  # pragma: no cover  # sixteen balls cannot fill the string
            break
        places[ball] = occupied[ball] = Point(x, 0.0)
    return places


@applies("pyramid.23.1", "pyramid.23.2.b")
def spotting_remarks(state: PyramidState, layout: Layout) -> tuple[Remark, ...]:
    """Say if balls were not put back as they should have been before the shot.

    Any ball may stand on any of the places: ivory balls are alike, and the order is
    free. Gaps of one to three millimetres add up along the line.
    """
    lying = layout.balls
    if not state.spots or not lying:
        return ()
    places = sorted([place for _, place in state.spots], key=lambda xy: xy.x)
    standing = {
        ball
        for index, place in enumerate(places)
        for ball, xy in lying.items()
        if math.dist(xy, place) <= SPOT_TOLERANCE + index * VISIBLE_GAP
    }
    found = [Remark(NOT_SPOTTED)] if len(standing) < len(state.spots) else []
    for one, other in sorted(layout.frozen_pairs):
        if one in standing or other in standing:
            words = {"one": one.name, "other": other.name}
            found.append(Remark(SPOTTED_TOUCHING, words))
    return tuple(found)
