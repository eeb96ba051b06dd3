"""From rack to rack: who breaks next, and when the match is won."""

from dataclasses import replace
from typing import TypeVar

from adjudicator.balls import Ball
from adjudicator.clause import applies
from adjudicator.players import Seat
from adjudicator.settings import BreakOrder
from adjudicator.state import Phase, State
from adjudicator.verdict import CueBallPlace

S = TypeVar("S", bound=State)


@applies("pool.29.1", "pool.29.2")
def next_breaker(state: State, winner: Seat, usual: BreakOrder) -> Seat:
    """Return who breaks the next rack.

    Args:
        state: Before the rack was won.
        winner: Of the rack.
        usual: Order of the discipline, if the organiser set none. A player behind
            in racks breaks under `TRAILING`; at equal racks the break alternates.
    """
    match state.settings.break_order or usual:
        case BreakOrder.WINNER:
            return winner
        case BreakOrder.LOSER:
            return winner.other
        case BreakOrder.ALTERNATE:
            return state.breaker.other
        case _:
            leader = state.racks.plus(winner).leader
            return state.breaker.other if leader is None else leader.other


@applies("nine.1.8")
def after_rack(state: S, winner: Seat, balls: frozenset[Ball], usual: BreakOrder) -> S:
    """Return the state before the next break, or after the match.

    Args:
        state: Before the rack was won.
        winner: Of the rack.
        balls: Object balls of a full rack.
        usual: Order of breaks of the discipline.
    """
    racks = state.racks.plus(winner)
    needed = state.settings.racks_to
    if needed is not None and racks.of(winner) >= needed:
        return replace(state, phase=Phase.OVER, racks=racks, winner=winner)
    breaker = next_breaker(state, winner, usual)
    return racked(replace(state, racks=racks, rack=state.rack + 1), breaker, balls)


def racked(state: S, breaker: Seat, balls: frozenset[Ball]) -> S:
    """Return the state before a break with a full rack."""
    return replace(
        state,
        phase=Phase.BREAK,
        shooter=breaker,
        breaker=breaker,
        cue_ball=CueBallPlace.BEHIND_HEAD_STRING,
        on_table=balls,
        warned=frozenset(),
        shots=0,
        spots=(),
    )
