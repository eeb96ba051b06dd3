"""Pyramid: the rack, the coloured ball in the house, and the break played from it."""

import itertools
import math

from adjudicator.balls import COLORED_BALL
from adjudicator.clause import applies
from adjudicator.disciplines.pyramid_phrases import (
    COLORED_IN_RACK,
    RACK_NOT_TIGHT,
    RACK_OFF_SPOT,
)
from adjudicator.disciplines.pyramid_state import PyramidState
from adjudicator.facts import Facts
from adjudicator.inputs import Observed
from adjudicator.rack_check import (
    APEX_TOLERANCE,
    GAP_TOLERANCE,
    TRIANGLE,
    in_rack,
    rack_places,
)
from adjudicator.shot import Layout
from adjudicator.table import TableGeometry
from adjudicator.verdict import Remark


@applies("pyramid.8.1", "pyramid.8.2")
def rack_remarks(layout: Layout, table: TableGeometry) -> tuple[Remark, ...]:
    """Return what is wrong with a full rack; a shortened one is not looked at."""
    rack = in_rack(layout, table, TRIANGLE)
    if rack is None:
        return ()
    faults = []
    off = math.dist(layout.balls[rack[0, 0]], table.foot_spot)
    if off > APEX_TOLERANCE:
        faults.append(Remark(RACK_OFF_SPOT, {"mm": round(off * 1000)}))
    near = 2.1 * table.ball_radius
    gap = max(
        math.dist(layout.balls[rack[one]], layout.balls[rack[other]])
        for (one, xy), (other, place) in itertools.combinations(
            rack_places(table, TRIANGLE).items(), 2
        )
        if math.dist(xy, place) < near
    )
    gap -= 2 * table.ball_radius
    if gap > GAP_TOLERANCE:
        faults.append(Remark(RACK_NOT_TIGHT, {"mm": round(gap * 1000)}))
    if COLORED_BALL in rack.values():
        faults.append(Remark(COLORED_IN_RACK))
    return tuple(faults)


@applies("pyramid.11.3.a")
def over_house_line(state: PyramidState, facts: Facts) -> float | None:
    """Return how far the ball of the break stood over the line, metres, or None."""
    lying, cue_ball = facts.shot.before.balls, facts.cue_ball
    xy = None if cue_ball is None else lying.get(cue_ball)
    if xy is None or state.table.is_behind_head_string(xy):
        return None
    return xy.x - state.table.head_string_x


@applies("pyramid.11.3.b")
def was_warned(state: PyramidState, facts: Facts) -> bool:
    """Whether the player knew: he was told, or the referee announces it by itself."""
    said = facts.entered
    if said.saw(Observed.NO_WARNING, state.shooter):
        return False
    switches = state.settings.switches
    announced = state.settings.live and switches.own_announcement_is_warning
    return announced or said.saw(Observed.WARNING, state.shooter)
