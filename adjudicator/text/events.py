"""Events as JSON objects, and back."""

from collections.abc import Callable
from typing import Any, Final, assert_never

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


def _clean(**values: object) -> Object:
    return {
        name.rstrip("_"): value for name, value in values.items() if value is not None
    }


def _xy(point: Point | None) -> list[float] | None:
    return None if point is None else [point.x, point.y]


def event_object(event: Event) -> Object:
    """Return the JSON object of an event."""
    t, sure = event.t, event.confidence
    match event:
        case Strike(ball=ball, direction=way, speed=speed, side=side):
            return _clean(
                type="strike",
                t=t,
                ball=ball.name,
                direction=_xy(way),
                speed=speed,
                side=side,
                confidence=sure,
            )
        case Contact(balls=balls, xy=xy, moving=moving):
            places = None
            if xy is not None:
                places = {
                    ball.name: _xy(point) for ball, point in zip(balls, xy, strict=True)
                }
            return _clean(
                type="contact",
                t=t,
                balls=[ball.name for ball in balls],
                xy=places,
                moving=None if moving is None else names(moving),
                confidence=sure,
            )
        case RailTouch(ball=ball, rail=rail, xy=place, jaw=jaw, pocket=pocket):
            return _clean(
                type="rail",
                t=t,
                ball=ball.name,
                rail=rail.value,
                xy=_xy(place),
                jaw=jaw or None,
                pocket=None if pocket is None else pocket.value,
                confidence=sure,
            )
        case Pocketed(ball=ball, pocket=pocket):
            kind = "pocketed"
        case Rebound(ball=ball, pocket=pocket):
            kind = "rebound"
        case SelfDropped(ball=ball, pocket=pocket):
            kind = "self_dropped"
        case OffTable(ball=ball, xy=place):
            return _placed("off_table", t, ball, place, sure)
        case Returned(ball=ball, xy=place):
            return _placed("returned", t, ball, place, sure)
        case Placed(ball=ball, xy=place):
            return _placed("placed", t, ball, place, sure)
        case PickedUp(ball=ball, xy=place):
            return _placed("picked_up", t, ball, place, sure)
        case Rest(ball=ball, xy=place):
            return _placed("rest", t, ball, place, sure)
        case ForeignContact(ball=ball, with_=thing):
            return _clean(
                type="foreign_contact",
                t=t,
                ball=ball.name,
                with_=thing,
                confidence=sure,
            )
        case Crossing(ball=ball, line=line, toward=toward):
            return _clean(
                type="crossing",
                t=t,
                ball=ball.name,
                line=line.value,
                toward=toward.value,
                confidence=sure,
            )
        case Touched(ball=ball, by=by, moved=moved):
            return _clean(
                type="touched",
                t=t,
                ball=ball.name,
                by=by.value,
                moved_mm=_millimetres(moved),
                confidence=sure,
            )
        case SelfMoved(ball=ball, from_xy=start, to_xy=end):
            return _clean(
                type="self_moved",
                t=t,
                ball=ball.name,
                from_=_xy(start),
                to=_xy(end),
                confidence=sure,
            )
        case RackOpened(t_to=t_to, balls=many):
            return _clean(
                type="rack_opened", t=t, t_to=t_to, balls=names(many), confidence=sure
            )
        case Intrusion(t_to=t_to, kind=intruder):
            return _clean(
                type="intrusion", t=t, t_to=t_to, kind=intruder.value, confidence=sure
            )
        case _:  # pragma: no cover  # the union is closed
            assert_never(event)
    return _clean(type=kind, t=t, ball=ball.name, pocket=pocket.value, confidence=sure)


def _placed(
    kind: str, t: float, ball: Ball, place: Point | None, sure: float
) -> Object:
    return _clean(type=kind, t=t, ball=ball.name, xy=_xy(place), confidence=sure)


def _millimetres(metres: float) -> float:
    """Return millimetres, to the nanometre."""
    return round(metres * 1000, 6)


def _metres(millimetres: float) -> float:
    """Return metres, to the nanometre, so that what was printed is read again."""
    return round(millimetres / 1000, 9)


def names(balls: frozenset[Ball]) -> list[str]:
    """Return the names of balls in their order."""
    return [ball.name for ball in sorted(balls)]


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
