"""Pyramid: strokes at a near ball, as evidence of a push to confirm (pyramid.19.2)."""

import math
from dataclasses import dataclass
from typing import Final

from adjudicator.balls import Ball
from adjudicator.clause import applies, defines
from adjudicator.disciplines.pyramid_course import Step
from adjudicator.events import Contact, Event, Point, Strike
from adjudicator.facts import Facts
from adjudicator.settings import Switches
from adjudicator.table import TableGeometry

SIDE: Final = math.radians(45)
"""A stroke this far from the line of centres is no push (pyramid.19.2.1)."""

TOUCHING_SIDE: Final = math.atan(2.0)
"""The same for a ball that is touched: it takes up to half of the speed along the
line of centres, so the cue ball leaves at a wider angle than that of the cue."""

TOUCHING: Final = 0.001
"""A smaller gap than this cannot be told from a touch, metres."""

FOLLOW_UNCERTAINTY: Final = 0.004
"""A follow this near to half a ball is not told from more, metres."""


@dataclass(frozen=True, slots=True)
class NearStroke:
    """A stroke at a ball hardly farther than a cube of chalk.

    Attributes:
        hit: The near ball.
        gap: To it before the stroke, metres.
        angle: Between the cue ball's way and the line of centres, radians.
        follow: How far the cue ball went after the ball, metres.
        strike: The stroke.
        contact: With the near ball.
    """

    hit: Ball
    gap: float
    angle: float | None
    follow: float | None
    strike: Strike | None
    contact: Contact


@applies("pyramid.19.2.0")
def near_stroke(
    facts: Facts, first: Step, table: TableGeometry, switches: Switches
) -> NearStroke | None:
    """Return the stroke at a near ball, or None if the ball hit was farther away."""
    contact, cue_ball = first.event, facts.cue_ball
    if not isinstance(contact, Contact) or cue_ball is None:
        return None
    one, two = contact.balls
    hit = two if one is cue_ball else one
    here, there = (
        facts.shot.before.balls.get(cue_ball),
        facts.shot.before.balls.get(hit),
    )
    if here is None or there is None or here == there:
        return None
    gap = math.dist(here, there) - 2 * table.ball_radius
    if gap > switches.chalk_cube_mm / 1000:
        return None
    strike = facts.strike
    return NearStroke(
        hit,
        max(0.0, gap),
        _angle(strike, here, there),
        _follow(facts, contact, cue_ball, (here, there), switches),
        strike,
        contact,
    )


def _angle(strike: Strike | None, here: Point, there: Point) -> float | None:
    if strike is None or strike.direction is None:
        return None
    along, across = _parts(strike.direction, here, there)
    return math.atan2(abs(across), along)


def _parts(vector: Point, here: Point, there: Point) -> tuple[float, float]:
    """Return the parts of a vector along and across a line of centres."""
    length = math.dist(here, there)
    x, y = (there.x - here.x) / length, (there.y - here.y) / length
    return vector.x * x + vector.y * y, vector.y * x - vector.x * y


def _follow(
    facts: Facts,
    contact: Contact,
    cue_ball: Ball,
    before: tuple[Point, Point],
    switches: Switches,
) -> float | None:
    """Return how far the cue ball went along the line of centres, or None.

    It is followed to its next event, a ball, a rail or rest.
    """
    here, there = before
    start = here
    if contact.xy is not None:
        index = contact.balls.index(cue_ball)
        here, there = contact.xy[index], contact.xy[1 - index]
        if switches.pyramid_follow_reference == "position_at_collision":
            start = here
    end = _next_place(facts, contact, cue_ball)
    if end is None or here == there:
        return None
    return _parts(Point(end.x - start.x, end.y - start.y), here, there)[0]


def _next_place(facts: Facts, contact: Contact, cue_ball: Ball) -> Point | None:
    events = facts.shot.events
    for event in events[events.index(contact) + 1 :]:
        if isinstance(event, Contact):
            if cue_ball in event.balls:
                return _xy_of(event, cue_ball)
        elif getattr(event, "ball", None) is cue_ball:
            xy: Point | None = getattr(event, "xy", None)
            if xy is not None:
                return xy
    return facts.shot.after.balls.get(cue_ball)


def _xy_of(event: Event, ball: Ball) -> Point | None:
    assert isinstance(event, Contact)  # noqa: S101  # asked of contacts only
    return None if event.xy is None else event.xy[event.balls.index(ball)]


@defines("pyramid.19.2.1", "pyramid.19.2.2")
def may_be_push(stroke: NearStroke, ball_radius: float) -> bool:
    """Whether neither the angle nor the follow clears a stroke at a near ball."""
    side = TOUCHING_SIDE if stroke.gap < TOUCHING else SIDE
    if stroke.angle is not None and stroke.angle >= side - 1e-9:
        return False
    if stroke.follow is None:
        return stroke.angle is not None
    return stroke.follow > ball_radius - FOLLOW_UNCERTAINTY
