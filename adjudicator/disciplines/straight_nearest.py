"""14.1: all object balls behind the head string, the cue ball in hand there too."""

from collections.abc import Mapping
from typing import Final

from adjudicator.balls import Ball
from adjudicator.clause import applies
from adjudicator.events import Point
from adjudicator.facts import Facts
from adjudicator.ruling import balls_after
from adjudicator.table import TableGeometry

EQUAL: Final = 0.002
"""Distances to the head string that cannot be told apart, metres."""


@applies("straight.7.7.a", "straight.7.7.b")
def nearest_behind(
    table: TableGeometry,
    facts: Facts,
    spot: Mapping[Ball, Point],
    left: frozenset[Ball],
) -> tuple[Ball, ...]:
    """Return the balls nearest to the head string, one of which may be spotted.

    Nothing unless every object ball lies behind it; of several equally near the
    player chooses.

    Args:
        table: Playing surface.
        facts: Of the shot.
        spot: Balls put back after it.
        left: Object balls on the table then.
    """
    lying = {**balls_after(facts), **spot}
    places = {ball: lying[ball] for ball in left if ball in lying}
    if not places or len(places) < len(left):
        return ()
    if not all(table.is_behind_head_string(xy) for xy in places.values()):
        return ()
    nearest = max(xy.x for xy in places.values())
    return tuple(
        [ball for ball, xy in sorted(places.items()) if nearest - xy.x < EQUAL]
    )
