"""One shot in the rulebook's words, with the tracks of its balls."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.events import (
    Event,
    Intrusion,
    OffTable,
    Pocketed,
    Point,
    RackOpened,
    SelfDropped,
)
from adjudicator.shot import Gap, Layout, Shot
from cueref.pipeline.naming import Names
from cueref.pipeline.stretches import Stretch
from cueref.pipeline.suspicion import suspected
from cueref.records import ShotRecord, TrackRows
from tracking.events.extraction_result import Extraction, StillLayout
from tracking.events.naming import ball_of_key, renamed
from tracking.following.shots import ShotWindow
from tracking.following.timebase import TimeBase
from tracking.motion.trajectory import FittedPath
from tracking.path import BallPath

_MILLISECONDS: Final = 1e-6

_AT_ONCE: Final = 0.3
"""A ball that moves so soon after the first picture was not seen to start, seconds."""

_UNKNOWN: Final = 1.0
"""Of a shot that is cut off as much is unknown, seconds."""


def assemble(
    number: int,
    stretch: Stretch,
    window: ShotWindow,
    extraction: Extraction,
    names: Names,
    discipline: Discipline,
) -> ShotRecord:
    """Return the record of one shot.

    Args:
        number: Of the shot, from 1.
        stretch: Frames and their times.
        window: The shot's part of them.
        extraction: What happened.
        names: Which ball is which.
        discipline: The game.
    """
    base = stretch.time_base
    renames = {ball_of_key(key): ball for key, ball in names.by_key.items()}
    intruders = [
        one
        for one in stretch.intrusions
        if _is_within(window, one.t, one.t_to) and one.t <= extraction.t_end
    ]
    events = _shown((*extraction.events, *intruders), renames, base)
    strike_t = extraction.t_strike
    t_start = _file_time(base, window.t_strike if strike_t is None else strike_t)
    last = max((event.t for event in extraction.events), default=extraction.t_end)
    t_end = max(_file_time(base, max(extraction.t_end, last)), t_start)
    cue_ball = BALL_SETS[discipline].cue_ball
    if cue_ball is None and extraction.cue_key is not None:
        cue_ball = names.by_key.get(extraction.cue_key)
    shot = Shot(
        number=number,
        t_start=t_start,
        t_end=t_end,
        frame_start=_frame_at(stretch, t_start),
        frame_end=_frame_at(stretch, t_end),
        cue_ball=cue_ball,
        before=_layout(extraction.before, window.before, names),
        after=_layout(extraction.after, _lying(window, events, renames), names),
        events=events,
        doubtful=_shown((*extraction.doubtful, *suspected(extraction)), renames, base),
        not_seen=(
            *_not_seen(stretch, window),
            *_cut_off(stretch, window, t_start, t_end),
        ),
        identity={names.by_key[key]: some for key, some in names.posterior.items()},
        other_names=names.others,
    )
    return ShotRecord(shot, _tracks(stretch, window, extraction, names))


def _is_within(window: ShotWindow, t_from: float, t_to: float) -> bool:
    return t_from <= window.t_to and t_to >= window.t_from


def _not_seen(stretch: Stretch, window: ShotWindow) -> tuple[Gap, ...]:
    """Return the gaps that touch a shot, at the times of the recording."""
    base = stretch.time_base
    return tuple(
        Gap(_file_time(base, gap.t_from), _file_time(base, gap.t_to), gap.why)
        for gap in stretch.gaps
        if _is_within(window, gap.t_from, gap.t_to)
    )


def _cut_off(
    stretch: Stretch, window: ShotWindow, t_start: float, t_end: float
) -> tuple[Gap, ...]:
    """Return a gap for a shot of which the beginning was never seen.

    What happened then is as unknown as under a hand, so the gap lies in the shot.
    """
    began = window.t_strike - stretch.time_base.t[0] < _AT_ONCE
    if window.opened or not began:
        return ()
    t = min(t_end, t_start + _UNKNOWN)
    return (Gap(t_start, t, "the beginning of the shot was not seen"),)


def _shown(
    events: tuple[Event, ...], names: Mapping[Ball, Ball], base: TimeBase
) -> tuple[Event, ...]:
    """Return the events by name, at the times at which the recording shows them."""
    named = [_at_file_time(renamed(event, names), base) for event in events]
    return tuple(sorted(named, key=lambda event: event.t))


def _at_file_time(event: Event, base: TimeBase) -> Event:
    t = _file_time(base, event.t)
    if isinstance(event, RackOpened | Intrusion):
        return replace(event, t=t, t_to=_file_time(base, event.t_to))
    return replace(event, t=t)


def _file_time(base: TimeBase, t: float) -> float:
    return float(base.file_time(t))


def _frame_at(stretch: Stretch, t: float) -> int:
    file_t = stretch.time_base.file_t
    index = int(np.searchsorted(file_t, t - _MILLISECONDS))
    return int(stretch.frame[min(index, len(file_t) - 1)])


def _lying(
    window: ShotWindow, events: tuple[Event, ...], names: Mapping[Ball, Ball]
) -> dict[int, tuple[float, float]]:
    """Return where balls lie after the shot, without those that left the table."""
    gone = {
        event.ball
        for event in events
        if isinstance(event, Pocketed | OffTable | SelfDropped)
    }
    return {
        key: place
        for key, place in window.after.items()
        if names.get(ball_of_key(key)) not in gone
    }


def _layout(
    still: StillLayout, seen: Mapping[int, tuple[float, float]], names: Names
) -> Layout:
    """Return the layout: averaged places where there are any, sightings elsewhere."""
    places = {names.by_key[key]: Point(*xy) for key, xy in seen.items()}
    frozen = {}
    for ball in still.balls:
        name = names.by_key[ball.key]
        places[name] = Point(float(ball.xy[0]), float(ball.xy[1]))
        if ball.rail is not None:
            frozen[name] = ball.rail
    pairs = frozenset(
        _sorted(names.by_key[pair.keys[0]], names.by_key[pair.keys[1]])
        for pair in still.pairs
        if pair.frozen
    )
    uncertain = frozenset(names.by_key[key] for key in names.posterior) & set(places)
    return Layout(places, frozen, pairs, uncertain)


def _sorted(a: Ball, b: Ball) -> tuple[Ball, Ball]:
    return (a, b) if a < b else (b, a)


def _tracks(
    stretch: Stretch, window: ShotWindow, extraction: Extraction, names: Names
) -> dict[Ball, TrackRows]:
    seen = {path.key: path for path in window.paths}
    return {
        names.by_key[fitted.key]: _rows(stretch, window, fitted, seen[fitted.key])
        for fitted in extraction.fitted
        if fitted.pieces
    }


def _rows(
    stretch: Stretch, window: ShotWindow, fitted: FittedPath, path: BallPath
) -> TrackRows:
    base = stretch.time_base
    inside = (base.t >= max(window.t_from, fitted.t_from)) & (
        base.t <= min(window.t_to, fitted.t_to)
    )
    states = fitted.states(base.t[inside])
    xy, velocity, sigma = (np.asarray(part, np.float64) for part in states)
    frame = stretch.frame[inside]
    known = np.isfinite(xy).all(axis=1)
    return TrackRows(
        frame[known],
        base.file_t[inside][known],
        xy[known],
        velocity[known],
        sigma[known],
        np.isin(frame[known], path.frame),
    )
