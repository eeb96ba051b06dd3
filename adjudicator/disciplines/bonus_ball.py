"""Bonus Ball (rules of 1 January 2008): purple, orange, Bonus; 21 points in 15 minutes.

`judge` reads as the table of contents of the rules, with the number of the clause
beside each line.
"""

from dataclasses import replace

from adjudicator.balls import Discipline
from adjudicator.clause import Foul, applies, committed
from adjudicator.disciplines import bonus_phrases as say
from adjudicator.disciplines.bonus_consequences import ruling
from adjudicator.disciplines.bonus_fouls import break_fouls, common_fouls, shot_fouls
from adjudicator.disciplines.bonus_reading import Reading, reading
from adjudicator.disciplines.bonus_state import FULL, BonusState, Colour, target_of
from adjudicator.disciplines.bonus_story import standing as standing
from adjudicator.disciplines.bonus_witnessed import witnessed_fouls
from adjudicator.disciplines.lag import judge_lag
from adjudicator.disciplines.repeats import rack_again, replayed
from adjudicator.facts import Facts
from adjudicator.inputs import NOTHING_ENTERED, Choice, Entered, Observed, Option
from adjudicator.phrases import BREAK_OR_CEDE
from adjudicator.players import NONE_YET, Seat, Tally
from adjudicator.racks import first_state, racked
from adjudicator.ruling import finished, ruled_fouls
from adjudicator.settings import Settings
from adjudicator.shot import Layout, Shot
from adjudicator.state import Phase
from adjudicator.verdict import CueBallPlace, Mark, Next, RackEnd, Remark, Verdict


def opening(settings: Settings, position: Layout | None = None) -> BonusState:
    """Return the state before the first shot.

    Args:
        settings: Agreed before the match.
        position: Where play goes on from, if it does not start with a break; nobody
            can see then which colours the players are on.
    """
    colour = Colour.PURPLE if position is None else Colour.UNKNOWN
    return first_state(
        BonusState,
        settings,
        Discipline.BONUS_BALL,
        position,
        on_a=colour,
        on_b=colour,
    )


def judge(state: BonusState, shot: Shot, entered: Entered = NOTHING_ENTERED) -> Verdict:
    """Return the ruling on one shot."""
    if state.phase is Phase.LAG:
        return _judge_lag(state, shot, entered)  # bonus.1.1
    state = _of_new_match(state)
    facts = Facts(shot, entered)
    if entered.observations and entered.saw(Observed.NOT_RESTORABLE):
        return _rack_again(state, facts)  # bonus.1.2
    annulled = replayed(facts, state)  # pool.25, pool.28
    if annulled is not None:
        return annulled
    case = reading(state, facts)
    verdict = finished(ruling(case, ruled_fouls(broken(case), entered)), entered)
    return _with_target(verdict, entered, target_of(state))


def broken(case: Reading) -> tuple[Foul, ...]:
    """Return every clause broken on the shot."""
    return committed(
        (
            *(break_fouls(case) if case.breaking else shot_fouls(case)),
            *common_fouls(case),
            *witnessed_fouls(case),
        )
    )


def _of_new_match(state: BonusState) -> BonusState:
    """Return the state at nought if the match before it was already won."""
    target = target_of(state)
    if state.score.a < target and state.score.b < target:
        return state
    return replace(
        state,
        score=NONE_YET,
        on_a=Colour.PURPLE,
        on_b=Colour.PURPLE,
        additional=0,
        recorded=NONE_YET,
        started_t=None,
        stopped=0.0,
        halted_t=None,
    )


@applies("bonus.1.1")
def _judge_lag(state: BonusState, shot: Shot, entered: Entered) -> Verdict:
    """Return the verdict on a lag: its winner breaks, and may not cede."""
    verdict = judge_lag(state, shot, entered)
    if not verdict.next.options:
        return verdict
    who = verdict.next.shooter
    told = tuple(one for one in verdict.remarks if one.phrase != BREAK_OR_CEDE)
    return verdict._replace(
        next=Next(verdict.next.shooter, CueBallPlace.BEHIND_HEAD_STRING),
        remarks=(*told, Remark(say.BREAKS, {"who": who})),
        carry={"breaker": who},
    )


@applies("bonus.1.2")
def _rack_again(state: BonusState, facts: Facts) -> Verdict:
    """Return the verdict that gives up the rack: the other player breaks the next."""
    other = state.breaker.other
    return rack_again(state, facts, "bonus.1.2")._replace(
        next=Next(other, CueBallPlace.BEHIND_HEAD_STRING),
        score=state.score,
    )


def _with_target(verdict: Verdict, entered: Entered, target: int) -> Verdict:
    """Return the verdict in which a score that a referee corrected wins the match."""
    overrule = entered.overrule
    if overrule is None or overrule.points is None or verdict.rack.winner is not None:
        return verdict
    for seat in Seat:
        if verdict.score.of(seat) >= target:
            return verdict._replace(rack=RackEnd.won_by(seat), spot={}, next=Next(seat))
    return verdict


@applies("bonus.2.8", "bonus.3.2", "bonus.3.7", "bonus.8.4")
def advance(
    state: BonusState, verdict: Verdict, choice: Choice | None = None
) -> BonusState:
    """Return what is true after the shot, and after the choice it left open."""
    coming = verdict.next
    if Mark.LAG in verdict.marks:
        return _after_lag(state, verdict)
    if verdict.replay:
        halted = verdict.t_end if state.halted_t is None else state.halted_t
        return replace(state, rest_t=None, halted_t=halted)
    after = _carried(state, verdict)
    winner = verdict.rack.winner
    if winner is not None:
        return replace(after, phase=Phase.OVER, winner=winner)
    option = choice.option if choice is not None else Option.ACCEPT
    again = option is Option.RERACK_SELF and option in coming.options
    if verdict.rack is RackEnd.RERACK or again:
        return _racked(after, coming.shooter, lag="lag" in verdict.carry)
    return after


def _carried(state: BonusState, verdict: Verdict) -> BonusState:
    """Return the state after the shot if the position is played."""
    carry = verdict.carry
    left = state.on_table.difference(verdict.pocketed, verdict.jumped)
    return replace(
        state,
        phase=Phase.PLAY,
        shooter=verdict.next.shooter,
        cue_ball=verdict.next.cue_ball,
        on_table=left.union(verdict.spot, verdict.restore.keys() & FULL),
        score=verdict.score,
        on_a=Colour(str(carry.get("on_A", state.on_a))),
        on_b=Colour(str(carry.get("on_B", state.on_b))),
        additional=int(str(carry.get("additional", state.additional))),
        recorded=Tally(
            int(str(carry.get("recorded_A", state.recorded.a))),
            int(str(carry.get("recorded_B", state.recorded.b))),
        ),
        started_t=_seconds(carry.get("started", state.started_t)),
        stopped=float(str(carry.get("stopped", state.stopped))),
        halted_t=None,
        spots=tuple(verdict.spot.items()),
        shots=state.shots + 1,
        rest_t=verdict.t_end,
    )


def _seconds(value: object) -> float | None:
    return None if value is None else float(str(value))


def _after_lag(state: BonusState, verdict: Verdict) -> BonusState:
    breaker = verdict.carry.get("breaker")
    return state if breaker is None else _racked(state, Seat(str(breaker)))


def _racked(state: BonusState, breaker: Seat, *, lag: bool = False) -> BonusState:
    """Return the state before a break; nobody is timed while the balls are racked."""
    fresh = replace(
        racked(state, breaker, FULL), rack=state.rack + 1, spots=(), rest_t=None
    )
    return replace(fresh, phase=Phase.LAG) if lag else fresh
