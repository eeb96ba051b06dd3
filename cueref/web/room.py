"""The room where everything meets: the watch, the desk, the pictures, the listeners."""

import logging
import time
from collections.abc import Mapping
from typing import Any, Final

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
from cueref.web.following import Follower, WatchMaker
from cueref.web.hub import Hub
from cueref.web.outlook import Outlook

logger = logging.getLogger(__name__)

Object = dict[str, Any]

BALLS_PER_SECOND: Final = 15


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
        self._outlook = Outlook(self.hub)
        self._follower = Follower(
            self.take, self._outlook.failed, self.album, self._is_moving
        )
        self._unnamed = False
        self._balls_at = 0.0
        self._make: WatchMaker | None = None
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
        if self._follower.watch is not None and setup.game is not self._game:
            self._watch_for(setup.game)
        return match

    def setup(self, game: Discipline, settings: Any) -> MatchSetup:
        """Return the setup of a match on the table in view."""
        return match_setup(game, settings)

    def close(self) -> None:
        """Stop watching, store what waits, and end."""
        self._follower.close()
        self._keeper.close()

    def snapshot(self) -> Object:
        """Return everything that a page needs that has just come."""
        return {
            "state": self.desk.view(),
            "balls": self.table.view(),
            "clips": self._clips(),
            **self._outlook.snapshot(),
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
            case StateChanged():
                self._unnamed = self._unnamed or message.observing
                self._outlook.state(message)
            case TableFound():
                self._outlook.found(message)
            case Provisional():
                self._provisional(message)
            case ShotRead():
                self._shot(message, run)
            case Dropped():
                self._outlook.dropped(message.total)
            case Load():
                self._outlook.load(message)
            case _:
                logger.warning("%s is no message that is known", type(message))

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
        self._outlook.promptness.told(news)

    def _shot(self, read: ShotRead, run: str) -> None:
        self.table.name(read.record.shot.after)
        self.hub.publish("balls", self.table.view(), keep=False)
        counted = self.desk.take(read, run)
        self._outlook.promptness.ruled(read)
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
        if self._follower.watch is not None:
            self._follower.watch.rename(swaps)
        self.table.name(self.desk.play.rulings[-1].shot.after)
        self.hub.publish("balls", self.table.view(), keep=False)

    def _clip_stored(self, match: str, shot: int) -> None:
        self.hub.publish("clip", {"match": match, "shot": shot})

    def _watch_for(self, game: Discipline) -> None:
        assert self._make is not None  # noqa: S101  # `watch` was called
        self._game = game
        self._follower.leave()
        watch = self._make(game)
        watch.recall(self._lying())
        self.desk.rewind()
        self._follower.follow(watch)

    def _is_moving(self) -> bool:
        frame = self.table.frame
        return frame is not None and frame.moving

    def _lying(self) -> Mapping[Ball, Point]:
        """Return where the balls lie after the last shot; empty if it is not known."""
        if self.desk.match is None:
            return {}
        play = self.desk.play
        lies_anew = play.state.phase in (Phase.LAG, Phase.BREAK, Phase.OVER)
        return (
            {} if lies_anew or not play.rulings else play.rulings[-1].shot.after.balls
        )
