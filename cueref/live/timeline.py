"""One time for a source that breaks off, starts again, or has a clock that jumps."""

from typing import Final

_STEP: Final = 1 / 30
_LEAST: Final = 1e-4
"""Pictures are apart by so much at least, seconds."""

_MOST_AHEAD: Final = 1.0
"""A stamp may run ahead of the clock on the wall by so much, seconds."""


class Timeline:
    """Seconds since watching began, by the pictures' own stamps as far as they go.

    Attributes:
        jumps: Stamps that went back or far ahead and were replaced.
    """

    def __init__(self) -> None:
        """Start before the first picture."""
        self.jumps = 0
        self._t: float | None = None
        self._stamp: float | None = None
        self._now = 0.0

    def seconds(self, stamp: float, now: float) -> float:
        """Return the time of the next picture; it always grows.

        Args:
            stamp: The source's own time of the picture, seconds.
            now: When the picture came, seconds of a clock that never jumps.
        """
        if self._t is None:
            self._t = 0.0
        elif self._stamp is None:
            self._t += max(now - self._now, _STEP)
        else:
            step, waited = stamp - self._stamp, now - self._now
            if not _LEAST <= step < waited + _MOST_AHEAD:
                self.jumps += 1
                step = max(waited, _LEAST)
            self._t += step
        self._stamp, self._now = stamp, now
        return self._t

    def restart(self) -> None:
        """Expect stamps that have nothing to do with those before."""
        self._stamp = None
