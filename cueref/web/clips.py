"""Slow-motion clips of decisive moments, and tracks, stored behind the game's back."""

import logging
import math
import queue
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from adjudicator.balls import Ball
from cueref.records import TrackRows
from cueref.store.errors import StoreError
from cueref.store.media import Media
from cueref.video_writer import VideoWriter
from cueref.web.album import Album, Picture, image_of

logger = logging.getLogger(__name__)

BEFORE: Final = 0.8
AFTER: Final = 1.0
"""Around the decisive moment, seconds."""

SLOWER: Final = 4
"""A clip runs so many times slower."""

_FPS: Final = 25.0
_MOST_WAITING: Final = 32
_PATIENCE: Final = 3.0
"""For pictures that are still to come, seconds."""


@dataclass(frozen=True, slots=True)
class ToKeep:
    """A shot whose tracks and clip are to be stored.

    Attributes:
        match: Id of the match.
        shot: Number of the shot.
        t: Decisive moment on the clock of the pictures, seconds.
        offset: Match time less picture time, seconds.
        tracks: Motion of the balls, on the clock of the pictures.
    """

    match: str
    shot: int
    t: float
    offset: float
    tracks: Mapping[Ball, TrackRows]


def slow_clip(pictures: list[Picture]) -> bytes | None:
    """Return pictures as an MP4 in slow motion; None if there are too few."""
    if len(pictures) < 2:
        return None
    height, width = image_of(pictures[0]).shape[:2]
    start = pictures[0].t
    with tempfile.TemporaryDirectory(prefix="cueref-") as folder:
        path = Path(folder) / "clip.mp4"
        with VideoWriter(path, (width, height), _FPS) as writer:
            for picture in pictures:
                image = image_of(picture)
                if image.shape[:2] == (height, width):
                    writer.write(image, (picture.t - start) * SLOWER)
        return path.read_bytes()


class Keeper:
    """Stores tracks and clips in a thread of its own; never lets the game wait."""

    def __init__(
        self, media: Media, album: Album, tell: Callable[[str, int], None]
    ) -> None:
        """Start the thread.

        Args:
            media: Where to.
            album: Where the pictures are.
            tell: Is told the match and the shot that has a clip now.
        """
        self._media, self._album, self._tell = media, album, tell
        self._queue: queue.Queue[ToKeep | None] = queue.Queue(_MOST_WAITING)
        self._thread = threading.Thread(target=self._run, name="keeper", daemon=True)
        self._thread.start()

    def keep(self, shot: ToKeep) -> None:
        """Store the tracks and the clip of a shot soon; when too many wait, never."""
        try:
            self._queue.put_nowait(shot)
        except queue.Full:
            logger.warning("shot %d has no clip: too many wait", shot.shot)

    def close(self) -> None:
        """Store what waits, and end."""
        self._queue.put(None)
        self._thread.join(timeout=10)

    def _run(self) -> None:
        while True:
            shot = self._queue.get()
            if shot is None:
                return
            try:
                self._store(shot)
            except (StoreError, OSError, ValueError) as error:
                logger.warning("shot %d has no clip: %s", shot.shot, error)

    def _store(self, shot: ToKeep) -> None:
        tracks = {
            ball: replace(rows, t=rows.t + shot.offset)
            for ball, rows in shot.tracks.items()
        }
        if tracks:
            self._media.put_tracks(shot.match, shot.shot, tracks)
        self._wait_until(shot.t + AFTER)
        pictures = self._album.between(shot.t - BEFORE, shot.t + AFTER)
        mp4 = slow_clip(pictures)
        if mp4 is not None:
            self._media.put_clip(shot.match, shot.shot, mp4, time.time())
            self._tell(shot.match, shot.shot)

    def _wait_until(self, t: float) -> None:
        """Wait for the picture of a time as long as newer pictures come."""
        came, last = time.monotonic(), -math.inf
        while time.monotonic() < came + _PATIENCE:
            newest = self._album.newest
            if newest is None or newest.t >= t:
                return
            if newest.t > last:
                came, last = time.monotonic(), newest.t
            time.sleep(0.05)
