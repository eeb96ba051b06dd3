"""Making the calls of a channel: in a thread of its own, again until they arrive."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from cueref.alerts.errors import AlertFailedError
from cueref.alerts.sinks import AlertSink
from cueref.store.errors import StoreError
from cueref.store.outbox import Outbox
from cueref.store.rows import AlertRow

logger = logging.getLogger(__name__)

FIRST_WAIT: Final = 1.0
LONGEST_WAIT: Final = 300.0
"""Between attempts at one call, seconds; it doubles."""

KEPT_SECONDS: Final = 24 * 3600.0
"""After which nobody needs a call any more."""

_LOOK_SECONDS: Final = 1.0
"""Between looks at the outbox when nobody wakes the caller."""


def next_wait(tries: int) -> float:
    """Return how long to wait after a number of attempts that failed, seconds."""
    return float(min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(tries, 30)))


class Caller:
    """Makes the calls of one channel."""

    def __init__(
        self,
        outbox: Outbox,
        sink: AlertSink,
        channel: str,
        wall_clock: Callable[[], float] = time.time,
    ) -> None:
        """Prepare.

        Args:
            outbox: Where the calls wait.
            sink: Where they go.
            channel: Name of the channel in the outbox.
            wall_clock: Seconds since 1970.
        """
        self._outbox, self._sink, self._channel = outbox, sink, channel
        self._wall_clock = wall_clock
        self._wake = threading.Event()
        self._closing = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Make calls from now on."""
        self._thread = threading.Thread(
            target=self._run, name=f"alerts {self._channel}", daemon=True
        )
        self._thread.start()

    def wake(self) -> None:
        """Look into the outbox at once."""
        self._wake.set()

    def close(self) -> None:
        """End; what was not made waits in the store."""
        self._closing = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(timeout=10)
        self._sink.close()

    def call_due(self) -> int:
        """Try every call that is due once, and return how many arrived."""
        arrived = 0
        for alert in self._outbox.due(self._wall_clock(), self._channel):
            if self._closing:
                break
            arrived += self._try(alert)
        return arrived

    def _try(self, alert: AlertRow) -> bool:
        now = self._wall_clock()
        if now - alert.at > KEPT_SECONDS:
            logger.warning("%s: a call of %s is given up", self._sink.name, alert.key)
            self._outbox.made(alert, now)
            return False
        try:
            self._sink.send(alert.body)
        except AlertFailedError as error:
            wait = next_wait(alert.tries)
            logger.warning("%s; again in %.0f s", error, wait)
            self._outbox.failed(alert, self._wall_clock() + wait)
            return False
        self._outbox.made(alert, self._wall_clock())
        return True

    def _run(self) -> None:
        while not self._closing:
            try:
                self.call_due()
            except StoreError as error:
                logger.warning("alerts wait: %s", error)
            self._wake.wait(_LOOK_SECONDS)
            self._wake.clear()
