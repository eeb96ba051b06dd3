"""Bonus Ball: who plays next and from where; the end of the time and of the match."""

from typing import NamedTuple

from adjudicator.balls import Ball
from adjudicator.clause import applies, defined
from adjudicator.clocks import bonus_time_left
from adjudicator.disciplines import bonus_phrases as say
from adjudicator.disciplines.bonus_reading import Reading
from adjudicator.disciplines.bonus_state import is_last_bonus, target_of
from adjudicator.inputs import Option
from adjudicator.players import Seat, Tally
from adjudicator.verdict import CueBallPlace, Next, RackEnd, Remark

defined("adjudicator.clocks.bonus_time_left", "bonus.7.1", "bonus.7.4")


class Turn(NamedTuple):
    """What comes after a shot.

    Attributes:
        rack: How the rack stands.
        next: Who plays, from where, and what he may choose.
        remarks: Why.
        goes_on: Whether the shooter's inning goes on.
        additional: Inning of the additional round, or 0.
        lag: Whether a lag comes first.
        review: What the organiser must decide.
    """

    rack: RackEnd
    next: Next
    remarks: tuple[Remark, ...] = ()
    goes_on: bool = False
    additional: int = 0
    lag: bool = False
    review: tuple[Remark, ...] = ()


class Outcome(NamedTuple):
    """A shot whose fouls and points are settled.

    Attributes:
        case: The shot.
        guilty: Who fouled, or None.
        illegal: Whether it was a break after which the balls are racked again.
        ball: That counted, or None.
        score: After the shot.
    """

    case: Reading
    guilty: Seat | None
    illegal: bool
    ball: Ball | None
    score: Tally


def turn_after(done: Outcome) -> Turn:
    """Return what comes after a shot."""
    state = done.case.state
    shooter = state.shooter
    if done.ball is not None and done.score.of(shooter) >= target_of(state):
        return _won(done, shooter, "bonus.8.3" if state.additional else "bonus.3.7")
    turn = _within_rack(done)
    if state.additional:
        turn = turn._replace(additional=state.additional)
    if turn.goes_on:
        return _out_of_time(done, turn)
    if state.additional == 1:
        return _second_inning(turn, shooter.other)
    if state.additional == 2:
        return _game_over(done)
    return _additional_round(done) if is_time_over(done.case) else turn


def _within_rack(done: Outcome) -> Turn:
    """Return what comes next if neither the points nor the time end anything."""
    shooter = done.case.state.shooter
    if done.guilty not in (None, shooter):
        return Turn(RackEnd.OPEN, Next(shooter, CueBallPlace.IN_HAND), goes_on=True)
    if done.case.breaking:
        return _after_break(done)
    if is_last_bonus(done.case.state):
        return _after_last_bonus(done)
    return _after_shot(done)


@applies("bonus.2.4", "bonus.2.7", "bonus.2.8", "bonus.6.10")
def _after_break(done: Outcome) -> Turn:
    shooter = done.case.state.shooter
    if done.illegal:
        return _racked_again(shooter.other, "bonus.2.8", goes_on=False)
    if done.guilty is not None:
        return Turn(RackEnd.OPEN, Next(shooter.other, CueBallPlace.IN_HAND))
    words = {"who": shooter}
    return Turn(
        RackEnd.OPEN, Next(shooter), (Remark(say.BREAK_DONE, words),), goes_on=True
    )


@applies("bonus.1.2", "bonus.3.1", "bonus.3.2", "bonus.3.3")
def _after_last_bonus(done: Outcome) -> Turn:
    """Return the break of a new rack, with or without the last Bonus made."""
    state = done.case.state
    made = done.ball is not None
    breaker = state.shooter if made else state.shooter.other
    clause_id = "bonus.3.2" if made else "bonus.3.3"
    agreed = state.settings.switches.bonus_next_breaker
    if agreed == "alternate" and not state.additional:
        breaker, clause_id = state.breaker.other, "bonus.1.2"
    return _racked_again(breaker, clause_id, goes_on=made and breaker is state.shooter)


@applies("bonus.3.11", "bonus.3.16", "bonus.4.9", "bonus.5.5", "bonus.5.7", "bonus.5.9")
def _after_shot(done: Outcome) -> Turn:
    shooter = done.case.state.shooter
    if done.guilty is not None:
        return Turn(RackEnd.OPEN, Next(shooter.other, CueBallPlace.IN_HAND))
    if done.ball is not None:
        return Turn(RackEnd.OPEN, Next(shooter), goes_on=True)
    return Turn(RackEnd.OPEN, Next(shooter.other))


