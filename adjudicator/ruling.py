"""Steps of a ruling that every discipline takes in the same way."""

from collections.abc import Mapping
from typing import Final

from adjudicator.balls import Ball
from adjudicator.clause import CLAUSES, Foul, applies
from adjudicator.events import Point
from adjudicator.facts import Facts
from adjudicator.inputs import Entered, Observed, Overrule
from adjudicator.phrases import (
    ANNULLED,
    BEHIND_HEAD_STRING,
    COMES_TO_TABLE,
    CONTINUES,
    IN_HAND,
    LOSS_RULED,
    NOT_JUDGED,
    OVERRULED,
)
from adjudicator.players import Seat, Tally
from adjudicator.shot import Shot
from adjudicator.state import State
from adjudicator.verdict import CueBallPlace, Mark, Next, RackEnd, Remark, Verdict

REPLAY_MARKS: Final = frozenset({Mark.REPLAY})
UNJUDGED_MARKS: Final = frozenset({Mark.UNJUDGED})
_FROM_WHERE: Final = {
    CueBallPlace.IN_HAND: IN_HAND,
    CueBallPlace.BEHIND_HEAD_STRING: BEHIND_HEAD_STRING,
}


def sure_and_suspected(
    fouls: tuple[Foul, ...],
) -> tuple[tuple[Foul, ...], tuple[Foul, ...]]:
    """Part the fouls that stand from those that a person must confirm."""
    if not fouls:
        return (), ()
    sure = tuple([foul for foul in fouls if foul.sure])
    if len(sure) == len(fouls):
        return fouls, ()
    return sure, tuple([foul for foul in fouls if not foul.sure])


def ruled_fouls(fouls: tuple[Foul, ...], entered: Entered) -> tuple[Foul, ...]:
    """Return the fouls after a referee's own ruling, if there is one."""
    overrule = entered.overrule
    if overrule is None:
        return fouls
    if overrule.fouls is not None:
        return tuple([Foul(CLAUSES[clause_id]) for clause_id in overrule.fouls])
    return () if overrule.legal else fouls


def dropped(facts: Facts) -> tuple[Ball, ...]:
    """Return the object balls that count as dropped."""
    overrule = facts.entered.overrule
    if overrule is not None and overrule.pocketed is not None:
        return overrule.pocketed
    return facts.dropped


@applies("pool.15.1")
def offender(fouls: tuple[Foul, ...], shooter: Seat) -> Seat | None:
    """Return who is punished; the shooter's own foul comes before the opponent's."""
    if not fouls:
        return None
    for foul in fouls:
        if foul.by is None or foul.by is shooter:
            return shooter
    return shooter.other


def balls_after(facts: Facts) -> dict[Ball, Point]:
    """Return where the balls lie after the shot, without those that are gone."""
    shot = facts.shot
    left = dict(shot.after.balls or shot.before.balls)
    for ball in (*facts.drops, *facts.off):
        left.pop(ball, None)
    return left


def finished(verdict: Verdict, entered: Entered, *, by_racks: bool = False) -> Verdict:
    """Return the verdict with what a referee ruled directly put in its place.

    Args:
        verdict: Of the rules.
        entered: What people said.
        by_racks: Whether the score of the game counts racks.
    """
    overrule = entered.overrule
    if overrule is not None:
        verdict = _with_overrule(verdict, overrule)
        if overrule.winner is not None:
            verdict = won_by(verdict, overrule.winner, by_racks=by_racks)
    if not entered.observations:
        return verdict
    for seen in entered.observed(Observed.LOSS):
        loser = seen.player or verdict.shooter
        verdict = won_by(verdict, loser.other, by_racks=by_racks)
        remark = Remark(LOSS_RULED, {"loser": loser})
        verdict = verdict._replace(remarks=(remark, *verdict.remarks))
    return verdict


def won_by(verdict: Verdict, winner: Seat, *, by_racks: bool) -> Verdict:
    """Return the verdict in which this player wins the rack, whoever did before.

    Args:
        verdict: Of the rules.
        winner: Of the rack.
        by_racks: Whether the score counts racks.
    """
    score = verdict.score
    if by_racks and verdict.rack.winner is not None:
        score = score.plus(verdict.rack.winner, -1)
    if by_racks:
        score = score.plus(winner)
    return verdict._replace(
        rack=RackEnd.won_by(winner),
        score=score,
        spot={},
        next=Next(verdict.next.shooter),
    )


def _with_overrule(verdict: Verdict, overrule: Overrule) -> Verdict:
    coming = verdict.next
    if overrule.shooter is not None and overrule.shooter is not coming.shooter:
        coming = Next(overrule.shooter, CueBallPlace.AS_IT_LIES, coming.ball_on)
    spot: Mapping[Ball, Point] = verdict.spot
    if overrule.spot is not None:
        spot = dict(overrule.spot)
    points = verdict.points
    if overrule.points is not None:
        points = Tally(*overrule.points)
    score = Tally(
        verdict.score.a - verdict.points.a + points.a,
        verdict.score.b - verdict.points.b + points.b,
    )
    return verdict._replace(
        legal=verdict.legal if overrule.legal is None else overrule.legal,
        next=coming,
        spot=spot,
        points=points,
        score=score,
        review=(),
        suspected=(),
        remarks=(Remark(OVERRULED), *verdict.remarks),
    )


def annulled(state: State, facts: Facts, remark: Remark | None = None) -> Verdict:
    """Return the verdict on a shot that is played again from the same position.

    Args:
        state: Before the shot.
        facts: Of the shot.
        remark: Why; None says only that it is annulled.
    """
    return Verdict(
        shot=facts.shot.number,
        shooter=state.shooter,
        legal=True,
        next=Next(state.shooter, state.cue_ball),
        restore=facts.shot.before.balls,
        score=state.score,
        marks=REPLAY_MARKS,
        t_end=facts.shot.t_end,
        remarks=(remark or Remark(ANNULLED),),
    )


def unjudged(state: State, shot: Shot, reason: str) -> Verdict:
    """Return the verdict on a shot that a person must rule on: nothing is applied."""
    return Verdict(
        shot=shot.number,
        shooter=state.shooter,
        legal=True,
        next=Next(state.shooter, state.cue_ball),
        score=state.score,
        t_end=shot.t_end,
        marks=UNJUDGED_MARKS,
        review=(Remark(NOT_JUDGED, {"reason": reason}),),
        confidence=0.0,
    )


def unjudged_ruled(verdict: Verdict, overrule: Overrule) -> Verdict:
    """Return the verdict on a shot that cannot be judged, as a person ruled on it."""
    fouls = tuple(Foul(CLAUSES[clause_id]) for clause_id in overrule.fouls or ())
    verdict = verdict._replace(
        legal=not fouls if overrule.legal is None else overrule.legal,
        fouls=fouls,
        review=(),
        confidence=1.0,
    )
    return _with_overrule(verdict, overrule)


def turn_remark(coming: Next, shooter: Seat) -> Remark:
    """Return the sentence that says who shoots next, and from where."""
    usual = CONTINUES if coming.shooter is shooter else COMES_TO_TABLE
    return Remark(_FROM_WHERE.get(coming.cue_ball, usual), {"who": coming.shooter})
