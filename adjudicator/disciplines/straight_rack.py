"""14.1: the rack of fourteen, and the balls that are in its way (straight.7.6).

The table of the rulebook has a row for where the fifteenth ball lies and a column for
the cue ball; it says which of them is moved, and where to.
"""

import math
from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple

from adjudicator.balls import Ball
from adjudicator.clause import applies, defines
from adjudicator.events import Point
from adjudicator.rack_check import TRIANGLE, rack_places
from adjudicator.shot import Layout
from adjudicator.table import TableGeometry

FRAME: Final = 0.01
"""Thickness of the triangle that the balls are racked with, metres."""

BORDER: Final = 0.005
"""A ball nearer than this to a border of the table's rows is asked about, metres."""

_ENOUGH_OF_RACK: Final = 12


class Spot(Enum):
    """Where the table moves a ball."""

    FOOT = "foot"
    HEAD = "head"
    CENTER = "center"
    HAND = "hand"


class Cell(NamedTuple):
    """One cell of the table.

    Attributes:
        clause: Its number.
        fifteenth: Where the fifteenth ball goes; None leaves it.
        cue_ball: Where the cue ball goes; None leaves it.
    """

    clause: str
    fifteenth: Spot | None = None
    cue_ball: Spot | None = None


_RACK, _DOWN, _KITCHEN, _ELSEWHERE, _HEAD = 1, 2, 3, 4, 5

_TABLE: Final[Mapping[tuple[int, str], Cell]] = {
    (_RACK, "a"): Cell("straight.7.T.1a", Spot.FOOT, Spot.HAND),
    (_RACK, "b"): Cell("straight.7.T.1b", Spot.HEAD),
    (_RACK, "c"): Cell("straight.7.T.1c", Spot.CENTER),
    (_DOWN, "a"): Cell("straight.7.T.2a", Spot.FOOT, Spot.HAND),
    (_DOWN, "b"): Cell("straight.7.T.2b", Spot.FOOT),
    (_DOWN, "c"): Cell("straight.7.T.2c", Spot.FOOT),
    (_KITCHEN, "a"): Cell("straight.7.T.3a", None, Spot.HEAD),
    (_KITCHEN, "b"): Cell("straight.7.T.3b"),
    (_KITCHEN, "c"): Cell("straight.7.T.3b"),
    (_ELSEWHERE, "a"): Cell("straight.7.T.4a", None, Spot.HAND),
    (_ELSEWHERE, "b"): Cell("straight.7.T.4b"),
    (_ELSEWHERE, "c"): Cell("straight.7.T.4b"),
    (_HEAD, "a"): Cell("straight.7.T.5a", None, Spot.CENTER),
    (_HEAD, "b"): Cell("straight.7.T.5b"),
    (_HEAD, "c"): Cell("straight.7.T.5b"),
}
_LITERAL_3A: Final = Cell("straight.7.T.3a", Spot.FOOT, Spot.HEAD)


def _outline(table: TableGeometry) -> tuple[Point, Point, Point]:
    """Return the corners of the triangle's outside, apex first."""
    foot, radius = table.foot_spot, table.ball_radius
    rear = foot.x + (len(TRIANGLE) - 1) * math.sqrt(3) * radius
    half = (len(TRIANGLE) - 1) * radius
    wide = radius + FRAME
    side = half + math.sqrt(3) * wide
    return (
        Point(foot.x - 2 * wide, 0.0),
        Point(rear + wide, -side),
        Point(rear + wide, side),
    )


