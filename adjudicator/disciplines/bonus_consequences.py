"""Bonus Ball: what follows from a shot: points, colours on, balls put back, clocks."""

from typing import Final

from adjudicator.balls import Ball
from adjudicator.clause import Foul, Word, applies
from adjudicator.clocks import bonus_deadline
from adjudicator.disciplines import bonus_phrases as say
from adjudicator.disciplines import pool_general as pool
from adjudicator.disciplines.bonus_calls import Scored, colour_after, scored
from adjudicator.disciplines.bonus_fouls import ILLEGAL_BREAK
from adjudicator.disciplines.bonus_reading import Reading
from adjudicator.disciplines.bonus_spotting import (
    come_back,
    missing_colour,
    spot_on_own,
)
from adjudicator.disciplines.bonus_state import (
    BALLS,
    FULL,
    Colour,
    Colours,
)
from adjudicator.disciplines.bonus_story import missing_calls, story
from adjudicator.disciplines.bonus_turn import (
    Outcome,
    Turn,
    started_at,
    stopped_for,
    turn_after,
)
from adjudicator.disciplines.repeats import hung_and_fell, places_before
from adjudicator.events import Point
from adjudicator.inputs import Declared, Observed
from adjudicator.phrases import SPOTTED
from adjudicator.players import Seat, Tally
from adjudicator.ruling import (
    balls_after,
    dropped,
    offender,
    sure_and_suspected,
    turn_remark,
)
from adjudicator.verdict import CueBallPlace, Mark, Next, RackEnd, Remark, Verdict

_IN_ORDER: Final = {colour: tuple(sorted(balls)) for colour, balls in BALLS.items()}
_NO_MARKS: Final[frozenset[Mark]] = frozenset()


def ruling(case: Reading, fouls: tuple[Foul, ...]) -> Verdict:
    """Return the verdict that follows from the shot and its fouls.

    Args:
        case: The shot.
        fouls: Every clause broken.
    """
    fouls, suspected = sure_and_suspected(fouls)
    state, facts = case.state, case.facts
    shooter = state.shooter
    guilty = _guilty(case, fouls)
    down = dropped(facts)
    counted = scored(case, down, guilty)
    points, score = case.lost, state.score
    if counted.points or any(points):
        points = points.plus(shooter, counted.points)
        score = score.added(points)
    turn = turn_after(Outcome(case, guilty, _illegal(case, fouls), counted.ball, score))
    colours = _colours(case, guilty, counted)
    spot = _spotted(case, turn, down, counted, colours)
    left = state.on_table
    if down or facts.off or spot:
        left = left.difference(down, facts.off).union(spot)
    hung = hung_and_fell(facts)
    return Verdict(
        shot=facts.shot.number,
        shooter=shooter,
        legal=guilty is not shooter,
        next=_aimed(turn, left, colours),
        fouls=fouls,
        pocketed=down,
        jumped=facts.jumped,
        spot=spot,
        restore=places_before(facts, hung) if hung else {},
        points=points,
        score=score,
        rack=turn.rack,
        t_end=facts.shot.t_end,
        deadline_t=_deadline(case, turn),
        marks=_marks(case, guilty),
        carry=_carry(case, turn, colours, score),
        remarks=(
            *story(case, down, guilty, counted),
            *([Remark(SPOTTED, {"ball": ball.name}) for ball in spot] if spot else ()),
            *([remark for _, remark in hung] if hung else ()),
            *turn.remarks,
            *_turn_remarks(case, turn, colours.of(turn.next.shooter)),
        ),
        review=(*_questions(case, counted), *turn.review),
        suspected=suspected,
    )


def _guilty(case: Reading, fouls: tuple[Foul, ...]) -> Seat | None:
    """Return who is punished; a referee may say foul and name no clause."""
    overrule = case.facts.entered.overrule
    shooter = case.state.shooter
    if overrule is not None and overrule.legal is False and not fouls:
        return shooter
    return offender(fouls, shooter)


@applies("bonus.2.1", "bonus.6.10")
def _illegal(case: Reading, fouls: tuple[Foul, ...]) -> bool:
    """Whether the balls are racked again for the opponent to break."""
    if not fouls:
        return False
    ids = {foul.clause.id for foul in fouls}
    if case.state.settings.switches.bonus_break_scratch == "rerack":
        return bool(ids & (ILLEGAL_BREAK | {"bonus.6.10"}))
    return bool(ids & ILLEGAL_BREAK)


