"""What Bonus Ball remembers between two shots: colours on, points, clocks."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final, NamedTuple

from adjudicator.balls import BALL_SETS, BONUS, Ball, Discipline
from adjudicator.clause import defined, defines
from adjudicator.players import NONE_YET, Seat, Tally
from adjudicator.state import State

FULL: Final = BALL_SETS[Discipline.BONUS_BALL].object_balls
"""Four purple balls, four orange ones and the Bonus."""

TARGET: Final = 21
"""Points that win a match (bonus.3.7)."""

defined("adjudicator.clause: the edition of every clause", "bonus.0.1")
defined("adjudicator.balls.BALL_SETS", "bonus.0.2")


class Colour(StrEnum):
    """Which ball a player must play; unknown when play is joined in mid-rack."""

    PURPLE = "purple"
    ORANGE = "orange"
    BONUS = "bonus"
    UNKNOWN = "unknown"


AFTER: Final = {
    Colour.PURPLE: Colour.ORANGE,
    Colour.ORANGE: Colour.BONUS,
    Colour.BONUS: Colour.PURPLE,
}
"""The colour that follows a ball pocketed (bonus.0.3)."""

POINTS: Final = {Colour.PURPLE: 1, Colour.ORANGE: 2, Colour.BONUS: 3}
"""What a ball scores (bonus.3.9)."""

_UNKNOWN: Final = Colour.UNKNOWN

_COLOURS: Final[Mapping[Ball | None, Colour]] = {
    ball: Colour.BONUS if ball is BONUS else Colour(ball.name.partition("-")[0])
    for ball in FULL
}

PURPLES: Final = frozenset(b for b in FULL if _COLOURS[b] is Colour.PURPLE)
ORANGES: Final = frozenset(b for b in FULL if _COLOURS[b] is Colour.ORANGE)
BONUSES: Final = frozenset({BONUS})
NO_BALLS: Final[frozenset[Ball]] = frozenset()
"""The balls of each colour; those of one colour are alike."""

BALLS: Final = {
    Colour.PURPLE: PURPLES,
    Colour.ORANGE: ORANGES,
    Colour.BONUS: BONUSES,
    Colour.UNKNOWN: NO_BALLS,
}
"""The balls of each colour; none if it is unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusState(State):
    """What Bonus Ball remembers; `score` counts the points of the match.

    Attributes:
        on_a: The colour that player A must play in his next shot.
        on_b: The same of player B.
        additional: Inning of the additional round, from 1; 0 in playing time.
        recorded: Points written down, where players keep the score themselves.
        started_t: Of the first stroke of the match, seconds.
        stopped: How long the match clock stood still, seconds.
        halted_t: When it stopped, while it stands still.
    """

    lasting: ClassVar[tuple[str, ...]] = (
        "on_a",
        "on_b",
        "additional",
        "recorded",
        "started_t",
        "stopped",
        "halted_t",
    )

    on_a: Colour = Colour.PURPLE
    on_b: Colour = Colour.PURPLE
    additional: int = 0
    recorded: Tally = NONE_YET
    started_t: float | None = None
    stopped: float = 0.0
    halted_t: float | None = None


class Colours(NamedTuple):
    """The colours that the players must play in their next shots."""

    a: Colour
    b: Colour

    def of(self, seat: Seat) -> Colour:
        """Return the colour of one player."""
        return self.a if seat is Seat.A else self.b


@defines("bonus.3.4", "bonus.7.6")
def colour_on(state: BonusState, seat: Seat) -> Colour:
    """Return the colour that a player must play."""
    return state.on_a if seat is Seat.A else state.on_b


def colour_of(ball: Ball | None) -> Colour:
    """Return the colour of a ball; unknown if there is none or it has none."""
    return _COLOURS.get(ball, _UNKNOWN)


def target_of(state: BonusState) -> int:
    """Return how many points win the match."""
    return state.settings.target or TARGET


@defines("bonus.3.1")
def is_last_bonus(state: BonusState) -> bool:
    """Whether the Bonus alone is left for a player who has pocketed an orange."""
    return state.on_table == BONUSES and colour_on(state, state.shooter) in (
        Colour.BONUS,
        Colour.UNKNOWN,
    )
