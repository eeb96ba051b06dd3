"""14.1: a ball near a rail may be driven to it only twice (straight.7.2).

Nearer to a rail than one ball diameter, measured to the ball's edge. Safeties and
fouls count together: two safeties, one after a foul, none after two fouls.
"""

from typing import Final

from adjudicator.balls import Ball
from adjudicator.clause import Evidence, applies, clause, defines
from adjudicator.disciplines.straight_state import NearRail, StraightPoolState
from adjudicator.events import Point, Rail
from adjudicator.facts import Facts
from adjudicator.players import Seat
from adjudicator.ruling import balls_after
from adjudicator.table import TableGeometry

ALLOWED: Final = 2
"""Safeties and fouls together after which the ball counts as frozen."""


@defines("straight.7.2.b")
def near_rail(table: TableGeometry, xy: Point) -> Rail | None:
    """Return the nearest rail if the ball's edge is within a diameter of it."""
    half_l, half_w = table.length / 2, table.width / 2
    gap, rail = min(
        (half_l + xy.x, Rail.HEAD),
        (half_l - xy.x, Rail.FOOT),
        (half_w - xy.y, Rail.LEFT),
        (half_w + xy.y, Rail.RIGHT),
    )
    return rail if gap < 3 * table.ball_radius else None


def _target(facts: Facts, table: TableGeometry) -> tuple[Ball, Rail] | None:
    """Return the ball hit first and its near rail, or None."""
    ball = facts.first_ball
    xy = None if ball is None else facts.shot.before.balls.get(ball)
    rail = None if xy is None else near_rail(table, xy)
    return None if ball is None or rail is None else (ball, rail)


def _only_there(facts: Facts, ball: Ball, rail: Rail) -> bool:
    """Whether nothing was reached after the contact but that rail by that ball."""
    if facts.drops or facts.off or not facts.rails_after:
        return False
    return all(touch.ball is ball and touch.rail is rail for touch in facts.rails_after)


@applies("straight.7.2.d", "straight.7.2.e", "straight.7.2.f")
def used(state: StraightPoolState, seat: Seat, ball: Ball, rail: Rail) -> int:
    """Return the safeties and fouls of a player that count for this ball."""
    fouls = state.fouls_in_row.of(seat)
    before = [one.used for one in state.near if one[:3] == (seat, ball, rail)]
    return max(fouls, *before) if before else fouls


@clause(
    "straight.7.2.c",
    en="{t:s}: {hit:ball} counted as frozen to {rail:rail}, and no other rail or "
    "pocket was reached after it was hit",
    ru="{t:s}: {hit:ball} считался прижатым ({rail:rail}), и после касания ни другой "
    "борт, ни луза не достигнуты",
)
@applies("straight.7.2.g")
def near_rail_again(facts: Facts, state: StraightPoolState) -> Evidence | None:
    """The near rail is used once more than the player may."""
    if not state.near and state.fouls_in_row.of(state.shooter) < ALLOWED:
        return None
    found, first = _target(facts, state.table), facts.first
    if found is None or first is None or not _only_there(facts, *found):
        return None
    ball, rail = found
    if used(state, state.shooter, ball, rail) < ALLOWED:
        return None
    return Evidence((first,), {"t": first.t, "hit": ball.name, "rail": rail})


@applies("straight.7.2.b", "straight.7.2.d", "straight.7.2.e")
def near_after(
    state: StraightPoolState, facts: Facts, *, fouled: bool
) -> tuple[NearRail, ...]:
    """Return the balls near a rail that count after the shot.

    A player's own foul counts for his ball, anything else he plays forgets it; so
    does a ball that leaves its rail.

    Args:
        state: Before the shot.
        facts: Of the shot.
        fouled: Whether the shooter fouled.
    """
    shooter = state.shooter
    if not state.near and (fouled or facts.drops):
        return ()
    kept = [one for one in state.near if one.seat is not shooter]
    if fouled:
        kept += [
            one._replace(used=one.used + 1) for one in state.near if one.seat is shooter
        ]
    elif not facts.drops:
        found = _target(facts, state.table)
        if found is not None and _only_there(facts, *found):
            kept.append(NearRail(shooter, *found, used(state, shooter, *found) + 1))
    if not kept:
        return ()
    lying = balls_after(facts)
    return tuple(
        [
            one
            for one in sorted(kept)
            if one.ball in lying and near_rail(state.table, lying[one.ball]) is one.rail
        ]
    )


def as_words(near: tuple[NearRail, ...]) -> dict[str, str]:
    """Return what a verdict carries of them."""
    return {
        f"near_{one.seat}": f"{one.ball.name} {one.rail} {one.used}" for one in near
    }


def from_words(seat: Seat, words: str) -> NearRail:
    """Return what a verdict carried."""
    ball, rail, count = words.split()
    return NearRail(seat, Ball(ball), Rail(rail), int(count))
