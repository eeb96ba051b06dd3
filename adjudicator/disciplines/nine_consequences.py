"""9-ball: what follows from a shot: the rack, the turn, the cue ball, the count."""

from typing import Final

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.clause import (
    Foul,
    applies,
)
from adjudicator.disciplines import nine_phrases as say_nine
from adjudicator.disciplines import pool_general as pool
from adjudicator.disciplines.kitchen import placement_remarks
from adjudicator.disciplines.nine_state import NineBallState
from adjudicator.disciplines.placement import spotting_remarks
from adjudicator.disciplines.repeats import hung_and_fell, places_before
from adjudicator.events import Point
from adjudicator.facts import Facts
from adjudicator.inputs import (
    Entered,
    Observed,
    Option,
)
from adjudicator.phrases import (
    DRY,
    OUT,
    PLACED_TOUCHING,
    POCKETED,
    RACK_WON,
    SPOTTED,
    STAYS_DOWN,
)
from adjudicator.players import Seat, Tally
from adjudicator.rack_check import nine_ball_rack
from adjudicator.ruling import (
    dropped,
    offender,
    sure_and_suspected,
    turn_remark,
)
from adjudicator.shot import Layout
from adjudicator.state import Phase
from adjudicator.verdict import CueBallPlace, Mark, Next, RackEnd, Remark, Verdict

NINE: Final = Ball("9")

_BY_NUMBER: Final = tuple(sorted(BALL_SETS[Discipline.NINE_BALL].object_balls))


def lowest(balls: frozenset[Ball]) -> Ball | None:
    """Return the ball with the lowest number, or None if no numbered ball is left."""
    return next((ball for ball in _BY_NUMBER if ball in balls), None)


@applies("nine.4.4", "nine.13.3")
def ruling(
    state: NineBallState,
    facts: Facts,
    on: frozenset[Ball],
    fouls: tuple[Foul, ...],
    *,
    asked: bool,
) -> Verdict:
    """Return the verdict that follows from the facts and the fouls.

    Args:
        state: Before the shot.
        facts: Of the shot.
        on: The ball on.
        fouls: Every clause broken.
        asked: Whether a push-out was declared.
    """
    fouls, suspected = sure_and_suspected(fouls)
    shooter, shot = state.shooter, facts.shot
    down = dropped(facts)
    guilty = offender(fouls, shooter)
    push_out = asked and state.push_out
    counts, rack, remarks, marks = _third_foul(state, facts.entered, guilty)
    if guilty is None and NINE in down and not push_out:
        rack = RackEnd.won_by(shooter)  # nine.1.4, nine.4.4
        remarks.append(Remark(RACK_WON, {"who": shooter, "clause": "nine.4.4"}))
    spot = _spotted(state, facts, down, guilty, rack)
    left = state.on_table.difference(down, facts.off).union(spot)
    coming = _next(state, down, guilty, left, push_out=push_out)
    marks |= _marks(state, guilty, push_out=push_out)
    hung = hung_and_fell(facts)
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
        restore=places_before(facts, hung),
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
            *((_turn(coming, shooter),) if rack is RackEnd.OPEN else ()),
        ),
        review=() if question is None else (question,),
        suspected=suspected,
    )


@applies("nine.3.4", "nine.5.4", "nine.6.1", "nine.10.3")
def _spotted(
    state: NineBallState,
    facts: Facts,
    down: tuple[Ball, ...],
    guilty: Seat | None,
    rack: RackEnd,
) -> dict[Ball, Point]:
    """Return the place of the 9, the only ball that comes back."""
    if rack is not RackEnd.OPEN or (NINE not in down and NINE not in facts.off):
        return {}
    return pool.spot_after(state, facts, (NINE,), guilty)


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
            words = {"who": shooter.other, "clause": "nine.11.1"}
            remarks.append(Remark(RACK_WON, words))
        else:
            count = 2
            remarks.append(Remark(say_nine.NO_WARNING))
    counts = state.fouls_in_row.with_(shooter, count)
    if count == 2:
        remarks.append(Remark(say_nine.ON_TWO_FOULS, {"who": shooter}))
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
    "nine.1.3",
    "nine.1.4",
    "nine.1.5",
    "nine.1.6",
    "nine.1.7",
    "nine.4.2",
    "nine.4.3",
    "nine.5.5",
    "nine.6.1",
    "nine.6.2",
    "nine.12",
    "pool.4",
    "pool.8",
    "pool.15.2",
    "pool.23.6",
    "pool.27",
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
    low = lowest(left)
    on = () if low is None else (low,)
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
    story.extend(placement_remarks(facts, state))
    story.extend(_touching(state, facts))
    story.extend(standing(state, facts.shot.before))
    return tuple(story)


def standing(state: NineBallState, layout: Layout) -> tuple[Remark, ...]:
    """Return what is wrong with the rack, or with how balls were put back."""
    if state.phase is Phase.BREAK:
        return nine_ball_rack(layout, state.table)
    return spotting_remarks(state, layout)


@applies("nine.9.1")
def _touching(state: NineBallState, facts: Facts) -> tuple[Remark, ...]:
    """Say if the cue ball in hand was placed touching an object ball."""
    if state.cue_ball is CueBallPlace.AS_IT_LIES:
        return ()
    return tuple(
        Remark(PLACED_TOUCHING, {"ball": (two if one.is_cue_ball else one).name})
        for one, two in sorted(facts.shot.before.frozen_pairs)
        if one.is_cue_ball or two.is_cue_ball
    )


def _turn(coming: Next, shooter: Seat) -> Remark:
    if coming.options:
        return Remark(say_nine.MAY_PASS_BACK, {"who": coming.shooter})
    return turn_remark(coming, shooter)
