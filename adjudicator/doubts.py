"""What may have been otherwise on a shot, and how probably: doubts and worlds.

A doubt is one question with alternatives: an event that may not have happened, one
that was weighed and left out, a kept event whose place another may take, an unknown
ball's name, a stretch of time that nobody saw. A world answers every question.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from adjudicator.balls import Ball
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
from adjudicator.shot import Gap, Shot
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


class Change(NamedTuple):
    """How a world differs from what was extracted.

    Attributes:
        out: Events struck out.
        admit: Events let in.
        name: An unknown ball and the name it has instead of its likeliest.
        swap: A ball that was named and the one that it really is; if that one lies on
            the table, the two change names.
        names: Balls that were named and the ones that they really are, all at once.
    """

    out: tuple[Event, ...] = ()
    admit: tuple[Event, ...] = ()
    name: tuple[Ball, Ball] | None = None
    swap: tuple[Ball, Ball] | None = None
    names: tuple[tuple[Ball, Ball], ...] = ()


AS_SEEN: Final = Change()


class Doubt(NamedTuple):
    """One question about a shot.

    Attributes:
        about: The event, the gap or the unknown ball.
        answers: Probability and change of each answer, the most probable first; of a
            name that was given, that name first: names that are likelier may collide.
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
