"""Whom the desk tells what happened."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

Object = Mapping[str, Any]


class Publisher(Protocol):
    """Passes on what happened; never blocks, never raises."""

    def state(self, view: Object) -> None:
        """The match is now like this."""

    def verdict(self, verdict: Object) -> None:
        """A shot was ruled on for the first time."""

    def calls(self, calls: Sequence[Object]) -> None:
        """These calls are made now, for the first and only time."""

    def entered(self, number: int, body: Object, author: str) -> None:
        """A person entered something."""


class Silent:
    """Tells nobody."""

    def state(self, view: Object) -> None:
        """Do nothing."""

    def verdict(self, verdict: Object) -> None:
        """Do nothing."""

    def calls(self, calls: Sequence[Object]) -> None:
        """Do nothing."""

    def entered(self, number: int, body: Object, author: str) -> None:
        """Do nothing."""
