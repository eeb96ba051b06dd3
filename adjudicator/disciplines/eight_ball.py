"""8-ball (FBSR edition): a group each, then the 8 as called.

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
from adjudicator.disciplines.eight_consequences import ruling
from adjudicator.disciplines.eight_losses import eight_off, losses
from adjudicator.disciplines.eight_state import (
    EIGHT,
    EightBallState,
    group,
    is_open,
)
from adjudicator.disciplines.eight_story import standing as standing
from adjudicator.disciplines.lag import judge_lag
from adjudicator.disciplines.repeats import replayed
from adjudicator.facts import Facts
from adjudicator.inputs import NOTHING_ENTERED, Choice, Entered, Option
from adjudicator.players import NONE_YET, Seat
from adjudicator.racks import after_lag, after_rack, first_state, racked
from adjudicator.ruling import dropped, finished, offender, ruled_fouls
from adjudicator.settings import BreakOrder, Settings
from adjudicator.shot import Layout, Shot
from adjudicator.state import Phase
from adjudicator.verdict import CueBallPlace, Mark, RackEnd, Verdict

FULL_RACK: Final = BALL_SETS[Discipline.EIGHT_BALL].object_balls
BREAK_RAILS: Final = 4
"""Object balls that a dry break must drive to a rail (eight.5.2)."""

defined("adjudicator.disciplines.eight_ball: imports pool_general", "eight.0")
defined("adjudicator.balls.BALL_SETS", "eight.1.1")


# Clauses

wrong_ball_first = pool.wrong_ball_first.under("eight.8.1")
eight_first_on_open_table = pool.wrong_ball_first.under("eight.6.4")
no_rail_after_contact = pool.no_rail_after_contact.under("eight.8.3")
object_ball_off = pool.object_ball_off.under("eight.13.1")
object_ball_off_on_break = pool.object_ball_off.under("eight.5.f")
scratch_on_break = pool.scratch.under("eight.5.b2", weight=2)


@clause(
    "eight.5.a",
    en="{t:s}: no ball was pocketed on the break and only {n} of 4 object balls "
    "reached a rail",
    ru="{t:s}: на разбое шар не забит, у борта побывало шаров: {n} из 4",
)
@applies("eight.5.1", "eight.5.2", "eight.2.6")
def weak_break(facts: Facts) -> Evidence | None:
    """The break pockets nothing and drives fewer than four balls to a rail."""
    if facts.dropped:
        return None
    count = len(facts.balls_to_rail())
    if count >= BREAK_RAILS:
        return None
    start = facts.first or facts.strike
    events = () if start is None else (start,)
    return Evidence(events, {"t": facts.shot.t_start, "n": count})


# The three functions


def opening(settings: Settings, position: Layout | None = None) -> EightBallState:
    """Return the state before the first shot.

    Args:
        settings: Agreed before the match.
        position: Where play goes on from, if it does not start with a break; the
            table counts as open, since nobody can see whose group is which.
    """
    return first_state(EightBallState, settings, Discipline.EIGHT_BALL, position)


def judge(
    state: EightBallState, shot: Shot, entered: Entered = NOTHING_ENTERED
) -> Verdict:
    """Return the ruling on one shot."""
    if state.phase is Phase.LAG:
        return judge_lag(state, shot, entered)
    facts = Facts(shot, entered)
    annulled = replayed(facts, state)  # pool.25, pool.28
    if annulled is not None:
        return annulled
    on = balls_on(state)
    fouls = broken(facts, state, on)
    down = dropped(facts)
    if EIGHT in down:
        guilty = offender(tuple([foul for foul in fouls if foul.sure]), state.shooter)
        fouls = (*fouls, *losses(facts, state, down, guilty))  # eight.15
    verdict = ruling(state, facts, on, ruled_fouls(fouls, entered))
    return finished(verdict, entered, by_racks=True)


@applies("eight.6.3", "eight.8.1", "eight.10.2")
def balls_on(state: EightBallState) -> frozenset[Ball]:
    """Return the balls that may be hit first without a foul."""
    if state.phase is Phase.BREAK:
        return state.on_table
    own = state.on_table & group(state.solids, state.shooter)
    if not own:
        return frozenset({EIGHT})
    if not is_open(state):
        return own
    agreed = state.settings.switches.eight_open_table_8_first
    return state.on_table if agreed == "loss_of_turn" else state.on_table - {EIGHT}


@applies("eight.8.5", "eight.9.2")
def broken(
    facts: Facts, state: EightBallState, on: frozenset[Ball]
) -> tuple[Foul, ...]:
    """Return every clause broken on the shot, but for the losses of eight.15."""
    found: tuple[Foul | None, ...]
    general = pool.general_fouls(facts, state)
    off = facts.off
    if state.phase is Phase.BREAK:
        general = tuple(f for f in general if f is None or f.clause.id != "pool.18")
        found = (
            weak_break(facts),  # eight.5.a
            scratch_on_break(facts),  # eight.5.b2
            pool.cue_ball_off(facts),  # eight.5.c, pool.23
            object_ball_off_on_break(facts),  # eight.5.f
        )
    else:
        found = (
            _first_ball(facts, state, on),  # eight.8.1, eight.6.4
            _no_rail(facts),  # eight.8.2, eight.8.3, pool.31.5
            pool.cue_ball_off(facts) if off else None,  # pool.23
            object_ball_off(facts) if off else None,  # eight.13.1
        )
    return committed(
        (*found, eight_off(facts) if off else None, *general)  # eight.13.2
    )


def _first_ball(
    facts: Facts, state: EightBallState, on: frozenset[Ball]
) -> Foul | None:
    if is_open(state) and facts.first_ball is EIGHT:
        return eight_first_on_open_table(facts, on)
    return wrong_ball_first(facts, on)


@applies("eight.8.2", "eight.8.4")
def _no_rail(facts: Facts) -> Foul | None:
    if pool.is_frozen_shot(facts):
        return pool.frozen_ball_no_rail(facts)
    return no_rail_after_contact(facts)


@applies(
    "eight.4.a", "eight.4.b", "eight.5.a1", "eight.5.a2", "eight.5.f1", "eight.5.f2"
)
def advance(
    state: EightBallState, verdict: Verdict, choice: Choice | None = None
) -> EightBallState:
    """Return what is true after the shot, and after the choice it left open."""
    option = choice.option if choice is not None else Option.ACCEPT
    coming = verdict.next
    if Mark.LAG in verdict.marks:
        return _clean(after_lag(state, verdict, option, FULL_RACK))  # eight.4.a
    if verdict.replay:
        return state
    if verdict.rack is RackEnd.RERACK:
        return _clean(racked(state, state.breaker, FULL_RACK))
    winner = verdict.rack.winner
    if winner is not None:
        usual = BreakOrder.ALTERNATE if state.settings.individual else BreakOrder.WINNER
        return _clean(after_rack(state, winner, FULL_RACK, usual))
    if option in (Option.RERACK_SELF, Option.RERACK_OPPONENT):
        chooser = coming.chooser or coming.shooter
        again = chooser if option is Option.RERACK_SELF else chooser.other
        return _clean(racked(state, again, FULL_RACK))
    left = state.on_table.difference(verdict.pocketed, verdict.jumped)
    in_hand = option is Option.IN_HAND
    return replace(
        state,
        phase=Phase.PLAY,
        shooter=coming.shooter,
        cue_ball=CueBallPlace.BEHIND_HEAD_STRING if in_hand else coming.cue_ball,
        on_table=left.union(verdict.spot, FULL_RACK.intersection(verdict.restore)),
        solids=solids_after(state, verdict),
        fouls_in_row=verdict.fouls_in_row,
        shots=state.shots + 1,
        spots=tuple(verdict.spot.items()),
        rest_t=verdict.t_end,
    )


def solids_after(state: EightBallState, verdict: Verdict) -> Seat | None:
    """Return who plays the solids after the shot."""
    chosen = verdict.carry.get("solids")
    return state.solids if chosen is None else Seat(str(chosen))


def _clean(state: EightBallState) -> EightBallState:
    return replace(state, solids=None, fouls_in_row=NONE_YET)
