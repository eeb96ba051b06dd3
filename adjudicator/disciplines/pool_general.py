"""General rules of pool: what 8-ball, 9-ball and 14.1 share (FBSR edition).

The disciplines import these clauses and put their own in place of some.
"""

from adjudicator.balls import Ball
from adjudicator.clause import (
    Evidence,
    Foul,
    applies,
    clause,
)
from adjudicator.disciplines.kitchen import kitchen_fouls
from adjudicator.disciplines.witnessed import observed_fouls, touched
from adjudicator.events import (
    Event,
    Point,
)
from adjudicator.facts import Facts
from adjudicator.inputs import Observed
from adjudicator.phrases import SPLIT_HIT
from adjudicator.players import Seat
from adjudicator.ruling import balls_after
from adjudicator.settings import Switches
from adjudicator.spotting import spot_on_long_string
from adjudicator.state import State
from adjudicator.verdict import Remark


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
    return Evidence((drop,), {"t": drop.t, "pocket": drop.pocket})


def _off(facts: Facts, balls: tuple[Ball, ...]) -> Evidence | None:
    if not balls:
        return None
    events = tuple([facts.off[ball] for ball in balls])
    names = tuple([ball.name for ball in balls])
    return Evidence(events, {"t": events[0].t, "balls": names})


_driven_off = clause(
    "pool.23.4",
    en="{t:s}: {balls:balls} left the table",
    ru="{t:s}: за борт: {balls:balls}",
)


@_driven_off
def cue_ball_off(facts: Facts) -> Evidence | None:
    """The cue ball is driven off the table."""
    if not facts.off or facts.cue_ball not in facts.off:
        return None
    return _off(facts, (facts.cue_ball,))


@_driven_off
def object_ball_off(facts: Facts) -> Evidence | None:
    """An object ball is driven off the table."""
    return _off(facts, facts.jumped) if facts.off else None


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


@applies("pool.15.3", "pool.23.5")
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
