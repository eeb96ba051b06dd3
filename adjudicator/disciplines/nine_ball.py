"""9-ball (FBSR edition): lowest ball first, a legal 9 wins at any time.

`judge` reads as the table of contents of the rules, with the number of the clause
beside each line.
"""

from dataclasses import dataclass, replace
from typing import Final

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.clause import (
    Evidence,
    Foul,
    applies,
    clause,
    committed,
    defined,
)
from adjudicator.disciplines import nine_phrases as say_nine
from adjudicator.disciplines import pool_general as pool
from adjudicator.disciplines.lag import judge_lag
from adjudicator.facts import Facts
from adjudicator.inputs import (
    NOTHING_ENTERED,
    Choice,
    Declared,
    Entered,
    Observed,
    Option,
)
from adjudicator.phrases import (
    BEHIND_HEAD_STRING,
    COMES_TO_TABLE,
    CONTINUES,
    DRY,
    IN_HAND,
    OUT,
    POCKETED,
    RACK_WON,
    SPOTTED,
    STAYS_DOWN,
)
from adjudicator.players import NONE_YET, Seat, Tally
from adjudicator.racks import after_rack, racked
from adjudicator.ruling import (
    dropped,
    finished,
    offender,
    ruled_fouls,
    sure_and_suspected,
)
from adjudicator.settings import BreakOrder, Settings
from adjudicator.shot import Layout, Shot
from adjudicator.state import Phase, State
from adjudicator.verdict import CueBallPlace, Mark, Next, RackEnd, Remark, Verdict

NINE: Final = Ball("9")
ONE: Final = Ball("1")
FULL_RACK: Final = BALL_SETS[Discipline.NINE_BALL].object_balls
BREAK_RAILS: Final = 4
"""Object balls that a dry break must drive to a rail (nine.3.1)."""

_BY_NUMBER: Final = tuple(sorted(FULL_RACK))
_ON_EACH: Final = {ball: frozenset({ball}) for ball in FULL_RACK}

defined("adjudicator.disciplines.nine_ball: imports pool_general", "nine.0")
defined("adjudicator.balls.BALL_SETS", "nine.1.1")


@dataclass(frozen=True, slots=True, kw_only=True)
class NineBallState(State):
    """What 9-ball remembers.

    Attributes:
        push_out: Whether the next shot may be declared a push-out.
        fouls_in_row: Consecutive fouls of each player in this rack.
    """

    push_out: bool = False
    fouls_in_row: Tally = NONE_YET


# Clauses

wrong_ball_first = pool.wrong_ball_first.under("nine.7")
missed_the_one = pool.wrong_ball_first.under("nine.13.2")
no_rail_after_contact = pool.no_rail_after_contact.under("nine.8")


@clause(
    "nine.10.2",
    en="{t:s}: {balls:balls} left the table",
    ru="{t:s}: за борт: {balls:balls}",
)
def object_ball_off(facts: Facts) -> Evidence | None:
    """An object ball is driven off the table."""
    balls = facts.jumped
    if not balls:
        return None
    events = tuple([facts.off[ball] for ball in balls])
    names = tuple([ball.name for ball in balls])
    return Evidence(events, {"t": events[0].t, "balls": names})


object_ball_off_on_break = object_ball_off.under("nine.3.3")


@clause(
    "nine.3.2",
    en="{t:s}: the cue ball left the table on the break",
    ru="{t:s}: на разбое биток вылетел за борт",
)
def cue_ball_off_on_break(facts: Facts) -> Evidence | None:
    """The break drives the cue ball off the table."""
    event = facts.cue_ball_off
    return None if event is None else Evidence((event,), {"t": event.t})


@clause(
    "pool.23.6",
    en="{t:s}: the cue ball left the table",
    ru="{t:s}: биток вылетел за борт",
)
def cue_ball_off(facts: Facts) -> Evidence | None:
    """The cue ball is driven off the table."""
    event = facts.cue_ball_off
    return None if event is None else Evidence((event,), {"t": event.t})


