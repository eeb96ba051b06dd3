"""The clock of a match: the pictures' own time, without the pauses.

The clock of the pictures begins at nought whenever watching begins. Only then is the
wall clock looked at, to know how long nobody watched; a wall clock that jumps while
the camera runs changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cueref.session.entries import Entry, standing_entries


@dataclass(slots=True)
class Ticker:
    """Turns times of the pictures into times of the match.

    Attributes:
        offset: Match time less picture time, seconds.
        t: Newest picture time, seconds.
        paused_t: Picture time at which the match was paused; None while it runs.
    """

    offset: float = 0.0
    t: float = 0.0
    paused_t: float | None = None

    @property
    def now(self) -> float:
        """Match time, seconds."""
        return self.of(self.t if self.paused_t is None else self.paused_t)

    def of(self, t: float) -> float:
        """Return the match time of a picture time."""
        return t + self.offset

    def see(self, t: float) -> None:
        """Note the time of a picture."""
        self.t = max(self.t, t)

    def pause(self) -> None:
        """Let the match stand still."""
        if self.paused_t is None:
            self.paused_t = self.t

    def go_on(self) -> None:
        """Let the match go on; the pause does not count."""
        if self.paused_t is not None:
            self.offset -= self.t - self.paused_t
            self.paused_t = None

    @staticmethod
    def starting(t: float, match_t: float = 0.0) -> "Ticker":
        """Return a clock that shows a match time at a picture time."""
        return Ticker(match_t - t, t)


def elapsed(
    started_at: float, entries: Sequence[Entry], now: float, last_t: float
) -> float:
    """Return how long a match has been played when it is resumed, seconds.

    Args:
        started_at: Wall clock at its start, seconds since 1970.
        entries: Of the match; pauses do not count.
        now: Wall clock.
        last_t: Match time of the last shot; the clock never goes back behind it.
    """
    played, since, is_paused = 0.0, started_at, False
    for entry in standing_entries(entries):
        pause = entry.body.get("pause")
        if pause is True and not is_paused:
            played += max(0.0, entry.at - since)
            is_paused = True
        elif pause is False and is_paused:
            since, is_paused = entry.at, False
    if not is_paused:
        played += max(0.0, now - since)
    return max(played, last_t)
