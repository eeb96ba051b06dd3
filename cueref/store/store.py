"""The store of matches: opened once, used from several threads."""

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Row, Select, select

from cueref.store.engine import explained, masked, open_engine
from cueref.store.errors import UnknownMatchError
from cueref.store.rows import EntryRow, MatchLog, MatchRow, ShotRow
from cueref.store.tables import ENTRIES, MATCHES, SHOTS
from cueref.store.transaction import Transaction

MOST_MATCHES: Final = 200
"""Matches in one list."""


class Store:
    """Matches with their shots, verdicts and entries.

    What is written in a `transaction` is on the disk when it ends: it outlasts a
    crash of the program and a loss of power.
    """

    def __init__(self, where: str | Path) -> None:
        """Open the database and bring its tables up to date.

        Args:
            where: A file of SQLite, or `postgresql://user:password@host/name`.

        Raises:
            StoreUnavailableError: It cannot be opened.
        """
        self.where = masked(str(where))
        self.engine = open_engine(where)

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """Yield what can be written at once.

        Raises:
            StoreUnavailableError: It could not be stored; nothing was.
        """
        with explained(self.where), self.engine.begin() as connection:
            yield Transaction(connection)

    def unfinished(self) -> str | None:
        """Return the id of the newest match that goes on, or None."""
        newest = (
            select(MATCHES.c.id, MATCHES.c.ended_at)
            .order_by(MATCHES.c.started_at.desc(), MATCHES.c.id)
            .limit(1)
        )
        (rows,) = self.rows(newest)
        return rows[0].id if rows and rows[0].ended_at is None else None

    def matches(self, limit: int = MOST_MATCHES) -> list[MatchRow]:
        """Return the newest matches, the newest first."""
        newest = (
            select(MATCHES)
            .order_by(MATCHES.c.started_at.desc(), MATCHES.c.id)
            .limit(limit)
        )
        (rows,) = self.rows(newest)
        return [_match_row(row) for row in rows]

    def load(self, match: str) -> MatchLog:
        """Return everything that a match follows from.

        Raises:
            UnknownMatchError: There is no such match.
        """
        found, shots, entries = self.rows(
            select(MATCHES).where(MATCHES.c.id == match),
            select(SHOTS).where(SHOTS.c.match == match).order_by(SHOTS.c.number),
            select(ENTRIES).where(ENTRIES.c.match == match).order_by(ENTRIES.c.number),
        )
        if not found:
            raise UnknownMatchError(f"there is no match {match!r} in the store")
        return MatchLog(
            _match_row(found[0]),
            [_shot_row(row) for row in shots],
            [_entry_row(row) for row in entries],
        )

    def rows(self, *statements: Select[Any]) -> list[Sequence[Row[Any]]]:
        """Return the rows of some queries, all of one moment.

        Raises:
            StoreUnavailableError: They cannot be read.
        """
        with explained(self.where), self.engine.connect() as connection:
            reading = connection.execution_options(reading=True)
            return [reading.execute(statement).all() for statement in statements]


def _match_row(row: Row[Any]) -> MatchRow:
    return MatchRow(
        id=row.id,
        game=row.game,
        setup=json.loads(row.setup),
        started_at=row.started_at,
        ended_at=row.ended_at,
    )


def _shot_row(row: Row[Any]) -> ShotRow:
    return ShotRow(
        number=row.number,
        source=row.source,
        at=row.at,
        record=json.loads(row.record),
        verdict=json.loads(row.verdict),
        revision=row.revision,
    )


def _entry_row(row: Row[Any]) -> EntryRow:
    return EntryRow(
        number=row.number,
        at=row.at,
        author=row.author,
        body=json.loads(row.body),
        key=row.key,
    )
