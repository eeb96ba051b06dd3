"""How soon it was said what happened: the figures beside the load."""

import time
from typing import Any

from cueref.live.messages import Provisional, ProvisionalKind, ShotRead


class Promptness:
    """Remembers the delays of the last call and of the last ruling."""

    def __init__(self) -> None:
        """Start before the first of either."""
        self._calls = self._rulings = 0
        self._call_after: float | None = None
        self._ruling_after: float | None = None

    def told(self, news: Provisional) -> None:
        """Note that something was told at once; a cue ball that dropped counts."""
        if news.kind is ProvisionalKind.CUE_BALL_POCKETED:
            self._calls += 1
            self._call_after = time.monotonic() - news.captured + news.decided_after

    def ruled(self, read: ShotRead) -> None:
        """Note that a shot was ruled on."""
        self._rulings += 1
        self._ruling_after = time.monotonic() - read.rest_captured

    def view(self) -> dict[str, Any]:
        """Return the figures for JSON, seconds; None before the first."""
        return {
            "calls": self._calls,
            "call_after": _rounded(self._call_after),
            "rulings": self._rulings,
            "ruling_after": _rounded(self._ruling_after),
        }


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 3)
