"""What people put right in a shot that was seen: names of balls, single events."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from adjudicator.balls import Ball
from adjudicator.events import Event
from adjudicator.shot import Gap, Shot
from adjudicator.worlds import renamed


@dataclass(frozen=True, slots=True)
class Corrections:
    """What was put right in one shot.

    Attributes:
        names: Which ball it really is, by the name it was seen under.
        kept: Whether an event happened, by its index.
        admitted: Whether an event that was left out happened, by its index.
    """

    names: Mapping[Ball, Ball] = field(default_factory=dict)
    kept: Mapping[int, bool] = field(default_factory=dict)
    admitted: Mapping[int, bool] = field(default_factory=dict)


NONE: Corrections = Corrections()
"""A shot as it was seen."""


def corrected(shot: Shot, corrections: Corrections) -> Shot:
    """Return the shot as people say that it was.

    Names that change places are swapped: no ball is on the table twice.
    """
    if corrections == NONE:
        return shot
    events: list[Event] = []
    for index, event in enumerate(shot.events):
        said = corrections.kept.get(index)
        if said is not False:
            events.append(_sure(event) if said else event)
    left_out: list[Event] = []
    for index, event in enumerate(shot.doubtful):
        said = corrections.admitted.get(index)
        if said:
            events.append(_sure(event))
        elif said is None:
            left_out.append(event)
    events.sort(key=lambda event: event.t)
    shot = replace(shot, events=tuple(events), doubtful=tuple(left_out))
    return _with_names(shot, corrections.names)


def renamed_by(before: Corrections, after: Corrections) -> dict[Ball, Ball]:
    """Return which balls have another name after an entry than before it.

    Args:
        before: Of one shot, before the entry.
        after: Of the same shot after it.
    """
    old, new = _both_ways(before.names), _both_ways(after.names)
    swaps = {old.get(seen, seen): new.get(seen, seen) for seen in sorted({*old, *new})}
    return {was: now for was, now in swaps.items() if was is not now}


def _both_ways(names: Mapping[Ball, Ball]) -> dict[Ball, Ball]:
    """Return names that change places: what is called so now gets the other name."""
    swaps = dict(names)
    for seen, really in names.items():
        swaps.setdefault(really, seen)
    return swaps


def _sure(event: Event) -> Event:
    return replace(event, confidence=1.0)


def _with_names(shot: Shot, names: Mapping[Ball, Ball]) -> Shot:
    if not names:
        return shot
    swaps = _both_ways(names)
    moved = renamed(shot, swaps)
    cue_ball = shot.cue_ball
    return replace(
        moved,
        cue_ball=None if cue_ball is None else swaps.get(cue_ball, cue_ball),
        before=_certain(moved.before, shot.before.uncertain, swaps),
        after=_certain(moved.after, shot.after.uncertain, swaps),
        moving_at_strike=frozenset(swaps.get(b, b) for b in shot.moving_at_strike),
        identity={b: p for b, p in shot.identity.items() if b not in swaps},
        other_names=tuple(
            one for one in shot.other_names if swaps.keys().isdisjoint(one[1])
        ),
    )


def _certain(layout: Any, uncertain: Iterable[Ball], swaps: Mapping[Ball, Ball]) -> Any:
    left = frozenset(ball for ball in uncertain if ball not in swaps)
    return replace(layout, uncertain=left)


def shifted(shot: Shot, seconds: float, number: int) -> Shot:
    """Return the shot on another clock and under another number.

    Args:
        shot: As it was seen.
        seconds: To be added to every time.
        number: In the match.
    """
    return replace(
        shot,
        number=number,
        t_start=shot.t_start + seconds,
        t_end=shot.t_end + seconds,
        events=tuple(_later(event, seconds) for event in shot.events),
        doubtful=tuple(_later(event, seconds) for event in shot.doubtful),
        not_seen=tuple(
            Gap(gap.t_from + seconds, gap.t_to + seconds, gap.why)
            for gap in shot.not_seen
        ),
    )


def _later(event: Event, seconds: float) -> Event:
    changes: dict[str, float] = {"t": event.t + seconds}
    t_to = getattr(event, "t_to", None)
    if t_to is not None:
        changes["t_to"] = t_to + seconds
    return replace(event, **changes)  # type: ignore[arg-type]  # t and t_to exist
