"""The table: playing surface, rails, pockets, strings and spots, in metres.

Table frame: origin at the centre spot, x along the long string toward the foot
rail, y to the left of a player who stands at the head rail and looks at the foot
rail, z up from the cloth. The playing surface is measured nose to nose.

Sizes that the rulebooks do not give are the makers' and federations' standard
values (WPA equipment specifications; Russian pyramid 12 ft).
"""

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Final

from adjudicator.balls import POOL_BALL_DIAMETER, PYRAMID_BALL_DIAMETER
from adjudicator.errors import InvalidTableError
from adjudicator.events import PocketName, Point, Rail

INCH: Final = 0.0254


class TableKind(StrEnum):
    """Tables that come ready-made; `CUSTOM` has sizes of its own."""

    POOL_7FT = "pool-7ft"
    POOL_8FT = "pool-8ft"
    POOL_9FT = "pool-9ft"
    PYRAMID_8FT = "pyramid-8ft"
    PYRAMID_9FT = "pyramid-9ft"
    PYRAMID_10FT = "pyramid-10ft"
    PYRAMID_11FT = "pyramid-11ft"
    PYRAMID_12FT = "pyramid-12ft"
    SNOOKER_12FT = "snooker-12ft"
    CUSTOM = "custom"


@dataclass(frozen=True, slots=True)
class PocketShape:
    """Shape of the corner or the centre pockets.

    Attributes:
        mouth: Distance between the two nose points, metres.
        facing_angle: Of the facing away from the pocket's axis, radians.
        depth: How far the hole's centre lies outward of the corner of the playing
            surface (corner) or of the nose line (centre), metres.
        radius: Of the hole, metres.
        jaw_radius: Rounding of the nose point, metres.
    """

    mouth: float
    facing_angle: float
    depth: float
    radius: float
    jaw_radius: float


@dataclass(frozen=True, slots=True)
class Pocket:
    """One pocket: a ball whose centre is inside the hole has dropped.

    Attributes:
        name: Which pocket.
        center: Of the hole.
        radius: Of the hole, metres.
        jaws: Centres of the two arcs that round the nose points.
        jaw_radius: Of these arcs, metres.
    """

    name: PocketName
    center: Point
    radius: float
    jaws: tuple[Point, Point]
    jaw_radius: float


@dataclass(frozen=True, slots=True)
class Nose:
    """A straight stretch of a cushion nose between two pockets.

    Attributes:
        rail: The rail it belongs to.
        start: One end.
        end: The other end.
        normal: Unit vector into the playing surface.
    """

    rail: Rail
    start: Point
    end: Point
    normal: Point


@dataclass(frozen=True)
class TableGeometry:
    """Everything about one table that a rule or a fit needs.

    Attributes:
        kind: Which ready-made table, or custom.
        length: Nose to nose along x, metres.
        width: Nose to nose along y, metres.
        ball_radius: Metres.
        nose_height: Of the cushion nose above the cloth, metres.
        corner: Shape of the four corner pockets.
        center: Shape of the two centre pockets.

    Raises:
        InvalidTableError: A size is not positive, the table is wider than long,
            or a ball does not fit through a mouth.
    """

    kind: TableKind
    length: float
    width: float
    ball_radius: float
    nose_height: float
    corner: PocketShape
    center: PocketShape

    def __post_init__(self) -> None:
        """Refuse sizes that cannot be a table."""
        sizes = (self.length, self.width, self.ball_radius, self.nose_height)
        if not all(math.isfinite(size) and size > 0 for size in sizes):
            raise InvalidTableError(
                f"sizes must be positive metres, got length {self.length}, width "
                f"{self.width}, ball radius {self.ball_radius}"
            )
        if self.width > self.length:
            raise InvalidTableError(
                f"width {self.width} m exceeds length {self.length} m: swap them"
            )
        if 2 * self.ball_radius >= min(self.corner.mouth, self.center.mouth):
            raise InvalidTableError(
                f"a ball of radius {self.ball_radius} m does not fit into the pockets"
            )

    @property
    def head_string_x(self) -> float:
        """The x of the head string (pyramid: the house line)."""
        return -self.length / 4

    @property
    def head_spot(self) -> Point:
        """Middle of the head string."""
        return Point(-self.length / 4, 0.0)

    @property
    def foot_spot(self) -> Point:
        """Where the apex ball of a rack lies."""
        return Point(self.length / 4, 0.0)

    @property
    def center_spot(self) -> Point:
        """The origin."""
        return Point(0.0, 0.0)

    def is_behind_head_string(self, xy: Point) -> bool:
        """Whether a ball's centre lies strictly behind the head string."""
        return xy.x < self.head_string_x

    @cached_property
    def pockets(self) -> tuple[Pocket, ...]:
        """The six pockets, in the order of `PocketName`."""
        return tuple(_pocket(self, name) for name in PocketName)

    @cached_property
    def noses(self) -> tuple[Nose, ...]:
        """The six straight noses: head, foot, and two on each long rail."""
        half_l, half_w = self.length / 2, self.width / 2
        end_x = half_l - _corner_cut(self.corner)
        end_y = half_w - _corner_cut(self.corner)
        mid_x = self.center.mouth / 2 + _arc_offset(self.center, 0.0)
        noses = [
            _nose(Rail.HEAD, (-half_l, -end_y), (-half_l, end_y), (1.0, 0.0)),
            _nose(Rail.FOOT, (half_l, -end_y), (half_l, end_y), (-1.0, 0.0)),
        ]
        for rail, side in ((Rail.LEFT, 1.0), (Rail.RIGHT, -1.0)):
            y = side * half_w
            noses.append(_nose(rail, (-end_x, y), (-mid_x, y), (0.0, -side)))
            noses.append(_nose(rail, (mid_x, y), (end_x, y), (0.0, -side)))
        return tuple(noses)

    def scaled(
        self, length: float, width: float, ball_radius: float | None = None
    ) -> "TableGeometry":
        """Return the same table with other sizes, as a custom one.

        Args:
            length: Nose to nose, metres.
            width: Nose to nose, metres.
            ball_radius: Metres; None keeps it.
        """
        return replace(
            self,
            kind=TableKind.CUSTOM,
            length=length,
            width=width,
            ball_radius=self.ball_radius if ball_radius is None else ball_radius,
        )


