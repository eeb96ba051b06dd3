"""General rules of pool: what 8-ball, 9-ball and 14.1 share (FBSR edition).

The disciplines import these clauses and put their own in place of some.
"""

from typing import Final

from adjudicator.balls import Ball
from adjudicator.clause import (
    CLAUSES,
    Evidence,
    Foul,
    Word,
    applies,
    clause,
    defined,
    entered,
)
from adjudicator.events import Event, Line, Point, Rail, SelfDropped, SelfMoved, Touched
from adjudicator.facts import Facts
from adjudicator.inputs import Observed
from adjudicator.phrases import CUE_BALL_ON_LINE, REPLAYED, RESTORED, SPLIT_HIT
from adjudicator.players import Seat
from adjudicator.ruling import annulled, balls_after
from adjudicator.settings import Switches
from adjudicator.spotting import spot_on_long_string
from adjudicator.state import State
from adjudicator.table import TableGeometry
from adjudicator.verdict import CueBallPlace, Remark, Verdict

# --- First contact and rails


def hit_first(facts: Facts, on: frozenset[Ball]) -> Ball | None:
    """Return the ball that counts as hit first.

    Two balls hit at one instant: what a person saw decides, or the switch favours
    the shooter; until then the legal one is taken, and `split_question` asks.
    """
    first, second = facts.first_ball, facts.split
    if second is None or first is None:
        return first
    pair = (first, second)
    legal = [ball for ball in pair if ball in on]
    if facts.entered.saw(Observed.BAD_HIT):
        return next((ball for ball in pair if ball not in on), first)
    return legal[0] if legal else first


def split_question(
    facts: Facts, on: frozenset[Ball], switches: Switches
) -> Remark | None:
    """Return the question of a split hit that a person must answer, or None."""
    first, second = facts.first_ball, facts.split
    if first is None or second is None or (first in on) == (second in on):
        return None
    if switches.split_hit == "favour_shooter" or next(
        facts.entered.observed(Observed.BAD_HIT, Observed.LEGAL_HIT), None
    ):
        return None
    assert facts.first is not None  # noqa: S101  # there is a first ball
    return Remark(
        SPLIT_HIT,
        {"t": facts.first.t, "first": first.name, "second": second.name},
    )


@clause(
    "pool.16.1",
    en="{t:s}: the cue ball {hit:first}; {on:on}",
    ru="{t:s}: биток {hit:first}; {on:on}",
)
def wrong_ball_first(facts: Facts, on: frozenset[Ball]) -> Evidence | None:
    """The cue ball's first contact is with none of the balls on."""
    hit = hit_first(facts, on)
    if hit is not None and hit in on:
        return None
    balls = tuple([ball.name for ball in sorted(on)])
    if hit is None:
        start = facts.strike
        events: tuple[Event, ...] = () if start is None else (start,)
        return Evidence(events, {"t": facts.shot.t_start, "hit": "", "on": balls})
    assert facts.first is not None  # noqa: S101  # there is a ball hit
    return Evidence((facts.first,), {"t": facts.first.t, "hit": hit.name, "on": balls})


@applies("pool.17.1", "pool.17.2", "pool.31.1", "pool.31.2", "pool.31.3", "pool.31.4")
def reached(facts: Facts) -> bool:
    """Whether a ball dropped, or one reached a rail after the first contact.

    A ball that left the table passed over a rail and counts.
    """
    if facts.drops or facts.off:
        return True
    if not facts.entered.declarations:
        return bool(facts.rails_after)
    return bool(facts.counted_rails(facts.entered.frozen()))


@clause(
    "pool.17.3",
    en="{t:s}: after contact with {hit:ball} nothing was pocketed and nothing "
    "reached a rail",
    ru="{t:s}: после касания {hit:gen} ни один шар не забит и не дошёл до борта",
)
def no_rail_after_contact(facts: Facts) -> Evidence | None:
    """Nothing is pocketed, and nothing is driven to a rail after the contact."""
    first, hit = facts.first, facts.first_ball
    if first is None or hit is None or reached(facts):
        return None
    return Evidence((first,), {"t": first.t, "hit": hit.name})


