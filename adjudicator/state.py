"""What the rules must remember between two shots.

Each discipline has its own frozen state that extends this one.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from adjudicator.balls import Ball
from adjudicator.events import Point
from adjudicator.players import NONE_YET, Seat, Tally
from adjudicator.settings import Settings
from adjudicator.table import TableGeometry
from adjudicator.verdict import CueBallPlace


class Phase(StrEnum):
    """Where a match stands; a discipline may divide `PLAY` further."""

    LAG = "lag"
    BREAK = "break"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The common part.

    Attributes:
        settings: Agreed before the match.
        table: Playing surface, for spotting and for lines.
        phase: Lag, break, play or over.
        shooter: Whose shot it is.
        breaker: Who broke (or will break) this rack.
        cue_ball: From where the shot is played.
        on_table: Object balls in play.
        rack: Number of the rack, from 1.
        racks: Racks won.
        score: Points of the match, in games of points.
        winner: Of the match, once it is over.
        warned: Players warned before their third foul, or of a wrong placement.
        shots: Shots played in this rack.
        spots: Balls that were to be put back before the shot, and where.
        rest_t: When all balls came to rest after the last shot, seconds.
        lasting: Names of what a discipline remembers beyond the rack.
    """

    lasting: ClassVar[tuple[str, ...]] = ()

    settings: Settings
    table: TableGeometry
    phase: Phase
    shooter: Seat
    breaker: Seat
    cue_ball: CueBallPlace
    on_table: frozenset[Ball]
    rack: int = 1
    racks: Tally = NONE_YET
    score: Tally = NONE_YET
    winner: Seat | None = None
    warned: frozenset[Seat] = frozenset()
    shots: int = 0
    spots: tuple[tuple[Ball, Point], ...] = ()
    rest_t: float | None = None
