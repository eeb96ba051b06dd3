"""What goes into the store and comes out of it: one dataclass for each table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRow:
    """One match.

    Attributes:
        id: Its name in the store.
        game: The discipline's name.
        setup: JSON object of the settings and the table.
        started_at: Wall clock, seconds since 1970.
        ended_at: The same; None while it goes on.
    """

    id: str
    game: str
    setup: Mapping[str, Any]
    started_at: float
    ended_at: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotRow:
    """One shot with its verdict.

    Attributes:
        number: In the match, from 1.
        source: Its name where it came from; the same shot never comes twice.
        at: Wall clock of the ruling, seconds since 1970.
        record: JSON object of the shot.
        verdict: JSON object of the ruling.
        revision: How often the verdict has changed.
    """

    number: int
    source: str
    at: float
    record: Mapping[str, Any]
    verdict: Mapping[str, Any]
    revision: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRow:
    """One thing that a person entered.

    Attributes:
        number: In the match, from 1.
        at: Wall clock, seconds since 1970.
        author: Who, by role or name.
        body: JSON object of what was entered.
        key: The sender's own name for it, or None.
    """

    number: int
    at: float
    author: str
    body: Mapping[str, Any]
    key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertRow:
    """One call to be made on one channel.

    Attributes:
        match: Id of the match.
        key: What is called; the same call never comes twice.
        channel: Where.
        body: JSON object to be sent.
        at: Wall clock of the call, seconds since 1970.
        tries: How often it was tried.
        due: When it is tried next.
        done_at: When it was made; None while it was not.
    """

    match: str
    key: str
    channel: str
    body: Mapping[str, Any]
    at: float
    tries: int = 0
    due: float = 0.0
    done_at: float | None = None


@dataclass(frozen=True, slots=True)
class MatchLog:
    """Everything that a match follows from."""

    match: MatchRow
    shots: Sequence[ShotRow]
    entries: Sequence[EntryRow]
