"""8-ball: what follows from a break: who chooses, and among what."""

from typing import Final, NamedTuple

from adjudicator.balls import Ball
from adjudicator.clause import Foul, applies
from adjudicator.disciplines import eight_phrases as say_eight
from adjudicator.disciplines.eight_state import EIGHT, EightBallState
from adjudicator.facts import Facts
from adjudicator.inputs import Option
from adjudicator.players import Seat
from adjudicator.verdict import CueBallPlace, Next, RackEnd, Remark

_WITH_EIGHT: Final = (Option.SPOT_8, Option.RERACK_SELF)
_RERACKS: Final = (Option.RERACK_SELF, Option.RERACK_OPPONENT)


class AfterBreak(NamedTuple):
    """What comes after a break: the rack, the next shot, and why."""

    rack: RackEnd
    next: Next
    remarks: tuple[Remark, ...] = ()


@applies("eight.2.7", "eight.5.g", "eight.5.h", "eight.5.i")
def after_break(
    state: EightBallState,
    facts: Facts,
    down: tuple[Ball, ...],
    fouls: tuple[Foul, ...],
    guilty: Seat | None,
) -> AfterBreak:
    """Return what follows from a break that did not lose the rack.

    Args:
        state: Before it.
        facts: Of it.
        down: Object balls that dropped.
        fouls: That stand.
        guilty: Who fouled.
    """
    shooter = state.shooter
    if EIGHT in down:
        return _with_eight(state, facts, guilty)
    if guilty is None:
        return AfterBreak(RackEnd.OPEN, Next(shooter if down else shooter.other))
    if guilty is not shooter:
        return AfterBreak(RackEnd.OPEN, Next(shooter, CueBallPlace.IN_HAND))
    return _failed(state, facts, fouls)


def _with_eight(state: EightBallState, facts: Facts, guilty: Seat | None) -> AfterBreak:
    shooter = state.shooter
    clean = guilty is None
    chooser = shooter if clean else shooter.other
    place = CueBallPlace.AS_IT_LIES if clean else CueBallPlace.BEHIND_HEAD_STRING
    rack = RackEnd.OPEN
    if state.settings.switches.eight_coin_table and (clean or facts.cue_ball_gone):
        rack = RackEnd.won_by(chooser)
    clause_id = "eight.5.g" if clean else "eight.5.h"
    words = {"who": chooser, "clause": clause_id}
    return AfterBreak(
        rack,
        Next(chooser, place, options=_WITH_EIGHT, chooser=chooser),
        (Remark(say_eight.EIGHT_ON_BREAK, words),),
    )


@applies("eight.5.a", "eight.5.c", "eight.5.f")
def _failed(state: EightBallState, facts: Facts, fouls: tuple[Foul, ...]) -> AfterBreak:
    """Return the opponent's choice after a break with a foul."""
    other = state.shooter.other
    broken = {foul.clause.id for foul in fouls}
    weak, jumped = "eight.5.a" in broken, "eight.5.f" in broken
    reracks = _RERACKS if weak else ()
    if facts.cue_ball_gone or not (weak or jumped):
        options = (Option.IN_HAND, *reracks) if weak else ()
        place = _place(state, facts)
    else:
        options = (Option.ACCEPT, *((Option.IN_HAND,) if jumped else ()), *reracks)
        place = CueBallPlace.AS_IT_LIES
    who = {"who": other}
    remarks = []
    if weak:
        remarks.append(Remark(say_eight.BREAK_FAILED, who))
    if jumped and Option.ACCEPT in options:
        remarks.append(Remark(say_eight.BREAK_JUMPED, who))
    coming = Next(other, place, options=options, chooser=other if options else None)
    return AfterBreak(RackEnd.OPEN, coming, tuple(remarks))


def _place(state: EightBallState, facts: Facts) -> CueBallPlace:
    """Return where the cue ball is played from after a foul on the break."""
    anywhere = (
        state.settings.switches.eight_break_cue_ball_off_table == "in_hand_anywhere"
    )
    if facts.cue_ball_off is not None and anywhere:
        return CueBallPlace.IN_HAND
    return CueBallPlace.BEHIND_HEAD_STRING
