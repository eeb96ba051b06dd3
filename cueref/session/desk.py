"""The referee's desk: one match at a time, from start to end, safe at every step.

What comes from the table and what people enter meet here, in one order. An entry is
first stored and then told; a shot is ruled on and told even while the store fails,
and stored as soon as it works again.
"""

import logging
import threading
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from adjudicator.balls import Ball
from adjudicator.shot import Shot
from adjudicator.text.shots import shot_object
from cueref.live.messages import ShotRead
from cueref.records import ShotRecord
from cueref.session.callbook import Callbook
from cueref.session.calls import provisional_call
from cueref.session.checking import check_entry, is_before_shot
from cueref.session.corrections import shifted
from cueref.session.entries import Entry, standing_entries
from cueref.session.errors import EntryRefusedError, MatchRunningError, NoMatchError
from cueref.session.naming import names_on_the_table
from cueref.session.play import Play
from cueref.session.record import Played, changed_verdicts, resumed, shot_row
from cueref.session.reviewing import review_overrule
from cueref.session.scribe import Scribe
from cueref.session.setup import MatchSetup, setup_object
from cueref.session.telling import Publisher
from cueref.session.ticker import Ticker, elapsed
from cueref.session.view import match_view, verdict_view
from cueref.store.rows import EntryRow, MatchRow
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
        self._store, self._scribe = store, Scribe(store)
        self._tell = tell
        self._channels = tuple(channels)
        self._wall_clock = wall_clock
        self._lock = threading.RLock()
        self._now: Played | None = None
        self._book: Callbook | None = None
        self._ticker = Ticker()
        self._under_way = False
        self.on_shot: Callable[[str, ShotRecord, float], None] | None = None
        self.on_named: Callable[[Mapping[Ball, Ball]], None] | None = None

    def start(self, setup: MatchSetup) -> str:
        """Begin a match and return its id; one that is won ends with it.

        Raises:
            MatchRunningError: Another one goes on.
            StoreError: It cannot be stored.
        """
        with self._lock:
            old = self._now
            if old is not None and old.play.winner is None:
                raise MatchRunningError("a match goes on: end it first")
            at = self._wall_clock()
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

            self._scribe.write_now(write)
            self._begin(Played(row.id, at, Play(setup)), 0.0)
            return row.id

    def resume(self) -> bool:
        """Take up the match that was going on, and say whether there was one.

        Raises:
            StoreError: The store cannot be read.
            SessionError: The stored match is broken.
        """
        match = self._store.unfinished()
        if match is None:
            return False
        with self._lock:
            played = resumed(self._store.load(match))
            play = played.play
            last_t = play.shots[-1].t_end + _LEAST_GAP if play.shots else 0.0
            t = elapsed(played.started_at, play.entries, self._wall_clock(), last_t)
            self._begin(played, t)
            logger.info("match %s goes on after shot %d", match, len(play.shots))
        return True

    def _begin(self, played: Played, match_t: float) -> None:
        self._now = played
        self._book = Callbook(played.id, played.play, self._channels)
        self._ticker = Ticker.starting(self._ticker.t, match_t)
        if played.play.said.paused:
            self._ticker.pause()
        self._tell.state(self.view())

    def see(self, t: float) -> None:
        """Note the time of a picture, and store what could not be stored before."""
        with self._lock:
            self._ticker.see(t)
            if self._scribe.is_behind and self._scribe.catch_up():
                self._tell.state(self.view())

    def rewind(self) -> None:
        """Note that the clock of the pictures begins anew."""
        with self._lock:
            now, is_paused = self._ticker.now, self._ticker.paused_t is not None
            self._ticker = Ticker.starting(0.0, now)
            if is_paused:
                self._ticker.pause()

    def shot_began(self) -> None:
        """Note that balls move: it is too late to call the shot."""
        self._under_way = True

    def at_rest(self) -> None:
        """Note that nothing moves any more."""
        self._under_way = False

    def take(self, read: ShotRead, run: str) -> bool:
        """Rule on a shot that was read, and say whether it counted.

        Args:
            read: The shot.
            run: Name of the watch that it comes from.
        """
        with self._lock:
            self._under_way = False
            now, source = self._now, f"{run}:{read.record.shot.number}"
            if now is None or source in now.sources or not _is_on(now.play):
                return False
            self._ticker.see(read.t)
            shot = shifted(read.record.shot, self._ticker.offset, now.play.coming)
            self._rule(now, shot, source)
            if self.on_shot is not None:
                record = ShotRecord(shot, read.record.tracks)
                self.on_shot(now.id, record, self._ticker.offset)
            return True

    def provisional(self, t: float) -> None:
        """Call a scratch that is certain before the balls are at rest."""
        with self._lock:
            now, book = self._now, self._book
            if now is None or book is None or not _is_on(now.play):
                return
            play = now.play
            calls = book.fresh(
                [provisional_call(now.id, play, play.coming, self._ticker.of(t))]
            )
            alerts = book.alerts(calls, self._wall_clock())
            if alerts:
                self._scribe.write(lambda writing: writing.add_alerts(alerts))
            self._tell.calls(calls)

    def _rule(self, now: Played, shot: Shot, source: str) -> None:
        play, at, match = now.play.with_shot(shot), self._wall_clock(), now.id
        row = shot_row(shot, play.rulings[-1], source, at)
        now.play = play
        now.sources.add(source)
        assert self._book is not None  # noqa: S101  # a match is being played
        calls = self._book.after_ruling(play)
        alerts = self._book.alerts(calls, at)

        def write(writing: Transaction) -> None:
            writing.add_shot(match, row)
            writing.add_alerts(alerts)

        self._scribe.write(write)
        self._tell.state(self.view())
        self._tell.verdict(verdict_view(play, shot.number))
        self._tell.calls(calls)

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
        with self._lock:
            now = self._playing()
            known = self._entry_of(now, key)
            if known is not None:
                return known
            before, at = now.play, self._wall_clock()
            entry = Entry(len(before.entries) + 1, _meant(before, body), author, at)
            if self._under_way and not late and is_before_shot(before, entry.body):
                raise EntryRefusedError("the shot is under way: it is too late to call")
            check_entry(before, entry)
            play = before.with_entry(entry)
            self._store_entry(now, play, entry, key)
            return entry.number

    def review(
        self, number: int, answer: str, clauses: Sequence[str], author: str
    ) -> int:
        """Confirm or reject a ruling that asks, and return the entry's number.

        Raises:
            NoMatchError: No match is being played.
            EntryRefusedError: The ruling asks nothing, or more is needed.
            StoreError: It cannot be stored; nothing was changed.
        """
        with self._lock:
            verdict = self._playing().play.ruling(number).verdict
            if verdict is None:
                raise EntryRefusedError(f"shot {number} was taken back")
            overrule = review_overrule(verdict, answer, clauses)
            body = {"shot": number, "overrule": overrule, "by": author}
            return self.enter({**body, "review": answer}, author)

    def _store_entry(
        self, now: Played, play: Play, entry: Entry, key: str | None
    ) -> None:
        before, book, match = now.play, self._book, now.id
        assert book is not None  # noqa: S101  # a match is being played
        row = EntryRow(
            number=entry.number,
            at=entry.at,
            author=entry.author,
            body=entry.body,
            key=key,
        )
        verdicts = changed_verdicts(before.rulings, play.rulings)
        calls = book.after_entry(before, play)
        alerts = book.alerts(calls, entry.at)

        def write(writing: Transaction) -> None:
            writing.add_entry(match, row)
            writing.change_verdicts(match, verdicts)
            writing.add_alerts(alerts)
            if play.said.ended:
                writing.end_match(match, entry.at)

        try:
            self._scribe.write_now(write)
        except Exception:
            book.forget(calls)
            raise
        self._go_on_with(now, play)
        self._tell.state(self.view())
        self._tell.entered(entry.number, entry.body, entry.author)
        self._tell.calls(calls)
        names = names_on_the_table(before, play)
        if names and self.on_named is not None:
            self.on_named(names)

    def _go_on_with(self, now: Played, play: Play) -> None:
        now.play = play
        if play.said.paused:
            self._ticker.pause()
        else:
            self._ticker.go_on()
        if play.said.ended:
            self._now = None

    def _entry_of(self, now: Played, key: str | None) -> int | None:
        if key is None:
            return None
        with self._store.transaction() as reading:
            return reading.entry_number_of(now.id, key)

    def _playing(self) -> Played:
        if self._now is None:
            raise NoMatchError("no match is being played: start one first")
        return self._now

    @property
    def match(self) -> str | None:
        """Id of the match that is being played, or None."""
        now = self._now
        return None if now is None else now.id

    @property
    def play(self) -> Play:
        """The match that is being played.

        Raises:
            NoMatchError: There is none.
        """
        with self._lock:
            return self._playing().play

    def view(self) -> Object:
        """Return everything that the page shows of the match."""
        with self._lock:
            now = self._now
            return {
                "match": None if now is None else match_view(now.id, now.play),
                "t": round(self._ticker.now, 3),
                "offset": round(self._ticker.offset, 3),
                "stored": not self._scribe.is_behind,
                "store_error": self._scribe.cause,
            }

    def log(self) -> Object:
        """Return the entries that stand and the shots as they were seen.

        Raises:
            NoMatchError: No match is being played.
        """
        with self._lock:
            play = self._playing().play
            return {
                "entries": [
                    {"entry": e.number, "by": e.author, "at": e.at, **e.body}
                    for e in standing_entries(play.entries)
                ],
                "shots": [shot_object(shot) for shot in play.shots],
            }


def _new_id(at: float) -> str:
    day = time.strftime("%Y%m%d-%H%M%S", time.localtime(at))
    return f"{day}-{uuid.uuid4().hex[:6]}"


def _is_on(play: Play) -> bool:
    """Whether shots count now."""
    return not play.said.paused and play.winner is None


def _meant(play: Play, body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a body with the shot filled in where it can only be one."""
    if "put_back" in body and "shot" not in body and play.rulings:
        return {**body, "shot": len(play.rulings)}
    return dict(body)
