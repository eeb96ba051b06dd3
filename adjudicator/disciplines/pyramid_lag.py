"""Pyramid: the lag for the break (pyramid.7)."""

from dataclasses import replace

from adjudicator.clause import applies, entered
from adjudicator.disciplines.lag import (
    Fault,
    LagBall,
    lag_balls,
    lag_fault,
    lag_winner,
)
from adjudicator.disciplines.pyramid_phrases import (
    BREAK_OR_CEDE,
    LAG_REPEATED,
    LAG_WON,
)
from adjudicator.disciplines.pyramid_state import PyramidState
from adjudicator.inputs import Entered, Observed, Option
from adjudicator.phrases import LAG_LOST
from adjudicator.players import Seat
from adjudicator.shot import Shot
from adjudicator.verdict import CueBallPlace, Mark, Next, Remark, Verdict

entered("observed: lag_repeat", "pyramid.7.3")


@applies(
    "pyramid.7.2.1",
    "pyramid.7.2.2",
    "pyramid.7.2.3",
    "pyramid.7.2.4",
    "pyramid.7.2.5",
    "pyramid.7.2.7",
)
def fault(lag: LagBall, half_length: float) -> str | None:
    """Return the clause by which a lag ball has lost, or None."""
    found = lag_fault(replace(lag, x=None), half_length)
    return None if found is None else found.replace("pool.5.", "pyramid.7.2.")


def _fault_or_jaws(lag: LagBall, half_length: float) -> str | None:
    """Return the same, with the pool rule on the corner's jaws, missing in pyramid."""
    found = fault(lag, half_length)
    if found is None and _is_in_jaws(lag, half_length):
        return "pool.5.6"
    return found


def _is_in_jaws(lag: LagBall, half_length: float) -> bool:
    """Whether a ball rests in a corner, past the nose of the head rail."""
    return lag.x is not None and lag.x < -half_length


def _losing(state: PyramidState) -> Fault:
    jaws_lose = state.settings.switches.pyramid_lag_corner_jaws == "loss"
    return _fault_or_jaws if jaws_lose else fault


@applies("pyramid.7.1.a", "pyramid.7.1.b", "pyramid.7.3")
def winner_of(state: PyramidState, balls: tuple[LagBall, ...]) -> Seat | None:
    """Return who won the lag, or None if it must be repeated.

    A ball at rest in a corner's jaws, nearer than any rail, decides nothing unless
    the switch says that it loses.
    """
    half, losing = state.table.length / 2, _losing(state)
    clean = all(losing(lag, half) is None for lag in balls)
    if clean and any(_is_in_jaws(lag, half) for lag in balls):
        return None
    return lag_winner(balls, half, losing)


@applies("pyramid.7.4.1", "pyramid.7.4.2")
def judge_lag(state: PyramidState, shot: Shot, said: Entered) -> Verdict:
    """Return the verdict on a lag: its winner may break or cede, or it is repeated."""
    balls = lag_balls(state, shot)
    winner = None
    if not (said.saw(Observed.LAG_REPEAT) or said.replay):
        winner = winner_of(state, balls)
    if said.overrule is not None and said.overrule.shooter is not None:
        winner = said.overrule.shooter
    half, losing = state.table.length / 2, _losing(state)
    remarks = [
        Remark(LAG_LOST, {"who": lag.seat, "clause": clause_id})
        for lag in balls
        if (clause_id := losing(lag, half)) is not None
    ]
    coming = Next(state.shooter, CueBallPlace.BEHIND_HEAD_STRING)
    if winner is None:
        remarks.append(Remark(LAG_REPEATED))
    else:
        coming = Next(
            winner,
            CueBallPlace.BEHIND_HEAD_STRING,
            options=(Option.BREAK, Option.CEDE),
            chooser=winner,
        )
        words = {"who": winner}
        remarks += [Remark(LAG_WON, words), Remark(BREAK_OR_CEDE, words)]
    return Verdict(
        shot=shot.number,
        shooter=state.shooter,
        legal=True,
        next=coming,
        score=state.score,
        marks=frozenset({Mark.LAG}),
        t_end=shot.t_end,
        remarks=tuple(remarks),
    )
