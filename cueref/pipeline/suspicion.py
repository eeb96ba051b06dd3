"""Changes of motion that nothing explains: somebody touched the ball, but who?

A ball does not change its motion by itself. Where no cause was found, the likeliest,
a touch by the cue ball or by its nearest neighbour, is handed to the rules as doubtful,
so that a person is asked instead of a foul being called on what was not understood.
"""

from typing import Final

import numpy as np

from adjudicator.balls import Ball
from adjudicator.events import (
    Contact,
    Intrusion,
    Pocketed,
    RackOpened,
    RailTouch,
    Rest,
)
from adjudicator.validity import balls_of
from tracking.events.extraction_result import Extraction, Unexplained
from tracking.events.naming import ball_of_key
from tracking.motion.trajectory import MotionKind

_CLEAR_JUMP: Final = 0.1
"""Smaller unexplained changes of velocity are noise, m/s."""

_BELIEF: Final = 0.4

_REACH: Final = 0.25
"""Who touched a ball was so near to it, metres: some frames of a fast ball's way."""

_TICK: Final = 1e-4

_JUST_BEFORE: Final = 0.02
"""Seconds before the change at which a still ball still lay still."""


def suspected(extraction: Extraction) -> tuple[Contact, ...]:
    """Return a doubtful contact for each change of motion without a cause.

    These are jumps that the account leaves, and still balls that begin with a cushion
    or a pocket: something must have moved them there.
    """
    return (*_of_jumps(extraction), *_of_idle_starts(extraction))


def _of_jumps(extraction: Extraction) -> tuple[Contact, ...]:
    """Doubtful contacts for starts of still balls, and turns of the cue ball.

    The balls of a rack that opens need no cause each. A ball in motion that turns tells
    nothing about who was hit first, unless it is the cue ball that hit nothing so far.
    """
    opened: set[Ball] = set()
    for event in extraction.events:
        if isinstance(event, RackOpened):
            opened |= event.balls
    found: list[Contact] = []
    for jump in extraction.unexplained:
        if ball_of_key(jump.key) in opened or float(np.hypot(*jump.jump)) < _CLEAR_JUMP:
            continue
        if not _starts(extraction, jump) and not _is_first(extraction, jump):
            continue
        found += _accused(extraction, jump.key, jump.t)
    return tuple(found)


def _of_idle_starts(extraction: Extraction) -> tuple[Contact, ...]:
    """Doubtful contacts for still balls whose first event nothing brought about."""
    found: list[Contact] = []
    for path in extraction.fitted:
        if not path.pieces or path.pieces[0].kind is not MotionKind.REST:
            continue
        ball = ball_of_key(path.key)
        first = next(
            (
                event
                for event in sorted(extraction.events, key=lambda event: event.t)
                if not isinstance(event, Intrusion | Rest) and ball in balls_of(event)
            ),
            None,
        )
        if isinstance(first, RailTouch | Pocketed):
            t = min(first.t, path.pieces[0].t_to) - _JUST_BEFORE
            if extraction.t_strike is not None:
                t = max(t, extraction.t_strike + _TICK)
            found += _accused(extraction, path.key, t)
    return tuple(found)


def _accused(extraction: Extraction, key: int, t: float) -> tuple[Contact, ...]:
    """The contact of a ball with who may have touched it; empty if nobody was near."""
    other = _suspect(extraction, key, t)
    if other is None:
        return ()
    first, second = sorted((key, other))
    balls = ball_of_key(first), ball_of_key(second)
    return (Contact(t=t, balls=balls, confidence=_BELIEF),)


def _starts(extraction: Extraction, jump: Unexplained) -> bool:
    """Whether the ball lay still before it changed its motion."""
    path = next(path for path in extraction.fitted if path.key == jump.key)
    before = path.piece_at(jump.t - _JUST_BEFORE)
    return before is not None and before.kind is MotionKind.REST


def _is_first(extraction: Extraction, jump: Unexplained) -> bool:
    """Whether the cue ball turns before any contact of its own is known."""
    if jump.key != extraction.cue_key:
        return False
    return not any(
        isinstance(event, Contact)
        and ball_of_key(jump.key) in event.balls
        and event.t < jump.t + _JUST_BEFORE
        for event in extraction.events
    )


def _suspect(extraction: Extraction, key: int, t: float) -> int | None:
    """Return who may have touched the ball: the cue ball, or the nearest to it."""
    times = np.array([t])
    places = {path.key: path.states(times)[0][0] for path in extraction.fitted}
    own = places.pop(key)
    near = {
        key: float(np.hypot(*(place - own)))
        for key, place in places.items()
        if np.isfinite(place).all()
    }
    near = {key: away for key, away in near.items() if away < _REACH}
    if extraction.cue_key in near:
        return extraction.cue_key
    return min(near, key=lambda key: near[key], default=None)
