"""What can happen on a shot: a closed union of frozen events.

Times are seconds since the first frame of the recording, positions are ball
centres in metres in the table frame, `confidence` is the extractor's belief in
[0, 1]. Events of a shot are kept in order of time. A `match` over `Event` ends in
`assert_never`.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from adjudicator.balls import Ball


class Point(NamedTuple):
    """A place in the table frame, metres."""

    x: float
    y: float


class Rail(StrEnum):
    """The four rails; the two halves of a long rail are one rail."""

    HEAD = "head"
    FOOT = "foot"
    LEFT = "left"
    RIGHT = "right"


class PocketName(StrEnum):
    """The six pockets; left and right as seen from the head rail."""

    HEAD_LEFT = "head-left"
    HEAD_RIGHT = "head-right"
    CENTER_LEFT = "center-left"
    CENTER_RIGHT = "center-right"
    FOOT_LEFT = "foot-left"
    FOOT_RIGHT = "foot-right"


class Line(StrEnum):
    """Lines whose crossing by a ball's centre matters to a rule."""

    CENTER = "center"
    HEAD = "head"
    LONG = "long"


class Intruder(StrEnum):
    """Who or what can touch a ball or cover the table."""

    HAND = "hand"
    CUE = "cue"
    SLEEVE = "sleeve"
    BRIDGE = "bridge"
    PERSON = "person"
    RACK = "rack"
    OBJECT = "object"


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """The tip meets the cue ball; `direction` is a unit vector, `speed` m/s.

    `side` tells two players apart in a lag ("left" or "right").
    """

    t: float
    ball: Ball
    direction: Point | None = None
    speed: float | None = None
    side: str | None = None
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """Two balls touch. `moving` are those that moved just before it, if known."""

    t: float
    balls: tuple[Ball, Ball]
    xy: tuple[Point, Point] | None = None
    moving: frozenset[Ball] | None = None
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RailTouch:
    """A touch of a rail begins. At a pocket's nose `jaw` is true."""

    t: float
    ball: Ball
    rail: Rail
    xy: Point | None = None
    jaw: bool = False
    pocket: PocketName | None = None
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pocketed:
    """A ball drops into a pocket and stays there."""

    t: float
    ball: Ball
    pocket: PocketName
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebound:
    """A ball that was in a pocket comes back onto the playing surface."""

    t: float
    ball: Ball
    pocket: PocketName
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class OffTable:
    """A ball leaves the playing surface other than into a pocket."""

    t: float
    ball: Ball
    xy: Point | None = None
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """A ball that left the surface comes back by itself."""

    t: float
    ball: Ball
    xy: Point | None = None
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignContact:
    """A ball touches an object that is no fixed part of the table."""

    t: float
    ball: Ball
    with_: str
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """A ball's centre crosses a line toward a rail."""

    t: float
    ball: Ball
    line: Line
    toward: Rail
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A ball is put on the table by hand and left there."""

    t: float
    ball: Ball
    xy: Point
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PickedUp:
    """A ball is taken away by hand."""

    t: float
    ball: Ball
    xy: Point | None = None
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """A hand, cue, sleeve, bridge or person touches a ball; `moved` metres."""

    t: float
    ball: Ball
    by: Intruder
    moved: float = 0.0
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfMoved:
    """A ball at rest moves although nothing touched it."""

    t: float
    ball: Ball
    from_xy: Point
    to_xy: Point
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfDropped:
    """A ball hanging on a pocket's edge falls although nothing touched it."""

    t: float
    ball: Ball
    pocket: PocketName
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RackOpened:
    """Contacts inside a tight cluster that nothing can resolve, as one event."""

    t: float
    t_to: float
    balls: frozenset[Ball]
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Intrusion:
    """Something is over the playing surface from `t` to `t_to`."""

    t: float
    t_to: float
    kind: Intruder
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """A ball comes to rest."""

    t: float
    ball: Ball
    xy: Point | None = None
    confidence: float = 1.0


Event = (
    Strike
    | Contact
    | RailTouch
    | Pocketed
    | Rebound
    | OffTable
    | Returned
    | ForeignContact
    | Crossing
    | Placed
    | PickedUp
    | Touched
    | SelfMoved
    | SelfDropped
    | RackOpened
    | Intrusion
    | Rest
)