def _colours(case: Reading, guilty: Seat | None, counted: Scored) -> Colours:
    """Return the colours that the players must play in their next shots."""
    state = case.state
    mine = colour_after(case, guilty, counted.ball)
    if state.shooter is Seat.A:
        return Colours(mine, state.on_b)
    return Colours(state.on_a, mine)


def _spotted(
    case: Reading,
    turn: Turn,
    down: tuple[Ball, ...],
    counted: Scored,
    colours: Colours,
) -> dict[Ball, Point]:
    """Return the places of the balls that come back before the next shot."""
    if turn.rack is not RackEnd.OPEN:
        return {}
    facts, state = case.facts, case.state
    back = come_back(down, facts.jumped, counted.ball)
    left = state.on_table.difference(down, facts.off) | back
    if state.settings.switches.bonus_nine_balls_at_start == "every_inning":
        back |= frozenset() if turn.goes_on else FULL - left
        left |= back
    back |= missing_colour(colours.of(turn.next.shooter), left)
    if not back:
        return {}
    lying = balls_after(facts)
    for ball in back:
        lying.pop(ball, None)
    if turn.next.cue_ball is not CueBallPlace.AS_IT_LIES and facts.cue_ball is not None:
        lying.pop(facts.cue_ball, None)
    return spot_on_own(state.table, lying, back)


def _aimed(turn: Turn, left: frozenset[Ball], colours: Colours) -> Next:
    """Return what comes next with the balls that are on then; none on a break."""
    coming = turn.next
    if turn.rack is not RackEnd.OPEN:
        return coming
    seat, place, _, options, chooser = coming
    alike = _IN_ORDER[colours.of(seat)]
    on = tuple([ball for ball in alike if ball in left])
    return Next(seat, place, on, options, chooser)


@applies("bonus.7.5")
def _deadline(case: Reading, turn: Turn) -> float | None:
    """Return when the next stroke is late; racking is not timed."""
    if turn.rack is not RackEnd.OPEN:
        return None
    return bonus_deadline(case.facts.shot.t_end, case.state.settings.switches)


def _marks(case: Reading, guilty: Seat | None) -> frozenset[Mark]:
    if not case.breaking and not case.facts.entered.declarations:
        return _NO_MARKS
    marks = set()
    if case.breaking:
        marks = {Mark.BREAK} if guilty else {Mark.BREAK, Mark.LEGAL_BREAK}
    if case.facts.entered.declared(Declared.SAFETY):
        marks.add(Mark.SAFETY)
    return frozenset(marks)


@applies("bonus.3.5", "bonus.3.6")
def _carry(
    case: Reading, turn: Turn, colours: Colours, score: Tally
) -> dict[str, Word]:
    """Return what must be remembered beyond the verdict."""
    said = case.facts.entered
    carry: dict[str, Word] = {
        "additional": turn.additional,
        "started": started_at(case),
        "stopped": stopped_for(case),
    }
    if turn.lag:
        carry["lag"] = 1
    recorded = case.state.recorded
    if said.observations:
        for seat in Seat:
            if said.saw(Observed.SCORE_RECORDED, seat):
                recorded = recorded.with_(seat, score.of(seat))
    carry["on_A"], carry["on_B"] = colours.a, colours.b
    carry["recorded_A"], carry["recorded_B"] = recorded
    return carry


_COLOUR_ON: Final = {
    Colour.PURPLE: say.ON_PURPLE,
    Colour.ORANGE: say.ON_ORANGE,
    Colour.BONUS: say.ON_BONUS,
}


def _turn_remarks(case: Reading, turn: Turn, coming: Colour) -> tuple[Remark, ...]:
    """Say who plays next, from where, and which colour."""
    if turn.rack is not RackEnd.OPEN:
        return ()
    turned = turn_remark(turn.next, case.state.shooter)
    if coming is Colour.UNKNOWN:
        return (turned,)
    words = {"who": turn.next.shooter}
    return (turned, Remark(_COLOUR_ON[coming], words))


def _questions(case: Reading, counted: Scored) -> tuple[Remark, ...]:
    """Return what a person must answer: a split hit, a missing call."""
    if case.facts.split is None and not counted.asked:
        return ()
    switches = case.state.settings.switches
    split = pool.split_question(case.facts, case.on, switches)
    return (*(() if split is None else (split,)), *missing_calls(counted))