def _racked_again(breaker: Seat, clause_id: str, *, goes_on: bool) -> Turn:
    words = {"who": breaker, "clause": clause_id}
    return Turn(
        RackEnd.RERACK,
        Next(breaker, CueBallPlace.BEHIND_HEAD_STRING),
        (Remark(say.RERACK, words),),
        goes_on=goes_on,
    )


@applies("bonus.3.7", "bonus.8.3", "bonus.8.6")
def _won(done: Outcome, winner: Seat, clause_id: str) -> Turn:
    words = {"who": winner, "clause": clause_id}
    return Turn(
        RackEnd.won_by(winner),
        Next(winner),
        (Remark(say.WINS, words),),
        additional=done.case.state.additional,
    )


def started_at(case: Reading) -> float:
    """Return when the match clock started: with the first stroke, seconds."""
    started = case.state.started_t
    return case.facts.shot.t_start if started is None else started


def stopped_for(case: Reading) -> float:
    """Return how long the match clock has stood still, seconds."""
    state = case.state
    if state.halted_t is None:
        return state.stopped
    return state.stopped + max(0.0, case.facts.shot.t_start - state.halted_t)


@applies("bonus.7.1", "bonus.7.2")
def is_time_over(case: Reading) -> bool:
    """Whether the playing time is over when the balls have stopped."""
    return (
        bonus_time_left(started_at(case), case.facts.shot.t_end, stopped_for(case)) <= 0
    )


@applies("bonus.5.17", "bonus.7.3")
def _out_of_time(done: Outcome, turn: Turn) -> Turn:
    """Say that the player at the table plays on if the time is over."""
    state = done.case.state
    if state.additional or not is_time_over(done.case):
        return turn
    said = Remark(say.TIME_OVER, {"who": state.shooter})
    return turn._replace(remarks=(*turn.remarks, said))


@applies("bonus.5.17", "bonus.7.2", "bonus.7.3", "bonus.8.1")
def _additional_round(done: Outcome) -> Turn:
    """Return the first break of the additional round; equal players lag for it."""
    leader = done.score.leader or _ruled(done)
    if leader is None:
        return _tied(done, "bonus.8.1")
    return Turn(
        RackEnd.RERACK,
        Next(leader, CueBallPlace.BEHIND_HEAD_STRING),
        (Remark(say.ADDITIONAL, {"who": leader}),),
        additional=1,
    )


def _ruled(done: Outcome) -> Seat | None:
    """Return who shoots next by a referee's own ruling, or None."""
    overrule = done.case.facts.entered.overrule
    return None if overrule is None else overrule.shooter


@applies("bonus.8.1", "bonus.8.6")
def _tied(done: Outcome, clause_id: str) -> Turn:
    words = {"clause": clause_id}
    state = done.case.state
    review: tuple[Remark, ...] = ()
    if state.settings.switches.bonus_tie_in_additional_round == "organiser":
        review = (Remark(say.ASK_ORGANISER, words),)
    return Turn(
        RackEnd.RERACK,
        Next(state.shooter, CueBallPlace.BEHIND_HEAD_STRING),
        (Remark(say.TIED, words),),
        additional=1,
        lag=True,
        review=review,
    )


@applies("bonus.8.2", "bonus.8.4")
def _second_inning(turn: Turn, other: Seat) -> Turn:
    """Return the inning of the second player: the position, or a break of his own."""
    if turn.rack is RackEnd.RERACK:
        return turn._replace(additional=2)
    place = turn.next.cue_ball
    options = (Option.ACCEPT, Option.RERACK_SELF)
    return turn._replace(
        next=Next(other, place, options=options, chooser=other),
        remarks=(*turn.remarks, Remark(say.SECOND_INNING, {"who": other})),
        additional=2,
    )


@applies("bonus.8.5", "bonus.8.6")
def _game_over(done: Outcome) -> Turn:
    """Return the end of the additional round; equal players play another one."""
    leader = done.score.leader
    if leader is None:
        return _tied(done, "bonus.8.6")
    return _won(done, leader, "bonus.8.6")
