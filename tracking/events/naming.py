"""Ball keys of tracking and ball names of the rulebook.

Extraction speaks of balls by key; its events carry the placeholder names `ball-1`,
`ball-2`, ... (key + 1) until the identity is known.
"""

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.balls import Ball
from adjudicator.events import Contact, Event, Intrusion, RackOpened


def ball_of_key(key: int) -> Ball:
    """Return the placeholder ball of a key."""
    return Ball(f"ball-{key + 1}")


def key_of_ball(ball: Ball) -> int:
    """Return the key of a placeholder ball.

    Raises:
        ValueError: The ball has a real name.
    """
    if not ball.is_unknown:
        raise ValueError(f"{ball} is no placeholder: expected ball-1, ball-2, ...")
    return int(ball.name.removeprefix("ball-")) - 1


def renamed(event: Event, names: Mapping[Ball, Ball]) -> Event:
    """Return the event with every ball that `names` holds called by its new name.

    A contact's balls are put in name order, with their positions.
    """
    match event:
        case Contact():
            return _renamed_contact(event, names)
        case RackOpened():
            return replace(event, balls=frozenset(names.get(b, b) for b in event.balls))
        case Intrusion():
            return event
        case _:
            return replace(event, ball=names.get(event.ball, event.ball))


def _renamed_contact(event: Contact, names: Mapping[Ball, Ball]) -> Contact:
    first, second = (names.get(ball, ball) for ball in event.balls)
    moving = event.moving
    if moving is not None:
        moving = frozenset(names.get(ball, ball) for ball in moving)
    balls, xy = (first, second), event.xy
    if second < first:
        balls, xy = (second, first), xy and (xy[1], xy[0])
    return replace(event, balls=balls, xy=xy, moving=moving)
