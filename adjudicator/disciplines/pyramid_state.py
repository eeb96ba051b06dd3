"""What pyramid remembers between two shots: balls taken, owed, and the clock."""

from dataclasses import dataclass, replace
from typing import Final

from adjudicator.balls import BALL_SETS, COLORED_BALL, Ball, Discipline
from adjudicator.clause import applies, defined
from adjudicator.players import NONE_YET, Seat, Tally
from adjudicator.state import Phase, State

FULL: Final = BALL_SETS[Discipline.PYRAMID].object_balls
"""Fifteen ivory balls and the coloured one; any of them may be the cue ball."""

TARGET: Final = 8
"""Balls that win a rack (pyramid.1)."""

defined("adjudicator.shot.Shot.cue_ball: the ball struck", "pyramid.3.1")
defined("adjudicator.events: positions are centres", "pyramid.9", "pyramid.20.n3")
defined("adjudicator.shot.Shot.t_start, t_end", "pyramid.14.1.a")
defined("adjudicator.events.Rest: neither rolls nor spins", "pyramid.14.1.b")
defined(
    "adjudicator.table.TableGeometry.is_behind_head_string",
    "pyramid.10.1",
    "pyramid.10.2",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PyramidState(State):
    """What pyramid remembers; `score` counts the balls of the rack on the shelves.

    Attributes:
        debts: Penalty balls that players owe, having had none to give back.
        colored: On whose shelf the coloured ball lies, if it is known.
        limited: Whether the referee has imposed a limit on slow players.
        extended: Extensions of that limit used in this rack.
    """

    debts: Tally = NONE_YET
    colored: Seat | None = None
    limited: bool = False
    extended: Tally = NONE_YET


def target_of(state: PyramidState) -> int:
    """Return how many balls win the rack."""
    return state.settings.target or TARGET


def as_seen(state: PyramidState) -> PyramidState:
    """Return the state put right where the table shows that it must be otherwise.

    A rack that nobody has played yet finds empty shelves, whatever became of the one
    before in a recording; a coloured ball on the table lies on no shelf.
    """
    if state.phase is Phase.BREAK and state.shots == 0 and state.score != NONE_YET:
        return replace(state, score=NONE_YET, colored=None)
    if state.colored is not None and COLORED_BALL in state.on_table:
        return replace(state, colored=None)
    return state


@applies("pyramid.25.3")
def with_colored(balls: frozenset[Ball]) -> frozenset[Ball]:
    """Return the balls with the coloured one, back in exchange for an ivory one."""
    if COLORED_BALL in balls or not balls:
        return balls
    return (balls - {max(balls)}) | {COLORED_BALL}
