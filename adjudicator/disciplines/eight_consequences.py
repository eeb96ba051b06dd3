"""8-ball: what follows from a shot: group, rack, turn, cue ball, balls put back."""

from typing import Final, NamedTuple

from adjudicator.balls import Ball
from adjudicator.clause import Foul, applies
from adjudicator.disciplines import pool_general as pool
from adjudicator.disciplines.eight_break import AfterBreak, after_break
from adjudicator.disciplines.eight_losses import LOSSES
from adjudicator.disciplines.eight_phrases import EIGHT_BACK, STALEMATE
from adjudicator.disciplines.eight_state import (
    EIGHT,
    SOLIDS,
    STRIPES,
    EightBallState,
    group,
    on_eight,
)
from adjudicator.disciplines.eight_story import eight_first, missing_calls, story
from adjudicator.disciplines.obvious import AsCalled, as_called
from adjudicator.disciplines.repeats import hung_and_fell, places_before
from adjudicator.events import Point
from adjudicator.facts import Facts
from adjudicator.inputs import Declared, Observed
from adjudicator.phrases import RACK_WON, SPOTTED
from adjudicator.players import NONE_YET, Seat, Tally
from adjudicator.ruling import dropped, offender, sure_and_suspected, turn_remark
from adjudicator.state import Phase
from adjudicator.verdict import CueBallPlace, Mark, Next, RackEnd, Remark, Verdict

_NOTHING: Final = AsCalled((), ())
_IN_ORDER: Final = tuple(sorted(SOLIDS | STRIPES))
_NO_MARKS: Final[frozenset[Mark]] = frozenset()


class Settled(NamedTuple):
    """A shot whose fouls are settled.

    Attributes:
        state: Before the shot.
        facts: Of the shot.
        fouls: That stand.
        guilty: Who fouled, or None.
        down: Object balls that dropped.
    """

    state: EightBallState
    facts: Facts
    fouls: tuple[Foul, ...]
    guilty: Seat | None
    down: tuple[Ball, ...]


def ruling(
    state: EightBallState,
    facts: Facts,
    on: frozenset[Ball],
    fouls: tuple[Foul, ...],
) -> Verdict:
    """Return the verdict that follows from the facts and the fouls.

    Args:
        state: Before the shot.
        facts: Of the shot.
        on: The balls on.
        fouls: Every clause broken.
    """
    fouls, suspected = sure_and_suspected(fouls)
    shooter = state.shooter
    case = Settled(state, facts, fouls, offender(fouls, shooter), dropped(facts))
    called = _scored(case)
    solids = _solids(state, called.balls)
    ended = _ended(case, called)
    spot = _spotted(case, ended.rack)
    left = state.on_table.difference(case.down, facts.off).union(spot)
    coming = _aimed(ended.next, left, solids)
    hung = hung_and_fell(facts)
    rack = ended.rack
    turn = rack is RackEnd.OPEN and not coming.options
    return Verdict(
        shot=facts.shot.number,
        shooter=shooter,
        legal=case.guilty is not shooter,
        next=coming,
        fouls=fouls,
        pocketed=case.down,
        jumped=facts.jumped,
        spot=spot,
        restore=places_before(facts, hung),
        score=state.racks if rack.winner is None else state.racks.plus(rack.winner),
        rack=rack,
        t_end=facts.shot.t_end,
        marks=_marks(case),
        fouls_in_row=_fouls_in_row(state, case.guilty),
        carry={} if solids is None else {"solids": solids},
        remarks=(
            *story(state, facts, case.down, case.guilty, called, solids),
            *(Remark(SPOTTED, {"ball": ball.name}) for ball in spot),
            *(remark for _, remark in hung),
            *ended.remarks,
            *((turn_remark(coming, shooter),) if turn else ()),
        ),
        review=_questions(case, on, called),
        suspected=suspected,
    )


@applies(
    "eight.5.b3", "eight.6.4", "eight.7.1", "eight.10.1", "eight.12.1", "pool.15.2"
)
def _scored(case: Settled) -> AsCalled:
    """Return the balls that count for the player, and those that lack a call."""
    state, facts = case.state, case.facts
    if state.phase is Phase.BREAK or case.guilty is not None or not case.down:
        return _NOTHING
    if eight_first(state, facts):
        return _NOTHING
    own = group(state.solids, state.shooter)
    balls, asked = as_called(facts, case.down)
    return AsCalled(
        tuple([ball for ball in balls if ball in own]),
        tuple([ball for ball in asked if ball in own]),
    )


@applies("eight.7.3")
def _solids(state: EightBallState, scored: tuple[Ball, ...]) -> Seat | None:
    """Return who plays the solids after the shot."""
    if state.solids is not None or not scored:
        return state.solids
    return state.shooter if scored[0] in SOLIDS else state.shooter.other


