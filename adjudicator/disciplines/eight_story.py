"""8-ball: what the reasons say about the balls, the groups and the count."""

from typing import Final

from adjudicator.balls import Ball
from adjudicator.clause import applies
from adjudicator.disciplines import eight_phrases as say_eight
from adjudicator.disciplines.eight_state import (
    EIGHT,
    EightBallState,
    group,
    is_open,
    on_eight,
)
from adjudicator.disciplines.kitchen import placement_remarks
from adjudicator.disciplines.obvious import AsCalled
from adjudicator.disciplines.placement import spotting_remarks
from adjudicator.facts import Facts
from adjudicator.inputs import Declared
from adjudicator.phrases import DRY, POCKETED, STAYS_DOWN
from adjudicator.players import Seat
from adjudicator.rack_check import eight_ball_rack
from adjudicator.shot import Layout
from adjudicator.state import Phase
from adjudicator.verdict import Remark
from adjudicator.wording import PhraseKey

STALEMATE_FOULS: Final = 3
"""Fouls of each player in turn after which a stalemate may be ruled."""


def story(
    state: EightBallState,
    facts: Facts,
    down: tuple[Ball, ...],
    guilty: Seat | None,
    called: AsCalled,
    solids: Seat | None,
) -> tuple[Remark, ...]:
    """Say what happened to the balls and the groups.

    Args:
        state: Before the shot.
        facts: Of the shot.
        down: Object balls that dropped.
        guilty: Who fouled.
        called: What dropped as called.
        solids: Who plays the solids after the shot.
    """
    told: list[Remark] = []
    if facts.entered.declared(Declared.SAFETY):
        told.append(Remark(say_eight.SAFETY))
    if guilty is None and eight_first(state, facts):
        assert facts.first is not None  # noqa: S101  # the 8 was hit
        told.append(Remark(say_eight.EIGHT_FIRST, {"t": facts.first.t}))
    told.extend(_balls(state, down, guilty, called))
    if state.solids is None and solids is not None:
        mine = solids is state.shooter
        phrase = say_eight.SOLIDS if mine else say_eight.STRIPES
        told.append(Remark(phrase, {"who": state.shooter}))
    elif solids is None:
        told.append(Remark(say_eight.OPEN))
    told.extend(_near_stalemate(state, guilty))
    told.extend(placement_remarks(facts, state))
    told.extend(standing(state, facts.shot.before))
    return tuple(told)


def standing(state: EightBallState, layout: Layout) -> tuple[Remark, ...]:
    """Return what is wrong with the rack, or with how balls were put back."""
    if state.phase is Phase.BREAK:
        return eight_ball_rack(layout, state.table)
    return spotting_remarks(state, layout)


def eight_first(state: EightBallState, facts: Facts) -> bool:
    """Whether the 8 was hit first on an open table that holds other balls."""
    if state.phase is Phase.BREAK or facts.first_ball is not EIGHT:
        return False
    return is_open(state) and not on_eight(state.on_table, None, state.shooter)


def _balls(
    state: EightBallState,
    down: tuple[Ball, ...],
    guilty: Seat | None,
    called: AsCalled,
) -> tuple[Remark, ...]:
    """Say which balls count and which only stay down."""
    others = tuple([b for b in down if b is not EIGHT and b not in called.balls])
    if guilty is not None:
        return (_named(STAYS_DOWN, others),) if others else ()
    if not down:
        return (Remark(DRY),)
    if state.phase is Phase.BREAK:
        return (_named(POCKETED, down),)
    own = group(state.solids, state.shooter)
    mine = tuple([ball for ball in others if ball in own])
    theirs = tuple([ball for ball in others if ball not in own])
    told = []
    if called.balls:
        told.append(_named(POCKETED, called.balls))
    if mine:
        told.append(_named(say_eight.NOT_AS_CALLED, mine))
    if theirs:
        told.append(_named(say_eight.NOT_OWN, theirs))
    return tuple(told)


def _named(phrase: PhraseKey, balls: tuple[Ball, ...]) -> Remark:
    return Remark(phrase, {"balls": tuple([ball.name for ball in balls])})


@applies("eight.16.1")
def _near_stalemate(state: EightBallState, guilty: Seat | None) -> tuple[Remark, ...]:
    """Tell the referee that both players have fouled three times in turn."""
    if guilty is not state.shooter:
        return ()
    counts = state.fouls_in_row.plus(state.shooter)
    if min(counts) < STALEMATE_FOULS:
        return ()
    return (Remark(say_eight.STALEMATE_NEAR),)


def missing_calls(called: AsCalled) -> tuple[Remark, ...]:
    """Ask for the calls that nobody entered."""
    return tuple(
        Remark(say_eight.WAS_IT_CALLED, {"ball": ball.name}) for ball in called.asked
    )
