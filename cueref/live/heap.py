"""Giving memory that is free back to the system, now and then.

Pictures of several megabytes come and go on several threads; the C library keeps what
they leave, up to hundreds of megabytes over an evening.
"""

import ctypes
import time
from collections.abc import Callable
from typing import Final

EVERY: Final = 20.0
"""Seconds between two times at least; one takes some milliseconds."""


class Heap:
    """The memory of this process, as its C library keeps it."""

    def __init__(self) -> None:
        """Start with nothing to give back."""
        self._given_at = time.monotonic()
        self._trim: Callable[[int], int] | None
        try:
            self._trim = ctypes.CDLL(None).malloc_trim
        except (AttributeError, OSError, TypeError):  # no GNU C library
            self._trim = None

    def give_back(self) -> bool:
        """Give back what is free, if that was not done lately; say whether."""
        now = time.monotonic()
        if self._trim is None or now - self._given_at < EVERY:
            return False
        self._given_at = now
        self._trim(0)
        return True
