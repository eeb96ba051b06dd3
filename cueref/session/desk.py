"""The referee's desk: one match at a time, from start to end, safe at every step.

What comes from the table (`ruling_on`) and what people enter (`entering`) meet here, in
one order. An entry is first stored and then told; a shot is ruled on and told even
while the store fails, and stored as soon as it works again.
"""

import logging
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from adjudicator.balls import Ball
from adjudicator.text.shots import shot_object
from cueref.live.messages import ShotRead
from cueref.records import ShotRecord
from cueref.session import entering, ruling_on
from cueref.session.errors import MatchRunningError
from cueref.session.play import Play
from cueref.session.record import Played, resumed
from cueref.session.running import Running, entries_object
from cueref.session.setup import MatchSetup, setup_object
from cueref.session.telling import Publisher
from cueref.session.ticker import Ticker, elapsed
from cueref.store.rows import MatchRow
from cueref.store.store import Store
from cueref.store.transaction import Transaction

logger = logging.getLogger(__name__)

Object = dict[str, Any]

_LEAST_GAP: Final = 0.05
"""Between the last shot and the clock at which a match is resumed, seconds."""


class Desk:
    """One match in progress; every method may be called from any thread."""

    def __init__(
        self,
        store: Store,
        tell: Publisher,
        *,
        channels: Sequence[str] = (),
        wall_clock: Callable[[], float] = time.time,
    ) -> None:
        """Start without a match.

        Args:
            store: Where everything is kept.
            tell: Is told what happened.
            channels: Names of the channels of alerts.
            wall_clock: Seconds since 1970.
        """
        self._desk = Running(store, tell, tuple(channels), wall_clock)
        self.on_shot: Callable[[str, ShotRecord, float], None] | None = None
        self.on_named: Callable[[Mapping[Ball, Ball]], None] | None = None

    def start(self, setup: MatchSetup) -> str:
        """Begin a match and return its id; one that is won ends with it.

        Raises:
            MatchRunningError: Another one goes on.
            StoreError: It cannot be stored.
        """
        desk = self._desk
        with desk.lock:
            old = desk.now
            if old is not None and old.play.winner is None:
                raise MatchRunningError("a match goes on: end it first")
            at = desk.wall_clock()
            row = MatchRow(
                id=_new_id(at),
                game=setup.game.value,
                setup=setup_object(setup),
                started_at=at,
            )

            def write(writing: Transaction) -> None:
                if old is not None:
                    writing.end_match(old.id, at)
                writing.add_match(row)

            desk.scribe.write_now(write)
            desk.begin(Played(row.id, at, Play(setup)), 0.0)
            return row.id

    def resume(self) -> bool:
        """Take up the match that was going on, and say whether there was one.

        Raises:
            StoreError: The store cannot be read.
            SessionError: The stored match is broken.
        """
        desk = self._desk
        match = desk.store.unfinished()
        if match is None:
            return False
        with desk.lock:
            played = resumed(desk.store.load(match))
            play = played.play
            last_t = play.shots[-1].t_end + _LEAST_GAP if play.shots else 0.0
            t = elapsed(played.started_at, play.entries, desk.wall_clock(), last_t)
            desk.begin(played, t)
            logger.info("match %s goes on after shot %d", match, len(play.shots))
        return True

    def see(self, t: float) -> None:
        """Note the time of a picture, and store what could not be stored before."""
        desk = self._desk
        with desk.lock:
            desk.ticker.see(t)
            if desk.scribe.is_behind and desk.scribe.catch_up():
                desk.tell.state(desk.view())

    def rewind(self) -> None:
        """Note that the clock of the pictures begins anew."""
        desk = self._desk
        with desk.lock:
            now, is_paused = desk.ticker.now, desk.ticker.paused_t is not None
            desk.ticker = Ticker.starting(0.0, now)
            if is_paused:
                desk.ticker.pause()

    def shot_began(self) -> None:
        """Note that balls move: it is too late to call the shot."""
        self._desk.under_way = True

    def at_rest(self) -> None:
        """Note that nothing moves any more."""
        self._desk.under_way = False

    def take(self, read: ShotRead, run: str) -> bool:
        """Rule on a shot that was read, and say whether it counted.

        Args:
            read: The shot.
            run: Name of the watch that it comes from.
        """
        desk = self._desk
        with desk.lock:
            counted = ruling_on.rule_on(desk, read, run)
            if counted is not None and self.on_shot is not None:
                self.on_shot(*counted, desk.ticker.offset)
            return counted is not None

    def provisional(self, t: float) -> None:
        """Call a scratch that is certain before the balls are at rest."""
        with self._desk.lock:
            ruling_on.call_at_once(self._desk, t)

    def enter(
        self,
        body: Mapping[str, Any],
        author: str,
        key: str | None = None,
        *,
        late: bool = False,
    ) -> int:
        """Append an entry, rule anew what it changes, and return its number.

        Args:
            body: JSON object of it.
            author: Who.
            key: The sender's own name for it: sent again, it counts once.
            late: Whether a call may come while the balls move.

        Raises:
            NoMatchError: No match is being played.
            EntryRefusedError: It cannot be; nothing was changed.
            StoreError: It cannot be stored; nothing was changed.
        """
        desk = self._desk
        with desk.lock:
            known = entering.known_entry(desk, key)
            if known is not None:
                return known
            number, names = entering.enter(desk, body, author, key, late=late)
            if names and self.on_named is not None:
                self.on_named(names)
            return number

    def review(
        self, number: int, answer: str, clauses: Sequence[str], author: str
    ) -> int:
        """Confirm or reject a ruling that asks, and return the entry's number.

        Raises:
            NoMatchError: No match is being played.
            EntryRefusedError: The ruling asks nothing, or more is needed.
            StoreError: It cannot be stored; nothing was changed.
        """
        with self._desk.lock:
            play = self._desk.playing().play
            body = entering.review_body(play, number, answer, clauses, author)
            return self.enter(body, author)

    @property
    def match(self) -> str | None:
        """Id of the match that is being played, or None."""
        now = self._desk.now
        return None if now is None else now.id

    @property
    def play(self) -> Play:
        """The match that is being played.

        Raises:
            NoMatchError: There is none.
        """
        with self._desk.lock:
            return self._desk.playing().play

    def view(self) -> Object:
        """Return everything that the page shows of the match."""
        with self._desk.lock:
            return self._desk.view()

    def log(self) -> Object:
        """Return the entries that stand and the shots as they were seen.

        Raises:
            NoMatchError: No match is being played.
        """
        with self._desk.lock:
            play = self._desk.playing().play
            return {
                "entries": entries_object(play),
                "shots": [shot_object(shot) for shot in play.shots],
            }


def _new_id(at: float) -> str:
    day = time.strftime("%Y%m%d-%H%M%S", time.localtime(at))
    return f"{day}-{uuid.uuid4().hex[:6]}"
