"""A thread that takes pictures from a source and opens it again when it is lost."""

import logging
import re
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cueref.live.frame_queue import Captured, FrameQueue, Lost
from cueref.live.messages import Cause
from cueref.live.timeline import Timeline
from vision.errors import SourceError
from vision.frames import Frame, FrameSource
from vision.sources import open_source

logger = logging.getLogger(__name__)

Opener = Callable[[], FrameSource]

_SECRETS: Final = re.compile(r"//[^/@\s]*@")

_COLOURED: Final = 4
"""Most pictures that wait in colour, which takes three times the room."""

_IN_DECODER: Final = 6
"""Pictures that wait behind so many are copied out of the decoder's room, which it
would keep for ever (`DecodedPicture.copied`)."""

_PATIENCE: Final = 3.0
"""A stream that is silent for so long is opened anew, seconds."""

_FIRST_WAIT, _LONGEST_WAIT = 0.2, 2.0
"""Between two attempts at opening a source, doubled each time, seconds."""

_LATE: Final = 0.5
"""A recording is played on, not caught up with, when it is so late, seconds."""


def without_secrets(text: str) -> str:
    """Return a text in which addresses have lost their names and passwords."""
    return _SECRETS.sub("//", text)


class Capture:
    """Takes pictures as they come, on a thread of its own; it never waits for others.

    A recording is played at its own speed and ends; a camera or a stream is opened
    again for as long as it takes.

    Attributes:
        queue: Where the pictures go.
        came: Number of pictures that came.
        newest: The last of them, or None.
        wants_colours: Whether pictures are about to be looked at in colour.
    """

    def __init__(
        self,
        source: str,
        queue: FrameQueue,
        *,
        opener: Opener | None = None,
        speed: float = 1.0,
    ) -> None:
        """Prepare; `start` begins.

        Args:
            source: Camera, address or file.
            queue: Where the pictures go.
            opener: Opens the source; None opens what `source` names.
            speed: How fast a recording is played, 1 as it was taken; 0 plays it as fast
                as it is looked at, so that nothing is left out.
        """
        self._speed = speed
        self.queue = queue
        self.came = 0
        self.wants_colours = False
        self.newest: Captured | None = None
        self._open = opener or (lambda: open_source(source, timeout=_PATIENCE))
        self._timeline = Timeline()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="capture", daemon=True)

    def start(self) -> None:
        """Begin to take pictures."""
        self._thread.start()

    def stop(self) -> None:
        """End soon; does not wait for a source that does not answer."""
        self._ended.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout=1.0)

    def _run(self) -> None:
        wait = _FIRST_WAIT
        while not self._ended.is_set():
            came = self.came
            lost = self._session()
            if self._ended.is_set():
                return
            self.queue.put(lost)
            if lost.is_final:
                return
            wait = _FIRST_WAIT if self.came > came else min(2 * wait, _LONGEST_WAIT)
            logger.warning("%s; opened again in %.1f s", lost.detail, wait)
            self._ended.wait(wait)

    def _session(self) -> Lost:
        """Take pictures until the source is lost or at its end."""
        is_live = True
        try:
            with self._open() as source:
                is_live = source.is_live
                self._timeline.restart()
                self._take(source)
        except SourceError as error:
            is_final = not is_live or self._is_hopeless(error)
            cause = Cause.FAILED if is_final else Cause.NO_PICTURES
            return Lost(cause, without_secrets(str(error)), is_final)
        except Exception as error:
            why = without_secrets(f"the source failed: {type(error).__name__}: {error}")
            logger.error("%s", why)  # noqa: TRY400  # a traceback may hold a password
            return Lost(Cause.NO_PICTURES, why)
        if is_live:
            return Lost(Cause.NO_PICTURES, f"{source.name} sends no more pictures")
        return Lost(Cause.ENDED, f"{source.name} is over", is_final=True)

    def _is_hopeless(self, error: SourceError) -> bool:
        """Whether a source that never gave a picture never will: no such file."""
        live = "/dev/video" in str(error) or isinstance(error, ConnectionError)
        return self.came == 0 and not live

    def _take(self, source: FrameSource) -> None:
        begun = time.monotonic()
        for frame in source:
            if self._ended.is_set():
                return
            if not source.is_live:
                begun = self._paced(frame, begun)
            self._hand_on(frame)

    def _paced(self, frame: Frame, begun: float) -> float:
        """Wait until a picture of a recording is due; return when it began."""
        if self._speed == 0:
            self._wait_for_looks()
            return begun
        ahead = begun + frame.t / self._speed - time.monotonic()
        if ahead > 0:
            self._ended.wait(ahead)
        elif ahead < -_LATE:
            return begun - ahead
        return begun

    def _wait_for_looks(self) -> None:
        while not self._ended.is_set():
            if self.queue.wait_until_empty(_PATIENCE):
                return

    def _hand_on(self, frame: Frame) -> None:
        now = time.monotonic()
        t = self._timeline.seconds(frame.t, now * self._speed)
        if len(self.queue) >= _IN_DECODER:
            frame = frame.copied()
        item = Captured(replace(frame, index=self.came, t=t), now)
        self.came += 1
        self.newest = item
        self.queue.put(item)
        if self.wants_colours and len(self.queue) <= _COLOURED:
            _ = frame.image_bgr  # made once, beside whoever looks at it
