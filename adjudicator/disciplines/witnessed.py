"""Pool: touches, and what only a person sees (FBSR edition, pool.3 to pool.33)."""

from typing import Final

from adjudicator.clause import (
    CLAUSES,
    Evidence,
    Foul,
    applies,
    clause,
    defined,
    entered,
)
from adjudicator.events import (
    Touched,
)
from adjudicator.facts import Facts
from adjudicator.inputs import Observed
from adjudicator.state import State
from adjudicator.verdict import CueBallPlace


@clause(
    "pool.19.1",
    en="{t:s}: {ball:ball} was touched ({by}) and moved {mm} mm",
    ru="{t:s}: {ball:ball} задет ({by:by}) и сдвинут на {mm} мм",
)
def touched(facts: Facts, state: State) -> Evidence | None:
    """A hand, sleeve, cue or bridge touches a ball.

    A visible displacement stands by itself; a touch that moves nothing is asked
    about. The cue ball in hand may be touched until it is played (pool.7.8, 32.1).
    """
    touches = [touch for touch in facts.touches if not _is_placing(touch, facts, state)]
    if not touches or facts.entered.saw(Observed.NO_TOUCH):
        return None
    if facts.entered.saw(Observed.TOUCH) or facts.entered.saw(
        Observed.DELIBERATE_TOUCH
    ):
        return None
    worst = max(touches, key=lambda touch: touch.moved)
    noticeable = state.settings.switches.noticeable_move_mm / 1000
    return Evidence(
        (worst,),
        {
            "t": worst.t,
            "ball": worst.ball.name,
            "by": worst.by,
            "mm": round(worst.moved * 1000),
        },
        sure=worst.moved >= noticeable,
    )


@applies("pool.7.8", "pool.32.1", "nine.9.2", "eight.11.2")
def _is_placing(touch: Touched, facts: Facts, state: State) -> bool:
    """Whether a touch only adjusts the cue ball in hand."""
    return (
        touch.ball is facts.cue_ball
        and touch.t < facts.shot.t_start
        and state.cue_ball is not CueBallPlace.AS_IT_LIES
    )


OBSERVED_FOULS: Final[dict[Observed, str]] = {
    Observed.NOT_TIP: "pool.3",
    Observed.FOOT: "pool.11",
    Observed.MOVING: "pool.12.1",
    Observed.TOUCH: "pool.19.1",
    Observed.DELIBERATE_TOUCH: "pool.19.1",
    Observed.DOUBLE_HIT: "pool.20.1",
    Observed.PUSH: "pool.21",
    Observed.MISCUE: "pool.22.2",
    Observed.ILLEGAL_JUMP: "pool.22.3",
    Observed.DISTRACTION: "pool.33.1",
    Observed.OUT_OF_TURN: "pool.33.2",
}
"""Which clause an observation says was broken."""

for _what, _id in OBSERVED_FOULS.items():
    entered(f"observed: {_what}", _id)
entered("observed: touch, ball cue", "pool.7.9", "pool.19.2")
entered("observed: foul, clause", "pool.20.2", "pool.20.3", "pool.22.1")
entered("observed: touch, player (the one not shooting)", "pool.33.3")
entered("observed: interference", "pool.28.1", "pool.28.2", "pool.28.3")
entered("declare: safety", "eight.9.3")
defined("adjudicator.table.TABLES: the standard sizes", "pool.1")
defined("adjudicator.events.Contact: playing away gives none", "pool.16.2")


def observed_fouls(facts: Facts, state: State) -> tuple[Foul, ...]:
    """Return the fouls that people entered, each with its offender."""
    found = []
    for seen in facts.entered.observations:
        if seen.what is Observed.FOUL:
            clause_id = seen.clause
        elif seen.what is Observed.INTERFERENCE and seen.player is not None:
            clause_id = "pool.33.1"
        else:
            clause_id = OBSERVED_FOULS.get(seen.what)
        if clause_id is None:
            continue
        by = None if seen.player is state.shooter else seen.player
        if by is not None and clause_id == "pool.19.1":
            clause_id = "pool.33.3"
        found.append(Foul(CLAUSES[clause_id], by=by))
    return tuple(found)
