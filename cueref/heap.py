"""Giving memory that is free back to the system, now and then.

Pictures of several megabytes come and go on several threads; the C library keeps what
they leave, up to hundreds of megabytes over an evening.
"""

import contextlib
import ctypes
import time
from collections.abc import Callable
from typing import Final

EVERY: Final = 5.0
"""Seconds between two times at least; one takes some milliseconds."""

_ARENA_MAX: Final = -8
"""Of the GNU C library's `mallopt`: from how many arenas threads take memory."""

_ARENAS: Final = 2


def keep_together() -> None:
    """Let all threads to come take memory from two places, not from one each.

    Pictures are made on one thread and let go on another; every place then keeps room
    for all that it ever made.
    """
    with contextlib.suppress(AttributeError, OSError, TypeError):  # no GNU C library
        ctypes.CDLL(None).mallopt(_ARENA_MAX, _ARENAS)


def _trimming() -> Callable[[int], int] | None:
    """Return the C library's function that gives memory back, if it has one."""
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # no GNU C library
        return None
    return found


def give_back() -> None:
    """Give back what is free, at once."""
    trim = _trimming()
    if trim is not None:
        trim(0)


class Heap:
    """The memory of this process, as its C library keeps it."""

    def __init__(self) -> None:
        """Start with nothing to give back."""
        self._given_at = time.monotonic()
        self._trim = _trimming()

    def give_back(self) -> bool:
        """Give back what is free, if that was not done lately; say whether."""
        now = time.monotonic()
        if self._trim is None or now - self._given_at < EVERY:
            return False
        self._given_at = now
        self._trim(0)
        return True
