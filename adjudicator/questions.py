"""What a doubtful event, gap or ball asks of a person, as sentences."""

import math

from adjudicator.balls import Ball
from adjudicator.clause import Word
from adjudicator.doubts import Change, Doubt
from adjudicator.events import (
    Contact,
    ForeignContact,
    OffTable,
    Pocketed,
    RailTouch,
    Returned,
    SelfDropped,
)
from adjudicator.phrases import (
    DID_DROP,
    DID_HAPPEN,
    DID_LEAVE,
    DID_REACH,
    DID_TOUCH,
    MISTAKEN_BALL,
    NOT_SEEN,
    UNKNOWN_BALL,
)
from adjudicator.shot import Gap
from adjudicator.validity import balls_of
from adjudicator.verdict import Remark


def percent_of(p: float) -> int:
    """Return a probability as whole per cent, never a hundred."""
    return min(99, math.floor(100 * p))


def questions(doubt: Doubt, change: Change) -> list[Remark]:
    """Return what a doubt asks of a person.

    Args:
        doubt: The doubt.
        change: The likeliest answer that changes the ruling.
    """
    asked: dict[frozenset[Ball], Remark] = {}
    for ball, other in change.names:
        words: dict[str, Word] = {"ball": ball.name, "other": other.name}
        asked.setdefault(frozenset((ball, other)), Remark(MISTAKEN_BALL, words))
    return list(asked.values()) or [question(doubt)]


def question(doubt: Doubt) -> Remark:
    """Return the question that a doubt about one thing puts to a person."""
    about = doubt.about
    if isinstance(about, Gap):
        words: dict[str, Word] = {"t": about.t_from, "t_to": about.t_to}
        return Remark(NOT_SEEN, {**words, "why": about.why})
    swap = next((c.swap for _, c in doubt.answers if c.swap is not None), None)
    if swap is not None:
        return Remark(MISTAKEN_BALL, {"ball": swap[0].name, "other": swap[1].name})
    if isinstance(about, Ball):
        return Remark(UNKNOWN_BALL, {"ball": about.name})
    percent = percent_of(about.confidence)
    match about:
        case Contact(t=t, balls=(one, other)):
            words = {"t": t, "one": one.name, "other": other.name}
            return Remark(DID_TOUCH, {**words, "percent": percent})
        case RailTouch(t=t, ball=ball, rail=rail):
            words = {"t": t, "ball": ball.name, "rail": rail.value}
            return Remark(DID_REACH, {**words, "percent": percent})
        case (
            Pocketed(t=t, ball=ball, pocket=pocket)
            | SelfDropped(t=t, ball=ball, pocket=pocket)
        ):
            words = {"t": t, "ball": ball.name, "pocket": pocket.value}
            return Remark(DID_DROP, {**words, "percent": percent})
        case (
            OffTable(t=t, ball=ball)
            | Returned(t=t, ball=ball)
            | ForeignContact(t=t, ball=ball)
        ):
            words = {"t": t, "ball": ball.name}
            return Remark(DID_LEAVE, {**words, "percent": percent})
        case _:
            words = {"t": about.t, "ball": balls_of(about)[0].name}
            return Remark(DID_HAPPEN, {**words, "percent": percent})
