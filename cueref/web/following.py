"""Threads that follow a watch: one takes what it says, one keeps its pictures."""

import logging
import threading
import uuid
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Protocol

from adjudicator.balls import Ball, Discipline
from adjudicator.events import Point
from cueref.web.album import Album

logger = logging.getLogger(__name__)

LEAST_APART: Final = 0.03
"""Pictures that are kept, seconds."""

PICTURES_PER_SECOND: Final = 20
QUIET_PICTURES_PER_SECOND: Final = 6
"""Kept while balls move, and while nothing does."""

_ENDS_IN: Final = 10.0


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


WatchMaker = Callable[[Discipline], Watching]


class Follower:
    """Follows one watch at a time; another one replaces it.

    Attributes:
        watch: The one that is followed, or None.
    """

    def __init__(
        self,
        take: Callable[[object, str], None],
        failed: Callable[[], None],
        album: Album,
        is_moving: Callable[[], bool],
    ) -> None:
        """Follow nothing yet.

        Args:
            take: Takes a message, with the name of the watch.
            failed: Is told that a watch ended with an error.
            album: Keeps pictures.
            is_moving: Whether balls move, so that more pictures are kept.
        """
        self._take, self._failed = take, failed
        self._album, self._is_moving = album, is_moving
        self.watch: Watching | None = None
        self._threads: list[threading.Thread] = []
        self._closing = threading.Event()

    def follow(self, watch: Watching) -> None:
        """Follow this watch instead of the one before."""
        self.leave()
        self.watch = watch
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        for target, name in ((self._listen, "watch"), (self._look, "pictures")):
            thread = threading.Thread(
                target=target, args=(watch,), name=name, daemon=True
            )
            thread.start()
            self._threads.append(thread)

    def leave(self) -> None:
        """Follow nothing: what the watch still says does not count."""
        watch, self.watch = self.watch, None
        if watch is not None:
            watch.stop()

    def close(self) -> None:
        """Stop watching and end."""
        self._closing.set()
        self.leave()
        for thread in self._threads:
            thread.join(timeout=_ENDS_IN)

    def _listen(self, watch: Watching) -> None:
        run = uuid.uuid4().hex[:12]
        try:
            for message in watch:
                if self._closing.is_set() or watch is not self.watch:
                    return
                self._take_safely(message, run)
        except Exception:
            logger.exception("watching ended with an error")
            self._failed()

    def _take_safely(self, message: object, run: str) -> None:
        """Take a message; a mistake of ours with one is no end of watching."""
        try:
            self._take(message, run)
        except Exception:
            logger.exception("%s was not taken", type(message).__name__)

    @property
    def _pause(self) -> float:
        moving = self._is_moving()
        return 1 / (PICTURES_PER_SECOND if moving else QUIET_PICTURES_PER_SECOND)

    def _look(self, watch: Watching) -> None:
        last = -1.0
        while not self._closing.wait(self._pause):
            if watch is not self.watch:
                return
            frame = watch.picture()
            if frame is not None and not 0 <= frame.t - last < LEAST_APART:
                last = frame.t
                self._album.put(frame.t, frame.image_bgr)