@clause(
    "nine.3.1",
    en="{t:s}: no ball was pocketed on the break and only {n} of 4 object balls "
    "reached a rail",
    ru="{t:s}: на разбое шар не забит, у борта побывало шаров: {n} из 4",
)
def weak_break(facts: Facts) -> Evidence | None:
    """The break pockets nothing and drives fewer than four balls to a rail."""
    first = facts.first
    if first is None or facts.dropped:
        return None
    count = len(facts.balls_to_rail())
    if count >= BREAK_RAILS:
        return None
    return Evidence((first,), {"t": first.t, "n": count})


# The three functions


def opening(settings: Settings, position: Layout | None = None) -> NineBallState:
    """Return the state before the first shot.

    Args:
        settings: Agreed before the match.
        position: Where play goes on from, if it does not start with a break.
    """
    phase = Phase.LAG if settings.breaker is None else Phase.BREAK
    on_table = FULL_RACK
    if position is not None:
        phase = Phase.PLAY
        on_table = FULL_RACK & position.balls.keys()
    player = settings.breaker or Seat.A
    return NineBallState(
        settings=settings,
        table=settings.geometry(Discipline.NINE_BALL),
        phase=phase,
        shooter=player,
        breaker=player,
        cue_ball=(
            CueBallPlace.BEHIND_HEAD_STRING
            if position is None
            else CueBallPlace.AS_IT_LIES
        ),
        on_table=on_table,
    )


def judge(
    state: NineBallState, shot: Shot, entered: Entered = NOTHING_ENTERED
) -> Verdict:
    """Return the ruling on one shot."""
    if state.phase is Phase.LAG:
        return judge_lag(state, shot, entered)
    facts = Facts(shot, entered)
    annulled = pool.replayed(facts, state)  # pool.25, pool.28
    if annulled is not None:
        return annulled
    on = balls_on(state)
    asked = entered.declarations != () and entered.declared(Declared.PUSH_OUT)
    push_out = asked and state.push_out
    fouls = ruled_fouls(broken(facts, state, on, push_out=push_out), entered)
    return finished(_ruling(state, facts, on, fouls, asked=asked), entered)


@applies("nine.1.2")
def balls_on(state: NineBallState) -> frozenset[Ball]:
    """Return the lowest ball on the table, as a set of one."""
    return _ON_EACH[_lowest(state.on_table)]


def _lowest(balls: frozenset[Ball]) -> Ball:
    return next(ball for ball in _BY_NUMBER if ball in balls)


@applies("nine.3.0", "nine.5.2", "nine.5.3")
def broken(
    facts: Facts, state: NineBallState, on: frozenset[Ball], *, push_out: bool
) -> tuple[Foul, ...]:
    """Return every clause broken on the shot."""
    found: tuple[Foul | None, ...]
    if state.phase is Phase.BREAK:
        found = (
            missed_the_one(facts, on),  # nine.13.2
            weak_break(facts),  # nine.3.1
            cue_ball_off_on_break(facts),  # nine.3.2
            object_ball_off_on_break(facts),  # nine.3.3
        )
    elif push_out:
        found = (cue_ball_off(facts), object_ball_off(facts))  # pool.23, nine.10.2
    else:
        found = (
            wrong_ball_first(facts, on),  # nine.7
            _no_rail(facts),  # nine.8, pool.31.5
            cue_ball_off(facts),  # pool.23
            object_ball_off(facts),  # nine.10.2
        )
    return committed((*found, *pool.general_fouls(facts, state)))


def _no_rail(facts: Facts) -> Foul | None:
    if pool.is_frozen_shot(facts):
        return pool.frozen_ball_no_rail(facts)
    return no_rail_after_contact(facts)


