"""What a simulated shot turned out to be, in the plain terms shots are chosen by.

These tests choose scenes; rulings are the rulebook's.
"""

from collections.abc import Callable
from enum import StrEnum

from adjudicator.balls import Ball, Discipline
from adjudicator.events import Contact, Event, Pocketed, RailTouch
from vision.synthesis.motion import Motion


class Outcome(StrEnum):
    """Outcomes that a scene can be asked to have."""

    ANY = "any"
    POT = "pot"
    CALLED_POT = "called-pot"
    NO_POT = "no-pot"
    SCRATCH = "scratch"
    WRONG_BALL = "wrong-ball"
    NO_RAIL = "no-rail"
    NO_CONTACT = "no-contact"
    LEGAL_BREAK = "legal-break"
    DRY_BREAK = "dry-break"
    POOR_BREAK = "poor-break"
    TWO_RAILS = "two-rails"
    ONE_RAIL = "one-rail"


def balls_on(discipline: Discipline, balls: frozenset[Ball], cue: Ball) -> set[Ball]:
    """Return the balls that may be hit first (eight-ball: of an open table)."""
    others = set(balls) - {cue}
    if discipline is Discipline.NINE_BALL:
        return {min(others, key=lambda ball: ball.number or 99)} if others else set()
    if discipline is Discipline.BONUS_BALL:
        return {ball for ball in others if ball.name.startswith("purple")}
    if discipline is Discipline.EIGHT_BALL:
        return {ball for ball in others if ball.number != 8} or others
    return others


def first_contact(motion: Motion) -> Contact | None:
    """Return the cue ball's first contact, or None."""
    for event in motion.events:
        if isinstance(event, Contact) and motion.cue_ball in event.balls:
            return event
    return None


def first_hit(motion: Motion) -> Ball | None:
    """Return the ball that the cue ball touched first, or None."""
    contact = first_contact(motion)
    if contact is None:
        return None
    first, second = contact.balls
    return second if first is motion.cue_ball else first


def pocketed(motion: Motion) -> set[Ball]:
    """Return the balls that dropped."""
    return {event.ball for event in motion.events if isinstance(event, Pocketed)}


def rails_after_contact(motion: Motion) -> list[RailTouch]:
    """Return the rail touches after the first contact."""
    contact = first_contact(motion)
    if contact is None:
        return []
    touches = [event for event in motion.events if isinstance(event, RailTouch)]
    return [event for event in touches if event.t > contact.t]


def has_outcome(motion: Motion, discipline: Discipline, outcome: Outcome) -> bool:
    """Whether a simulated shot is a clear example of an outcome."""
    return _TESTS[outcome](motion, discipline)


def _hit_on(motion: Motion, discipline: Discipline) -> bool:
    if motion.cue_ball is None:
        return False
    on = balls_on(discipline, frozenset(motion.layout(-1.0).balls), motion.cue_ball)
    return first_hit(motion) in on


def _pot(motion: Motion, discipline: Discipline) -> bool:
    down = pocketed(motion)
    return _hit_on(motion, discipline) and bool(down) and motion.cue_ball not in down


def _no_pot(motion: Motion, discipline: Discipline) -> bool:
    """The right ball first, a rail after it, nothing down: legal but no score."""
    played = _hit_on(motion, discipline) and not pocketed(motion)
    return played and bool(_clear_rails(motion))


def _scratch(motion: Motion, discipline: Discipline) -> bool:
    return _hit_on(motion, discipline) and motion.cue_ball in pocketed(motion)


def _wrong_ball(motion: Motion, discipline: Discipline) -> bool:
    hit = first_hit(motion)
    return hit is not None and not _hit_on(motion, discipline)


def _no_rail(motion: Motion, discipline: Discipline) -> bool:
    nothing = not pocketed(motion) and not rails_after_contact(motion)
    return _hit_on(motion, discipline) and nothing


def _no_contact(motion: Motion, discipline: Discipline) -> bool:
    del discipline
    return first_hit(motion) is None


def _rail_balls(motion: Motion) -> set[Ball]:
    touched: set[Ball] = {event.ball for event in rails_after_contact(motion)}
    return (touched | pocketed(motion)) - {motion.cue_ball}


def _legal_break(motion: Motion, discipline: Discipline) -> bool:
    del discipline
    return motion.cue_ball not in pocketed(motion) and len(_rail_balls(motion)) >= 4


def _dry_break(motion: Motion, discipline: Discipline) -> bool:
    """A legal break that pockets nothing."""
    return _legal_break(motion, discipline) and not pocketed(motion)


def _poor_break(motion: Motion, discipline: Discipline) -> bool:
    del discipline
    return not pocketed(motion) and len(_rail_balls(motion)) <= 1


def _clear_rails(motion: Motion) -> list[Event]:
    return [event for event in rails_after_contact(motion) if not event.jaw]


def _two_rails(motion: Motion, discipline: Discipline) -> bool:
    """Nothing down, but two touches of rails by one ball (pyramid: legal)."""
    rails = [e for e in rails_after_contact(motion) if not e.jaw]
    balls = [event.ball for event in rails]
    twice = any(balls.count(ball) >= 2 for ball in set(balls))
    return _hit_on(motion, discipline) and not pocketed(motion) and twice


def _one_rail(motion: Motion, discipline: Discipline) -> bool:
    """Nothing down and at most one touch of a rail (pyramid: a penalty)."""
    rails = rails_after_contact(motion)
    one = len(rails) == 1 and not rails[0].jaw
    return _hit_on(motion, discipline) and not pocketed(motion) and one


_TESTS: dict[Outcome, Callable[[Motion, Discipline], bool]] = {
    Outcome.ANY: lambda motion, discipline: True,  # noqa: ARG005
    Outcome.POT: _pot,
    Outcome.CALLED_POT: _pot,
    Outcome.NO_POT: _no_pot,
    Outcome.SCRATCH: _scratch,
    Outcome.WRONG_BALL: _wrong_ball,
    Outcome.NO_RAIL: _no_rail,
    Outcome.NO_CONTACT: _no_contact,
    Outcome.LEGAL_BREAK: _legal_break,
    Outcome.DRY_BREAK: _dry_break,
    Outcome.POOR_BREAK: _poor_break,
    Outcome.TWO_RAILS: _two_rails,
    Outcome.ONE_RAIL: _one_rail,
}
