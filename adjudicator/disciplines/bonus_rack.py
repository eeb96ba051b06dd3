"""Bonus Ball: is the rack right, and the Bonus on its spot (rules of 2008, section 0).

The picture of the rack is missing from the rules: only the ball in front is checked,
unless a pattern of rows of one colour each was agreed.
"""

import itertools
import math
from collections.abc import Iterator, Mapping
from typing import Final

from adjudicator.balls import BONUS, Ball
from adjudicator.clause import applies, defined
from adjudicator.disciplines.bonus_phrases import RACK_SET
from adjudicator.disciplines.bonus_state import BonusState, Colour, colour_of
from adjudicator.rack_check import (
    APEX_TOLERANCE,
    GAP_TOLERANCE,
    Cell,
    in_rack,
    rack_places,
)
from adjudicator.shot import Layout
from adjudicator.table import TableGeometry
from adjudicator.verdict import Remark

ROWS: Final = (1, 2, 3, 2)
"""Balls in each row of the rack, from the foot spot."""

PATTERN: Final = (Colour.PURPLE, Colour.ORANGE, Colour.PURPLE, Colour.ORANGE)
"""Colour of each row, where a pattern was agreed."""

defined("adjudicator.state.State.breaker", "bonus.0.7")


@applies("bonus.0.2", "bonus.0.8", "bonus.0.9")
def rack_remarks(state: BonusState, layout: Layout) -> tuple[Remark, ...]:
    """Return what was wrong with the rack before a break; it is no foul."""
    if not layout.balls:
        return ()
    return tuple(
        Remark(RACK_SET, {"clause": clause_id}) for clause_id in _wrong(state, layout)
    )


def _wrong(state: BonusState, layout: Layout) -> Iterator[str]:
    place = layout.balls.get(BONUS)
    if place is None or math.dist(place, state.table.center_spot) > APEX_TOLERANCE:
        yield "bonus.0.9"
    rack = in_rack(layout, state.table, ROWS)
    if rack is None:
        return
    head = rack[0, 0]
    colours = {cell: colour_of(ball) for cell, ball in rack.items()}
    wanted = {cell: PATTERN[cell[0]] for cell in colours}
    if state.settings.switches.bonus_rack_colours == "apex_only":
        wanted = {(0, 0): Colour.PURPLE}
    if (
        any(colours[cell] is not colour for cell, colour in wanted.items())
        or math.dist(layout.balls[head], state.table.foot_spot) > APEX_TOLERANCE
        or _is_loose(rack, layout, state.table)
    ):
        yield "bonus.0.8"
    if list(colours.values()).count(Colour.PURPLE) != len(rack) / 2:
        yield "bonus.0.2"


def _is_loose(rack: Mapping[Cell, Ball], layout: Layout, table: TableGeometry) -> bool:
    """Whether neighbours in the rack stand apart."""
    near = 2.1 * table.ball_radius
    return any(
        math.dist(layout.balls[rack[one]], layout.balls[rack[other]])
        > 2 * table.ball_radius + GAP_TOLERANCE
        for (one, xy), (other, place) in itertools.combinations(
            rack_places(table, ROWS).items(), 2
        )
        if math.dist(xy, place) < near
    )
