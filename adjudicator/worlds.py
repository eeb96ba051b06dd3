"""Worlds: a shot as it was if doubts are answered one way or another."""

import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from adjudicator.balls import Ball
from adjudicator.doubts import Change, Doubt, Picks
from adjudicator.events import Contact, Event, Intrusion, RackOpened
from adjudicator.shot import Layout, Shot
from adjudicator.state import State
from adjudicator.validity import balls_of


def worlds(doubts: Sequence[Doubt]) -> Iterator[tuple[float, Picks]]:
    """Yield the worlds and their probabilities, the most probable first."""
    start = math.prod(doubt.answers[0][0] for doubt in doubts)
    heap: list[tuple[float, Picks]] = [(-start, ())]
    while heap:
        minus, picks = heapq.heappop(heap)
        yield -minus, picks
        last, answer = picks[-1] if picks else (-1, 0)
        if picks and answer + 1 < len(doubts[last].answers):
            _push(heap, minus, doubts, (*picks[:-1], (last, answer + 1)))
        for index in range(last + 1, len(doubts)):
            if len(doubts[index].answers) > 1:
                _push(heap, minus, doubts, (*picks, (index, 1)))


def _push(
    heap: list[tuple[float, Picks]],
    minus: float,
    doubts: Sequence[Doubt],
    picks: Picks,
) -> None:
    index, answer = picks[-1]
    answers = doubts[index].answers
    heapq.heappush(heap, (minus * answers[answer][0] / answers[answer - 1][0], picks))


def changed(
    shot: Shot, state: State, changes: Sequence[Change]
) -> tuple[Shot, State] | None:
    """Return the shot and state of a world, or None where two balls share a name."""
    out = {event for change in changes for event in change.out}
    admit = [event for change in changes for event in change.admit]
    names = new_names(changes, shot)
    if names is None:
        return None
    events = [event for event in shot.events if event not in out]
    if admit:
        events = sorted([*events, *admit], key=lambda event: event.t)
    other = replace(shot, events=tuple(events), doubtful=())
    if not names:
        return other, state
    kept = shot.before.balls.keys() - names.keys()
    if len(set(names.values())) < len(names) or kept & set(names.values()):
        return None
    return renamed(other, names), restated(state, names)


def new_names(changes: Sequence[Change], shot: Shot) -> dict[Ball, Ball] | None:
    """Return what balls are called in a world, or None if one has two names."""
    pairs = [change.name for change in changes if change.name is not None]
    for ball, really in (c.swap for c in changes if c.swap is not None):
        pairs.append((ball, really))
        if really in shot.before.balls:
            pairs.append((really, ball))
    pairs += [pair for change in changes for pair in change.names]
    names = dict(pairs)
    return names if len(names) == len(pairs) else None


def renamed(shot: Shot, names: dict[Ball, Ball]) -> Shot:
    """Return the shot with other names for some balls, its evidence too."""
    return replace(
        shot,
        events=tuple([renamed_event(event, names) for event in shot.events]),
        doubtful=tuple([renamed_event(event, names) for event in shot.doubtful]),
        before=_renamed_layout(shot.before, names),
        after=_renamed_layout(shot.after, names),
    )


def renamed_event(event: Event, names: Mapping[Ball, Ball]) -> Event:
    """Return the event with other names for some balls."""
    if not any(ball in names for ball in balls_of(event)):
        return event
    match event:
        case Contact(balls=(one, two)):
            pair = (names.get(one, one), names.get(two, two))
            moving = event.moving
            if moving is not None:
                moving = frozenset(names.get(ball, ball) for ball in moving)
            return replace(event, balls=pair, moving=moving)
        case RackOpened(balls=many):
            return replace(event, balls=frozenset(names.get(b, b) for b in many))
        case Intrusion():  # pragma: no cover  # is about no ball
            return event
        case _:
            return replace(event, ball=names[event.ball])


def _renamed_layout(layout: Layout, names: dict[Ball, Ball]) -> Layout:
    return Layout(
        {names.get(ball, ball): xy for ball, xy in layout.balls.items()},
        {names.get(ball, ball): rail for ball, rail in layout.frozen_rail.items()},
        frozenset(
            sorted_pair(names.get(one, one), names.get(two, two))
            for one, two in layout.frozen_pairs
        ),
        layout.uncertain,
    )


def sorted_pair(one: Ball, two: Ball) -> tuple[Ball, Ball]:
    """Return two balls in order of name."""
    return (one, two) if one < two else (two, one)


def restated(state: State, names: dict[Ball, Ball]) -> State:
    """Return the state with other names for some balls on the table."""
    balls = state.on_table.difference(names).union(names.values())
    return state if balls == state.on_table else replace(state, on_table=balls)