@clause(
    "pool.31.5",
    en="{t:s}: {hit:ball} was frozen to its rail, and no other rail or pocket was "
    "reached after it was hit",
    ru="{t:s}: {hit:ball} стоял вплотную к борту, и после касания ни другой борт, ни "
    "луза не достигнуты",
)
@applies("pool.31.6")
def frozen_ball_no_rail(facts: Facts) -> Evidence | None:
    """The ball hit was announced as frozen, and only its own rail was touched."""
    first, hit = facts.first, facts.first_ball
    if first is None or hit is None or not is_frozen_shot(facts) or reached(facts):
        return None
    return Evidence((first,), {"t": first.t, "hit": hit.name})


def is_frozen_shot(facts: Facts) -> bool:
    """Whether the ball hit first was announced as frozen to a rail."""
    said = facts.entered.declarations
    return bool(said) and any(
        ball is facts.first_ball for ball, _ in facts.entered.frozen()
    )


# Cue ball and balls off the table


@clause(
    "pool.18",
    en="{t:s}: the cue ball fell into {pocket:pocket}",
    ru="{t:s}: биток упал в лузу ({pocket:pocket})",
)
def scratch(facts: Facts) -> Evidence | None:
    """The cue ball is pocketed."""
    drop = facts.cue_ball_dropped
    if drop is None:
        return None
    return Evidence((drop,), {"t": drop.t, "pocket": drop.pocket.value})


@clause(
    "pool.23.4",
    en="{t:s}: {balls:balls} left the table",
    ru="{t:s}: за борт: {balls:balls}",
)
def driven_off(facts: Facts) -> Evidence | None:
    """The cue ball or an object ball is driven off the table."""
    return _off(facts, tuple(facts.off))


def _off(facts: Facts, balls: tuple[Ball, ...]) -> Evidence | None:
    if not balls:
        return None
    events = tuple([facts.off[ball] for ball in balls])
    names = tuple([ball.name for ball in balls])
    return Evidence(events, {"t": events[0].t, "balls": names})


@clause(
    "pool.12.1",
    en="{t:s}: the shot was played while {balls:balls} still moved",
    ru="{t:s}: удар сделан, пока двигались: {balls:balls}",
)
def balls_moving(facts: Facts) -> Evidence | None:
    """The stroke is made before every ball has stopped."""
    moving = facts.shot.moving_at_strike
    if not moving:
        return None
    start = facts.strike
    names = tuple([ball.name for ball in sorted(moving)])
    return Evidence(
        () if start is None else (start,), {"t": facts.shot.t_start, "balls": names}
    )


# Cue ball in hand behind the head string


def _inside(table: TableGeometry, facts: Facts, ball: Ball | None) -> bool:
    xy = None if ball is None else facts.shot.before.balls.get(ball)
    return xy is not None and table.is_behind_head_string(xy)


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
@applies("pool.7.3", "pool.14.1", "pool.14.2")
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


# Touches, and what only a person sees


@clause(
    "pool.19.1",
    en="{t:s}: {ball:ball} was touched ({by}) and moved {mm} mm",
    ru="{t:s}: {ball:ball} задет ({by}) и сдвинут на {mm} мм",
)
def touched(facts: Facts, state: State) -> Evidence | None:
    """A hand, sleeve, cue or bridge touches a ball.

    A visible displacement stands by itself; a touch that moves nothing is asked
    about. The cue ball in hand may be touched until it is played (pool.7.8, 32.1).
    """
    touches = [touch for touch in facts.touches if not _is_placing(touch, facts, state)]
    if not touches or facts.entered.saw(Observed.NO_TOUCH):
        return None
    if facts.entered.saw(Observed.TOUCH) or facts.entered.saw(
        Observed.DELIBERATE_TOUCH
    ):
        return None
    worst = max(touches, key=lambda touch: touch.moved)
    noticeable = state.settings.switches.noticeable_move_mm / 1000
    return Evidence(
        (worst,),
        {
            "t": worst.t,
            "ball": worst.ball.name,
            "by": worst.by.value,
            "mm": round(worst.moved * 1000),
        },
        sure=worst.moved >= noticeable,
    )


