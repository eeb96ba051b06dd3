"""14.1: what the reasons say about the balls, the points and the count of fouls."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adjudicator.balls import Ball
from adjudicator.clause import applies
from adjudicator.disciplines import straight_phrases as say
from adjudicator.disciplines.kitchen import placement_remarks
from adjudicator.disciplines.placement import spotting_remarks
from adjudicator.disciplines.straight_near import ALLOWED
from adjudicator.disciplines.straight_new_rack import NewRack
from adjudicator.disciplines.straight_settled import Settled, cost
from adjudicator.disciplines.straight_state import NearRail, StraightPoolState
from adjudicator.events import Point
from adjudicator.phrases import DRY, POCKETED, SPOTTED
from adjudicator.players import Tally
from adjudicator.rack_check import straight_pool_rack
from adjudicator.ruling import turn_remark
from adjudicator.shot import Layout
from adjudicator.state import Phase
from adjudicator.verdict import Next, Remark
from adjudicator.wording import PhraseKey


class Told(NamedTuple):
    """What a ruling is told from.

    Attributes:
        case: The shot.
        fouls: The shooter's fouls in a row, three on the third.
        third: Whether it was the third.
        score: After the shot.
        next: What comes then.
    """

    case: Settled
    fouls: int
    third: bool
    score: Tally
    next: Next


def story(
    told: Told,
    near: tuple[NearRail, ...],
    rack: NewRack,
    spot: Mapping[Ball, Point],
    nearest: tuple[Ball, ...],
) -> Iterator[Remark]:
    """Yield the sentences of a ruling that are no foul.

    Args:
        told: The shot and what follows from it.
        near: Balls near a rail that count after it.
        rack: The new rack inside the inning, if there is one.
        spot: Balls put back.
        nearest: Balls of which one may be spotted on request.
    """
    case = told.case
    if case.safety:
        yield Remark(say.SAFETY)
    yield from _balls(case)
    if case.made or case.guilty is not None:
        yield from _points(told)
    if spot and not rack.balls:
        yield from [Remark(SPOTTED, {"ball": ball.name}) for ball in spot]
    if case.fouled:
        yield from _count(told)
    if near:
        yield from _near(told, near)
    yield from placement_remarks(case.facts, case.state)
    yield from standing(case.state, case.facts.shot.before)
    yield from rack.remarks
    yield from _turn(told, nearest)


@applies("straight.7.6", "straight.7.7.b")
def standing(state: StraightPoolState, layout: Layout) -> tuple[Remark, ...]:
    """Return what is wrong with the full rack, or with how balls were put back."""
    if state.phase is Phase.BREAK and state.opening:
        return straight_pool_rack(layout, state.table)
    return spotting_remarks(state, layout)


def _named(phrase: PhraseKey, balls: tuple[Ball, ...]) -> Remark:
    return Remark(phrase, {"balls": tuple([ball.name for ball in balls])})


def _balls(case: Settled) -> Iterator[Remark]:
    """Say which balls count and which come back."""
    if not case.down:
        if not case.fouled:
            yield Remark(DRY)
    elif case.made:
        yield _named(POCKETED, case.down)
    elif case.fouled:
        yield _named(say.ON_A_FOUL, case.down)
    elif not case.safety:
        yield _named(say.NOT_AS_CALLED, case.down)


def _points(told: Told) -> Iterator[Remark]:
    """Say what was won and lost, and the score."""
    case = told.case
    if case.made:
        n = len(case.down)
        clause_id = "straight.7.1.c" if n > 1 else "straight.5"
        who = case.state.shooter
        yield Remark(say.POINTS, {"who": who, "n": n, "clause": clause_id})
    if case.guilty is not None:
        n, clause_id = cost(case, third=told.third)
        who = case.guilty
        yield Remark(say.PENALTY, {"who": who, "n": n, "clause": clause_id})
    yield Remark(say.SCORE, {"a": told.score.a, "b": told.score.b})


@applies("straight.12.1", "straight.12.3")
def _count(told: Told) -> Iterator[Remark]:
    """Tell a player how many fouls in a row are his."""
    case = told.case
    who = {"who": case.state.shooter}
    if case.illegal_break:
        return
    if told.third:
        yield Remark(say.THIRD_FOUL, who)
    else:
        yield Remark(say.ON_ONE_FOUL if told.fouls == 1 else say.ON_TWO_FOULS, who)


@applies("straight.7.2.c")
def _near(told: Told, near: tuple[NearRail, ...]) -> Iterator[Remark]:
    """Say that a ball counts as frozen from now on."""
    for one in near:
        if one.seat is told.case.state.shooter and one.used >= ALLOWED:
            words = {"ball": one.ball.name, "rail": one.rail}
            yield Remark(say.FROZEN_FOR_HIM, {**words, "who": one.seat})


def _turn(told: Told, nearest: tuple[Ball, ...]) -> Iterator[Remark]:
    """Say who shoots next and what he may choose."""
    case, who = told.case, {"who": told.next.shooter}
    if case.illegal_break and not told.third:
        yield Remark(say.BREAK_FAILED, who)
    elif case.deliberate and not told.third:
        yield Remark(say.DELIBERATE, who)
    elif not told.third:
        yield turn_remark(told.next, case.state.shooter)
    if nearest:
        names = tuple([ball.name for ball in nearest])
        yield Remark(say.MAY_SPOT, {**who, "balls": names})
    if len(nearest) > 1:
        yield Remark(say.CHOOSES_BALL)


def questions(case: Settled) -> tuple[Remark, ...]:
    """Ask for the call that nobody entered, where something hangs on it."""
    if not case.called.asked or (case.fouled and not case.illegal_break):
        return ()
    return (_named(say.WAS_IT_CALLED, case.called.asked),)
