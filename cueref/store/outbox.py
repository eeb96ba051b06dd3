"""Calls that are still to be made: noted with the verdict, struck off when made."""

import json
from typing import Final

from sqlalchemy import select, update

from cueref.store.engine import explained
from cueref.store.rows import AlertRow
from cueref.store.store import Store
from cueref.store.tables import ALERTS

_MOST_DUE: Final = 100
"""Calls handed out at a time."""


class Outbox:
    """The calls of one store, in order of their time."""

    def __init__(self, store: Store) -> None:
        """Use an open store."""
        self._store = store

    def due(self, now: float, channel: str) -> list[AlertRow]:
        """Return the calls of a channel that should be tried now, the oldest first."""
        wanted = (
            select(ALERTS)
            .where(ALERTS.c.channel == channel, ALERTS.c.done_at.is_(None))
            .where(ALERTS.c.due <= now)
            .order_by(ALERTS.c.at, ALERTS.c.key)
            .limit(_MOST_DUE)
        )
        (rows,) = self._store.rows(wanted)
        return [
            AlertRow(
                match=row.match,
                key=row.key,
                channel=row.channel,
                body=json.loads(row.body),
                at=row.at,
                tries=row.tries,
                due=row.due,
            )
            for row in rows
        ]

    def made(self, alert: AlertRow, at: float) -> None:
        """Strike off a call that was made, or that nobody needs any more."""
        self._change(alert, done_at=at, tries=alert.tries + 1)

    def failed(self, alert: AlertRow, due: float) -> None:
        """Note that a call was not made, and when to try again."""
        self._change(alert, due=due, tries=alert.tries + 1)

    def _change(self, alert: AlertRow, **values: float) -> None:
        mine = (
            (ALERTS.c.match == alert.match)
            & (ALERTS.c.key == alert.key)
            & (ALERTS.c.channel == alert.channel)
        )
        with explained(self._store.where), self._store.engine.begin() as connection:
            connection.execute(update(ALERTS).where(mine).values(**values))
