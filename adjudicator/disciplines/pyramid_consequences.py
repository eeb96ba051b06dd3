"""Pyramid: what follows from a shot: shelves, debts, balls put back, who plays."""

from typing import Final

from adjudicator.balls import COLORED_BALL, Ball
from adjudicator.clause import Foul, Word, applies, defined
from adjudicator.disciplines.pyramid_account import Account, account, went_down
from adjudicator.disciplines.pyramid_hanging import hanging_places
from adjudicator.disciplines.pyramid_reading import Reading
from adjudicator.disciplines.pyramid_slow import (
    deadline,
    extends,
    extensions_left,
    is_limited_after,
)
from adjudicator.disciplines.pyramid_spotting import spot_apart
from adjudicator.disciplines.pyramid_state import target_of
from adjudicator.disciplines.pyramid_story import questions, story
from adjudicator.events import Point
from adjudicator.inputs import Observed, Option
from adjudicator.players import NONE_YET, Seat, Tally
from adjudicator.ruling import sure_and_suspected
from adjudicator.verdict import CueBallPlace, Mark, Next, RackEnd, Verdict

PLAY_OPTIONS: Final = (Option.ACCEPT, Option.PASS_BACK)
BREAK_OPTIONS: Final = (*PLAY_OPTIONS, Option.RERACK_SELF, Option.RERACK_OPPONENT)

defined("adjudicator.disciplines.pyramid_state.PyramidState.score", "pyramid.21.2")
defined("adjudicator.shot.Shot.cue_ball: any ball", "pyramid.3.2", "pyramid.23.4")


@applies("pyramid.1", "pyramid.23.1")
def ruling(case: Reading, fouls: tuple[Foul, ...]) -> Verdict:
    """Return the verdict that follows from a shot and its fouls."""
    fouls, suspected = sure_and_suspected(fouls)
    state, facts = case.state, case.facts
    done = account(case, fouls)
    won = done.score.of(done.striker) >= target_of(state) and bool(done.scored)
    rack = RackEnd.won_by(done.striker) if won else RackEnd.OPEN
    restore = _restored(case)
    spot = {} if won else _spotted(case, done.to_spot, restore)
    coming = Next(done.striker) if won else _next(case, done)
    limited = is_limited_after(state, facts)
    return Verdict(
        shot=facts.shot.number,
        shooter=state.shooter,
        legal=done.guilty is not state.shooter,
        next=coming,
        fouls=fouls,
        pocketed=went_down(case),
        jumped=done.jumped,
        spot=spot,
        restore=restore,
        points=done.points,
        score=done.score,
        rack=rack,
        t_end=facts.shot.t_end,
        deadline_t=deadline(facts.shot.t_end) if limited and not won else None,
        marks=_marks(case, done),
        carry=_carry(case, done, limited=limited),
        remarks=story(case, done, coming, rack, spot),
        review=questions(case),
        suspected=suspected,
    )


def _spotted(
    case: Reading, balls: tuple[Ball, ...], restore: dict[Ball, Point]
) -> dict[Ball, Point]:
    """Return the places of the balls that come back."""
    if not balls:
        return {}
    shot = case.facts.shot
    gone = {*case.drops.made, *case.facts.off, *balls}
    seen = shot.after.balls or shot.before.balls
    lying = {ball: xy for ball, xy in seen.items() if ball not in gone} | restore
    return spot_apart(case.state.table, lying, dict.fromkeys(balls))


@applies("pyramid.22.1", "pyramid.26.2")
def _restored(case: Reading) -> dict[Ball, Point]:
    """Return balls that are put back where they lay.

    They fell by themselves, or the player who was not shooting moved them, and
    nothing else did.
    """
    facts = case.facts
    places = hanging_places(facts, case.drops.hung) if case.drops.hung else {}
    if not facts.entered.observations:
        return places
    for seen in facts.entered.observed(Observed.TOUCH, Observed.INTERFERENCE):
        ball = seen.ball
        if ball is None or seen.player in (None, case.state.shooter):
            continue
        place = facts.shot.before.balls.get(ball)
        if place is not None and not any(ball in step.balls for step in case.steps):
            places[ball] = place
    return places


@applies(
    "pyramid.5.1",
    "pyramid.5.2",
    "pyramid.5.3",
    "pyramid.6.1",
    "pyramid.6.2",
    "pyramid.12.2.1",
    "pyramid.12.2.2",
    "pyramid.12.2.3",
    "pyramid.12.2.4",
)
def _next(case: Reading, done: Account) -> Next:
    """Return who plays, and what the player who was wronged may choose."""
    if done.guilty is None:
        made = done.scored or done.paid
        return Next(done.striker if made else done.striker.other)
    chooser = done.guilty.other
    broke_badly = case.breaking and done.guilty is done.striker
    options = BREAK_OPTIONS if broke_badly else PLAY_OPTIONS
    return Next(chooser, CueBallPlace.AS_IT_LIES, options=options, chooser=chooser)


def _marks(case: Reading, done: Account) -> frozenset[Mark]:
    if not case.breaking:
        return frozenset()
    if done.guilty is None:
        return frozenset({Mark.BREAK, Mark.LEGAL_BREAK})
    return frozenset({Mark.BREAK})


def _carry(case: Reading, done: Account, *, limited: bool) -> dict[str, Word]:
    """Return what `advance` must know beyond the verdict: debts, shelf, clock."""
    state = case.state
    carry: dict[str, Word] = {}
    colored = state.colored
    if COLORED_BALL in done.scored:
        colored = done.striker
    elif COLORED_BALL in done.to_spot:
        colored = None
    if colored is not None:
        carry["colored"] = colored
    if limited:
        carry["limited"] = 1
    extended = state.extended
    if extends(state, case.facts) and extensions_left(state) > 0:
        extended = extended.plus(state.shooter)
    for name, tally in (("debt", done.debts), ("extended", extended)):
        if tally != NONE_YET:
            carry |= _tally_words(name, tally)
    return carry


def _tally_words(name: str, tally: Tally) -> dict[str, Word]:
    return {f"{name}_{seat}": tally.of(seat) for seat in Seat if tally.of(seat)}


@applies("pyramid.1")
def with_target(verdict: Verdict, target: int) -> Verdict:
    """Return the verdict in which a score that a referee corrected wins the rack."""
    if verdict.rack is not RackEnd.OPEN:
        return verdict
    for seat in Seat:
        if verdict.score.of(seat) >= target and verdict.points.of(seat) > 0:
            return verdict._replace(rack=RackEnd.won_by(seat), spot={}, next=Next(seat))
    return verdict