def _to_segment(xy: Point, start: Point, end: Point) -> float:
    dx, dy = end.x - start.x, end.y - start.y
    along = ((xy.x - start.x) * dx + (xy.y - start.y) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return math.dist(xy, (start.x + along * dx, start.y + along * dy))


def to_rack(table: TableGeometry, xy: Point) -> float:
    """Return how far a place lies outside the triangle, 0 inside it, metres."""
    corners = _outline(table)
    edges = tuple(zip(corners, (*corners[1:], corners[0]), strict=True))
    sides = [
        (end.x - start.x) * (xy.y - start.y) - (end.y - start.y) * (xy.x - start.x)
        for start, end in edges
    ]
    if min(sides) >= 0:
        return 0.0
    return min(_to_segment(xy, start, end) for start, end in edges)


@defines("straight.7.6")
def in_rack_area(table: TableGeometry, xy: Point, margin: float = 0.0) -> bool:
    """Whether a ball overlaps the outline of the triangle, its frame included."""
    return to_rack(table, xy) < table.ball_radius + margin


@defines("straight.7.T.n")
def on_head_spot(table: TableGeometry, xy: Point, margin: float = 0.0) -> bool:
    """Whether a ball is in the way of another one on the head spot."""
    return math.dist(xy, table.head_spot) < 2 * table.ball_radius + margin


@applies(
    "straight.7.T.1a",
    "straight.7.T.1b",
    "straight.7.T.1c",
    "straight.7.T.2a",
    "straight.7.T.2b",
    "straight.7.T.2c",
    "straight.7.T.3a",
    "straight.7.T.3b",
    "straight.7.T.4a",
    "straight.7.T.4b",
    "straight.7.T.5a",
    "straight.7.T.5b",
)
def cell_of(
    table: TableGeometry,
    fifteenth: Point | None,
    cue_ball: Point,
    *,
    literal: bool = False,
    margin: float = 0.0,
) -> Cell:
    """Return what the table says.

    Args:
        table: Playing surface.
        fifteenth: Where the last object ball lies; None if it was pocketed too.
        cue_ball: Where the cue ball lies.
        literal: Whether cell 3a is read as the source prints it.
        margin: Added to every border, metres.
    """
    column = "b"
    if in_rack_area(table, cue_ball, margin):
        column = "a"
    elif on_head_spot(table, cue_ball, margin):
        column = "c"
    row = _row(table, fifteenth, margin)
    if literal and (row, column) == (_KITCHEN, "a"):
        return _LITERAL_3A
    return _TABLE[row, column]


def _row(table: TableGeometry, fifteenth: Point | None, margin: float) -> int:
    if fifteenth is None:
        return _DOWN
    if in_rack_area(table, fifteenth, margin):
        return _RACK
    if on_head_spot(table, fifteenth, margin):
        return _HEAD
    return _KITCHEN if fifteenth.x < table.head_string_x + margin else _ELSEWHERE


def is_doubtful(
    table: TableGeometry, fifteenth: Point | None, cue_ball: Point, *, literal: bool
) -> bool:
    """Whether a ball so near to a border decides what is moved."""
    cells = {
        cell_of(table, fifteenth, cue_ball, literal=literal, margin=margin)[1:]
        for margin in (-BORDER, 0.0, BORDER)
    }
    return len(cells) > 1


def place_of(table: TableGeometry, spot: Spot | None) -> Point | None:
    """Return the place of a spot; None for a ball that stays or is in hand."""
    match spot:
        case Spot.FOOT:
            return table.foot_spot
        case Spot.HEAD:
            return table.head_spot
        case Spot.CENTER:
            return table.center_spot
        case _:
            return None


def is_rack_of_fourteen(layout: Layout, table: TableGeometry) -> bool:
    """Whether a rack without its apex stands, and another object ball apart from it.

    A ball or two of the rack may be unseen.
    """
    places = rack_places(table, TRIANGLE)
    objects = {b: xy for b, xy in layout.balls.items() if not b.is_cue_ball}
    filled: set[Ball] = set()
    for cell, place in places.items():
        near = [
            b for b, xy in objects.items() if math.dist(xy, place) < table.ball_radius
        ]
        if cell == (0, 0) and near:
            return False
        filled.update(near)
    return len(filled) >= _ENOUGH_OF_RACK and len(objects) > len(filled)