def _ended(case: Settled, called: AsCalled) -> AfterBreak:
    """Return how the rack stands, what comes next, and why."""
    shooter, guilty = case.state.shooter, case.guilty
    lost = next((foul for foul in case.fouls if foul.clause.id in LOSSES), None)
    if lost is not None:
        words = {"who": shooter.other, "clause": lost.clause.id}
        return AfterBreak(
            RackEnd.won_by(shooter.other),
            Next(shooter.other),
            (Remark(RACK_WON, words),),
        )
    if case.facts.entered.saw(Observed.STALEMATE):
        return _stalemate(case.state)
    if case.state.phase is Phase.BREAK:
        return after_break(case.state, case.facts, case.down, case.fouls, guilty)
    if guilty is None and wins(case):
        words = {"who": shooter, "clause": "eight.1.3"}
        return AfterBreak(
            RackEnd.won_by(shooter), Next(shooter), (Remark(RACK_WON, words),)
        )
    back = (Remark(EIGHT_BACK),) if EIGHT in case.down else ()
    return AfterBreak(RackEnd.OPEN, _next(shooter, guilty, called), back)


@applies("eight.16.1")
def _stalemate(state: EightBallState) -> AfterBreak:
    """Return the repeat of the rack by its breaker."""
    coming = Next(state.breaker, CueBallPlace.BEHIND_HEAD_STRING)
    words = {"who": state.breaker}
    return AfterBreak(RackEnd.RERACK, coming, (Remark(STALEMATE, words),))


@applies("eight.1.3")
def wins(case: Settled) -> bool:
    """Whether the 8 dropped when it was on; whether as called is a foul of its own.

    Where the losses of eight.15 are off, it must have dropped as called.
    """
    state, facts = case.state, case.facts
    if EIGHT not in case.down or facts.entered.declared(Declared.SAFETY):
        return False
    if not on_eight(state.on_table, state.solids, state.shooter):
        return False
    listed = state.settings.switches.eight_loss_list == "standard_wpa_bca"
    return listed or EIGHT in as_called(facts, case.down).balls


@applies(
    "eight.9.1",
    "eight.9.4",
    "eight.10.1",
    "eight.11.1",
    "eight.14.1",
    "eight.14.2",
    "eight.16.2",
)
def _next(shooter: Seat, guilty: Seat | None, called: AsCalled) -> Next:
    """Return who shoots next, and from where."""
    if guilty is not None:
        return Next(guilty.other, CueBallPlace.IN_HAND)
    return Next(shooter if called.balls else shooter.other)


def _aimed(coming: Next, left: frozenset[Ball], solids: Seat | None) -> Next:
    """Return what comes next with the balls that are on then; none if any is."""
    seat = coming.shooter
    on: tuple[Ball, ...] = ()
    if solids is None:
        if on_eight(left, None, seat):
            on = (EIGHT,)
    else:
        own = left & group(solids, seat)
        on = tuple([ball for ball in _IN_ORDER if ball in own]) or (EIGHT,)
    return Next(seat, coming.cue_ball, on, coming.options, coming.chooser)


@applies("eight.2.5", "eight.5.b1", "eight.6.5", "eight.12.4", "eight.13.3")
def _spotted(case: Settled, rack: RackEnd) -> dict[Ball, Point]:
    """Return the places of balls that come back: jumped ones, the 8 of a break."""
    if rack is not RackEnd.OPEN:
        return {}
    back = case.facts.jumped
    if EIGHT in case.down:
        back = (*back, EIGHT)
    return pool.spot_after(case.state, case.facts, back, case.guilty)


def _fouls_in_row(state: EightBallState, guilty: Seat | None) -> Tally:
    """Count the fouls since a shot without one, for a stalemate."""
    if guilty is not state.shooter:
        return NONE_YET
    return state.fouls_in_row.plus(state.shooter)


def _marks(case: Settled) -> frozenset[Mark]:
    breaking = case.state.phase is Phase.BREAK
    if not breaking and not case.facts.entered.declarations:
        return _NO_MARKS
    marks = set()
    if breaking:
        marks = {Mark.BREAK}
        if case.guilty is None:
            marks.add(Mark.LEGAL_BREAK)
    if case.facts.entered.declared(Declared.SAFETY):
        marks.add(Mark.SAFETY)
    return frozenset(marks)


def _questions(
    case: Settled, on: frozenset[Ball], called: AsCalled
) -> tuple[Remark, ...]:
    """Return what a person must answer: a split hit, a missing call."""
    state, facts = case.state, case.facts
    if state.phase is Phase.BREAK:
        return ()
    split = pool.split_question(facts, on, state.settings.switches)
    return (*(() if split is None else (split,)), *missing_calls(called))
