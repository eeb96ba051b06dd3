"""Worlds that cannot be: balls that move for no reason, or vanish, or are two places.

A still ball moves only because something touched it; a ball that is gone after the
shot dropped or left; one that still lies there did neither. What the extracted shot
itself leaves unexplained is not held against a world.
"""

from collections.abc import Iterable

from adjudicator.balls import Ball
from adjudicator.events import (
    Contact,
    Crossing,
    Event,
    ForeignContact,
    OffTable,
    PickedUp,
    Placed,
    Pocketed,
    RackOpened,
    RailTouch,
    Rebound,
    Returned,
    SelfDropped,
    SelfMoved,
    Touched,
)
from adjudicator.shot import Shot

Contradiction = tuple[str, Ball]
"""What cannot be ("moves", "gone", "there"), and of which ball."""


def contradictions(shot: Shot) -> frozenset[Contradiction]:
    """Return what the events of a shot leave unexplained."""
    return frozenset(
        [
            *(("moves", ball) for ball in _unmoved(shot)),
            *_misplaced(shot),
        ]
    )


def _unmoved(shot: Shot) -> Iterable[Ball]:
    """Yield balls that reach something although nothing had touched them."""
    touched = {shot.cue_ball, *shot.moving_at_strike}
    for event in shot.events:
        match event:
            case Contact(balls=balls):
                touched.update(balls)
            case RackOpened(balls=many):
                touched.update(many)
            case SelfMoved() | Touched() | Placed() | SelfDropped():
                touched.add(event.ball)
            case RailTouch() | Pocketed() | OffTable() | Crossing():
                if event.ball not in touched:
                    yield event.ball
            case _:
                pass


def _misplaced(shot: Shot) -> Iterable[Contradiction]:
    """Yield balls that are gone though they stayed, or there though they went."""
    after = shot.after.balls
    if not after:
        return
    gone = _gone(shot.events)
    for ball in shot.before.balls:
        if ball in gone and ball in after:
            yield "there", ball
        elif ball not in gone and ball not in after:
            yield "gone", ball


def _gone(events: Iterable[Event]) -> set[Ball]:
    gone: set[Ball] = set()
    for event in events:
        match event:
            case (
                Pocketed() | SelfDropped() | OffTable() | ForeignContact() | PickedUp()
            ):
                gone.add(event.ball)
            case Rebound() | Returned() | Placed():
                gone.discard(event.ball)
            case _:
                pass
    return gone
