"""Calls: whether a ball dropped as it was called, or needed no call at all."""

from typing import NamedTuple

from adjudicator.balls import Ball
from adjudicator.clause import applies, entered
from adjudicator.events import RackOpened, SelfDropped
from adjudicator.facts import Facts
from adjudicator.inputs import Declared

entered("call: ball and pocket", "eight.2.2")


class AsCalled(NamedTuple):
    """What dropped as called, and whether the call is missing.

    Attributes:
        balls: Balls that dropped as called, or obviously.
        asked: Balls that dropped and needed a call that nobody entered.
    """

    balls: tuple[Ball, ...]
    asked: tuple[Ball, ...]


@applies("eight.2.1", "eight.2.3", "eight.2.4", "eight.12.2", "eight.12.3")
def as_called(facts: Facts, down: tuple[Ball, ...]) -> AsCalled:
    """Part the balls that dropped by the call, or by what is obvious without one.

    A call names a ball and a pocket and nothing else; after a declared safety
    nothing counts. Without any call a straight ball counts, a bank or a combination
    is asked about.

    Args:
        facts: Of the shot.
        down: Object balls that dropped.
    """
    said = facts.entered
    if not down or said.declared(Declared.SAFETY):
        return AsCalled((), ())
    if said.calls:
        return AsCalled(tuple([b for b in down if _is_called(facts, b)]), ())
    plain = tuple([ball for ball in down if is_obvious(facts, ball)])
    return AsCalled(plain, () if plain else down)


def _is_called(facts: Facts, ball: Ball) -> bool:
    drop = facts.drops.get(ball)
    return any(
        call.ball is ball
        and (call.pocket is None or drop is None or call.pocket is drop.pocket)
        for call in facts.entered.calls
    )


def is_obvious(facts: Facts, ball: Ball) -> bool:
    """Whether a ball was simply hit into a pocket: no rail, no other ball.

    The cue ball went straight to it, and it straight into the pocket.
    """
    drop, first = facts.drops.get(ball), facts.first
    if drop is None or isinstance(drop, SelfDropped) or first is None:
        return False
    if facts.first_ball is not ball or facts.split is not None:
        return False
    if any(touch.ball is facts.cue_ball for touch in facts.rails_before):
        return False
    if any(touch.ball is ball and not touch.jaw for touch in facts.rails_after):
        return False
    if any(
        isinstance(event, RackOpened) and ball in event.balls
        for event in facts.shot.events
    ):
        return False
    return all(
        facts.cue_ball in contact.balls
        for contact in facts.contacts
        if ball in contact.balls and contact.t <= drop.t
    )
