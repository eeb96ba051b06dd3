"""Events as JSON objects, and back."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from adjudicator.balls import Ball
from adjudicator.errors import NotationError
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
from adjudicator.text.fields import Fields

Object = dict[str, Any]


def _xy(point: Point | None) -> list[float] | None:
    return None if point is None else [point.x, point.y]


def _millimetres(metres: float) -> float:
    """Return millimetres, to the nanometre."""
    return round(metres * 1000, 6)


def _metres(millimetres: float) -> float:
    """Return metres, to the nanometre, so that what was printed is read again."""
    return round(millimetres / 1000, 9)


def names(balls: frozenset[Ball]) -> list[str]:
    """Return the names of balls in their order."""
    return [ball.name for ball in sorted(balls)]


def _at(event: Any) -> Object:
    return {"ball": event.ball.name, "xy": _xy(event.xy)}


def _into(event: Any) -> Object:
    return {"ball": event.ball.name, "pocket": event.pocket.value}


def _contact_fields(event: Contact) -> Object:
    places = None
    if event.xy is not None:
        pairs = zip(event.balls, event.xy, strict=True)
        places = {ball.name: _xy(point) for ball, point in pairs}
    return {
        "balls": [ball.name for ball in event.balls],
        "xy": places,
        "moving": None if event.moving is None else names(event.moving),
    }


_WRITERS: Final[Mapping[type, tuple[str, Callable[[Any], Object]]]] = {
    Strike: (
        "strike",
        lambda e: {
            "ball": e.ball.name,
            "direction": _xy(e.direction),
            "speed": e.speed,
            "side": e.side,
        },
    ),
    Contact: ("contact", _contact_fields),
    RailTouch: (
        "rail",
        lambda e: {
            "ball": e.ball.name,
            "rail": e.rail.value,
            "xy": _xy(e.xy),
            "jaw": e.jaw or None,
            "pocket": None if e.pocket is None else e.pocket.value,
        },
    ),
    Pocketed: ("pocketed", _into),
    Rebound: ("rebound", _into),
    SelfDropped: ("self_dropped", _into),
    OffTable: ("off_table", _at),
    Returned: ("returned", _at),
    Placed: ("placed", _at),
    PickedUp: ("picked_up", _at),
    Rest: ("rest", _at),
    ForeignContact: (
        "foreign_contact",
        lambda e: {"ball": e.ball.name, "with": e.with_},
    ),
    Crossing: (
        "crossing",
        lambda e: {
            "ball": e.ball.name,
            "line": e.line.value,
            "toward": e.toward.value,
        },
    ),
    Touched: (
        "touched",
        lambda e: {
            "ball": e.ball.name,
            "by": e.by.value,
            "moved_mm": _millimetres(e.moved),
        },
    ),
    SelfMoved: (
        "self_moved",
        lambda e: {"ball": e.ball.name, "from": _xy(e.from_xy), "to": _xy(e.to_xy)},
    ),
    RackOpened: ("rack_opened", lambda e: {"t_to": e.t_to, "balls": names(e.balls)}),
    Intrusion: ("intrusion", lambda e: {"t_to": e.t_to, "kind": e.kind.value}),
}
"""The name of each kind of event, and its fields beside time and confidence."""


def event_object(event: Event) -> Object:
    """Return the JSON object of an event; what is not known is left out."""
    kind, fields = _WRITERS[type(event)]
    known = {name: value for name, value in fields(event).items() if value is not None}
    return {"type": kind, "t": event.t, **known, "confidence": event.confidence}


def _contact(f: Fields, t: float, sure: float) -> Event:
    balls = f.balls("balls")
    if len(balls) != 2 or balls[0] is balls[1]:
        raise f.fail("balls", f"expected two balls, got {[b.name for b in balls]}")
    xy = None
    if "xy" in f:
        places = f.below("xy")
        xy = (places.point(balls[0].name), places.point(balls[1].name))
    moving = frozenset(f.balls("moving")) if "moving" in f else None
    return Contact(
        t=t, balls=(balls[0], balls[1]), xy=xy, moving=moving, confidence=sure
    )


_READERS: Final[dict[str, Callable[[Fields, float, float], Event]]] = {
    "strike": lambda f, t, c: Strike(
        t=t,
        ball=f.ball("ball"),
        direction=f.maybe("direction", f.point),
        speed=f.maybe("speed", f.number),
        side=f.maybe("side", f.text),
        confidence=c,
    ),
    "contact": _contact,
    "rail": lambda f, t, c: RailTouch(
        t=t,
        ball=f.ball("ball"),
        rail=f.choice("rail", Rail),
        xy=f.maybe("xy", f.point),
        jaw=f.flag("jaw"),
        pocket=f.choice("pocket", PocketName) if "pocket" in f else None,
        confidence=c,
    ),
    "pocketed": lambda f, t, c: Pocketed(
        t=t, ball=f.ball("ball"), pocket=f.choice("pocket", PocketName), confidence=c
    ),
    "rebound": lambda f, t, c: Rebound(
        t=t, ball=f.ball("ball"), pocket=f.choice("pocket", PocketName), confidence=c
    ),
    "self_dropped": lambda f, t, c: SelfDropped(
        t=t, ball=f.ball("ball"), pocket=f.choice("pocket", PocketName), confidence=c
    ),
    "off_table": lambda f, t, c: OffTable(
        t=t, ball=f.ball("ball"), xy=f.maybe("xy", f.point), confidence=c
    ),
    "returned": lambda f, t, c: Returned(
        t=t, ball=f.ball("ball"), xy=f.maybe("xy", f.point), confidence=c
    ),
    "placed": lambda f, t, c: Placed(
        t=t, ball=f.ball("ball"), xy=f.point("xy"), confidence=c
    ),
    "picked_up": lambda f, t, c: PickedUp(
        t=t, ball=f.ball("ball"), xy=f.maybe("xy", f.point), confidence=c
    ),
    "rest": lambda f, t, c: Rest(
        t=t, ball=f.ball("ball"), xy=f.maybe("xy", f.point), confidence=c
    ),
    "foreign_contact": lambda f, t, c: ForeignContact(
        t=t, ball=f.ball("ball"), with_=f.text("with"), confidence=c
    ),
    "crossing": lambda f, t, c: Crossing(
        t=t,
        ball=f.ball("ball"),
        line=f.choice("line", Line),
        toward=f.choice("toward", Rail),
        confidence=c,
    ),
    "touched": lambda f, t, c: Touched(
        t=t,
        ball=f.ball("ball"),
        by=f.choice("by", Intruder),
        moved=_metres(f.maybe("moved_mm", f.number) or 0.0),
        confidence=c,
    ),
    "self_moved": lambda f, t, c: SelfMoved(
        t=t,
        ball=f.ball("ball"),
        from_xy=f.point("from"),
        to_xy=f.point("to"),
        confidence=c,
    ),
    "rack_opened": lambda f, t, c: RackOpened(
        t=t, t_to=f.number("t_to"), balls=frozenset(f.balls("balls")), confidence=c
    ),
    "intrusion": lambda f, t, c: Intrusion(
        t=t, t_to=f.number("t_to"), kind=f.choice("kind", Intruder), confidence=c
    ),
}


def read_event(content: object, where: str) -> Event:
    """Return the event of a JSON object.

    Raises:
        NotationError: Where and what is wrong.
    """
    fields = Fields(content, where)
    kind = fields.text("type")
    reader = _READERS.get(kind)
    if reader is None:
        raise fields.fail("type", f"{kind!r} is no event: {', '.join(_READERS)}")
    sure = fields.maybe("confidence", fields.number)
    sure = 1.0 if sure is None else sure
    if not 0.0 <= sure <= 1.0:
        raise NotationError(f"{where}, field confidence: {sure} is not in [0, 1]")
    return reader(fields, fields.number("t"), sure)
