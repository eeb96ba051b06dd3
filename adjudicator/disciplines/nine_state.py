"""What 9-ball remembers between two shots."""

from dataclasses import dataclass

from adjudicator.players import NONE_YET, Tally
from adjudicator.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class NineBallState(State):
    """What 9-ball remembers.

    Attributes:
        push_out: Whether the next shot may be declared a push-out.
        fouls_in_row: Consecutive fouls of each player in this rack.
    """

    push_out: bool = False
    fouls_in_row: Tally = NONE_YET