def _ruling(
    state: NineBallState,
    facts: Facts,
    on: frozenset[Ball],
    fouls: tuple[Foul, ...],
    *,
    asked: bool,
) -> Verdict:
    fouls, suspected = sure_and_suspected(fouls)
    shooter, shot = state.shooter, facts.shot
    down = dropped(facts)
    guilty = offender(fouls, shooter)
    push_out = asked and state.push_out
    counts, rack, remarks, marks = _third_foul(state, facts.entered, guilty)
    if guilty is None and NINE in down and not push_out:
        rack = RackEnd.won_by(shooter)  # nine.1.4, nine.4.4
        remarks.append(Remark(RACK_WON, {"who": shooter.value, "clause": "nine.4.4"}))
    spot_nine = rack is RackEnd.OPEN and (NINE in down or NINE in facts.off)
    spot = pool.spot_after(state, facts, (NINE,) if spot_nine else (), guilty)
    left = state.on_table.difference(down, facts.off) | spot.keys()
    coming = _next(state, down, guilty, left, push_out=push_out)
    marks |= _marks(state, guilty, push_out=push_out)
    hung = pool.hung_and_fell(facts)
    question = pool.split_question(facts, on, state.settings.switches)
    return Verdict(
        shot=shot.number,
        shooter=shooter,
        legal=guilty is not shooter,
        next=coming,
        fouls=fouls,
        pocketed=down,
        jumped=facts.jumped,
        spot=spot,
        restore=pool.places_before(facts, hung),
        score=state.racks if rack.winner is None else state.racks.plus(rack.winner),
        rack=rack,
        t_end=shot.t_end,
        marks=frozenset(marks),
        fouls_in_row=counts,
        remarks=(
            *_story(state, facts, down, guilty, asked=asked),
            *(Remark(SPOTTED, {"ball": ball.name}) for ball in spot),
            *(remark for _, remark in hung),
            *remarks,
            *(_turn(coming, shooter) if rack is RackEnd.OPEN else ()),
        ),
        review=() if question is None else (question,),
        suspected=suspected,
    )


@applies("nine.6.3", "nine.11.1", "nine.11.2", "nine.11.3", "pool.24")
def _third_foul(
    state: NineBallState, said: Entered, guilty: Seat | None
) -> tuple[Tally, RackEnd, list[Remark], set[Mark]]:
    """Count the shooter's fouls in a row: one a shot, the third loses if warned."""
    shooter, switches = state.shooter, state.settings.switches
    warned = set(state.warned)
    remarks: list[Remark] = []
    rack = RackEnd.OPEN
    count = state.fouls_in_row.of(shooter) + 1 if guilty is shooter else 0
    if count > 2:
        told = shooter in warned or said.saw(Observed.WARNING, shooter)
        told = told and not said.saw(Observed.NO_WARNING)
        if told or switches.nine_third_foul_without_warning == "loss":
            rack = RackEnd.won_by(shooter.other)
            words = {"who": shooter.other.value, "clause": "nine.11.1"}
            remarks.append(Remark(RACK_WON, words))
        else:
            count = 2
            remarks.append(Remark(say_nine.NO_WARNING))
    counts = state.fouls_in_row.with_(shooter, count)
    if count == 2:
        remarks.append(Remark(say_nine.ON_TWO_FOULS, {"who": shooter.value}))
    announced = state.settings.live and switches.own_announcement_is_warning
    marks = set()
    for seat, mark in ((Seat.A, Mark.WARNED_A), (Seat.B, Mark.WARNED_B)):
        if counts.of(seat) != 2 or said.saw(Observed.NO_WARNING, seat):
            continue
        if announced or seat in warned or _warning_to(said, seat):
            marks.add(mark)
    return counts, rack, remarks, marks


def _warning_to(said: Entered, seat: Seat) -> bool:
    return any(seen.player is seat for seen in said.observed(Observed.WARNING))


@applies("nine.4.1", "nine.5.1", "nine.5.6")
def _marks(state: NineBallState, guilty: Seat | None, *, push_out: bool) -> set[Mark]:
    """Note a legal break, after which a push-out is allowed, and a push-out."""
    if state.phase is Phase.BREAK:
        return {Mark.BREAK} if guilty else {Mark.BREAK, Mark.LEGAL_BREAK}
    return {Mark.PUSH_OUT} if push_out and guilty is None else set()


