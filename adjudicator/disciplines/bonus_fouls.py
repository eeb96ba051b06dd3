"""Bonus Ball: fouls that the events of a shot show (rules of 2008, 2, 5 and 6)."""

from typing import Final

from adjudicator.balls import CUE_BALL
from adjudicator.clause import Evidence, Foul, applies, clause
from adjudicator.clocks import bonus_deadline
from adjudicator.disciplines import pool_general as pool
from adjudicator.disciplines.bonus_phrases import BROKEN_OUTSIDE
from adjudicator.disciplines.bonus_reading import Reading
from adjudicator.disciplines.kitchen import placed_outside
from adjudicator.events import Event
from adjudicator.facts import Facts
from adjudicator.verdict import Remark

BREAK_RAILS: Final = 2
"""Object balls that a break must drive to a rail (bonus.2.1)."""

ILLEGAL_BREAK: Final = frozenset({"bonus.2.5", "bonus.2.6", "bonus.2.8"})
"""Clauses after which the balls are racked again."""

_RERACK: Final = 2
"""Weight of what gives the opponent a new rack; more than any other foul."""

missed_head_ball = pool.wrong_ball_first.under("bonus.2.6", weight=_RERACK)
wrong_colour_first = pool.wrong_ball_first.under("bonus.5.7s")
wrong_way_to_bonus = pool.wrong_ball_first.under("bonus.3.14")
scratch = pool.scratch.under("bonus.6.7")
scratch_on_break = pool.scratch.under("bonus.6.10")
cue_ball_off = pool.cue_ball_off.under("bonus.6.9")
object_ball_off = pool.object_ball_off.under("bonus.5.15")
broken_outside = placed_outside.under("bonus.2.5", weight=_RERACK)


@clause(
    "bonus.2.8",
    en="{t:s}: only {n} of 2 object balls were driven to a rail on the break",
    ru="{t:s}: на разбое до борта доведено прицельных шаров: {n} из 2",
    weight=_RERACK,
)
@applies("bonus.2.1")
def weak_break(case: Reading) -> Evidence | None:
    """The break drives fewer than two object balls to a rail."""
    facts = case.facts
    reached = facts.balls_to_rail() | frozenset(facts.jumped)
    if case.state.settings.switches.bonus_pocket_counts_as_rail:
        reached |= frozenset(facts.dropped)
    if len(reached) >= BREAK_RAILS:
        return None
    return Evidence(_start(facts), {"t": facts.shot.t_start, "n": len(reached)})


@clause(
    "bonus.5.7",
    en="{t:s}: the cue ball {hit:first}; nothing reached a rail after a contact",
    ru="{t:s}: биток {hit:first}; после касания ни один шар не дошёл до борта",
)
@applies("bonus.5.6")
def no_rail_after_contact(case: Reading) -> Evidence | None:
    """No object ball is touched, or nothing drops or reaches a rail after it."""
    facts = case.facts
    first, hit = facts.first, facts.first_ball
    if first is None or hit is None:
        return Evidence(_start(facts), {"t": facts.shot.t_start, "hit": ""})
    if facts.rails_after or facts.off:
        return None
    if facts.drops and case.state.settings.switches.bonus_pocket_counts_as_rail:
        return None
    return Evidence((first,), {"t": first.t, "hit": hit.name})


@applies("bonus.3.12", "bonus.5.7s")
def wrong_ball_first(case: Reading) -> Foul | None:
    """Another colour than the one that is on is hit first."""
    if case.facts.first is None:
        return None  # bonus.5.7 says so already
    if case.state.settings.switches.bonus_wrong_ball_first == "no_foul":
        return None
    if case.calls_bonus:
        return wrong_way_to_bonus(case.facts, case.on)
    return wrong_colour_first(case.facts, case.on)


@clause(
    "bonus.6.13",
    en="{t:s}: the cue ball was struck while it still moved",
    ru="{t:s}: удар по битку, который ещё двигался",
)
def moving_cue_ball(facts: Facts) -> Evidence | None:
    """The cue ball itself still moves when it is struck."""
    if CUE_BALL not in facts.shot.moving_at_strike:
        return None
    return Evidence(_start(facts), {"t": facts.shot.t_start})


@clause(
    "bonus.6.14",
    en="{t:s}: the shot was played while {balls:balls} still moved",
    ru="{t:s}: удар сделан, пока двигались: {balls:balls}",
)
def balls_moving(facts: Facts) -> Evidence | None:
    """An object ball still moves or spins when the cue ball is struck."""
    moving = facts.shot.moving_at_strike - {CUE_BALL}
    if not moving:
        return None
    names = tuple([ball.name for ball in sorted(moving)])
    return Evidence(_start(facts), {"t": facts.shot.t_start, "balls": names})


@clause(
    "bonus.5.18",
    en="{t:s}: the shot clock had run out at {limit:s}",
    ru="{t:s}: время на удар истекло в {limit:s}",
)
@applies("bonus.7.5")
def too_late(case: Reading) -> Evidence | None:
    """The stroke comes when the thirty seconds are over."""
    facts, state = case.facts, case.state
    assert state.rest_t is not None  # noqa: S101  # nobody is timed otherwise
    limit = bonus_deadline(state.rest_t, state.settings.switches)
    if facts.shot.t_start < limit:
        return None
    return Evidence(_start(facts), {"t": facts.shot.t_start, "limit": limit})


def break_fouls(case: Reading) -> tuple[Foul | None, ...]:
    """Return what was broken on a break but nowhere else."""
    facts = case.facts
    return (
        broken_outside(facts, case.state),  # bonus.2.5
        missed_head_ball(facts, case.on),  # bonus.2.6
        weak_break(case),  # bonus.2.1, bonus.2.8
        scratch_on_break(facts),  # bonus.6.10
    )


def shot_fouls(case: Reading) -> tuple[Foul | None, ...]:
    """Return what was broken on any shot but a break."""
    return (
        wrong_ball_first(case),  # bonus.5.7s, bonus.3.14
        no_rail_after_contact(case),  # bonus.5.6, bonus.5.7
        scratch(case.facts) if case.facts.drops else None,  # bonus.6.7
    )


@applies("bonus.6.9", "bonus.6.13")
def common_fouls(case: Reading) -> tuple[Foul | None, ...]:
    """Return what was broken that counts on every shot."""
    facts = case.facts
    off, moving = facts.off, facts.shot.moving_at_strike
    return (
        cue_ball_off(facts) if off else None,  # bonus.6.9
        object_ball_off(facts) if off else None,  # bonus.5.15
        moving_cue_ball(facts) if moving else None,  # bonus.6.13
        balls_moving(facts) if moving else None,  # bonus.6.14
        too_late(case) if case.state.rest_t is not None else None,  # bonus.5.18
    )


@applies("bonus.2.5")
def placement_remarks(case: Reading) -> tuple[Remark, ...]:
    """Return the remark on a break from a wrong place that nobody warned of."""
    facts, state = case.facts, case.state
    xy = facts.shot.before.balls.get(CUE_BALL)
    if xy is None or state.table.is_behind_head_string(xy):
        return ()
    if broken_outside(facts, state) is not None:
        return ()
    return (Remark(BROKEN_OUTSIDE, {"t": facts.shot.t_start}),)


def _start(facts: Facts) -> tuple[Event, ...]:
    return () if facts.strike is None else (facts.strike,)
