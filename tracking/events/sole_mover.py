"""Balls sent off while nothing but the struck ball moved: it must have hit them.

Where strike and contact come between the same two pictures the struck ball shows one
change of motion, and a ball that drops at once shows none. But a ball that lay still
and is driven away had to be hit, and only one could have done it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from adjudicator.table import TableGeometry
from tracking.arrays import FloatArray
from tracking.events.analysis import Analysis
from tracking.events.causes import Cause, CauseKind
from tracking.events.endings import EndingKind, ending_after_contact
from tracking.motion.strike import StrikeFit
from tracking.motion.trajectory import MotionKind

_DRIVEN: Final = 0.3
"""A ball that leaves more slowly may have been moved by a hand, m/s."""

_NEAR: Final = 0.35
"""The struck ball lay so near to it at most, metres."""

_SLACK: Final = 0.006
_BENT: Final = 0.3
"""By so much of its step a ball may pass beside the straight way between two pictures:
it turned where it hit."""

_USUAL: Final = 2.0
"""Speed of a ball that was not seen again, m/s."""

_CHANCE: Final = 0.985
_TICK: Final = 1e-4
_SIGMA_T: Final = 0.006


@dataclass(frozen=True, slots=True)
class _Start:
    """A still ball that was sent off without a cause.

    Attributes:
        ball: Its index.
        knots: Indices of its change of motion, if it was seen.
        t_low: Last time at which it lay, seconds.
        t_high: First time at which it did not.
        place: Where it lay, metres.
    """

    ball: int
    knots: tuple[int, ...]
    t_low: float
    t_high: float
    place: FloatArray


def with_sole_mover(analysis: Analysis, table: TableGeometry) -> Analysis:
    """Return the analysis with the contact that only the struck ball can have made.

    Args:
        analysis: With its final account.
        table: Its pockets and ball radius.
    """
    strike, account = analysis.strike, analysis.account
    start = None if strike is None else _first_start(analysis, strike)
    if strike is None or start is None:
        return analysis
    meeting = _meeting(analysis, strike, start, table.ball_radius)
    if meeting is None:
        return analysis
    cause = _contact(strike, start, *meeting)
    accepted = tuple(sorted((*account.accepted, cause), key=lambda one: one.t))
    left = tuple(i for i in account.unexplained if i not in cause.knots)
    account = replace(account, accepted=accepted, unexplained=left)
    endings = list(analysis.endings)
    if endings[start.ball].kind is EndingKind.UNSEEN:
        away = start.place - meeting[1]
        velocity = away / max(float(np.hypot(*away)), 1e-9) * _USUAL
        endings[start.ball] = ending_after_contact(
            cause.t, start.place, velocity, table
        )
    return replace(analysis, account=account, endings=tuple(endings))


def _first_start(analysis: Analysis, strike: StrikeFit) -> _Start | None:
    """The first ball that was driven off without a cause, by the struck ball alone.

    None if there is none, or if others moved by then or started with it.
    """
    starts = sorted(_idle_starts(analysis, strike), key=lambda start: start.t_high)
    if not starts or not _is_alone(analysis, strike, starts[0]):
        return None
    together = [start for start in starts if start.t_low < starts[0].t_high]
    return starts[0] if len(together) == 1 else None


def _idle_starts(analysis: Analysis, strike: StrikeFit) -> Iterator[_Start]:
    """Yield the balls that were driven off or dropped, but by nothing that is told."""
    contacts = (c for c in analysis.account.accepted if c.kind is CauseKind.CONTACT)
    touched = {strike.ball, *(ball for cause in contacts for ball in cause.balls)}
    for ball, ending in enumerate(analysis.endings):
        fell = ending.kind in (EndingKind.POCKETED, EndingKind.UNSEEN)
        start = None if ball in touched else _seen_start(analysis, ball, fell=fell)
        if start is None and fell and ball not in touched:
            start = _vanished(analysis, ball)
        if start is not None:
            yield start


def _seen_start(analysis: Analysis, ball: int, *, fell: bool) -> _Start | None:
    """The start of a ball that nothing explains, if it is fast or the ball fell."""
    for i in analysis.account.unexplained:
        knot = analysis.moments[i].knot
        if knot.ball != ball or not knot.starts:
            continue
        if not fell and np.hypot(*knot.right.mean[0, 2:4]) <= _DRIVEN:
            return None
        place = knot.left.mean[0, :2]
        return _Start(ball, (i,), knot.t_low, knot.t_high, place)
    return None


def _vanished(analysis: Analysis, ball: int) -> _Start | None:
    """The start of a ball that was seen in one place and then not any more."""
    segments, samples = analysis.segments[ball], analysis.raw[ball]
    if len(segments) != 1 or segments[0].kind is not MotionKind.REST:
        return None
    last = float(samples.t[-1])
    place = samples.xy.mean(axis=0)
    return _Start(ball, (), last, last + analysis.frame_interval, place)


def _is_alone(analysis: Analysis, strike: StrikeFit, start: _Start) -> bool:
    """Whether nothing but the struck ball had moved or met anything by then."""
    met = any(cause.t < start.t_low for cause in analysis.account.accepted)
    if met or start.t_high < strike.t:
        return False
    knots = (moment.knot for moment in analysis.moments)
    return not any(
        knot.starts
        and knot.t_low < start.t_low
        and knot.ball not in (strike.ball, start.ball)
        for knot in knots
    )


def _meeting(
    analysis: Analysis, strike: StrikeFit, start: _Start, radius: float
) -> tuple[float, FloatArray] | None:
    """When and where the struck ball met the other; None if it came not near enough."""
    samples = analysis.raw[strike.ball]
    after = np.flatnonzero(samples.t >= start.t_high - _TICK)
    before = np.flatnonzero((samples.t > strike.t) & (samples.t <= start.t_low + _TICK))
    if not len(after) or np.hypot(*(start.place - strike.place)) > _NEAR:
        return None
    begun = samples.xy[before[-1]] if len(before) else strike.place
    since = float(samples.t[before[-1]]) if len(before) else strike.t
    step = samples.xy[after[0]] - begun
    length = float(np.hypot(*step))
    away = start.place - begun
    share = np.clip(away @ step / max(length, 1e-9) ** 2, 0.0, 1.0)
    passed = float(np.hypot(*(away - share * step)))
    if passed > 2 * radius + _SLACK + _BENT * length:
        return None
    low = max(since, start.t_low, strike.t) + _TICK
    way = away / max(float(np.hypot(*away)), 1e-9)
    return (low + max(start.t_high, low)) / 2, start.place - 2 * radius * way


def _contact(strike: StrikeFit, start: _Start, t: float, place: FloatArray) -> Cause:
    places = {strike.ball: place, start.ball: start.place}
    pair = (min(places), max(places))
    return Cause(
        CauseKind.CONTACT,
        start.knots,
        pair,
        t,
        _SIGMA_T,
        0.0,
        0.0,
        0.0,
        np.array([places[ball] for ball in pair]),
        None,
        None,
        None,
        frozenset({strike.ball}),
        _CHANCE,
    )