@applies(
    "nine.1.4",
    "nine.1.5",
    "nine.1.6",
    "nine.4.2",
    "nine.4.3",
    "nine.5.5",
    "nine.6.1",
    "nine.6.2",
    "pool.4",
    "pool.8",
    "pool.30.1",
    "pool.30.2",
)
def _next(
    state: NineBallState,
    down: tuple[Ball, ...],
    guilty: Seat | None,
    left: frozenset[Ball],
    *,
    push_out: bool,
) -> Next:
    """Return who shoots next, from where, and at which ball."""
    shooter = state.shooter
    on = (_lowest(left),) if left else ()
    if guilty is not None:
        return Next(guilty.other, CueBallPlace.IN_HAND, on)
    if push_out:
        options = (Option.ACCEPT, Option.PASS_BACK)
        other = shooter.other
        return Next(other, CueBallPlace.AS_IT_LIES, on, options, other)
    return Next(shooter if down else shooter.other, CueBallPlace.AS_IT_LIES, on)


def _story(
    state: NineBallState,
    facts: Facts,
    down: tuple[Ball, ...],
    guilty: Seat | None,
    *,
    asked: bool,
) -> tuple[Remark, ...]:
    """Say what happened to the balls, and to a declared push-out."""
    story: list[Remark] = []
    if asked:
        allowed = state.push_out
        story.append(
            Remark(say_nine.PUSH_OUT_DONE if allowed else say_nine.PUSH_OUT_VOID)
        )
    names = tuple([ball.name for ball in down])
    if names:
        nothing = guilty is not None or (asked and state.push_out)
        story.append(Remark(STAYS_DOWN if nothing else POCKETED, {"balls": names}))
    elif guilty is None:
        story.append(Remark(DRY))
    if state.phase is Phase.BREAK and guilty is None:
        story.append(Remark(say_nine.PUSH_OUT_ALLOWED))
    out = tuple([ball.name for ball in facts.jumped if ball is not NINE])
    if out:
        story.append(Remark(OUT, {"balls": out, "clause": "nine.10.3"}))
    story.extend(pool.placement_remarks(facts, state))
    return tuple(story)


def _turn(coming: Next, shooter: Seat) -> tuple[Remark, ...]:
    who = {"who": coming.shooter.value}
    if coming.options:
        return (Remark(say_nine.MAY_PASS_BACK, who),)
    if coming.cue_ball is CueBallPlace.IN_HAND:
        return (Remark(IN_HAND, who),)
    if coming.cue_ball is CueBallPlace.BEHIND_HEAD_STRING:
        return (Remark(BEHIND_HEAD_STRING, who),)
    return (Remark(CONTINUES if coming.shooter is shooter else COMES_TO_TABLE, who),)


def advance(
    state: NineBallState, verdict: Verdict, choice: Choice | None = None
) -> NineBallState:
    """Return what is true after the shot, and after the choice it left open."""
    option = choice.option if choice is not None else Option.ACCEPT
    if Mark.LAG in verdict.marks:
        return _after_lag(state, verdict, option)
    if verdict.replay:
        return state
    if verdict.rack is RackEnd.RERACK:
        return _clean(racked(state, state.breaker, FULL_RACK))
    winner = verdict.rack.winner
    if winner is not None:
        return _clean(after_rack(state, winner, FULL_RACK, BreakOrder.WINNER))
    shooter = verdict.next.shooter
    if option is Option.PASS_BACK and option in verdict.next.options:
        shooter = shooter.other
    left = state.on_table.difference(verdict.pocketed, verdict.jumped)
    return replace(
        state,
        phase=Phase.PLAY,
        shooter=shooter,
        cue_ball=verdict.next.cue_ball,
        on_table=left | verdict.spot.keys() | (verdict.restore.keys() & FULL_RACK),
        push_out=Mark.LEGAL_BREAK in verdict.marks,
        fouls_in_row=verdict.fouls_in_row,
        warned=verdict.warned,
        shots=state.shots + 1,
        rest_t=verdict.t_end,
    )


def _after_lag(state: NineBallState, verdict: Verdict, option: Option) -> NineBallState:
    if not verdict.next.options:
        return state
    winner = verdict.next.shooter
    breaker = winner.other if option is Option.CEDE else winner
    return _clean(racked(state, breaker, FULL_RACK))


def _clean(state: NineBallState) -> NineBallState:
    return replace(state, push_out=False, fouls_in_row=NONE_YET)
