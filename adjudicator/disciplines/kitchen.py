"""Pool: the cue ball in hand behind the head string (FBSR edition, pool.7, pool.14)."""

from adjudicator.balls import Ball
from adjudicator.clause import (
    Evidence,
    Foul,
    applies,
    clause,
    defined,
    defines,
)
from adjudicator.events import (
    Line,
    Rail,
)
from adjudicator.facts import Facts
from adjudicator.inputs import Observed
from adjudicator.phrases import CUE_BALL_ON_LINE
from adjudicator.settings import Switches
from adjudicator.state import State
from adjudicator.table import TableGeometry
from adjudicator.verdict import CueBallPlace, Remark

defined("adjudicator.verdict.CueBallPlace.BEHIND_HEAD_STRING", "pool.7.1")


def _inside(table: TableGeometry, facts: Facts, ball: Ball | None) -> bool:
    xy = None if ball is None else facts.shot.before.balls.get(ball)
    return xy is not None and table.is_behind_head_string(xy)


@defines("pool.6.d", "pool.7.7", "nine.13.1")
def _left_kitchen(facts: Facts) -> bool:
    cue_ball, first = facts.cue_ball, facts.first
    assert cue_ball is not None and first is not None  # noqa: S101, PT018
    out = facts.crossed(cue_ball, Line.HEAD, Rail.FOOT)
    return out is not None and out.t <= first.t


@clause(
    "pool.7.6",
    en="{t:s}: the cue ball hit {hit:ball} behind the head string before leaving it",
    ru="{t:s}: биток коснулся {hit:gen} за передней линией, не выйдя из-за неё",
)
@applies("pool.7.3", "pool.14.1", "pool.14.2", "eight.5.d", "eight.5.e")
def hit_inside_kitchen(facts: Facts, table: TableGeometry) -> Evidence | None:
    """In hand behind the head string, a ball inside is hit before leaving."""
    first, hit = facts.first, facts.first_ball
    if first is None or hit is None or not _inside(table, facts, hit):
        return None
    if _left_kitchen(facts):
        return None
    return Evidence((first,), {"t": first.t, "hit": hit.name})


@clause(
    "pool.7.4",
    en="{t:s}: the cue ball came back to {hit:ball} behind the head string without "
    "the rail that is asked for",
    ru="{t:s}: биток вернулся к шару {hit} за передней линией без нужного борта",
)
def returned_without_rail(
    facts: Facts, table: TableGeometry, switches: Switches
) -> Evidence | None:
    """A ball inside is hit after leaving, but not by way of the foot rail."""
    first, hit = facts.first, facts.first_ball
    if first is None or hit is None or not _inside(table, facts, hit):
        return None
    if not _left_kitchen(facts):
        return None
    any_rail = switches.kitchen_return == "any_rail"
    for touch in facts.rails_before:
        if touch.ball is facts.cue_ball and (any_rail or touch.rail is Rail.FOOT):
            return None
    return Evidence((first,), {"t": first.t, "hit": hit.name})


def _outside(state: State, facts: Facts) -> float | None:
    """How far the cue ball stood over the head string, metres; None if inside."""
    if facts.cue_ball is None:
        return None
    xy = facts.shot.before.balls.get(facts.cue_ball)
    if xy is None or state.table.is_behind_head_string(xy):
        return None
    return xy.x - state.table.head_string_x


@clause(
    "pool.14.3",
    en="{t:s}: the cue ball was played from {mm} mm outside the kitchen",
    ru="{t:s}: биток сыгран с места на {mm} мм вне дома",
)
@applies("pool.6.c", "pool.7.2")
def placed_outside(facts: Facts, state: State) -> Evidence | None:
    """The cue ball is played from on or over the head string.

    Under `warn_then_foul` that is a foul after a warning, or when the ball stands a
    whole ball outside, which no one does by mistake.
    """
    over = _outside(state, facts)
    reading = state.settings.switches.cue_ball_on_head_string
    if over is None or reading == "ignore":
        return None
    if reading == "warn_then_foul":
        warned = facts.entered.saw(Observed.WARNING, state.shooter)
        if not warned and over < 2 * state.table.ball_radius:
            return None
    start = facts.strike
    return Evidence(
        () if start is None else (start,),
        {"t": facts.shot.t_start, "mm": round(over * 1000)},
    )


def placement_remarks(facts: Facts, state: State) -> tuple[Remark, ...]:
    """Return the remark on a wrong placement that nobody warned of."""
    if state.cue_ball is not CueBallPlace.BEHIND_HEAD_STRING:
        return ()
    if _outside(state, facts) is None or placed_outside(facts, state) is not None:
        return ()
    return (Remark(CUE_BALL_ON_LINE, {"t": facts.shot.t_start}),)


def kitchen_fouls(facts: Facts, state: State) -> tuple[Foul | None, ...]:
    """Return what was broken with the cue ball in hand behind the head string."""
    if state.cue_ball is not CueBallPlace.BEHIND_HEAD_STRING:
        return ()
    return (
        placed_outside(facts, state),  # pool.14.3
        hit_inside_kitchen(facts, state.table),  # pool.7.6
        returned_without_rail(facts, state.table, state.settings.switches),  # 7.4
    )
