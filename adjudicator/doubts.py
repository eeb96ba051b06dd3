"""What may have been otherwise on a shot, and how probably: doubts and worlds.

A doubt is one question with alternatives: an event that may not have happened, one
that was weighed and left out, a kept event whose place another may take, an unknown
ball's name, a stretch of time that nobody saw. A world answers every question.
"""

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.events import (
    Contact,
    Event,
    Intrusion,
    PickedUp,
    Placed,
    RackOpened,
    Rail,
    RailTouch,
    Rest,
    Strike,
)
from adjudicator.resync import belief, named_unknown
from adjudicator.shot import Gap, Layout, Shot
from adjudicator.state import State
from adjudicator.validity import balls_of

_CERTAIN: Final = (Strike, Rest, Placed, PickedUp, RackOpened, Intrusion)
"""Kinds of events that are not questioned: no ruling hangs on one alone."""

RIVAL_SECONDS: Final = 0.06
"""A left-out event this near a kept one of the same ball takes its place, seconds."""

ORDER_SECONDS: Final = 0.002
"""A rail this near the first contact may be before or after it, seconds."""

UNSEEN_RATE: Final = 0.5
"""Probability per second that something decisive happened while nothing was seen."""

MOST_UNSEEN: Final = 0.5
"""The largest probability of something unseen in one gap."""

GONE_BEFORE: Final = 0.05
"""Weight of a name whose ball should have left the table before."""

LEAST_BELIEF: Final = 1e-6
"""Of any name that a ball may have."""

MOST_NAMES: Final = 6
"""Unknown balls whose names are questioned; the others keep their likeliest."""


class Change(NamedTuple):
    """How a world differs from what was extracted.

    Attributes:
        out: Events struck out.
        admit: Events let in.
        name: An unknown ball and the name it has instead of its likeliest.
    """

    out: tuple[Event, ...] = ()
    admit: tuple[Event, ...] = ()
    name: tuple[Ball, Ball] | None = None


AS_SEEN: Final = Change()


class Doubt(NamedTuple):
    """One question about a shot.

    Attributes:
        about: The event, the gap or the unknown ball.
        answers: Probability and change of each answer, the most probable first.
    """

    about: Event | Gap | Ball
    answers: tuple[tuple[float, Change], ...]


Picks = tuple[tuple[int, int], ...]
"""Questions by index with the answer chosen, where it is not the most probable."""


def _doubt(about: Event | Gap | Ball, *answers: tuple[float, Change]) -> Doubt:
    likely = sorted(answers, key=lambda answer: -answer[0])
    return Doubt(about, tuple(answer for answer in likely if answer[0] > 0))


def event_doubts(shot: Shot) -> list[Doubt]:
    """Return the doubts about events kept and left out."""
    rivals: dict[int, list[Event]] = {}
    found: list[Doubt] = []
    for event in shot.doubtful:
        if isinstance(event, _CERTAIN):
            continue
        index = _rival(event, shot.events)
        if index is None:
            p = event.confidence
            found.append(_doubt(event, (1 - p, AS_SEEN), (p, Change(admit=(event,)))))
        else:
            rivals.setdefault(index, []).append(event)
    for index, event in enumerate(shot.events):
        if isinstance(event, _CERTAIN):
            continue
        if index in rivals:
            found.append(_contest(event, rivals[index]))
        elif event.confidence < 1:
            p = event.confidence
            found.append(_doubt(event, (p, AS_SEEN), (1 - p, Change(out=(event,)))))
    return found


def order_doubts(shot: Shot) -> list[Doubt]:
    """Return the doubts about rails of the cue ball at the time of its first contact.

    Only a rail after the contact counts, and the two may be too close to be put in
    order.
    """
    first = shot.first_contact
    found = []
    for event in shot.events:
        if first is None or not isinstance(event, RailTouch):
            continue
        apart = abs(event.t - first.t)
        if event.ball is not shot.cue_ball or apart >= ORDER_SECONDS:
            continue
        p = 0.5 * (1 - apart / ORDER_SECONDS)
        before = shot.events.index(event) < shot.events.index(first)
        t = math.nextafter(first.t, math.inf if before else -math.inf)
        other = Change(out=(event,), admit=(replace(event, t=t),))
        found.append(_doubt(event, (1 - p, AS_SEEN), (p, other)))
    return found


def _rival(event: Event, kept: Sequence[Event]) -> int | None:
    """Return the index of the kept event whose place a left-out one may take."""
    best = None
    for index, other in enumerate(kept):
        if isinstance(other, _CERTAIN) or other.confidence + event.confidence > 1:
            continue
        if abs(other.t - event.t) > RIVAL_SECONDS:
            continue
        if not set(balls_of(other)) & set(balls_of(event)):
            continue
        if best is None or abs(other.t - event.t) < abs(kept[best].t - event.t):
            best = index
    return best


def _contest(event: Event, rivals: list[Event]) -> Doubt:
    claimed = [
        (rival.confidence, Change(out=(event,), admit=(rival,))) for rival in rivals
    ]
    left = 1 - event.confidence - sum(p for p, _ in claimed)
    if left < 0:
        scale = (1 - event.confidence) / sum(p for p, _ in claimed)
        claimed = [(p * scale, change) for p, change in claimed]
    neither = (max(left, 0.0), Change(out=(event,)))
    return _doubt(event, (event.confidence, AS_SEEN), neither, *claimed)


