"""Exact events as JSON objects of the truth files, there and back."""

from collections.abc import Callable, Mapping
from typing import Any, Final, assert_never

from adjudicator.balls import Ball
from adjudicator.events import (
    Contact,
    Crossing,
    Event,
    ForeignContact,
    Intruder,
    Intrusion,
    Line,
    OffTable,
    PickedUp,
    Placed,
    Pocketed,
    PocketName,
    Point,
    RackOpened,
    Rail,
    RailTouch,
    Rebound,
    Rest,
    Returned,
    SelfDropped,
    SelfMoved,
    Strike,
    Touched,
)
from vision.synthesis.errors import InvalidMotionError

_TYPES: Final[dict[type, str]] = {
    Strike: "strike",
    Contact: "contact",
    RailTouch: "rail",
    Pocketed: "pocketed",
    Rebound: "rebound",
    OffTable: "off_table",
    Returned: "returned",
    ForeignContact: "foreign_contact",
    Crossing: "crossing",
    Placed: "placed",
    PickedUp: "picked_up",
    Touched: "touched",
    SelfMoved: "self_moved",
    SelfDropped: "self_dropped",
    RackOpened: "rack_opened",
    Intrusion: "intrusion",
    Rest: "rest",
}


def event_to_json(event: Event, digits: int = 6) -> dict[str, Any]:
    """Return one event as the object of a truth file (no confidence).

    Args:
        event: Any event.
        digits: Decimals of times (s) and places (m).
    """
    head = {"type": _TYPES[type(event)], "t": round(event.t, digits)}
    fields = _fields(event, digits)
    return head | {key: value for key, value in fields.items() if value is not None}


def _xy(point: Point | None, digits: int) -> list[float] | None:
    return None if point is None else [round(point.x, digits), round(point.y, digits)]


def _fields(event: Event, digits: int) -> dict[str, Any]:
    match event:
        case Strike():
            return _strike(event, digits)
        case Contact():
            return _contact(event, digits)
        case RailTouch():
            return _rail(event, digits)
        case Crossing():
            line, toward = event.line.value, event.toward.value
            return {"ball": event.ball.name, "line": line, "toward": toward}
        case Pocketed() | Rebound() | SelfDropped():
            return {"ball": event.ball.name, "pocket": event.pocket.value}
        case OffTable() | Returned() | Placed() | PickedUp() | Rest():
            return {"ball": event.ball.name, "xy": _xy(event.xy, digits)}
        case ForeignContact():
            return {"ball": event.ball.name, "with": event.with_}
        case Touched():
            moved_mm = round(event.moved * 1000, 3)
            by = event.by.value
            return {"ball": event.ball.name, "by": by, "moved_mm": moved_mm}
        case SelfMoved():
            ends = {"from": _xy(event.from_xy, digits), "to": _xy(event.to_xy, digits)}
            return {"ball": event.ball.name, **ends}
        case RackOpened():
            names = [ball.name for ball in sorted(event.balls)]
            return {"t_to": round(event.t_to, digits), "balls": names}
        case Intrusion():
            return {"t_to": round(event.t_to, digits), "kind": event.kind.value}
        case _:
            assert_never(event)


def _strike(event: Strike, digits: int) -> dict[str, Any]:
    return {
        "ball": event.ball.name,
        "direction": _xy(event.direction, digits),
        "speed": None if event.speed is None else round(event.speed, digits),
        "side": event.side,
    }


def _contact(event: Contact, digits: int) -> dict[str, Any]:
    names = [ball.name for ball in event.balls]
    places = None
    if event.xy is not None:
        pairs = zip(names, event.xy, strict=True)
        places = {name: _xy(point, digits) for name, point in pairs}
    moving = None
    if event.moving is not None:
        moving = [ball.name for ball in sorted(event.moving)]
    return {"balls": names, "xy": places, "moving": moving}


