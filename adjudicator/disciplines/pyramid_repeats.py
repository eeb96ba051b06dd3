"""Pyramid: shots played again, and positions that are lost (pyramid.22, 25)."""

from adjudicator.balls import COLORED_BALL
from adjudicator.clause import Word, applies, entered
from adjudicator.disciplines import pyramid_phrases as say
from adjudicator.disciplines.pyramid_hanging import drops_of, would_be_hit
from adjudicator.disciplines.pyramid_state import PyramidState, with_colored
from adjudicator.facts import Facts
from adjudicator.inputs import Observed
from adjudicator.ruling import annulled
from adjudicator.verdict import CueBallPlace, Next, RackEnd, Remark, Verdict

entered("observed: interference", "pyramid.25.1", "pyramid.25.2")
entered("observed: not_restorable", "pyramid.25.3")
entered("replay", "pyramid.22.2")


@applies("pyramid.22.2", "pyramid.25.1", "pyramid.25.2")
def replayed(state: PyramidState, facts: Facts) -> Verdict | None:
    """Return the verdict that annuls the shot, or None if it stands."""
    said = facts.entered
    if said.replay:
        return annulled(state, facts)
    for seen in said.observations:
        if seen.what is Observed.NOT_RESTORABLE:
            return _position_lost(state, facts)
        if seen.what is Observed.INTERFERENCE and seen.player is None:
            return annulled(state, facts, Remark(say.DISTURBED))
    seconds = state.settings.switches.pyramid_hang_seconds
    hung = drops_of(facts, seconds).hung
    if not hung or said.overrule is not None:
        return None
    fallen = would_be_hit(facts, hung, state.table)
    if fallen is None:
        return None
    words: dict[str, Word] = {"t": fallen.t, "ball": fallen.ball.name}
    verdict = annulled(state, facts, Remark(say.HIT_IF_NOT_FALLEN, words))
    return verdict._replace(review=(Remark(say.WAS_IT_INEVITABLE, words),))


@applies("pyramid.25.3", "pyramid.25.4", "pyramid.25.5")
def _position_lost(state: PyramidState, facts: Facts) -> Verdict:
    """Return the verdict by which the rest is racked and lagged for."""
    racked = len(with_colored(state.on_table) - {COLORED_BALL})
    return Verdict(
        shot=facts.shot.number,
        shooter=state.shooter,
        legal=True,
        next=Next(state.shooter, CueBallPlace.BEHIND_HEAD_STRING),
        score=state.score,
        rack=RackEnd.RERACK,
        t_end=facts.shot.t_end,
        remarks=(Remark(say.POSITION_LOST, {"n": racked}),),
    )
