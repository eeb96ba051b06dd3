"""Pool: shots played again, balls that fell by themselves (FBSR, pool.25, pool.28)."""

from adjudicator.balls import Ball
from adjudicator.clause import (
    Word,
    applies,
    entered,
)
from adjudicator.events import (
    Point,
    SelfDropped,
    SelfMoved,
)
from adjudicator.facts import Facts
from adjudicator.inputs import Observed
from adjudicator.phrases import RACK_REPLAYED, REPLAYED, RESTORED
from adjudicator.ruling import annulled
from adjudicator.state import State
from adjudicator.verdict import CueBallPlace, Next, RackEnd, Remark, Verdict

entered("observed: not_restorable, in 14.1", "pool.28.5", "pool.28.6")


@applies("pool.25.1", "pool.25.3", "pool.25.4", "pool.28.4")
def replayed(facts: Facts, state: State) -> Verdict | None:
    """Return the verdict that annuls the shot, or None if it stands.

    A ball fell or moved by itself while the shot was on and before anything hit it;
    an outsider disturbed it; or a person asks for the repeat.
    """
    shot, said = facts.shot, facts.entered
    if said.observations and said.saw(Observed.NOT_RESTORABLE):
        return rack_again(state, facts, "pool.28.4")
    if said.replay:
        return annulled(state, facts)
    if said.observations and any(
        seen.player is None for seen in said.observed(Observed.INTERFERENCE)
    ):
        return annulled(state, facts)
    if not facts.self_drops and not facts.self_moves:
        return None
    moved: list[SelfDropped | SelfMoved] = [*facts.self_drops, *facts.self_moves]
    for event in moved:
        if event.t < shot.t_start or _was_hit(facts, event.ball, event.t):
            continue
        clause_id = "pool.25.3" if isinstance(event, SelfDropped) else "pool.25.4"
        words: dict[str, Word] = {"ball": event.ball.name, "clause": clause_id}
        return annulled(state, facts, Remark(REPLAYED, words))
    return None


def rack_again(state: State, facts: Facts, clause_id: str) -> Verdict:
    """Return the verdict that gives up the rack: it is broken again by its breaker.

    Args:
        state: Before the shot.
        facts: Of the shot.
        clause_id: That says so.
    """
    return Verdict(
        shot=facts.shot.number,
        shooter=state.shooter,
        legal=True,
        next=Next(state.breaker, CueBallPlace.BEHIND_HEAD_STRING),
        score=state.racks,
        rack=RackEnd.RERACK,
        t_end=facts.shot.t_end,
        remarks=(Remark(RACK_REPLAYED, {"clause": clause_id}),),
    )


def _was_hit(facts: Facts, ball: Ball, t: float) -> bool:
    return any(ball in one.balls and one.t <= t for one in facts.contacts)


@applies("pool.25.2")
def hung_and_fell(facts: Facts) -> tuple[tuple[Ball, Remark], ...]:
    """Return balls that hung five seconds or more, fell, and are put back."""
    if not facts.self_drops:
        return ()
    found = []
    for event in facts.self_drops:
        stopped = facts.rests.get(event.ball)
        if stopped is None:
            continue
        words: dict[str, Word] = {
            "ball": event.ball.name,
            "t": event.t - stopped,
            "clause": "pool.25.2",
        }
        found.append((event.ball, Remark(RESTORED, words)))
    return tuple(found)


def places_before(
    facts: Facts, hung: tuple[tuple[Ball, Remark], ...]
) -> dict[Ball, Point]:
    """Return where balls that fell by themselves lay: at their rest, or before."""
    places: dict[Ball, Point] = {}
    for ball, _ in hung:
        place = facts.rest_place(ball) or facts.shot.before.balls.get(ball)
        if place is not None:
            places[ball] = place
    return places
