"""The room where everything meets: the watch, the desk, the pictures, the listeners."""

import logging
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Protocol

from adjudicator.balls import Ball, Discipline
from adjudicator.events import PocketName, Point
from adjudicator.shot import Layout, Shot
from adjudicator.state import Phase
from cueref.live.messages import (
    Dropped,
    FrameSeen,
    Load,
    Provisional,
    ProvisionalKind,
    ShotRead,
    StateChanged,
    TableFound,
)
from cueref.records import ShotRecord
from cueref.session.desk import Desk
from cueref.session.live_table import LiveTable
from cueref.session.setup import MatchSetup, match_setup
from cueref.session.view import decisive_time
from cueref.store.errors import StoreError
from cueref.store.media import Media
from cueref.store.store import Store
from cueref.web.album import Album
from cueref.web.clips import Keeper, ToKeep
from cueref.web.hub import Hub
from cueref.web.promptness import Promptness

logger = logging.getLogger(__name__)

Object = dict[str, Any]

BALLS_PER_SECOND: Final = 15
LEAST_APART: Final = 0.03
"""Pictures that are kept, seconds."""

PICTURES_PER_SECOND: Final = 20
QUIET_PICTURES_PER_SECOND: Final = 6
"""Kept while balls move, and while nothing does."""


class Watching(Protocol):
    """What watches the table, as `cueref.live.watching.Watch` does."""

    def __iter__(self) -> Iterator[object]:
        """Yield what happens, until it is stopped."""

    def stop(self) -> None:
        """End, from another thread."""

    def picture(self) -> Any:
        """Return the newest frame to show, or None."""

    def recall(self, lying: Mapping[Ball, Point]) -> None:
        """Take the names of balls by where they lie, before it begins."""

    def rename(self, swaps: Mapping[Ball, Ball]) -> None:
        """Take a person's word for balls of the last shot, from another thread."""


COUNT_SECONDS: Final = 2.0
"""Between two words about dropped pictures."""

WatchMaker = Callable[[Discipline], Watching]


