"""9-ball (FBSR edition): lowest ball first, a legal 9 wins at any time.

`judge` reads as the table of contents of the rules, with the number of the clause
beside each line.
"""

from dataclasses import replace
from typing import Final

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.clause import (
    Evidence,
    Foul,
    applies,
    clause,
    committed,
    defined,
)
from adjudicator.disciplines import pool_general as pool
from adjudicator.disciplines.lag import judge_lag
from adjudicator.disciplines.nine_consequences import lowest, ruling
from adjudicator.disciplines.nine_consequences import standing as standing
from adjudicator.disciplines.nine_state import NineBallState
from adjudicator.disciplines.repeats import replayed
from adjudicator.facts import Facts
from adjudicator.inputs import (
    NOTHING_ENTERED,
    Choice,
    Declared,
    Entered,
    Option,
)
from adjudicator.players import NONE_YET
from adjudicator.racks import after_lag, after_rack, first_state, racked
from adjudicator.ruling import (
    finished,
    ruled_fouls,
)
from adjudicator.settings import BreakOrder, Settings
from adjudicator.shot import Layout, Shot
from adjudicator.state import Phase
from adjudicator.verdict import Mark, RackEnd, Verdict

ONE: Final = Ball("1")
FULL_RACK: Final = BALL_SETS[Discipline.NINE_BALL].object_balls
BREAK_RAILS: Final = 4
"""Object balls that a dry break must drive to a rail (nine.3.1)."""

_ON_EACH: Final = {ball: frozenset({ball}) for ball in FULL_RACK}

defined("adjudicator.disciplines.nine_ball: imports pool_general", "nine.0")
defined("adjudicator.balls.BALL_SETS", "nine.1.1")


# Clauses

wrong_ball_first = pool.wrong_ball_first.under("nine.7")
missed_the_one = pool.wrong_ball_first.under("nine.13.2")
no_rail_after_contact = pool.no_rail_after_contact.under("nine.8")


object_ball_off = pool.object_ball_off.under("nine.10.2")
object_ball_off_on_break = pool.object_ball_off.under("nine.3.3")
cue_ball_off_on_break = pool.cue_ball_off.under("nine.3.2")


@clause(
    "nine.3.1",
    en="{t:s}: no ball was pocketed on the break and only {n} of 4 object balls "
    "reached a rail",
    ru="{t:s}: на разбое шар не забит, у борта побывало шаров: {n} из 4",
)
def weak_break(facts: Facts) -> Evidence | None:
    """The break pockets nothing and drives fewer than four balls to a rail."""
    first = facts.first
    if first is None or facts.dropped:
        return None
    count = len(facts.balls_to_rail())
    if count >= BREAK_RAILS:
        return None
    return Evidence((first,), {"t": first.t, "n": count})


# The three functions


def opening(settings: Settings, position: Layout | None = None) -> NineBallState:
    """Return the state before the first shot.

    Args:
        settings: Agreed before the match.
        position: Where play goes on from, if it does not start with a break.
    """
    return first_state(NineBallState, settings, Discipline.NINE_BALL, position)


def judge(
    state: NineBallState, shot: Shot, entered: Entered = NOTHING_ENTERED
) -> Verdict:
    """Return the ruling on one shot."""
    if state.phase is Phase.LAG:
        return judge_lag(state, shot, entered)
    facts = Facts(shot, entered)
    annulled = replayed(facts, state)  # pool.25, pool.28
    if annulled is not None:
        return annulled
    on = balls_on(state)
    asked = entered.declarations != () and entered.declared(Declared.PUSH_OUT)
    push_out = asked and state.push_out
    fouls = ruled_fouls(broken(facts, state, on, push_out=push_out), entered)
    verdict = ruling(state, facts, on, fouls, asked=asked)
    return finished(verdict, entered, by_racks=True)


@applies("nine.1.2")
def balls_on(state: NineBallState) -> frozenset[Ball]:
    """Return the lowest ball on the table as a set of one; empty if there is none."""
    low = lowest(state.on_table)
    return frozenset() if low is None else _ON_EACH[low]


@applies("nine.3.0", "nine.5.2", "nine.5.3")
def broken(
    facts: Facts, state: NineBallState, on: frozenset[Ball], *, push_out: bool
) -> tuple[Foul, ...]:
    """Return every clause broken on the shot."""
    found: tuple[Foul | None, ...]
    if state.phase is Phase.BREAK:
        found = (
            missed_the_one(facts, on),  # nine.13.2
            weak_break(facts),  # nine.3.1
            cue_ball_off_on_break(facts),  # nine.3.2
            object_ball_off_on_break(facts),  # nine.3.3
        )
    elif push_out:
        found = (pool.cue_ball_off(facts), object_ball_off(facts))  # pool.23, nine.10.2
    else:
        found = (
            wrong_ball_first(facts, on),  # nine.7
            _no_rail(facts),  # nine.8, pool.31.5
            pool.cue_ball_off(facts),  # pool.23
            object_ball_off(facts),  # nine.10.2
        )
    return committed((*found, *pool.general_fouls(facts, state)))


def _no_rail(facts: Facts) -> Foul | None:
    if pool.is_frozen_shot(facts):
        return pool.frozen_ball_no_rail(facts)
    return no_rail_after_contact(facts)


def advance(
    state: NineBallState, verdict: Verdict, choice: Choice | None = None
) -> NineBallState:
    """Return what is true after the shot, and after the choice it left open."""
    option = choice.option if choice is not None else Option.ACCEPT
    if Mark.LAG in verdict.marks:
        return _clean(after_lag(state, verdict, option, FULL_RACK))
    if verdict.replay:
        return state
    if verdict.rack is RackEnd.RERACK:
        return _clean(racked(state, state.breaker, FULL_RACK))
    winner = verdict.rack.winner
    if winner is not None:
        return _clean(after_rack(state, winner, FULL_RACK, BreakOrder.WINNER))
    shooter = verdict.next.shooter
    if option is Option.PASS_BACK and option in verdict.next.options:
        shooter = shooter.other
    left = state.on_table.difference(verdict.pocketed, verdict.jumped)
    return replace(
        state,
        phase=Phase.PLAY,
        shooter=shooter,
        cue_ball=verdict.next.cue_ball,
        on_table=left.union(verdict.spot, FULL_RACK.intersection(verdict.restore)),
        push_out=Mark.LEGAL_BREAK in verdict.marks,
        fouls_in_row=verdict.fouls_in_row,
        warned=verdict.warned,
        shots=state.shots + 1,
        spots=tuple(verdict.spot.items()),
        rest_t=verdict.t_end,
    )


def _clean(state: NineBallState) -> NineBallState:
    return replace(state, push_out=False, fouls_in_row=NONE_YET)
