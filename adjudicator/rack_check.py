"""Is the rack right: apex on the foot spot, tight, the right balls in their places.

A wrong rack is no foul: whoever may break asks for it to be racked again.
"""

import itertools
import math
from collections.abc import Mapping
from typing import Final

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.clause import applies
from adjudicator.events import Point
from adjudicator.phrases import RACK_APEX, RACK_LOOSE, RACK_ORDER
from adjudicator.shot import Layout
from adjudicator.table import TableGeometry
from adjudicator.verdict import Remark

APEX_TOLERANCE: Final = 0.005
"""How far from the foot spot the apex may stand, metres."""

GAP_TOLERANCE: Final = 0.0025
"""Largest gap between neighbours that counts as touching, metres."""

_REACH: Final = 7.5
"""A rack lies within this many ball diameters of the foot spot."""

TRIANGLE: Final = (1, 2, 3, 4, 5)
DIAMOND: Final = (1, 2, 3, 2, 1)

Cell = tuple[int, int]
"""Row from the apex, and place in the row from the right."""


def is_racked(layout: Layout, discipline: Discipline, table: TableGeometry) -> bool:
    """Whether the balls lie in a full rack, ready for the break.

    One ball may be hidden or stand apart (the coloured ball, the Bonus), but not in
    14.1, where a rack of fourteen goes on: there the apex must be in its place.
    """
    balls = BALL_SETS[discipline]
    reach = _REACH * balls.diameter
    foot = table.foot_spot
    near = sum(
        abs(xy.x - foot.x) < reach and abs(xy.y - foot.y) < reach
        for xy in layout.balls.values()
    )
    if discipline is Discipline.STRAIGHT_POOL:
        apex = any(
            math.dist(xy, foot) < balls.diameter / 2 for xy in layout.balls.values()
        )
        return apex and near >= len(balls.object_balls)
    return near >= len(balls.object_balls) - 1


def has_apex(layout: Layout, table: TableGeometry) -> bool:
    """Whether a ball lies where the front ball of a rack belongs."""
    near = 2 * table.ball_radius
    return any(math.dist(xy, table.foot_spot) < near for xy in layout.balls.values())


def rack_places(table: TableGeometry, rows: tuple[int, ...]) -> dict[Cell, Point]:
    """Return where the balls of a tight rack lie, apex on the foot spot."""
    diameter = 2 * table.ball_radius
    pitch = diameter * math.sqrt(3) / 2
    foot = table.foot_spot
    return {
        (row, index): Point(
            foot.x + row * pitch, foot.y + (index - (count - 1) / 2) * diameter
        )
        for row, count in enumerate(rows)
        for index in range(count)
    }


def in_rack(
    layout: Layout, table: TableGeometry, rows: tuple[int, ...]
) -> dict[Cell, Ball] | None:
    """Return which ball lies in which place of a rack, or None if it is no rack."""
    found: dict[Cell, Ball] = {}
    for cell, place in rack_places(table, rows).items():
        near = [
            ball
            for ball, xy in layout.balls.items()
            if math.dist(xy, place) < table.ball_radius
        ]
        if not near:
            return None
        found[cell] = min(near, key=lambda ball: math.dist(layout.balls[ball], place))
    return found if len(set(found.values())) == len(found) else None


@applies("pool.2.1", "pool.2.2")
def _stands(
    layout: Layout,
    table: TableGeometry,
    rows: tuple[int, ...],
    rack: Mapping[Cell, Ball],
) -> tuple[Remark, ...]:
    """Say if the apex is off the foot spot, or neighbours do not touch."""
    faults = []
    off = math.dist(layout.balls[rack[0, 0]], table.foot_spot)
    if off > APEX_TOLERANCE:
        faults.append(Remark(RACK_APEX, {"mm": round(off * 1000)}))
    gap = max(
        math.dist(layout.balls[rack[one]], layout.balls[rack[other]])
        for one, other in _neighbours(table, rows)
    )
    gap -= 2 * table.ball_radius
    if gap > GAP_TOLERANCE:
        faults.append(Remark(RACK_LOOSE, {"mm": round(gap * 1000)}))
    return tuple(faults)


def _neighbours(table: TableGeometry, rows: tuple[int, ...]) -> list[tuple[Cell, Cell]]:
    near = 2.1 * table.ball_radius
    return [
        (one, other)
        for (one, xy), (other, place) in itertools.combinations(
            rack_places(table, rows).items(), 2
        )
        if math.dist(xy, place) < near
    ]


@applies("eight.3.1", "eight.3.2")
def eight_ball_rack(layout: Layout, table: TableGeometry) -> tuple[Remark, ...]:
    """Return what is wrong with the rack of 8-ball."""
    rack = in_rack(layout, table, TRIANGLE)
    if rack is None:
        return ()
    faults = list(_stands(layout, table, TRIANGLE, rack))
    if rack[2, 1] is not Ball("8"):
        faults.append(Remark(RACK_ORDER, {"clause": "eight.3.1"}))
    right, left = rack[4, 0].number, rack[4, 4].number
    if right is not None and left is not None and (right < 8) == (left < 8):
        faults.append(Remark(RACK_ORDER, {"clause": "eight.3.2"}))
    return tuple(faults)


@applies("nine.2.1")
def nine_ball_rack(layout: Layout, table: TableGeometry) -> tuple[Remark, ...]:
    """Return what is wrong with the rack of 9-ball."""
    rack = in_rack(layout, table, DIAMOND)
    if rack is None:
        return ()
    faults = list(_stands(layout, table, DIAMOND, rack))
    if rack[0, 0] is not Ball("1") or rack[2, 1] is not Ball("9"):
        faults.append(Remark(RACK_ORDER, {"clause": "nine.2.1"}))
    return tuple(faults)


@applies("straight.4")
def straight_pool_rack(layout: Layout, table: TableGeometry) -> tuple[Remark, ...]:
    """Return what is wrong with the full rack of 14.1.

    Right and left are those of the person who racks, at the foot rail.
    """
    rack = in_rack(layout, table, TRIANGLE)
    if rack is None:
        return ()
    faults = list(_stands(layout, table, TRIANGLE, rack))
    right, left = rack[4, 4].number, rack[4, 0].number
    if right not in (1, None) or left not in (5, None):
        faults.append(Remark(RACK_ORDER, {"clause": "straight.4"}))
    return tuple(faults)
