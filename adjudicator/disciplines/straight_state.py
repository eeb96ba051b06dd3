"""What 14.1 remembers between two shots."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.clause import applies, defined
from adjudicator.events import Rail
from adjudicator.players import NONE_YET, Seat, Tally
from adjudicator.state import State

FULL: Final = BALL_SETS[Discipline.STRAIGHT_POOL].object_balls
USUAL_TARGET: Final = 150
"""Points of a game unless others are agreed (straight.1.5)."""

defined("adjudicator.players.Seat: a player or a team", "straight.2")
defined("adjudicator.balls.BALL_SETS", "straight.3")


class NearRail(NamedTuple):
    """A ball near a rail that a player keeps driving to it (straight.7.2.b).

    Attributes:
        seat: The player.
        ball: The ball.
        rail: The rail that it is near to.
        used: Safeties and fouls that count against him; from two on the ball is
            frozen for him.
    """

    seat: Seat
    ball: Ball
    rail: Rail
    used: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StraightPoolState(State):
    """What 14.1 remembers.

    Attributes:
        opening: Whether a break must keep the rules of the opening break; a rack
            inside an inning is played by an ordinary shot.
        fouls_in_row: Consecutive fouls of each player.
        near: The ball that each player keeps driving to its near rail.
    """

    opening: bool = True
    fouls_in_row: Tally = NONE_YET
    near: tuple[NearRail, ...] = ()


@applies("straight.1.5")
def target_of(state: StraightPoolState) -> int:
    """Return the points that win."""
    return state.settings.target or USUAL_TARGET
