"""Pyramid: the course of a shot, as the clauses on breaks and legal shots read it.

Only hits, rails, crossings of the centre line and drops from the first contact of
the cue ball on are steps; who moved when two balls met is worked out here.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from adjudicator.balls import Ball
from adjudicator.clause import applies, defines
from adjudicator.disciplines.pyramid_hanging import Drop
from adjudicator.events import (
    Contact,
    Crossing,
    Event,
    Line,
    Pocketed,
    PocketName,
    RackOpened,
    Rail,
    RailTouch,
    Rest,
    SelfDropped,
)
from adjudicator.facts import Facts
from adjudicator.settings import Switches

CENTER_POCKETS: Final = frozenset({PocketName.CENTER_LEFT, PocketName.CENTER_RIGHT})


class What(StrEnum):
    """Kinds of steps."""

    HIT = "hit"
    OPENED = "opened"
    RAIL = "rail"
    CENTER = "center"
    DOWN = "down"


_RAIL: Final = What.RAIL


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
    moving: tuple[Ball, ...] = ()


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
    moving = {*facts.shot.moving_at_strike, facts.cue_ball}
    for event in facts.shot.events:
        if type(event) is RailTouch:
            moving.add(event.ball)
            if event.jaw and steps and event.pocket in CENTER_POCKETS:
                steps.extend(_nose_steps(event, facts, switches))
            elif steps:
                steps.append(Step(_RAIL, event, (event.ball,), event.rail))
        elif type(event) is Contact:
            movers = moving if event.moving is None else event.moving
            balls = event.balls
            if steps or _is_first(event, facts, switches):
                met = tuple([ball for ball in balls if ball in movers])
                steps.append(Step(What.HIT, event, balls, None, met))
            moving.update(balls)
        elif type(event) is Rest:
            moving.discard(event.ball)
        elif type(event) is Crossing:
            moving.add(event.ball)
            if steps and event.line is Line.CENTER:
                steps.append(Step(What.CENTER, event, (event.ball,)))
        elif type(event) is RackOpened:
            if steps or facts.cue_ball in event.balls:
                steps.append(_opened(event, moving))
            moving.update(event.balls)
        elif (
            steps
            and isinstance(event, Pocketed | SelfDropped)
            and made.get(event.ball) is event
        ):
            steps.append(Step(What.DOWN, event, (event.ball,)))
    return tuple(steps)


def _opened(event: RackOpened, moving: set[Ball | None]) -> Step:
    balls = tuple(sorted(event.balls))
    movers = tuple([ball for ball in balls if ball in moving])
    return Step(What.OPENED, event, balls, None, movers)


def _is_first(contact: Contact, facts: Facts, switches: Switches) -> bool:
    """Whether the cue ball meets another ball, and does not only leave it."""
    if facts.cue_ball not in contact.balls:
        return False
    return not _played_away(facts, contact, switches)


@applies("pyramid.19.2.n")
def _played_away(facts: Facts, contact: Contact, switches: Switches) -> bool:
    """Whether the cue ball only left a ball that it touched and that did not move."""
    before, after = facts.shot.before, facts.shot.after
    if not before.frozen_pairs:
        return False
    one, two = sorted(contact.balls)
    if (one, two) not in before.frozen_pairs:
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
def _nose_steps(touch: RailTouch, facts: Facts, switches: Switches) -> list[Step]:
    """Return the crossing before the far nose of a centre pocket, and the rail."""
    found = []
    if _crossed_unseen(touch, facts):
        found.append(Step(What.CENTER, touch, (touch.ball,)))
    if switches.pyramid_jaw_is_rail:
        found.append(Step(What.RAIL, touch, (touch.ball,), touch.rail))
    return found


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
