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
    """Return the analysis with the contacts that only the struck ball can have made.

    Args:
        analysis: With its final account.
        table: Its pockets and ball radius.
    """
    strike, account = analysis.strike, analysis.account
    if strike is None:
        return analysis
    starts = sorted(_idle_starts(analysis, strike), key=lambda start: start.t_high)
    if not starts or not _is_alone(analysis, strike, starts[0]):
        return analysis
    cause = _contact(analysis, strike, starts[0], table.ball_radius)
    if cause is None:
        return analysis
    accepted = tuple(sorted((*account.accepted, cause), key=lambda one: one.t))
    left = tuple(i for i in account.unexplained if i not in cause.knots)
    account = replace(account, accepted=accepted, unexplained=left)
    endings = list(analysis.endings)
    if endings[starts[0].ball].kind is EndingKind.UNSEEN:
        away = starts[0].place - cause.places[cause.balls.index(strike.ball)]
        speed = away / max(float(np.hypot(*away)), 1e-9) * _USUAL
        ball = starts[0].ball
        endings[ball] = ending_after_contact(cause.t, starts[0].place, speed, table)
    return replace(analysis, account=account, endings=tuple(endings))


def _idle_starts(analysis: Analysis, strike: StrikeFit) -> Iterator[_Start]:
    """Yield the balls that were driven off or dropped, but by nothing that is told."""
    account = analysis.account
    touched = {
        ball
        for cause in account.accepted
        if cause.kind is CauseKind.CONTACT
        for ball in cause.balls
    }
    for ball, ending in enumerate(analysis.endings):
        if ball in touched or ball == strike.ball:
            continue
        fell = ending.kind in (EndingKind.POCKETED, EndingKind.UNSEEN)
        first = analysis.segments[ball][0]
        knots = [
            i
            for i in account.unexplained
            if analysis.moments[i].knot.ball == ball and analysis.moments[i].knot.starts
        ]
        if knots:
            knot = analysis.moments[knots[0]].knot
            speed = float(np.hypot(*knot.right.mean[0, 2:4]))
            if fell or speed > _DRIVEN:
                place = knot.left.mean[0, :2]
                yield _Start(ball, (knots[0],), knot.t_low, knot.t_high, place)
        elif (
            fell and first.kind is MotionKind.REST and len(analysis.segments[ball]) == 1
        ):
            samples = analysis.raw[ball]
            last = float(samples.t[-1])
            place = samples.xy.mean(axis=0)
            yield _Start(ball, (), last, last + analysis.frame_interval, place)


def _is_alone(analysis: Analysis, strike: StrikeFit, start: _Start) -> bool:
    """Whether nothing but the struck ball had moved or met anything by then."""
    if start.t_high < strike.t or any(
        c.t < start.t_low for c in analysis.account.accepted
    ):
        return False
    for moment in analysis.moments:
        knot = moment.knot
        other = knot.ball not in (strike.ball, start.ball)
        if other and knot.starts and knot.t_low < start.t_low:
            return False
    return True


def _contact(
    analysis: Analysis, strike: StrikeFit, start: _Start, radius: float
) -> Cause | None:
    """The contact of both, if the struck ball came near enough; None otherwise."""
    samples = analysis.raw[strike.ball]
    after = np.flatnonzero(samples.t >= start.t_high - _TICK)
    before = np.flatnonzero((samples.t > strike.t) & (samples.t <= start.t_low + _TICK))
    if not len(after) or np.hypot(*(start.place - strike.place)) > _NEAR:
        return None
    begun = samples.xy[before[-1]] if len(before) else strike.place
    since = float(samples.t[before[-1]]) if len(before) else strike.t
    step = samples.xy[after[0]] - begun
    length = float(np.hypot(*step))
    share = np.clip((start.place - begun) @ step / max(length, 1e-9) ** 2, 0.0, 1.0)
    passed = float(np.hypot(*(start.place - begun - share * step)))
    if passed > 2 * radius + _SLACK + _BENT * length:
        return None
    low = max(since, start.t_low, strike.t) + _TICK
    t = (low + max(start.t_high, low)) / 2
    away = start.place - begun
    way = away / max(float(np.hypot(*away)), 1e-9)
    places = {strike.ball: start.place - 2 * radius * way, start.ball: start.place}
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
