"""Balls that roll out so slowly that their motion has not told yet that they stopped.

The pieces of a ball's motion need half a second of rest before they tell a slow stop
from a slow roll, or from a rest that began earlier. Where the ball lies at the end
tells sooner: its stop is taken from there.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.events import Event, Intrusion, OffTable, Pocketed, Point, Rest
from adjudicator.validity import balls_of
from tracking.events.extraction_result import Extraction
from tracking.events.naming import ball_of_key
from tracking.following.shots import ShotWindow
from tracking.motion.trajectory import FittedPath, MotionKind, Piece
from tracking.path import BallPath

FloatArray = NDArray[np.float64]

_FEWEST: Final = 2
"""Sightings at rest that tell where a ball lies."""

_NEWEST: Final = 12
"""So many of the last sightings tell it."""

_SAME: Final = 0.0006
"""A ball that lies farther from where it was said to lie rolled on, metres."""

_BELIEF: Final = 0.95


def rolled_out(extraction: Extraction, window: ShotWindow) -> Extraction:
    """Return what happened with the stop of every ball that was seen to stop.

    Args:
        extraction: What happened.
        window: The shot, with the stops of its balls.
    """
    for path in window.paths:
        stop = window.stops.get(path.key)
        if stop is None or has_gone(extraction.events, path.key):
            continue
        rest = path.xy[path.t >= stop][-_NEWEST:]
        if len(rest) >= _FEWEST:
            place = np.median(rest, axis=0)
            extraction = _with_stop(extraction, path.key, stop, place)
    return _lying(extraction, window.paths)


def has_gone(events: Sequence[Event], key: int) -> bool:
    """Whether a ball left the table."""
    ball = ball_of_key(key)
    return any(
        isinstance(event, Pocketed | OffTable) and event.ball is ball
        for event in events
    )


def _with_stop(
    extraction: Extraction, key: int, stop: float, place: FloatArray
) -> Extraction:
    """Return what happened with the stop of one ball, if that is not known."""
    ball = ball_of_key(key)
    own = [e for e in extraction.events if _is_of(e, key)]
    last = max((e.t for e in own if not isinstance(e, Rest)), default=-np.inf)
    if last >= stop or _is_told(extraction, key, place):
        return extraction
    told = [e for e in own if isinstance(e, Rest) and e.t > last]
    xy = Point(float(place[0]), float(place[1]))
    rest = Rest(t=stop, ball=ball, xy=xy, confidence=_BELIEF)
    events = [*(e for e in extraction.events if e not in told), rest]
    still = tuple(b for b in extraction.after.balls if b.key != key)
    pairs = tuple(p for p in extraction.after.pairs if key not in p.keys)
    return replace(
        extraction,
        events=tuple(sorted(events, key=lambda event: event.t)),
        fitted=tuple(
            _stopped(fit, stop, place) if fit.key == key else fit
            for fit in extraction.fitted
        ),
        after=replace(extraction.after, balls=still, pairs=pairs),
        t_end=max(extraction.t_end, stop),
    )


def _is_of(event: Event, key: int) -> bool:
    return not isinstance(event, Intrusion) and ball_of_key(key) in balls_of(event)


def _is_told(extraction: Extraction, key: int, place: FloatArray) -> bool:
    """Whether it is known where a ball lies at the end."""
    lying = (ball.xy for ball in extraction.after.balls if ball.key == key)
    return any(np.hypot(*(xy - place)) < _SAME for xy in lying)


def _stopped(fit: FittedPath, stop: float, place: FloatArray) -> FittedPath:
    """Return the motion of a ball that lies still from some time on."""
    pieces = [piece for piece in fit.pieces if piece.t_from < stop]
    if pieces and pieces[-1].kind is MotionKind.REST and len(pieces) > 1:
        pieces.pop()  # it rolled on
    if not pieces:
        return fit
    *others, last = pieces
    still = np.zeros(2)
    rest = Piece(MotionKind.REST, stop, stop, place, still, still, last.sigma)
    return FittedPath(fit.key, (*others, replace(last, t_to=stop), rest))


def _lying(extraction: Extraction, paths: Sequence[BallPath]) -> Extraction:
    """Return the motions with the rests at their ends up to the last sightings."""
    until = {path.key: float(path.t[-1]) for path in paths}
    fitted = tuple(_until(fit, until[fit.key]) for fit in extraction.fitted)
    return replace(extraction, fitted=fitted)


def _until(fit: FittedPath, t: float) -> FittedPath:
    if not fit.pieces:
        return fit
    *others, last = fit.pieces
    if last.kind is not MotionKind.REST or last.t_to >= t:
        return fit
    return FittedPath(fit.key, (*others, replace(last, t_to=t)))
