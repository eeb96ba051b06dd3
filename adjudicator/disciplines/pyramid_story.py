"""Pyramid: what the reasons say about the balls, the shelves and the choice."""

from collections.abc import Mapping
from typing import Final

from adjudicator.balls import Ball
from adjudicator.clause import Word
from adjudicator.disciplines import pyramid_phrases as say
from adjudicator.disciplines.pyramid_account import Account
from adjudicator.disciplines.pyramid_penalties import broken_by
from adjudicator.disciplines.pyramid_rack import over_house_line, rack_remarks
from adjudicator.disciplines.pyramid_reading import (
    Reading,
    double_kiss,
    order_decides,
)
from adjudicator.disciplines.pyramid_slow import (
    extends,
    extensions_left,
    is_limited_after,
)
from adjudicator.disciplines.pyramid_spotting import spotting_remarks
from adjudicator.disciplines.pyramid_state import PyramidState
from adjudicator.events import Point
from adjudicator.inputs import Observed
from adjudicator.phrases import DRY, RACK_WON, RESTORED, SPOTTED
from adjudicator.players import Seat
from adjudicator.ruling import turn_remark
from adjudicator.shot import Layout
from adjudicator.state import Phase
from adjudicator.verdict import Next, RackEnd, Remark
from adjudicator.wording import PhraseKey

_ANSWERS: Final = (Observed.LEGAL_HIT, Observed.BAD_HIT)


def story(
    case: Reading,
    done: Account,
    coming: Next,
    rack: RackEnd,
    spot: Mapping[Ball, Point],
) -> tuple[Remark, ...]:
    """Say how the shot went, what happened to the balls, and who plays.

    Args:
        case: The shot.
        done: What it does to the shelves.
        coming: Who plays next.
        rack: How the rack stands.
        spot: Balls that are put back.
    """
    told = [*standing(case.state, case.facts.shot.before), *_how(case, done)]
    told += _balls(done)
    if done.guilty is not None and rack.winner is None:
        told.append(_penalty(done, done.guilty))
    if spot:
        told += [Remark(SPOTTED, {"ball": ball.name}) for ball in spot]
    for drop in case.drops.hung:
        stopped = case.facts.rests.get(drop.ball, case.facts.shot.t_start)
        words: dict[str, Word] = {
            "ball": drop.ball.name,
            "t": max(0.0, drop.t - stopped),
            "clause": "pyramid.22.1",
        }
        told.append(Remark(RESTORED, words))
    told += _clock(case)
    winner = rack.winner
    if winner is not None:
        won = {"who": winner, "clause": "pyramid.1"}
        return (*told, Remark(RACK_WON, won))
    return (*told, _turn(coming, done))


def standing(state: PyramidState, layout: Layout) -> tuple[Remark, ...]:
    """Return what is wrong with the rack, or with how balls were put back."""
    if state.phase is Phase.BREAK:
        return rack_remarks(layout, state.table)
    return spotting_remarks(state, layout)


def _how(case: Reading, done: Account) -> list[Remark]:
    """Say how the shot was completed, or what was wrong with the break."""
    told: list[Remark] = []
    if case.breaking:
        told += _break(case)
    if done.guilty is not done.striker and case.way is not None:
        phrase = say.BROKEN if case.breaking else say.COMPLETED
        told.append(Remark(phrase, {"t": case.way.event.t, "clause": case.way.clause}))
    return told


def _break(case: Reading) -> list[Remark]:
    why = broken_by(case)
    over = over_house_line(case.state, case.facts)
    mm = {"mm": 0 if over is None else round(over * 1000)}
    cue_ball = case.facts.cue_ball
    if why == "pyramid.11.2":
        name = "cue" if cue_ball is None else cue_ball.name
        return [Remark(say.WRONG_BREAK_BALL, {"ball": name})]
    if why == "pyramid.11.3.d":
        return [Remark(say.NOT_CORRECTED, mm)]
    told = [] if over is None else [Remark(say.NOT_WARNED, mm)]
    if why == "pyramid.12.1.a":
        told.append(Remark(say.BREAK_FAILED))
    return told


def _balls(done: Account) -> list[Remark]:
    """Say which balls count, and which come back."""
    who = done.striker
    told = []
    if done.paid:
        told.append(_named(say.PAID, done.paid, who=who))
    if done.scored:
        clause_id = "pyramid.5.5" if len(done.scored) > 1 else "pyramid.5.2"
        told.append(_named(say.SCORED, done.scored, who=who, clause=clause_id))
    if done.void:
        told.append(_named(say.VOID, done.void))
    if done.jumped:
        told.append(_named(say.JUMPED, done.jumped))
    if not (told or done.guilty):
        told.append(Remark(DRY))
    return told


def _named(phrase: PhraseKey, balls: tuple[Ball, ...], **words: str) -> Remark:
    return Remark(phrase, {"balls": tuple([ball.name for ball in balls]), **words})


def _penalty(done: Account, guilty: Seat) -> Remark:
    if done.points.of(guilty) < 0:
        return Remark(say.GIVES_BACK, {"who": guilty})
    return Remark(say.OWES, {"who": guilty, "n": done.debts.of(guilty)})


def _clock(case: Reading) -> list[Remark]:
    """Say what became of the limit and of an extension."""
    told: list[Remark] = []
    if not case.state.limited and not case.facts.entered.observations:
        return told
    if is_limited_after(case.state, case.facts) and not case.state.limited:
        told.append(Remark(say.LIMIT))
    if extends(case.state, case.facts):
        left = extensions_left(case.state) > 0
        phrase = say.EXTENDED if left else say.NO_EXTENSION
        told.append(Remark(phrase, {"who": case.state.shooter}))
    return told


def _turn(coming: Next, done: Account) -> Remark:
    if coming.chooser is None:
        return turn_remark(coming, done.striker)
    words = {"who": coming.chooser, "other": coming.chooser.other}
    rerack = len(coming.options) > 2
    return Remark(say.MAY_RERACK if rerack else say.MAY_PASS, words)


def questions(case: Reading) -> tuple[Remark, ...]:
    """Return what a person must decide, unless he has said it already."""
    if any(seen.what in _ANSWERS for seen in case.facts.entered.observations):
        return ()
    asked = []
    kiss = double_kiss(case)
    if kiss is not None:
        asked.append(Remark(say.DOUBLE_KISS, {"t": kiss.t, "ball": kiss.ball.name}))
    unclear = order_decides(case)
    if unclear is not None:
        asked.append(Remark(say.WHICH_FIRST, {"t": unclear.event.t}))
    return tuple(asked)
