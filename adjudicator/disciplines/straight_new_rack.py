"""14.1: the new rack inside an inning, when one object ball or none is left."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from adjudicator.balls import Ball
from adjudicator.clause import Word, applies
from adjudicator.disciplines import straight_phrases as say
from adjudicator.disciplines.straight_rack import (
    BORDER,
    Spot,
    cell_of,
    is_doubtful,
    place_of,
)
from adjudicator.disciplines.straight_state import StraightPoolState
from adjudicator.events import Point
from adjudicator.facts import Facts
from adjudicator.ruling import balls_after
from adjudicator.verdict import CueBallPlace, Remark

_PHRASES: Final = {
    Spot.FOOT: say.TO_FOOT_SPOT,
    Spot.HEAD: say.TO_HEAD_SPOT,
    Spot.CENTER: say.TO_CENTER_SPOT,
}
_NOWHERE: Final[Mapping[Ball, Point]] = MappingProxyType({})


class NewRack(NamedTuple):
    """How the balls are set up for the next shot of the inning.

    Attributes:
        balls: In the rack: 14, or 15 with the apex; 0 if there is no new rack.
        cue_ball: From where the next shot is played.
        spot: Where balls that are in the way go.
        remarks: What is said about it.
        questions: What a person must decide.
    """

    balls: int
    cue_ball: CueBallPlace = CueBallPlace.AS_IT_LIES
    spot: Mapping[Ball, Point] = _NOWHERE
    remarks: tuple[Remark, ...] = ()
    questions: tuple[Remark, ...] = ()


NO_RACK: Final = NewRack(0)


@applies("straight.1.3", "straight.7.3.a", "straight.7.3.d", "straight.7.6")
def new_rack(
    state: StraightPoolState,
    facts: Facts,
    left: frozenset[Ball],
    down: tuple[Ball, ...],
) -> NewRack:
    """Return the rack of fourteen, or of fifteen where the table asks for it.

    Args:
        state: Before the shot.
        facts: Of the shot.
        left: The object ball that is left, or nothing.
        down: Object balls that dropped, the last of them last.
    """
    lying = balls_after(facts)
    fifteenth = next(iter(left), down[-1])
    place = lying.get(fifteenth) if left else None
    cue_ball = None if facts.cue_ball is None else lying.get(facts.cue_ball)
    if facts.cue_ball is None or cue_ball is None or (left and place is None):
        words = {"n": 14 if left else 15, "who": state.shooter}
        stop = Remark(say.RERACK, {**words, "clause": "straight.7.3.a"})
        return NewRack(
            14 if left else 15,
            spot={} if left else {fifteenth: state.table.foot_spot},
            remarks=(stop,),
            questions=(Remark(say.WHERE_ARE_THEY),),
        )
    literal = state.settings.switches.straight_table_3a == "literal"
    cell = cell_of(state.table, place, cue_ball, literal=literal)
    moves = {fifteenth: cell.fifteenth, facts.cue_ball: cell.cue_ball}
    count = 15 if cell.fifteenth is Spot.FOOT else 14
    doubtful = is_doubtful(state.table, place, cue_ball, literal=literal)
    return NewRack(
        count,
        CueBallPlace.BEHIND_HEAD_STRING
        if cell.cue_ball is Spot.HAND
        else CueBallPlace.AS_IT_LIES,
        {
            ball: xy
            for ball, spot in moves.items()
            if (xy := place_of(state.table, spot)) is not None
        },
        _remarks(state, moves, count, cell.clause),
        (Remark(say.IS_IT_IN_THE_WAY, {"mm": round(BORDER * 1000)}),)
        if doubtful
        else (),
    )


def _remarks(
    state: StraightPoolState, moves: Mapping[Ball, Spot | None], count: int, clause: str
) -> tuple[Remark, ...]:
    """Say what is racked, and which ball is moved."""
    whole: dict[str, Word] = {
        "n": count,
        "who": state.shooter,
        "clause": "straight.7.3.a",
    }
    told = [Remark(say.RERACK, whole)]
    for ball, spot in moves.items():
        if spot is Spot.HAND:
            told.append(Remark(say.CUE_BALL_IN_THE_WAY, {"clause": clause}))
        elif spot is not None:
            words = {"ball": ball.name, "clause": clause}
            told.append(Remark(_PHRASES[spot], words))
    return tuple(told)
