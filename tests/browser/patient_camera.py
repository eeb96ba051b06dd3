"""A camera whose players wait: it shows a rendered video, and holds it where it must.

Nothing moves while it holds; each new picture of the still table has a new time. It
never runs ahead of whoever looks, so that no picture is lost on a busy machine.
"""

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cueref.live.watching import Watch
from vision.frames import Frame
from vision.sources import open_source

_AHEAD = 4
"""Pictures that may wait to be looked at."""

_STEP = 1 / 60


class PatientCamera:
    """A `FrameSource` that waits for the test and for the referee."""

    name = "patient camera"
    frame_count = None
    duration = None
    is_live = False
    warnings = ()

    def __init__(self, video: Path, holds: Sequence[float], times: int = 1) -> None:
        """Prepare.

        Args:
            video: What it shows.
            holds: Times of the video at which it waits to be let go, seconds.
            times: How often the video is shown.
        """
        self._video = video
        self._holds = tuple(holds)
        self._times = times
        self._go = threading.Semaphore(0)
        self._closed = threading.Event()
        self.watch: Watch | None = None
        with open_source(video) as source:
            self.size, self.fps = source.size, source.fps

    def let_go(self) -> None:
        """Let the next shot be played."""
        self._go.release()

    def __iter__(self) -> Iterator[Frame]:
        """Yield the pictures, with times that go on."""
        for index, frame in enumerate(self._held()):
            while self._waits():
                time.sleep(0.002)
            if self._closed.is_set():
                return
            t = index * _STEP
            yield replace(frame, index=index, t=t, pts=index, time_base=Fraction(1, 60))

    def _waits(self) -> bool:
        watch = self.watch
        return watch is not None and len(watch._queue) >= _AHEAD

    def _held(self) -> Iterator[Frame]:
        for _ in range(self._times):
            holds = list(self._holds)
            with open_source(self._video) as source:
                for frame in source:
                    while holds and frame.t >= holds[0] and not self._closed.is_set():
                        if self._go.acquire(timeout=0.04):
                            holds.pop(0)
                        yield frame
                    yield frame
        while not self._closed.wait(0.04):
            yield frame

    def sample(self, count: int) -> list[Frame]:
        """Refuse: a camera shows its pictures once."""
        raise AssertionError(count)

    def close(self) -> None:
        """Show nothing more."""
        self._closed.set()

    def __enter__(self) -> Self:
        """Return the source."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the source."""
        self.close()


def watch_through(camera: PatientCamera, options: Any) -> Watch:
    """Return the real watch behind a camera."""
    watch = Watch("patient camera", options, opener=lambda: camera)
    camera.watch = watch
    return watch
