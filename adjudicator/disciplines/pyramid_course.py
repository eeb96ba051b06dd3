"""Pyramid: the course of a shot, as the clauses on breaks and legal shots read it.

Only hits, rails, crossings of the centre line and drops from the first contact of
the cue ball on are steps; who moved when two balls met is worked out here.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Final, NamedTuple

from adjudicator.balls import Ball
from adjudicator.clause import applies, defines
from adjudicator.disciplines.pyramid_hanging import Drop
from adjudicator.events import (
    Contact,
    Crossing,
    Event,
    Line,
    PocketName,
    RackOpened,
    Rail,
    RailTouch,
    Rest,
)
from adjudicator.facts import Facts
from adjudicator.settings import Switches

CENTER_POCKETS: Final = frozenset({PocketName.CENTER_LEFT, PocketName.CENTER_RIGHT})


class What(Enum):
    """Kinds of steps."""

    HIT = "hit"
    OPENED = "opened"
    RAIL = "rail"
    CENTER = "center"
    DOWN = "down"


class Step(NamedTuple):
    """One step of a shot.

    Attributes:
        what: Its kind.
        event: That shows it.
        balls: Two that met, all of a cluster that opened, or one.
        rail: That was reached.
        moving: Which of the balls moved before they met.
    """

    what: What
    event: Event
    balls: tuple[Ball, ...]
    rail: Rail | None = None
    moving: frozenset[Ball] = frozenset()


@applies("pyramid.4.1", "pyramid.4.2", "pyramid.20.n1")
def course(
    facts: Facts, made: Mapping[Ball, Drop], switches: Switches
) -> tuple[Step, ...]:
    """Return the steps from the first contact on; empty if there was none.

    Args:
        facts: Of the shot.
        made: Drops that belong to the shot.
        switches: Say whether the nose of a centre pocket is a rail, and how far a
            ball moves noticeably.
    """
    steps: list[Step] = []
    moving = set(facts.shot.moving_at_strike)
    if facts.cue_ball is not None:
        moving.add(facts.cue_ball)
    for event in facts.shot.events:
        if isinstance(event, Rest):
            moving.discard(event.ball)
            continue
        for step in _steps(event, facts, made, moving, switches):
            if steps or _is_first(step, facts, switches):
                steps.append(step)
            moving.update(step.balls)
    return tuple(steps)


def _steps(
    event: Event,
    facts: Facts,
    made: Mapping[Ball, Drop],
    moving: set[Ball],
    switches: Switches,
) -> Iterator[Step]:
    if isinstance(event, RailTouch):
        yield from _rail_steps(event, facts, switches)
    elif isinstance(event, Contact):
        movers = event.moving
        if movers is None:
            movers = frozenset(moving)
        yield Step(
            What.HIT, event, event.balls, moving=movers.intersection(event.balls)
        )
    elif isinstance(event, Crossing):
        if event.line is Line.CENTER:
            yield Step(What.CENTER, event, (event.ball,))
    elif isinstance(event, RackOpened):
        yield Step(
            What.OPENED,
            event,
            tuple(sorted(event.balls)),
            moving=event.balls.intersection(moving),
        )
    else:
        ball = getattr(event, "ball", None)
        if ball is not None and made.get(ball) is event:
            yield Step(What.DOWN, event, (ball,))


def _is_first(step: Step, facts: Facts, switches: Switches) -> bool:
    """Whether a step is the first contact of the cue ball with another ball."""
    if step.what is What.OPENED:
        return facts.cue_ball in step.balls
    if step.what is not What.HIT or facts.cue_ball not in step.balls:
        return False
    assert isinstance(step.event, Contact)  # noqa: S101  # a hit is a contact
    return not _played_away(facts, step.event, switches)


@applies("pyramid.19.2.n")
def _played_away(facts: Facts, contact: Contact, switches: Switches) -> bool:
    """Whether the cue ball only left a ball that it touched and that did not move."""
    before, after = facts.shot.before, facts.shot.after
    one, two = sorted(contact.balls)
    if not before.frozen_pairs or (one, two) not in before.frozen_pairs:
        return False
    other = two if one is facts.cue_ball else one
    old, new = before.balls.get(other), after.balls.get(other)
    if old is None or new is None:
        return False
    still = switches.noticeable_move_mm / 1000
    if abs(old.x - new.x) > still or abs(old.y - new.y) > still:
        return False
    return not any(
        other in step.balls and step is not contact for step in facts.contacts
    )


@applies("pyramid.20.n4")
def _rail_steps(touch: RailTouch, facts: Facts, switches: Switches) -> Iterator[Step]:
    """Yield the rail; at the far nose of a centre pocket, the crossing before it."""
    nose = touch.jaw and touch.pocket in CENTER_POCKETS
    if nose and _crossed_unseen(touch, facts):
        yield Step(What.CENTER, touch, (touch.ball,))
    if not nose or switches.pyramid_jaw_is_rail:
        yield Step(What.RAIL, touch, (touch.ball,), touch.rail)


@defines("pyramid.20.n3")
def _crossed_unseen(touch: RailTouch, facts: Facts) -> bool:
    """Whether a ball at a centre pocket's nose must have crossed the line unseen.

    Where nobody measured the place, the nose is taken for the far one.
    """
    crossings = [
        seen
        for seen in facts.crossings
        if seen.ball is touch.ball and seen.line is Line.CENTER and seen.t <= touch.t
    ]
    start = facts.shot.before.balls.get(touch.ball)
    if touch.xy is None or (start is None and not crossings):
        return not crossings
    if crossings:
        side = 1.0 if crossings[-1].toward is Rail.FOOT else -1.0
    else:
        assert start is not None  # noqa: S101  # else there is a crossing
        side = start.x
    return touch.xy.x * side < 0
