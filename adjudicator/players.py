"""The two players and what is counted for each of them."""

from enum import StrEnum
from typing import NamedTuple


class Seat(StrEnum):
    """One of the two players, by the letter used in files and on score sheets."""

    A = "A"
    B = "B"

    @property
    def other(self) -> "Seat":
        """The opponent."""
        return _B if self is _A else _A


_A, _B = Seat


class Tally(NamedTuple):
    """A whole number for each player: points, racks, fouls in a row."""

    a: int = 0
    b: int = 0

    def of(self, seat: Seat) -> int:
        """Return the number of one player."""
        return self.a if seat is _A else self.b

    def plus(self, seat: Seat, amount: int = 1) -> "Tally":
        """Return a tally in which one player has more."""
        if seat is _A:
            return Tally(self.a + amount, self.b)
        return Tally(self.a, self.b + amount)

    def with_(self, seat: Seat, number: int) -> "Tally":
        """Return a tally in which one player's number is replaced."""
        return Tally(number, self.b) if seat is _A else Tally(self.a, number)

    def added(self, other: "Tally") -> "Tally":
        """Return the sum of two tallies."""
        return Tally(self.a + other.a, self.b + other.b)

    @property
    def leader(self) -> Seat | None:
        """Who has more, or None at equal numbers."""
        if self.a == self.b:
            return None
        return Seat.A if self.a > self.b else Seat.B


NONE_YET = Tally()
"""Nought to nought."""
