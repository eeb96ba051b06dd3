"""Threads that follow a watch: one takes what it says, one keeps its pictures."""

import logging
import threading
import time
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

_ENDS_IN: Final = 8.0
_AFTERWARDS: Final = 2.0
"""So long a watch may take to say its last, and threads to end after that, seconds."""


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
        self._listening: list[threading.Thread] = []
        self._looking: list[threading.Thread] = []
        self._closing = threading.Event()

    def follow(self, watch: Watching) -> None:
        """Follow this watch instead of the one before."""
        self.leave()
        self.watch = watch
        self._listening = _with_begun(self._listening, self._listen, watch)
        self._looking = _with_begun(self._looking, self._look, watch)

    def leave(self) -> None:
        """Follow nothing: what the watch still says does not count."""
        watch, self.watch = self.watch, None
        if watch is not None:
            watch.stop()

    def close(self) -> None:
        """Stop watching, take what the watch says last, and end."""
        end = time.monotonic() + _ENDS_IN
        if self.watch is not None:
            self.watch.stop()
        _wait_for(self._listening, end)
        self._closing.set()
        self.leave()
        _wait_for([*self._listening, *self._looking], end + _AFTERWARDS)

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


def _with_begun(
    threads: list[threading.Thread], work: Callable[[Watching], None], watch: Watching
) -> list[threading.Thread]:
    """Begin to work for a watch; return the threads that go on."""
    thread = threading.Thread(
        target=work, args=(watch,), name=work.__name__.strip("_"), daemon=True
    )
    thread.start()
    return [*(each for each in threads if each.is_alive()), thread]


def _wait_for(threads: list[threading.Thread], end: float) -> None:
    for thread in threads:
        thread.join(timeout=max(0.0, end - time.monotonic()))