def _rail(event: RailTouch, digits: int) -> dict[str, Any]:
    return {
        "ball": event.ball.name,
        "rail": event.rail.value,
        "xy": _xy(event.xy, digits),
        "jaw": True if event.jaw else None,
        "pocket": None if event.pocket is None else event.pocket.value,
    }


def event_from_json(data: Mapping[str, Any]) -> Event:
    """Return the event that an object of a truth file describes.

    Raises:
        InvalidMotionError: Its type is unknown or a field is missing.
    """
    kind = data.get("type")
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        raise InvalidMotionError(f"unknown event type {kind!r} in truth")
    try:
        return reader(data)
    except KeyError as error:
        raise InvalidMotionError(f"{kind} event lacks the field {error}") from error


def _point(data: Any) -> Point | None:
    return None if data is None else Point(float(data[0]), float(data[1]))


def _known_point(data: Any) -> Point:
    return Point(float(data[0]), float(data[1]))


def _base(data: Mapping[str, Any]) -> dict[str, Any]:
    return {"t": float(data["t"]), "ball": Ball(data["ball"])}


def _read_contact(data: Mapping[str, Any]) -> Contact:
    first, second = (Ball(name) for name in data["balls"])
    xy = data.get("xy")
    moving = data.get("moving")
    return Contact(
        t=float(data["t"]),
        balls=(first, second),
        xy=None
        if xy is None
        else (_known_point(xy[first.name]), _known_point(xy[second.name])),
        moving=None if moving is None else frozenset(Ball(name) for name in moving),
    )


def _read_rail(data: Mapping[str, Any]) -> RailTouch:
    pocket = data.get("pocket")
    return RailTouch(
        **_base(data),
        rail=Rail(data["rail"]),
        xy=_point(data.get("xy")),
        jaw=bool(data.get("jaw", False)),
        pocket=None if pocket is None else PocketName(pocket),
    )


_READERS: Final[dict[str, Callable[[Mapping[str, Any]], Event]]] = {
    "strike": lambda d: Strike(
        **_base(d),
        direction=_point(d.get("direction")),
        speed=d.get("speed"),
        side=d.get("side"),
    ),
    "contact": _read_contact,
    "rail": _read_rail,
    "pocketed": lambda d: Pocketed(**_base(d), pocket=PocketName(d["pocket"])),
    "rebound": lambda d: Rebound(**_base(d), pocket=PocketName(d["pocket"])),
    "self_dropped": lambda d: SelfDropped(**_base(d), pocket=PocketName(d["pocket"])),
    "off_table": lambda d: OffTable(**_base(d), xy=_point(d.get("xy"))),
    "returned": lambda d: Returned(**_base(d), xy=_point(d.get("xy"))),
    "foreign_contact": lambda d: ForeignContact(**_base(d), with_=d["with"]),
    "crossing": lambda d: Crossing(
        **_base(d), line=Line(d["line"]), toward=Rail(d["toward"])
    ),
    "placed": lambda d: Placed(**_base(d), xy=_known_point(d["xy"])),
    "picked_up": lambda d: PickedUp(**_base(d), xy=_point(d.get("xy"))),
    "touched": lambda d: Touched(
        **_base(d), by=Intruder(d["by"]), moved=float(d["moved_mm"]) / 1000
    ),
    "self_moved": lambda d: SelfMoved(
        **_base(d), from_xy=_known_point(d["from"]), to_xy=_known_point(d["to"])
    ),
    "rack_opened": lambda d: RackOpened(
        t=float(d["t"]),
        t_to=float(d["t_to"]),
        balls=frozenset(Ball(name) for name in d["balls"]),
    ),
    "intrusion": lambda d: Intrusion(
        t=float(d["t"]), t_to=float(d["t_to"]), kind=Intruder(d["kind"])
    ),
    "rest": lambda d: Rest(**_base(d), xy=_point(d.get("xy"))),
}
