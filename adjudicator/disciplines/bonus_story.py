"""Bonus Ball: what the reasons say about the balls, the call and the rack."""

from adjudicator.balls import Ball
from adjudicator.clause import Word, applies
from adjudicator.disciplines import bonus_phrases as say
from adjudicator.disciplines.bonus_calls import Scored
from adjudicator.disciplines.bonus_fouls import placement_remarks
from adjudicator.disciplines.bonus_rack import rack_remarks
from adjudicator.disciplines.bonus_reading import Reading
from adjudicator.disciplines.bonus_spotting import layout_remarks
from adjudicator.disciplines.bonus_state import BonusState
from adjudicator.inputs import Declared
from adjudicator.phrases import DRY
from adjudicator.players import Seat
from adjudicator.shot import Layout
from adjudicator.state import Phase
from adjudicator.verdict import Remark


def story(
    case: Reading, down: tuple[Ball, ...], guilty: Seat | None, counted: Scored
) -> tuple[Remark, ...]:
    """Say what happened to the balls, and what was wrong before the shot.

    Args:
        case: The shot.
        down: Object balls that dropped.
        guilty: Who fouled.
        counted: What counts.
    """
    return (
        *standing(case.state, case.facts.shot.before),
        *(placement_remarks(case) if case.breaking else ()),
        *_known_colour(case),
        *(_said(case, counted) if case.facts.entered.declarations else ()),
        *_points_lost(case),
        *_balls(case, down, guilty, counted),
    )


def standing(state: BonusState, layout: Layout) -> tuple[Remark, ...]:
    """Return what is wrong with the rack, or with how balls were put back."""
    if state.phase is Phase.BREAK:
        return rack_remarks(state, layout)
    return layout_remarks(state, layout)


def _known_colour(case: Reading) -> tuple[Remark, ...]:
    """Say if the colour that was on had to be guessed."""
    if not case.guessed:
        return ()
    return (Remark(say.GUESSED, {"who": case.state.shooter}),)


@applies("bonus.5.8", "bonus.5.9", "bonus.7.5")
def _said(case: Reading, counted: Scored) -> tuple[Remark, ...]:
    """Answer what was declared: a safety with a ball made, an extension."""
    said, told = case.facts.entered, []
    if counted.ball is not None and said.declared(Declared.SAFETY):
        told.append(Remark(say.SAFETY_VOID, {"who": case.state.shooter}))
    if said.declared(Declared.EXTENSION):
        told.append(Remark(say.NO_EXTENSION))
    return tuple(told)


def _points_lost(case: Reading) -> tuple[Remark, ...]:
    """Say if points were not written down in time."""
    if not any(case.lost):
        return ()
    other = case.state.shooter.other
    return (Remark(say.POINTS_LOST, {"who": other, "n": -case.lost.of(other)}),)


def _balls(
    case: Reading, down: tuple[Ball, ...], guilty: Seat | None, counted: Scored
) -> tuple[Remark, ...]:
    """Say which ball counts and which do not."""
    if not down:
        return (Remark(DRY),) if guilty is None else ()
    told = []
    if counted.ball is not None:
        words: dict[str, Word] = {"ball": counted.ball.name, "n": counted.points}
        phrase = say.CALLED_BONUS if case.calls_bonus else say.SCORED
        told.append(Remark(phrase, words))
    rest = tuple([ball.name for ball in down if ball is not counted.ball])
    if rest:
        words = {"balls": rest, "clause": _why_not(case, guilty, counted)}
        told.append(Remark(say.NOT_COUNTED, words))
    return tuple(told)


def _why_not(case: Reading, guilty: Seat | None, counted: Scored) -> str:
    """Return the clause by which balls that dropped do not count."""
    if case.breaking:
        return "bonus.2.2"
    if guilty is not None:
        return "bonus.5.13"
    if counted.ball is not None:
        return "bonus.5.12"
    return "bonus.5.5" if case.call is None else "bonus.5.14"


def missing_calls(counted: Scored) -> tuple[Remark, ...]:
    """Ask for the calls that nobody entered."""
    return tuple(
        Remark(say.WAS_IT_CALLED, {"ball": ball.name}) for ball in counted.asked
    )
