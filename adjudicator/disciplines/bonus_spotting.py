"""Bonus Ball: every colour has its spot (rules of 2008, section 4)."""

from collections.abc import Iterable, Mapping

from adjudicator.balls import Ball
from adjudicator.clause import applies
from adjudicator.disciplines.bonus_phrases import NOT_NINE
from adjudicator.disciplines.bonus_state import (
    BALLS,
    BONUSES,
    FULL,
    NO_BALLS,
    BonusState,
    Colour,
    colour_of,
)
from adjudicator.disciplines.placement import spotting_remarks
from adjudicator.events import Point
from adjudicator.shot import Layout
from adjudicator.spotting import nearest_free_x, pool_gap
from adjudicator.state import Phase
from adjudicator.table import TableGeometry
from adjudicator.verdict import Remark


@applies("bonus.4.2", "bonus.4.4", "bonus.4.5")
def spot_on_own(
    table: TableGeometry, balls: Mapping[Ball, Point], to_spot: Iterable[Ball]
) -> dict[Ball, Point]:
    """Return the places of balls put back, each on the spot of its colour.

    Where the spot is taken, as near behind it as the ball can stand: purple toward
    the foot rail, orange toward the head rail, the Bonus toward the foot spot; where
    that side is full, on the other one.

    Args:
        table: Playing surface.
        balls: Balls on it when all is at rest.
        to_spot: Balls to put back.
    """
    occupied = dict(balls)
    places: dict[Ball, Point] = {}
    last = table.length / 2 - table.ball_radius
    for ball in sorted(to_spot):
        start, end = table.foot_spot.x, last
        if colour_of(ball) is Colour.ORANGE:
            start, end = table.head_spot.x, -last
        elif colour_of(ball) is Colour.BONUS:
            start = table.center_spot.x
        x = nearest_free_x(table, occupied, start, end, pool_gap)
        if x is None:
            x = nearest_free_x(table, occupied, start, -end, pool_gap)
        if x is None:  # pragma: no cover  # ten balls cannot fill the string
            break
        places[ball] = occupied[ball] = Point(x, 0.0)
    return places


@applies("bonus.4.1", "bonus.4.3", "bonus.5.11", "bonus.5.13", "bonus.5.16")
def come_back(
    down: tuple[Ball, ...], jumped: tuple[Ball, ...], ball: Ball | None
) -> frozenset[Ball]:
    """Return the balls that must be put back after a shot.

    Args:
        down: Object balls that dropped.
        jumped: Object balls that left the table.
        ball: That counted; it stays down, unless it is the Bonus.
    """
    if not down and not jumped:
        return NO_BALLS
    stays = frozenset({ball}) - BONUSES
    return frozenset(down) - stays | frozenset(jumped)


@applies("bonus.4.6", "bonus.4.7")
def missing_colour(colour: Colour, left: frozenset[Ball]) -> frozenset[Ball]:
    """Return one ball of the colour that is on next, if none of it is on the table.

    Args:
        colour: On in the very next shot.
        left: Object balls on the table.
    """
    alike = BALLS[colour]
    if not alike.isdisjoint(left):
        return NO_BALLS
    return frozenset(sorted(alike)[:1])


@applies("bonus.2.3", "bonus.4.2")
def layout_remarks(state: BonusState, layout: Layout) -> tuple[Remark, ...]:
    """Say if balls were not put back before the shot where they belong.

    Any ball of a colour may stand for any other.
    """
    told = spotting_remarks(state, layout, "bonus.4.2", colour_of)
    after_break = state.shots == 1 and state.phase is not Phase.BREAK
    if after_break and len(state.on_table) < len(FULL):
        told = (*told, Remark(NOT_NINE, {"n": len(state.on_table)}))
    return told
