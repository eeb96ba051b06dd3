"""Events of an analysed shot in the rulebook's words."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from adjudicator.balls import Ball
from adjudicator.events import (
    Contact,
    Event,
    OffTable,
    Pocketed,
    Point,
    RackOpened,
    RailTouch,
    Rebound,
    Rest,
    Strike,
)
from adjudicator.table import TableGeometry
from adjudicator.validity import balls_of
from tracking.arrays import FloatArray
from tracking.events.analysis import Analysis
from tracking.events.causes import Cause, CauseKind
from tracking.events.confidence import confidence_of, lost_confidence
from tracking.events.endings import EndingKind
from tracking.events.naming import ball_of_key

_SLOWEST: Final = 0.02


def strike_event(analysis: Analysis) -> Strike | None:
    """Return the strike, or None if none was seen."""
    strike = analysis.strike
    if strike is None:
        return None
    speed = float(np.hypot(*strike.velocity))
    direction = None
    if speed > _SLOWEST:
        direction = Point(*(float(v) for v in strike.velocity / speed))
    key = analysis.paths[strike.ball].key
    return Strike(
        t=strike.t,
        ball=ball_of_key(key),
        direction=direction,
        speed=speed,
        confidence=0.99,
    )


def cause_event(analysis: Analysis, cause: Cause, table: TableGeometry) -> Event:
    """Return the event of a cause."""
    keys = [analysis.paths[ball].key for ball in cause.balls]
    account = analysis.account
    if any(cause is lost for lost in account.lost):
        confidence = lost_confidence(cause, account)
    else:
        confidence = confidence_of(cause, account, analysis.moments, table)
    if cause.kind is CauseKind.CONTACT:
        return _contact(analysis, cause, keys, confidence)
    if cause.rail is None:
        raise ValueError(f"a {cause.kind} at {cause.t} s names no rail")
    return RailTouch(
        t=cause.t,
        ball=ball_of_key(keys[0]),
        rail=cause.rail,
        xy=point(cause.places[0]),
        jaw=cause.kind is CauseKind.JAW,
        pocket=cause.pocket,
        confidence=confidence,
    )


def _contact(
    analysis: Analysis, cause: Cause, keys: list[int], confidence: float
) -> Contact:
    moving = frozenset(
        ball_of_key(key)
        for key, ball in zip(keys, cause.balls, strict=True)
        if _moves_before(analysis, ball, cause)
    )
    order = sorted(range(2), key=lambda i: keys[i])
    first, second = (ball_of_key(keys[i]) for i in order)
    return Contact(
        t=cause.t,
        balls=(first, second),
        xy=(point(cause.places[order[0]]), point(cause.places[order[1]])),
        moving=moving,
        confidence=confidence,
    )


def _moves_before(analysis: Analysis, ball: int, cause: Cause) -> bool:
    if cause.moving is not None:
        return ball in cause.moving
    for i in cause.knots:
        knot = analysis.moments[i].knot
        if knot.ball == ball:
            return not knot.left.at_rest
    return False


def opening_events(analysis: Analysis) -> list[Event]:
    """Return the tight clusters that opened, each as one event."""
    return [
        RackOpened(
            t=opening.t,
            t_to=opening.t_to,
            balls=frozenset(ball_of_key(analysis.paths[b].key) for b in opening.balls),
            confidence=0.99,
        )
        for opening in analysis.openings
    ]


def ending_events(analysis: Analysis) -> list[Event]:
    """Return the balls that dropped or left the table."""
    events: list[Event] = []
    for path, ending in zip(analysis.paths, analysis.endings, strict=True):
        ball = ball_of_key(path.key)
        if ending.kind is EndingKind.POCKETED and ending.pocket is not None:
            events.append(
                Pocketed(
                    t=ending.t,
                    ball=ball,
                    pocket=ending.pocket,
                    confidence=ending.confidence,
                )
            )
        elif ending.kind in (EndingKind.OFF_TABLE, EndingKind.UNSEEN):
            confidence = ending.confidence
            if ending.kind is EndingKind.UNSEEN:
                confidence = min(confidence, 0.3)
            events.append(
                OffTable(
                    t=ending.t, ball=ball, xy=point(ending.place), confidence=confidence
                )
            )
    return events


def rest_events(analysis: Analysis) -> list[Event]:
    """Return when balls came to rest."""
    events: list[Event] = []
    for moment in analysis.moments:
        knot = moment.knot
        if not knot.stops:
            continue
        events.append(
            Rest(
                t=float(moment.t[moment.nothing_at]),
                ball=ball_of_key(analysis.paths[knot.ball].key),
                xy=point(knot.right.mean[0, :2]),
                confidence=0.97,
            )
        )
    return events


def without_fallen(events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the events without those of balls that lay in a pocket by then.

    A ball in sight comes to rest there, and may touch what it has been touching.

    Args:
        events: In the order of their times.
    """
    down: set[Ball] = set()
    possible: list[Event] = []
    for event in events:
        if isinstance(event, Rebound):
            down.discard(event.ball)
        elif down.intersection(balls_of(event)):
            continue
        possible.append(event)
        if isinstance(event, Pocketed):
            down.add(event.ball)
    return tuple(possible)


def point(xy: FloatArray) -> Point:
    """Return a place as the rulebook's point."""
    return Point(float(xy[0]), float(xy[1]))
