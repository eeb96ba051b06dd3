"""What 8-ball remembers between two shots: whose group is which."""

from dataclasses import dataclass
from typing import Final

from adjudicator.balls import Ball
from adjudicator.clause import defines
from adjudicator.players import NONE_YET, Seat, Tally
from adjudicator.state import State

EIGHT: Final = Ball("8")
SOLIDS: Final = frozenset(Ball(str(n)) for n in range(1, 8))
BOTH: Final = frozenset(Ball(str(n)) for n in range(1, 16) if n != 8)
STRIPES: Final = frozenset(Ball(str(n)) for n in range(9, 16))


@dataclass(frozen=True, slots=True, kw_only=True)
class EightBallState(State):
    """What 8-ball remembers.

    Attributes:
        solids: Who plays the solids; None while the table is open.
        fouls_in_row: Fouls of each player since a shot without one.
    """

    solids: Seat | None = None
    fouls_in_row: Tally = NONE_YET


@defines("eight.1.2")
def group(solids: Seat | None, seat: Seat) -> frozenset[Ball]:
    """Return the balls of a player's group, of both on an open table."""
    if solids is None:
        return BOTH
    return SOLIDS if solids is seat else STRIPES


@defines("eight.6.1", "eight.6.2", "eight.7.2")
def is_open(state: EightBallState) -> bool:
    """Whether no group has been chosen yet."""
    return state.solids is None


@defines("eight.10.2")
def on_eight(on_table: frozenset[Ball], solids: Seat | None, seat: Seat) -> bool:
    """Whether a player's group is cleared, so that the 8 is on."""
    return on_table.isdisjoint(group(solids, seat))
