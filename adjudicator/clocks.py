"""Clocks as pure functions of the times of events, seconds; nobody looks at a watch.

Bonus Ball has a shot clock and a match clock always; in pyramid a limit is imposed on
slow players. A stroke at the very moment of expiry is late.
"""

from dataclasses import dataclass
from typing import Final

from adjudicator.settings import Switches

BONUS_GRACE: Final = 5.0
"""Between rest and the start of the shot clock (bonus.7.5), seconds."""

BONUS_SHOT: Final = 30.0
"""Of the shot clock (bonus.7.5), seconds."""

BONUS_MATCH: Final = 900.0
"""Playing time of a match (bonus.7.1), seconds."""

SLOW_LIMIT: Final = 45.0
"""Preparation of a shot, once a limit is imposed (pyramid.24.1), seconds."""

SLOW_WARNING: Final = 10.0
"""A warning comes this long before the limit (pyramid.24.2), seconds."""


def bonus_deadline(rest_t: float, switches: Switches) -> float:
    """Return when the next stroke of Bonus Ball is late.

    Args:
        rest_t: When all balls came to rest.
        switches: Say whether the grace counts.
    """
    late = rest_t + BONUS_SHOT
    if switches.bonus_shot_clock_start == "5s_after_rest":
        late += BONUS_GRACE
    return late


def bonus_time_left(start_t: float, t: float, stopped: float = 0.0) -> float:
    """Return the playing time left in a match of Bonus Ball, never below nought.

    Args:
        start_t: Of the first stroke of the match.
        t: Now.
        stopped: How long it stood still for interruptions from outside.
    """
    return max(0.0, BONUS_MATCH - (t - start_t - stopped))


@dataclass(frozen=True, slots=True, kw_only=True)
class Preparation:
    """How a player prepared one shot under the limit of slow play.

    Attributes:
        start: All balls at rest, spotting done, the shooter known.
        strike: The stroke, or None while there is none.
        warned: When the referee warned.
        down: Stretches in which the player was bent down over the table for the
            stroke; the last one has no end if he stayed down.
        extension: When he announced an extension, or None.
        extensions: How many he had left.
    """

    start: float
    strike: float | None = None
    warned: tuple[float, ...] = ()
    down: tuple[tuple[float, float | None], ...] = ()
    extension: float | None = None
    extensions: int = 0

    @property
    def extended(self) -> bool:
        """Whether an extension was announced in time, with one left."""
        if self.extension is None or self.extensions < 1:
            return False
        return self.extension < self.start + SLOW_LIMIT

    @property
    def limit_t(self) -> float:
        """When the time runs out, before any warning is looked at."""
        return self.start + SLOW_LIMIT * (2 if self.extended else 1)

    @property
    def warning_t(self) -> float | None:
        """When the referee must warn, or None if the player is down until he plays.

        A player who was down in time is warned only when he straightens up.
        """
        due = self.limit_t - SLOW_WARNING
        for since, until in self.down:
            if since < due and (until is None or until > due):
                if until is None:
                    return None
                due = until
        return due

    @property
    def penalty_t(self) -> float | None:
        """When the penalty falls due, or None while no warning was given."""
        if not self.warned:
            return None
        return max(self.limit_t, self.warned[-1] + SLOW_WARNING)

    def is_late(self, t: float | None = None) -> bool:
        """Whether the limit was exceeded after a warning.

        Args:
            t: Now; None takes the stroke.
        """
        due = self.penalty_t
        at = self.strike if t is None else t
        if due is None or at is None:
            return False
        return at >= due and (self.strike is None or self.strike >= due)


def extensions_of(switches: Switches, *, deciding: bool) -> int:
    """Return how many extensions a player has in a rack of pyramid.

    Args:
        switches: Say whether one doubling or two prolongations are meant.
        deciding: Whether it is the deciding rack at equal score.
    """
    return 2 if deciding or switches.pyramid_extension == "two_extensions" else 1
