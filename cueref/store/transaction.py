"""What can be written at once: all of it is stored, or nothing."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from cueref.store.errors import MatchExistsError
from cueref.store.rows import AlertRow, EntryRow, MatchRow, ShotRow
from cueref.store.tables import ALERTS, ENTRIES, MATCHES, SHOTS


def to_json(value: object) -> str:
    """Return a value as compact JSON."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


class Transaction:
    """One transaction of the store; nothing is stored before it ends well."""

    def __init__(self, connection: Connection) -> None:
        """Write on an open connection."""
        self._connection = connection
        is_sqlite = connection.dialect.name == "sqlite"
        self._insert = sqlite.insert if is_sqlite else postgresql.insert

    def add_match(self, row: MatchRow) -> None:
        """Begin a match.

        Raises:
            MatchExistsError: There is one of this id.
        """
        try:
            self._connection.execute(
                insert(MATCHES).values(
                    id=row.id,
                    game=row.game,
                    setup=to_json(row.setup),
                    started_at=row.started_at,
                    ended_at=row.ended_at,
                )
            )
        except IntegrityError as error:
            raise MatchExistsError(f"match {row.id} is stored already") from error

    def end_match(self, match: str, at: float | None) -> None:
        """Say when a match ended, or that it goes on."""
        self._connection.execute(
            update(MATCHES).where(MATCHES.c.id == match).values(ended_at=at)
        )

    def add_shot(self, match: str, row: ShotRow) -> bool:
        """Store a shot, and say whether it is new: one that is there stays."""
        return self._add(
            SHOTS,
            match=match,
            number=row.number,
            source=row.source,
            at=row.at,
            record=to_json(row.record),
            verdict=to_json(row.verdict),
            revision=row.revision,
        )

    def change_verdicts(
        self, match: str, verdicts: Mapping[int, Mapping[str, Any]]
    ) -> None:
        """Put other verdicts in the place of those of some shots."""
        for number, verdict in verdicts.items():
            mine = (SHOTS.c.match == match) & (SHOTS.c.number == number)
            self._connection.execute(
                update(SHOTS)
                .where(mine)
                .values(verdict=to_json(verdict), revision=SHOTS.c.revision + 1)
            )

    def add_entry(self, match: str, row: EntryRow) -> bool:
        """Append an entry, and say whether it is new."""
        return self._add(
            ENTRIES,
            match=match,
            number=row.number,
            at=row.at,
            author=row.author,
            body=to_json(row.body),
            key=row.key,
        )

    def entry_number_of(self, match: str, key: str) -> int | None:
        """Return the number of the entry that a sender gave this key, or None."""
        mine = (ENTRIES.c.match == match) & (ENTRIES.c.key == key)
        found = self._connection.execute(select(ENTRIES.c.number).where(mine))
        return found.scalar_one_or_none()

    def add_alerts(self, rows: Iterable[AlertRow]) -> None:
        """Note calls to be made; a call that is noted already is not noted again."""
        for row in rows:
            self._add(
                ALERTS,
                match=row.match,
                key=row.key,
                channel=row.channel,
                body=to_json(row.body),
                at=row.at,
                tries=row.tries,
                due=row.due,
                done_at=row.done_at,
            )

    def _add(self, table: Any, **values: object) -> bool:
        statement = self._insert(table).values(**values).on_conflict_do_nothing()
        added = self._connection.execute(statement.returning(table.c.match))
        return added.first() is not None