class Room:
    """One table: what it shows is ruled on, stored, and told to all who listen."""

    def __init__(
        self,
        store: Store,
        *,
        channels: tuple[str, ...] = (),
        media: Media | None = None,
    ) -> None:
        """Open the room and take up the match that was going on.

        Args:
            store: Where everything is kept.
            channels: Names of the channels of alerts.
            media: Where clips and tracks are kept; None takes the store.
        """
        self.store = store
        self.media = media or Media(store)
        self.hub = Hub()
        self.album = Album()
        self.table = LiveTable()
        self.desk = Desk(store, self.hub, channels=channels)
        self.hub.snapshot = self.snapshot
        self._keeper = Keeper(self.media, self.album, self._clip_stored)
        self.desk.on_shot = self._shot_counted
        self.desk.on_named = self._named
        self._observing: Object = {"observing": False, "cause": "starting"}
        self._view: Object = {}
        self._load: Object = {}
        self._promptness = Promptness()
        self._dropped = 0
        self._unnamed = False
        self._balls_at = self._counted_at = 0.0
        self._make: WatchMaker | None = None
        self._watch: Watching | None = None
        self._threads: list[threading.Thread] = []
        self._closing = threading.Event()
        self.desk.resume()

    def watch(self, make: WatchMaker, game: Discipline) -> None:
        """Begin to watch.

        Args:
            make: Makes what watches a table for a game.
            game: Expected, unless another is being played already.
        """
        self._make = make
        if self.desk.match is not None:
            game = self.desk.play.setup.game
        self._watch_for(game)

    def start(self, setup: MatchSetup) -> str:
        """Begin a match; the watch looks for its balls from now on."""
        match = self.desk.start(setup)
        if self._watch is not None and setup.game is not self._game:
            self._watch_for(setup.game)
        return match

    def setup(self, game: Discipline, settings: Any) -> MatchSetup:
        """Return the setup of a match on the table in view."""
        return match_setup(game, settings)

    def close(self) -> None:
        """Stop watching, store what waits, and end."""
        self._closing.set()
        if self._watch is not None:
            self._watch.stop()
        for thread in self._threads:
            thread.join(timeout=10)
        self._keeper.close()

    def snapshot(self) -> Object:
        """Return everything that a page needs that has just come."""
        return {
            "state": self.desk.view(),
            "balls": self.table.view(),
            "watch": self._observing | {"dropped": self._dropped},
            "view": self._view,
            "clips": self._clips(),
            "load": self._load,
            "delays": self._promptness.view(),
        }

    def _clips(self) -> list[int]:
        """Return the shots of the match that have a clip."""
        match = self.desk.match
        if match is None:
            return []
        try:
            return sorted(self.media.shots_with_clips(match))
        except StoreError:
            return []

    def take(self, message: object, run: str) -> None:
        """Take one message of the watch."""
        match message:
            case FrameSeen():
                self._frame(message)
            case StateChanged(observing=observing, cause=cause, detail=detail):
                self._unnamed = self._unnamed or observing
                self._observing = {
                    "observing": observing,
                    "cause": None if cause is None else cause.value,
                    "detail": detail,
                }
                self._tell_watch()
            case TableFound():
                self._found(message)
            case Provisional():
                self._provisional(message)
            case ShotRead():
                self._shot(message, run)
            case Dropped(total=total):
                self._count(total)
            case Load():
                self._load = {
                    "camera_fps": round(message.camera_fps, 1),
                    "looked_fps": round(message.looked_fps, 1),
                    "queue": message.queue,
                    "behind": round(message.behind, 3),
                    "busy": round(message.busy, 3),
                }
            case _:
                logger.warning("%s is no message that is known", type(message))

    def _count(self, dropped: int) -> None:
        """Tell how many pictures were dropped, now and then."""
        self._dropped = dropped
        now = time.monotonic()
        if now - self._counted_at >= COUNT_SECONDS:
            self._counted_at = now
            self._tell_watch()

    def _frame(self, frame: FrameSeen) -> None:
        self.table.see(frame)
        if self._unnamed and not frame.moving and frame.balls:
            self._unnamed = False
            self.table.name(Layout(self._lying()))
        self.desk.see(frame.t)
        now = time.monotonic()
        if now - self._balls_at >= 1 / BALLS_PER_SECOND:
            self._balls_at = now
            self.hub.publish("balls", self.table.view(), keep=False)

    def _found(self, found: TableFound) -> None:
        calibration = found.calibration
        width, height = calibration.image_size
        self._view = {
            "size": [int(width), int(height)],
            "corners_uv": [[float(u), float(v)] for u, v in calibration.corners_uv],
            "head_end": calibration.head_end,
            "residual_mm": round(float(calibration.residual_mm), 2),
        }
        self.hub.publish("view", self._view)

    def _provisional(self, news: Provisional) -> None:
        match news.kind:
            case ProvisionalKind.SHOT_BEGAN:
                self.desk.shot_began()
            case ProvisionalKind.BALLS_AT_REST:
                self.desk.at_rest()
            case ProvisionalKind.CUE_BALL_POCKETED:
                self.desk.provisional(news.t)
            case ProvisionalKind.BALL_POCKETED:
                pass
        pocket = None if news.pocket is None else PocketName(news.pocket).value
        self.hub.publish(
            "provisional",
            {
                "kind": news.kind.value,
                "t": round(news.t, 3),
                "looks": news.looks,
                "pocket": pocket,
                "confidence": round(news.confidence, 3),
            },
        )
        self._promptness.told(news)

    def _shot(self, read: ShotRead, run: str) -> None:
        self.table.name(read.record.shot.after)
        self.hub.publish("balls", self.table.view(), keep=False)
        counted = self.desk.take(read, run)
        self._promptness.ruled(read)
        logger.info(
            "shot at %.2f s %s", read.t, "ruled on" if counted else "does not count"
        )

    def _shot_counted(self, match: str, record: ShotRecord, offset: float) -> None:
        shot: Shot = record.shot
        ruling = self.desk.play.ruling(shot.number)
        t = decisive_time(ruling) - offset
        self._keeper.keep(ToKeep(match, shot.number, t, offset, record.tracks))

    def _named(self, swaps: Mapping[Ball, Ball]) -> None:
        """Let what watches know which balls those on the table really are."""
        if self._watch is not None:
            self._watch.rename(swaps)
        self.table.name(self.desk.play.rulings[-1].shot.after)
        self.hub.publish("balls", self.table.view(), keep=False)

    def _clip_stored(self, match: str, shot: int) -> None:
        self.hub.publish("clip", {"match": match, "shot": shot})

    def _tell_watch(self) -> None:
        self.hub.publish("watch", self._observing | {"dropped": self._dropped})

    def _watch_for(self, game: Discipline) -> None:
        assert self._make is not None  # noqa: S101  # `watch` was called
        if self._watch is not None:
            self._watch.stop()
        self._game = game
        self._watch = watch = self._make(game)
        watch.recall(self._lying())
        self.desk.rewind()
        for target, name in ((self._follow, "watch"), (self._look, "pictures")):
            thread = threading.Thread(
                target=target, args=(watch,), name=name, daemon=True
            )
            thread.start()
            self._threads.append(thread)

    def _lying(self) -> Mapping[Ball, Point]:
        """Return where the balls lie after the last shot; empty if it is not known."""
        if self.desk.match is None:
            return {}
        play = self.desk.play
        lies_anew = play.state.phase in (Phase.LAG, Phase.BREAK, Phase.OVER)
        return (
            {} if lies_anew or not play.rulings else play.rulings[-1].shot.after.balls
        )

    def _follow(self, watch: Watching) -> None:
        run = uuid.uuid4().hex[:12]
        try:
            for message in watch:
                if self._closing.is_set() or watch is not self._watch:
                    return
                self._take_safely(message, run)
        except Exception:
            logger.exception("watching ended with an error")
            self._observing = {"observing": False, "cause": "failed", "detail": ""}
            self._tell_watch()

    def _take_safely(self, message: object, run: str) -> None:
        """Take a message; a mistake of ours with one is no end of watching."""
        try:
            self.take(message, run)
        except Exception:
            logger.exception("%s was not taken", type(message).__name__)

    @property
    def _pictures_per_second(self) -> float:
        frame = self.table.frame
        moves = frame is not None and frame.moving
        return PICTURES_PER_SECOND if moves else QUIET_PICTURES_PER_SECOND

    def _look(self, watch: Watching) -> None:
        last = -1.0
        while not self._closing.wait(1 / self._pictures_per_second):
            if watch is not self._watch:
                return
            frame = watch.picture()
            if frame is not None and not 0 <= frame.t - last < LEAST_APART:
                last = frame.t
                self.album.put(frame.t, frame.image_bgr)
