"""14.1: what follows from a shot: points, count of fouls, turn, balls put back."""

from typing import Final, NamedTuple

from adjudicator.balls import Ball
from adjudicator.clause import Foul, Word, applies
from adjudicator.disciplines import pool_general as pool
from adjudicator.disciplines.repeats import hung_and_fell, places_before
from adjudicator.disciplines.straight_near import as_words, near_after
from adjudicator.disciplines.straight_nearest import nearest_behind
from adjudicator.disciplines.straight_new_rack import NO_RACK, NewRack, new_rack
from adjudicator.disciplines.straight_settled import (
    THIRD,
    Settled,
    count_after,
    points_of,
    settled,
)
from adjudicator.disciplines.straight_state import StraightPoolState
from adjudicator.disciplines.straight_story import Told, questions, story
from adjudicator.events import Point
from adjudicator.facts import Facts
from adjudicator.inputs import Option
from adjudicator.players import Seat
from adjudicator.ruling import sure_and_suspected
from adjudicator.state import Phase
from adjudicator.verdict import CueBallPlace, Mark, Next, RackEnd, Verdict

_NOTHING: Final[tuple[Ball, ...]] = ()
_NO_MARKS: Final[frozenset[Mark]] = frozenset()


class Turn(NamedTuple):
    """What comes after the shot.

    Attributes:
        next: Who shoots, from where, and what may be chosen.
        spot: Places of balls put back.
        rack: The new rack inside the inning, if there is one.
        nearest: Balls of which one may be spotted on request.
    """

    next: Next
    spot: dict[Ball, Point]
    rack: NewRack = NO_RACK
    nearest: tuple[Ball, ...] = _NOTHING


def ruling(state: StraightPoolState, facts: Facts, fouls: tuple[Foul, ...]) -> Verdict:
    """Return the verdict that follows from the facts and the fouls.

    Args:
        state: Before the shot.
        facts: Of the shot.
        fouls: Every clause broken, with its weight.
    """
    fouls, suspected = sure_and_suspected(fouls)
    case = settled(state, facts, fouls)
    count = count_after(case)
    third = case.fouled and count >= THIRD
    turn = _third(case) if third else _turn(case)
    points = points_of(case, third=third)
    counts = state.fouls_in_row
    if case.fouled or any(counts):
        counts = counts.with_(state.shooter, 0 if third else count)
    again = third or turn.rack.balls > 0
    near = () if again else near_after(state, facts, fouled=case.fouled)
    hung = hung_and_fell(facts) if facts.self_drops else ()
    told = Told(case, count, third, state.score.added(points), turn.next)
    carry: dict[str, Word] = {**as_words(near)} if near else {}
    if again:
        carry["rack"] = "opening" if third else str(turn.rack.balls)
    return Verdict(
        shot=facts.shot.number,
        shooter=state.shooter,
        legal=not case.fouled,
        next=turn.next,
        fouls=fouls,
        pocketed=case.down,
        jumped=facts.jumped,
        spot=turn.spot,
        restore=places_before(facts, hung) if hung else {},
        points=points,
        score=told.score,
        rack=RackEnd.RERACK if again else RackEnd.OPEN,
        t_end=facts.shot.t_end,
        marks=_marks(case),
        fouls_in_row=counts,
        carry=carry,
        remarks=(
            *story(told, near, turn.rack, turn.spot, turn.nearest),
            *(remark for _, remark in hung),
        ),
        review=(*questions(case), *turn.rack.questions),
        suspected=suspected,
    )


@applies("straight.7.2.h", "straight.12.5", "straight.12.6")
def _third(case: Settled) -> Turn:
    """Return the new opening break of a player who fouled three times."""
    return Turn(Next(case.state.shooter, CueBallPlace.BEHIND_HEAD_STRING), {})


@applies("straight.7.1.a", "straight.7.3.b", "straight.7.4.c", "straight.11.3")
def _turn(case: Settled) -> Turn:
    """Return what comes next; a new rack if the inning leaves one ball or none."""
    state, facts = case.state, case.facts
    shooter = state.shooter
    place = _place(case)
    spot = _spotted(case, place)
    left = state.on_table.difference(case.down, facts.off).union(spot)
    if facts.self_drops:
        left = left.union([ball for ball, _ in hung_and_fell(facts)])
    if case.made and len(left) <= 1:
        rack = new_rack(state, facts, left, case.down)
        return Turn(Next(shooter, rack.cue_ball), dict(rack.spot), rack)
    player = shooter
    if case.guilty is not None:
        player = case.guilty.other
    elif not case.made:
        player = shooter.other
    return _with_options(case, player, place, spot, left)


@applies("straight.6.g", "straight.7.5.c1", "straight.10", "straight.11.3")
def _place(case: Settled) -> CueBallPlace:
    """Return from where the next shot is played: the position, or the kitchen."""
    if case.facts.cue_ball_gone or case.deliberate:
        return CueBallPlace.BEHIND_HEAD_STRING
    return CueBallPlace.AS_IT_LIES


@applies("straight.7.4.c", "straight.8", "straight.9", "straight.13.4")
def _spotted(case: Settled, place: CueBallPlace) -> dict[Ball, Point]:
    """Return the places of balls that fell unlawfully or left the table."""
    back = case.facts.jumped if case.made else (*case.down, *case.facts.jumped)
    away: Seat | None = None
    if place is CueBallPlace.BEHIND_HEAD_STRING:
        away = case.guilty
    return pool.spot_after(case.state, case.facts, back, away)


@applies(
    "straight.6.c1",
    "straight.6.c2",
    "straight.6.d",
    "straight.7.5.c1",
    "straight.7.5.c2",
    "straight.7.7.a",
)
def _with_options(
    case: Settled,
    player: Seat,
    place: CueBallPlace,
    spot: dict[Ball, Point],
    left: frozenset[Ball],
) -> Turn:
    """Return the turn with what its player may choose."""
    options: list[Option] = []
    if case.illegal_break or case.deliberate:
        options.append(Option.RERACK_OPPONENT)
    nearest = _NOTHING
    if place is CueBallPlace.BEHIND_HEAD_STRING:
        nearest = nearest_behind(case.state.table, case.facts, spot, left)
    if nearest:
        options.append(Option.SPOT_NEAREST)
    if not options:
        return Turn(Next(player, place), spot)
    coming = Next(player, place, (), (Option.ACCEPT, *options), player)
    return Turn(coming, spot, nearest=nearest)


def _marks(case: Settled) -> frozenset[Mark]:
    state = case.state
    if state.phase is not Phase.BREAK and not case.safety:
        return _NO_MARKS
    marks = set()
    if state.phase is Phase.BREAK and state.opening:
        marks.add(Mark.BREAK)
        if not case.fouled:
            marks.add(Mark.LEGAL_BREAK)
    if case.safety:
        marks.add(Mark.SAFETY)
    return frozenset(marks)