def gap_doubts(shot: Shot) -> list[Doubt]:
    """Return the doubts about what happened while nobody saw the table."""
    first = shot.first_contact
    found = []
    for gap in shot.not_seen:
        start, end = max(gap.t_from, shot.t_start), min(gap.t_to, shot.t_end)
        if end <= start or shot.cue_ball is None:
            continue
        p = min(MOST_UNSEEN, UNSEEN_RATE * (end - start))
        if first is None or start <= first.t:
            hidden = _hidden_contacts(shot, start)
            if first is None:
                hidden += [_with_rail(change, end) for change in hidden]
            share = [(p / len(hidden), change) for change in hidden]
            found.append(_doubt(gap, (1 - p, AS_SEEN), *share))
        if first is not None and end > first.t:
            rails = Change(admit=_hidden_rails(shot, max(start, first.t)))
            found.append(_doubt(gap, (1 - p, AS_SEEN), (p, rails)))
    return [doubt for doubt in found if len(doubt.answers) > 1]


def _hidden_contacts(shot: Shot, t: float) -> list[Change]:
    cue_ball = shot.cue_ball
    return [
        Change(admit=(Contact(t=t, balls=(cue_ball, ball)),))
        for ball in sorted(shot.before.balls)
        if cue_ball is not None and ball is not cue_ball
    ] or [AS_SEEN]


def _with_rail(change: Change, t: float) -> Change:
    """Return hidden contacts after which the ball hit reaches a rail, hidden too."""
    rails = tuple(
        RailTouch(t=t, ball=event.balls[1], rail=Rail.FOOT)
        for event in change.admit
        if isinstance(event, Contact)
    )
    return Change(admit=(*change.admit, *rails))


def _hidden_rails(shot: Shot, t: float) -> tuple[Event, ...]:
    moved = {
        ball
        for event in shot.events
        if isinstance(event, Contact | RackOpened)
        for ball in balls_of(event)
    }
    return tuple(RailTouch(t=t, ball=ball, rail=Rail.FOOT) for ball in sorted(moved))


class Naming(NamedTuple):
    """A shot and its state in which unknown balls have their likeliest names.

    Attributes:
        shot: With the names.
        state: With the names.
        doubts: About the names.
        strange: Unknown balls for which no name is left.
    """

    shot: Shot
    state: State
    doubts: list[Doubt]
    strange: tuple[Ball, ...]


def naming(state: State, shot: Shot, discipline: Discipline) -> Naming:
    """Name the unknown balls of a shot."""
    balls = shot.before.balls
    unknown = tuple(sorted(ball for ball in balls if ball.is_unknown))
    if not unknown:
        return Naming(shot, state, [], ())
    free = BALL_SETS[discipline].object_balls - balls.keys()
    first_choice = free & state.on_table
    named = named_unknown(shot, unknown, first_choice)
    rest = tuple(ball for ball in unknown if ball not in named.values())
    named |= named_unknown(shot, rest, free - named.keys())
    names = {one: ball for ball, one in named.items()}
    asked = sorted(names, key=lambda one: (not _takes_part(one, shot), one))
    doubts = [
        _name_doubt(shot, one, names[one], free, state) for one in asked[:MOST_NAMES]
    ]
    return Naming(
        renamed(shot, names),
        _restated(state, names),
        [doubt for doubt in doubts if len(doubt.answers) > 1],
        tuple(one for one in unknown if one not in names and _takes_part(one, shot)),
    )


def _name_doubt(
    shot: Shot, one: Ball, name: Ball, free: frozenset[Ball], state: State
) -> Doubt:
    weights = {
        ball: max(belief(shot, one, ball), LEAST_BELIEF)
        * (1 if ball in state.on_table else GONE_BEFORE)
        for ball in sorted(free)
    }
    total = sum(weights.values())
    others = [
        (weight / total, Change(name=(name, ball)))
        for ball, weight in weights.items()
        if ball is not name
    ]
    return Doubt(
        one,
        (
            (weights[name] / total, AS_SEEN),
            *sorted(others, key=lambda answer: -answer[0]),
        ),
    )


def _takes_part(ball: Ball, shot: Shot) -> bool:
    return any(
        ball in balls_of(event)
        for event in shot.events
        if not isinstance(event, Rest | RackOpened)
    )


def renamed(shot: Shot, names: dict[Ball, Ball]) -> Shot:
    """Return the shot with other names for some balls, its evidence too."""
    return replace(
        shot,
        events=tuple([renamed_event(event, names) for event in shot.events]),
        doubtful=tuple([renamed_event(event, names) for event in shot.doubtful]),
        before=_renamed_layout(shot.before, names),
        after=_renamed_layout(shot.after, names),
    )


def renamed_event(event: Event, names: dict[Ball, Ball]) -> Event:
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


def _restated(state: State, names: dict[Ball, Ball]) -> State:
    balls = state.on_table.difference(names).union(names.values())
    return state if balls == state.on_table else replace(state, on_table=balls)


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
    names = dict(change.name for change in changes if change.name is not None)
    events = [event for event in shot.events if event not in out]
    if admit:
        events = sorted([*events, *admit], key=lambda event: event.t)
    other = replace(shot, events=tuple(events), doubtful=())
    if not names:
        return other, state
    kept = shot.before.balls.keys() - names.keys()
    if len(set(names.values())) < len(names) or kept & set(names.values()):
        return None
    return renamed(other, names), _restated(state, names)
