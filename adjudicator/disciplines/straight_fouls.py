"""14.1: the clauses that can be broken, and which hold for a shot."""

from typing import Final

from adjudicator.clause import (
    Evidence,
    Foul,
    applies,
    clause,
    committed,
    entered,
)
from adjudicator.disciplines import pool_general as pool
from adjudicator.disciplines.straight_near import near_rail_again
from adjudicator.disciplines.straight_settled import called
from adjudicator.disciplines.straight_state import StraightPoolState
from adjudicator.events import Event, Intruder, RackOpened, Touched
from adjudicator.facts import Facts
from adjudicator.inputs import Observed
from adjudicator.ruling import dropped
from adjudicator.state import Phase

BREAK_RAILS: Final = 2
"""Object balls that the opening break must drive to a rail (straight.6.2)."""

_PERSON: Final = frozenset({Intruder.HAND, Intruder.SLEEVE, Intruder.PERSON})

entered("observed: deliberate_touch", "straight.7.5.a")

object_ball_off = pool.object_ball_off.under("straight.9")


@clause(
    "straight.7.2.a",
    en="{t:s}: the cue ball {hit:first}, and after a contact nothing was pocketed and "
    "nothing reached a rail",
    ru="{t:s}: биток {hit:first}, после касания ни один шар не забит и не дошёл до "
    "борта",
)
@applies("straight.7.2.1", "straight.7.2.2", "straight.7.4.b")
def nothing_reached(facts: Facts) -> Evidence | None:
    """No ball is hit, or nothing is pocketed or driven to a rail after it."""
    first, hit = facts.first, facts.first_ball
    if first is not None and hit is not None:
        if pool.reached(facts):
            return None
        return Evidence((first,), {"t": first.t, "hit": hit.name})
    start = facts.strike
    events: tuple[Event, ...] = () if start is None else (start,)
    return Evidence(events, {"t": facts.shot.t_start, "hit": ""})


@clause(
    "straight.6.a",
    en="{t:s}: the break made no called ball, and to a rail it drove the cue ball "
    "{c} of 1 and object balls {n} of 2",
    ru="{t:s}: разбой без заказанного шара, до борта дошли: биток {c} из 1, "
    "прицельные шары {n} из 2",
)
@applies("straight.6.1", "straight.6.2", "straight.6.d")
def weak_break(facts: Facts, state: StraightPoolState) -> Evidence | None:
    """No called ball drops, nor reach the cue ball and two object balls a rail.

    Only after the rack is touched; a ball that drops or leaves the table then passed
    the rail.
    """
    down = dropped(facts)
    if called(facts, down, state.settings.switches).balls:
        return None
    reached = {touch.ball for touch in facts.rails_after}
    if facts.first is not None:
        reached |= facts.drops.keys() | facts.off.keys()
    cue = facts.cue_ball in reached
    count = len(reached - {facts.cue_ball})
    if cue and count >= BREAK_RAILS:
        return None
    start = facts.first or facts.strike
    events: tuple[Event, ...] = () if start is None else (start,)
    return Evidence(events, {"t": facts.shot.t_start, "c": int(cue), "n": count})


@clause(
    "straight.7.5.a",
    en="{t:s}: {ball:ball} was touched ({by}) while it moved, perhaps on purpose",
    ru="{t:s}: {ball:ball} задет в движении ({by:by}), возможно умышленно",
    weight=16,
)
def deliberate_touch(facts: Facts, state: StraightPoolState) -> Evidence | None:
    """A person says that a moving ball was caught; the camera only asks."""
    said = facts.entered
    if not said.observations and not facts.touches:
        return None
    for seen in said.observed(Observed.DELIBERATE_TOUCH):
        return Evidence(by=None if seen.player is state.shooter else seen.player)
    if said.saw(Observed.TOUCH) or said.saw(Observed.NO_TOUCH):
        return None
    for touch in facts.touches:
        if touch.by in _PERSON and _was_moving(facts, touch):
            return Evidence(
                (touch,),
                {"t": touch.t, "ball": touch.ball.name, "by": touch.by},
                sure=False,
            )
    return None


def _was_moving(facts: Facts, touch: Touched) -> bool:
    """Whether a ball had been set in motion and had not come to rest."""
    ball = touch.ball
    if touch.t <= facts.shot.t_start:
        return False
    if facts.rests.get(ball, touch.t + 1) <= touch.t:
        return False
    return (
        ball is facts.cue_ball
        or any(
            ball in one.balls
            for one in facts.shot.events
            if one.t <= touch.t and isinstance(one, RackOpened)
        )
        or any(ball in one.balls for one in facts.contacts if one.t <= touch.t)
    )


def broken(facts: Facts, state: StraightPoolState) -> tuple[Foul, ...]:
    """Return every clause broken on the shot."""
    breaking = state.phase is Phase.BREAK and state.opening
    deliberate = deliberate_touch(facts, state)
    general = pool.general_fouls(facts, state)
    if deliberate is not None and deliberate.sure:
        plain = ("pool.19.1", "pool.33.3")
        general = tuple([f for f in general if f is None or f.clause.id not in plain])
    return committed(
        (
            weak_break(facts, state) if breaking else _no_rail(facts, state),
            object_ball_off(facts) if facts.off else None,  # straight.9
            pool.cue_ball_off(facts) if facts.off else None,  # straight.10, pool.23
            deliberate,  # straight.7.5
            *general,
        )
    )


def _no_rail(facts: Facts, state: StraightPoolState) -> Foul | None:
    """Return what was broken of straight.7.2, by the strictest rule that holds."""
    near = near_rail_again(facts, state)
    if near is not None:
        return near
    if pool.is_frozen_shot(facts):
        return pool.frozen_ball_no_rail(facts)
    return nothing_reached(facts)
