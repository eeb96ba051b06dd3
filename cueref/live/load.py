"""Keeping up: what is left out when the machine is too slow, and how busy it is."""

import time
from collections.abc import Iterator
from typing import Final

from cueref.live.capture import Capture
from cueref.live.frame_queue import FrameQueue
from cueref.live.messages import Load

_EVERY: Final = 1.0

_LATE_AT_REST: Final = 0.3
_LATE, _VERY_LATE = 0.8, 1.1
"""Age of a picture from which others are left out while balls move, seconds: what is
late for a moment only is caught up with."""

_TOO_LATE: Final = 1.6
"""An older picture is not looked at any more, seconds."""


def is_skipped(index: int, behind: float, *, moving: bool) -> bool:
    """Whether a picture is left out so that the others are not late.

    While balls move all are looked at as long as possible, then every second one,
    evenly.

    Args:
        index: Number of the picture.
        behind: Its age, seconds.
        moving: Whether balls move.
    """
    if behind > _TOO_LATE:
        return True
    if not moving:
        return behind > _LATE_AT_REST and index % 4 != 0
    if behind > _VERY_LATE:
        return index % 3 != 0
    return behind > _LATE and index % 2 != 0


class LoadMeter:
    """Counts and times, and reports once a second."""

    def __init__(self) -> None:
        """Start counting."""
        self._since = time.monotonic()
        self._came = 0
        self._looks = 0
        self._waited = 0.0
        self._behind = 0.0

    def note_look(self, behind: float) -> None:
        """Count a picture that is looked at.

        Args:
            behind: Its age, seconds.
        """
        self._looks += 1
        self._behind = max(self._behind, behind)

    def note_wait(self, seconds: float) -> None:
        """Count time in which there was nothing to do."""
        self._waited += seconds

    def report(self, t: float, capture: Capture, queue: FrameQueue) -> Iterator[Load]:
        """Yield the figures of the last second when it is over."""
        now = time.monotonic()
        span = now - self._since
        if span < _EVERY:
            return
        yield Load(
            t,
            (capture.came - self._came) / span,
            self._looks / span,
            len(queue),
            self._behind,
            min(1.0, max(0.0, 1 - self._waited / span)),
        )
        self._since, self._came = now, capture.came
        self._looks, self._waited, self._behind = 0, 0.0, 0.0