@applies("pool.7.8", "pool.32.1", "nine.9.2")
def _is_placing(touch: Touched, facts: Facts, state: State) -> bool:
    """Whether a touch only adjusts the cue ball in hand."""
    return (
        touch.ball is facts.cue_ball
        and touch.t < facts.shot.t_start
        and state.cue_ball is not CueBallPlace.AS_IT_LIES
    )


OBSERVED_FOULS: Final[dict[Observed, str]] = {
    Observed.NOT_TIP: "pool.3",
    Observed.FOOT: "pool.11",
    Observed.MOVING: "pool.12.1",
    Observed.TOUCH: "pool.19.1",
    Observed.DELIBERATE_TOUCH: "pool.19.1",
    Observed.DOUBLE_HIT: "pool.20.1",
    Observed.PUSH: "pool.21",
    Observed.MISCUE: "pool.22.2",
    Observed.ILLEGAL_JUMP: "pool.22.3",
    Observed.DISTRACTION: "pool.33.1",
    Observed.OUT_OF_TURN: "pool.33.2",
}
"""Which clause an observation says was broken."""

for _what, _id in OBSERVED_FOULS.items():
    entered(f"observed: {_what.value}", _id)
entered("observed: touch, ball cue", "pool.7.9", "pool.19.2")
entered("observed: foul, clause", "pool.20.2", "pool.20.3", "pool.22.1")
entered("observed: touch, player (the one not shooting)", "pool.33.3")
entered("observed: interference", "pool.28.1", "pool.28.2", "pool.28.3")
defined("adjudicator.events.Contact: playing away gives none", "pool.16.2")


def observed_fouls(facts: Facts, state: State) -> tuple[Foul, ...]:
    """Return the fouls that people entered, each with its offender."""
    found = []
    for seen in facts.entered.observations:
        if seen.what is Observed.FOUL:
            clause_id = seen.clause
        elif seen.what is Observed.INTERFERENCE and seen.player is not None:
            clause_id = "pool.33.1"
        else:
            clause_id = OBSERVED_FOULS.get(seen.what)
        if clause_id is None:
            continue
        by = None if seen.player is state.shooter else seen.player
        if by is not None and clause_id == "pool.19.1":
            clause_id = "pool.33.3"
        found.append(Foul(CLAUSES[clause_id], by=by))
    return tuple(found)


# Shots that are played again


@applies("pool.25.3", "pool.25.4")
def replayed(facts: Facts, state: State) -> Verdict | None:
    """Return the verdict that annuls the shot, or None if it stands.

    A ball fell or moved by itself while the shot was on and before anything hit it;
    an outsider disturbed it; or a person asks for the repeat.
    """
    shot, said = facts.shot, facts.entered
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


@applies("pool.15.3", "pool.23.5", "nine.3.4", "nine.5.4", "nine.10.3")
def spot_after(
    state: State, facts: Facts, balls: tuple[Ball, ...], guilty: Seat | None
) -> dict[Ball, Point]:
    """Return the places of the balls to put back after the shot.

    The cue ball is out of the way when the next player has it in hand.

    Args:
        state: Before the shot.
        facts: Of the shot.
        balls: To be put back.
        guilty: Who fouled; his opponent takes the cue ball up.
    """
    if not balls:
        return {}
    lying = balls_after(facts)
    for ball in balls:
        lying.pop(ball, None)
    if guilty is not None and facts.cue_ball is not None:
        lying.pop(facts.cue_ball, None)
    return spot_on_long_string(state.table, lying, balls)


def general_fouls(facts: Facts, state: State) -> tuple[Foul | None, ...]:
    """Return what was broken of the rules that no pool game changes."""
    return (
        balls_moving(facts),  # pool.12.1
        scratch(facts),  # pool.18
        touched(facts, state) if facts.touches else None,  # pool.19.1
        *kitchen_fouls(facts, state),  # pool.7, pool.14
        *(observed_fouls(facts, state) if facts.entered.observations else ()),
    )
