"""Events of one shot from the paths of its balls.

Each path is cut into rest, roll and slide; each change of motion gets the cause that
momentum and geometry allow; what ends near a pocket has dropped.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from adjudicator.events import Event, Intrusion, Pocketed, Rest
from adjudicator.shot import Gap
from adjudicator.table import TableGeometry
from tracking.arrays import FloatArray
from tracking.events.analysis import Analysis, analyse
from tracking.events.crossings import find_crossings
from tracking.events.endings import EndingKind
from tracking.events.explain import nothing_cost
from tracking.events.extraction_result import Extraction, StillLayout, Unexplained
from tracking.events.layouts import make_layout
from tracking.events.mouths import rattled, touched_at_the_drop
from tracking.events.report import (
    cause_event,
    ending_events,
    opening_events,
    rest_events,
    strike_event,
    without_fallen,
)
from tracking.events.returns import find_returns
from tracking.events.settling import settled
from tracking.events.sole_mover import with_sole_mover
from tracking.events.unforced import unforced_moves
from tracking.motion.edges import Edge
from tracking.motion.fitting import cut_at, fit_path
from tracking.motion.knots import edge
from tracking.motion.samples import Samples
from tracking.motion.segmentation import Segment
from tracking.motion.trajectory import FittedPath, MotionKind
from tracking.path import BallPath
from tracking.physics.table_physics import TablePhysics

_CLEAR_OF_STRIKE: Final = 0.01
_STAYS: Final = 0.012
_UNSEEN_BELIEF: Final = 0.9


def extract_events(
    paths: Sequence[BallPath],
    table: TableGeometry,
    cue_key: int | None = None,
    *,
    window: tuple[float, float] | None = None,
    not_seen: Sequence[Gap] = (),
    intrusions: Sequence[Intrusion] = (),
    physics: TablePhysics | None = None,
) -> Extraction:
    """Find what happened on one shot.

    Args:
        paths: Every ball seen over the shot's window, at most one path a ball.
        table: Noses, pockets and ball radius.
        cue_key: The cue ball; None if any ball can be (pyramid): then the first
            ball to start is taken.
        window: First and last time that pictures cover, seconds; None takes the
            first and last sighting of any ball.
        not_seen: Stretches in which pictures are missing or the table is covered.
        intrusions: Hands and cues over the table, as far as known.
        physics: What is known of the table from shots before; None is a usual one.
    """
    physics = physics or TablePhysics()
    draft = analyse(paths, table, cue_key, window)
    if draft is None:
        return Extraction(cue_key=cue_key, physics=physics)
    analysis, learnt = settled(draft, table, physics)
    analysis = with_sole_mover(analysis, table)
    analysis = rattled(touched_at_the_drop(analysis, table), table)
    fitted = tuple(_fitted(analysis, ball) for ball in range(len(analysis.paths)))
    events, doubtful = _events(analysis, fitted, table, not_seen, intrusions)
    strike = analysis.strike
    return Extraction(
        events=events,
        doubtful=doubtful,
        fitted=fitted,
        before=_layout(analysis, table, first=True),
        after=_layout(analysis, table, first=False),
        cue_key=cue_key if strike is None else analysis.paths[strike.ball].key,
        t_strike=None if strike is None else strike.t,
        t_end=_t_end(analysis, events),
        is_opening=bool(analysis.openings),
        unexplained=_unexplained(analysis),
        misfit=_misfit(analysis),
        physics=learnt,
    )


def _events(
    analysis: Analysis,
    fitted: Sequence[FittedPath],
    table: TableGeometry,
    not_seen: Sequence[Gap],
    intrusions: Sequence[Intrusion],
) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    strike = strike_event(analysis)
    found: list[Event] = [] if strike is None else [strike]
    found += [
        cause_event(analysis, cause, table) for cause in analysis.account.accepted
    ]
    found += opening_events(analysis)
    found += ending_events(analysis)
    found += rest_events(analysis)
    for path, ending in zip(fitted, analysis.endings, strict=True):
        dropped = ending.kind is EndingKind.POCKETED
        found += find_crossings(path, table, ending.t if dropped else np.inf)
    for one in analysis.paths:
        found += find_returns(one, table)
    found += unforced_moves(analysis, intrusions)
    found = [_less_sure(event, not_seen) for event in found]
    found.sort(key=lambda event: event.t)
    sure = without_fallen([event for event in found if event.confidence >= 0.5])
    lost = [cause_event(analysis, cause, table) for cause in analysis.account.lost]
    weak = [event for event in (*found, *lost) if 0.01 < event.confidence < 0.5]
    return sure, tuple(sorted(weak, key=lambda event: event.t))


def _less_sure(event: Event, not_seen: Sequence[Gap]) -> Event:
    """An event dated to a time that nobody saw rests on what came before and after."""
    hidden = any(gap.t_from <= event.t <= gap.t_to for gap in not_seen)
    if not hidden or isinstance(event, Intrusion):
        return event
    return replace(event, confidence=min(event.confidence, _UNSEEN_BELIEF))


def _fitted(analysis: Analysis, ball: int) -> FittedPath:
    samples, segments = analysis.samples[ball], list(analysis.segments[ball])
    joints: dict[int, tuple[float, FloatArray]] = {}
    for moment in analysis.moments:
        if moment.knot.ball == ball:
            at = moment.nothing_at
            joints[moment.knot.index] = (float(moment.t[at]), moment.place[at])
    strike = analysis.strike
    if strike is not None and strike.ball == ball:
        segments = cut_at(samples, segments, strike.t, joints, strike.place)
    for cause in analysis.account.accepted:
        if ball in cause.balls:
            place = cause.places[cause.balls.index(ball)]
            segments = cut_at(samples, segments, cause.t, joints, place)
    ending = analysis.endings[ball]
    dropped = ending.kind is EndingKind.POCKETED
    t_end = ending.t if dropped else float(analysis.paths[ball].t[-1])
    return fit_path(samples, segments, joints, t_end)


def _layout(analysis: Analysis, table: TableGeometry, *, first: bool) -> StillLayout:
    places: list[tuple[int, Edge]] = []
    for ball, segments in enumerate(analysis.segments):
        piece = segments[0] if first else segments[-1]
        ending = analysis.endings[ball].kind
        gone = ending in (EndingKind.POCKETED, EndingKind.OFF_TABLE)
        samples = analysis.samples[ball]
        if piece.kind is not MotionKind.REST and first:
            piece = _before_strike(analysis, samples)
        if piece.kind is not MotionKind.REST or (gone and not first):
            continue
        side = edge(samples, piece, -1 if first else +1)
        places.append((analysis.paths[ball].key, side))
    return make_layout(places, table)


def _before_strike(analysis: Analysis, samples: Samples) -> Segment:
    """The samples before the strike as one rest, if the ball stayed in its place."""
    t = analysis.window[0] if analysis.strike is None else analysis.strike.t
    stop = int(np.searchsorted(samples.t, t - _CLEAR_OF_STRIKE))
    still = stop >= 3 and np.all(np.ptp(samples.xy[:stop], axis=0) < _STAYS)
    kind = MotionKind.REST if still else MotionKind.SLIDE
    return Segment(0, max(stop, 1), kind)


def _t_end(analysis: Analysis, events: Sequence[Event]) -> float:
    ends = [event.t for event in events if isinstance(event, Rest | Pocketed)]
    if ends:
        return max(ends)
    return events[-1].t if events else analysis.window[1]


def _unexplained(analysis: Analysis) -> tuple[Unexplained, ...]:
    out = []
    for i in analysis.account.unexplained:
        moment = analysis.moments[i]
        at = moment.nothing_at
        key = analysis.paths[moment.knot.ball].key
        jump = moment.jump[at, 2:]
        out.append(Unexplained(key, float(moment.t[at]), jump, nothing_cost(moment)))
    return tuple(out)


def _misfit(analysis: Analysis) -> float:
    total = sum(nothing_cost(analysis.moments[i]) for i in analysis.account.unexplained)
    return total / max(len(analysis.account.accepted), 1)
