"""What the parts of the desk share: the match that goes on, its clock, its store."""

import threading
from collections.abc import Callable
from typing import Any

from cueref.session.callbook import Callbook
from cueref.session.entries import standing_entries
from cueref.session.errors import NoMatchError
from cueref.session.play import Play
from cueref.session.record import Played
from cueref.session.scribe import Scribe
from cueref.session.telling import Publisher
from cueref.session.ticker import Ticker
from cueref.session.view import match_view
from cueref.store.store import Store

Object = dict[str, Any]


class Running:
    """One match in progress, or none; whoever uses it holds `lock`.

    Attributes:
        store: Where everything is kept.
        scribe: Writes there, as soon as that works.
        tell: Is told what happened.
        channels: Names of the channels of alerts.
        wall_clock: Seconds since 1970.
        lock: One thing after the other.
        now: The match, or None.
        book: Which calls were made in it, or None.
        ticker: Its clock.
        under_way: Whether balls move.
    """

    def __init__(
        self,
        store: Store,
        tell: Publisher,
        channels: tuple[str, ...],
        wall_clock: Callable[[], float],
    ) -> None:
        """Start without a match."""
        self.store, self.scribe = store, Scribe(store)
        self.tell = tell
        self.channels = channels
        self.wall_clock = wall_clock
        self.lock = threading.RLock()
        self.now: Played | None = None
        self.book: Callbook | None = None
        self.ticker = Ticker()
        self.under_way = False

    def begin(self, played: Played, match_t: float) -> None:
        """Go on with a match, at a time of it in seconds."""
        self.now = played
        self.book = Callbook(played.id, played.play, self.channels)
        self.ticker = Ticker.starting(self.ticker.t, match_t)
        if played.play.said.paused:
            self.ticker.pause()
        self.tell.state(self.view())

    def go_on_with(self, now: Played, play: Play) -> None:
        """Let the match stand as it does after an entry."""
        now.play = play
        if play.said.paused:
            self.ticker.pause()
        else:
            self.ticker.go_on()
        if play.said.ended:
            self.now = None

    def playing(self) -> Played:
        """Return the match.

        Raises:
            NoMatchError: There is none.
        """
        if self.now is None:
            raise NoMatchError("no match is being played: start one first")
        return self.now

    def view(self) -> Object:
        """Return everything that the page shows of the match."""
        now = self.now
        return {
            "match": None if now is None else match_view(now.id, now.play),
            "t": round(self.ticker.now, 3),
            "offset": round(self.ticker.offset, 3),
            "stored": not self.scribe.is_behind,
            "store_error": self.scribe.cause,
        }


def entries_object(play: Play) -> list[Object]:
    """Return the entries of a match that stand, as JSON objects."""
    return [
        {"entry": e.number, "by": e.author, "at": e.at, **e.body}
        for e in standing_entries(play.entries)
    ]
