"""From rack to rack: how a match starts, who breaks next, when the match is won."""

from dataclasses import replace
from typing import Any, TypeVar

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.clause import applies
from adjudicator.inputs import Option
from adjudicator.players import Seat
from adjudicator.settings import BreakOrder, Settings
from adjudicator.shot import Layout
from adjudicator.state import Phase, State
from adjudicator.verdict import CueBallPlace, Verdict

S = TypeVar("S", bound=State)


def first_state(
    kind: type[S],
    settings: Settings,
    discipline: Discipline,
    position: Layout | None,
    **more: Any,
) -> S:
    """Return the state before the first shot: a lag, a break, or in the middle.

    Args:
        kind: Of the state.
        settings: Agreed before the match.
        discipline: The game.
        position: Where play goes on from, if it does not start with a break.
        more: What the discipline remembers besides.
    """
    phase = Phase.LAG if settings.breaker is None else Phase.BREAK
    on_table = BALL_SETS[discipline].object_balls
    place = CueBallPlace.BEHIND_HEAD_STRING
    if position is not None:
        phase, place = Phase.PLAY, CueBallPlace.AS_IT_LIES
        on_table = on_table.intersection(position.balls)
    player = settings.breaker or Seat.A
    return kind(
        settings=settings,
        table=settings.geometry(discipline),
        phase=phase,
        shooter=player,
        breaker=player,
        cue_ball=place,
        on_table=on_table,
        **more,
    )


def after_lag(state: S, verdict: Verdict, option: Option, balls: frozenset[Ball]) -> S:
    """Return the state before the break that was lagged for; a void lag is repeated.

    Args:
        state: Before the lag.
        verdict: On it.
        option: Which its winner took.
        balls: Object balls of a full rack.
    """
    if not verdict.next.options:
        return state
    winner = verdict.next.shooter
    return racked(state, winner.other if option is Option.CEDE else winner, balls)


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