def _nose(
    rail: Rail,
    start: tuple[float, float],
    end: tuple[float, float],
    normal: tuple[float, float],
) -> Nose:
    return Nose(rail, Point(*start), Point(*end), Point(*normal))


def _arc_offset(shape: PocketShape, base_angle: float) -> float:
    """Distance from the nose point to where the straight nose begins, metres.

    Args:
        shape: Of the pocket.
        base_angle: Of the facing at a cut angle of zero: pi/4 in a corner, 0 in the
            middle.
    """
    turn = shape.facing_angle + base_angle
    return shape.jaw_radius / math.tan((math.pi / 2 + turn) / 2)


def _corner_cut(shape: PocketShape) -> float:
    """Distance from the corner to where the straight nose begins, metres."""
    return shape.mouth * math.cos(math.pi / 4) + _arc_offset(shape, math.pi / 4)


def _pocket(table: TableGeometry, name: PocketName) -> Pocket:
    end, side = name.value.split("-")
    sign_y = 1.0 if side == "left" else -1.0
    half_l, half_w = table.length / 2, table.width / 2
    if end == "center":
        shape = table.center
        reach = shape.mouth / 2 + _arc_offset(shape, 0.0)
        y = sign_y * (half_w + shape.jaw_radius)
        return Pocket(
            name,
            Point(0.0, sign_y * (half_w + shape.depth)),
            shape.radius,
            (Point(-reach, y), Point(reach, y)),
            shape.jaw_radius,
        )
    shape = table.corner
    sign_x = 1.0 if end == "foot" else -1.0
    outward = shape.depth * math.cos(math.pi / 4)
    cut = _corner_cut(shape)
    return Pocket(
        name,
        Point(sign_x * (half_l + outward), sign_y * (half_w + outward)),
        shape.radius,
        (
            Point(sign_x * (half_l - cut), sign_y * (half_w + shape.jaw_radius)),
            Point(sign_x * (half_l + shape.jaw_radius), sign_y * (half_w - cut)),
        ),
        shape.jaw_radius,
    )


_POOL_CORNER: Final = PocketShape(0.116, math.radians(5.3), 0.0417, 0.062, 0.0210)
_POOL_CENTER: Final = PocketShape(0.128, math.radians(7.1), 0.0620, 0.0645, 0.0080)
_PYRAMID_CORNER: Final = PocketShape(0.0725, math.radians(3.0), 0.026, 0.0385, 0.0045)
_PYRAMID_CENTER: Final = PocketShape(0.0825, math.radians(5.0), 0.041, 0.0430, 0.0045)
_SNOOKER_CORNER: Final = PocketShape(0.083, math.radians(2.0), 0.020, 0.0450, 0.0700)
_SNOOKER_CENTER: Final = PocketShape(0.087, math.radians(3.0), 0.042, 0.0450, 0.0500)

SNOOKER_BALL_DIAMETER: Final = 0.0525


def _pool(kind: TableKind, length: float, width: float) -> TableGeometry:
    return TableGeometry(
        kind,
        length,
        width,
        POOL_BALL_DIAMETER / 2,
        0.635 * POOL_BALL_DIAMETER,
        _POOL_CORNER,
        _POOL_CENTER,
    )


def _pyramid(kind: TableKind, length: float, width: float) -> TableGeometry:
    return TableGeometry(
        kind,
        length,
        width,
        PYRAMID_BALL_DIAMETER / 2,
        0.62 * PYRAMID_BALL_DIAMETER,
        _PYRAMID_CORNER,
        _PYRAMID_CENTER,
    )


TABLES: Final[dict[TableKind, TableGeometry]] = {
    TableKind.POOL_7FT: _pool(TableKind.POOL_7FT, 78 * INCH, 39 * INCH),
    TableKind.POOL_8FT: _pool(TableKind.POOL_8FT, 88 * INCH, 44 * INCH),
    TableKind.POOL_9FT: _pool(TableKind.POOL_9FT, 100 * INCH, 50 * INCH),
    TableKind.PYRAMID_8FT: _pyramid(TableKind.PYRAMID_8FT, 2.24, 1.12),
    TableKind.PYRAMID_9FT: _pyramid(TableKind.PYRAMID_9FT, 2.54, 1.27),
    TableKind.PYRAMID_10FT: _pyramid(TableKind.PYRAMID_10FT, 2.84, 1.42),
    TableKind.PYRAMID_11FT: _pyramid(TableKind.PYRAMID_11FT, 3.20, 1.60),
    TableKind.PYRAMID_12FT: _pyramid(TableKind.PYRAMID_12FT, 3.55, 1.775),
    TableKind.SNOOKER_12FT: TableGeometry(
        TableKind.SNOOKER_12FT,
        3.569,
        1.778,
        SNOOKER_BALL_DIAMETER / 2,
        0.6 * SNOOKER_BALL_DIAMETER,
        _SNOOKER_CORNER,
        _SNOOKER_CENTER,
    ),
}
"""Ready-made tables by kind."""
