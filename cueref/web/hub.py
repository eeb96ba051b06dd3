"""Events for everybody who listens: numbered, kept for a while, never waited for.

Events that matter have a number and can be asked for again after a loss of the
connection. Pictures of the moving balls have none: only the newest is worth sending.
A listener who is too slow loses what waits for him and gets the whole state instead.
"""

import asyncio
import contextlib
import json
import threading
import uuid
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

KEPT: Final = 500
"""Events that can be asked for again."""

MOST_WAITING: Final = 100
"""Events that wait for one listener before he is too slow."""

Object = Mapping[str, Any]


class Listener:
    """One connection: what waits to be sent on it."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Wait in the loop that sends."""
        self._loop = loop
        self._ready = asyncio.Event()
        self._waiting: deque[str] = deque()
        self._balls: str | None = None
        self._lock = threading.Lock()
        self.is_lost = False

    def offer(self, text: str, *, keep: bool) -> None:
        """Hand over an event, from any thread, without waiting."""
        with self._lock:
            if not keep:
                self._balls = text
            elif len(self._waiting) >= MOST_WAITING:
                self._waiting.clear()
                self.is_lost = True
            else:
                self._waiting.append(text)
        self.wake()

    def wake(self) -> None:
        """Let `next` return, from any thread."""
        # A closed loop: nobody listens any more.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._ready.set)

    async def next(self) -> list[str]:
        """Return what waits, as soon as something does."""
        await self._ready.wait()
        self._ready.clear()
        with self._lock:
            texts = list(self._waiting)
            self._waiting.clear()
            if self._balls is not None:
                texts.append(self._balls)
            self._balls = None
        return texts

    def found_again(self) -> bool:
        """Whether events were lost since this was asked last."""
        with self._lock:
            was_lost, self.is_lost = self.is_lost, False
        return was_lost


class Hub:
    """Numbers events and hands them to every listener; a `Publisher` of the desk.

    Attributes:
        run: Name of this run of the server.
        snapshot: Returns the whole state.
        taps: Are told every event in this process, and must not wait.
    """

    def __init__(self, snapshot: Callable[[], Object] | None = None) -> None:
        """Start with the first event.

        Args:
            snapshot: Returns the whole state, for those who come or were lost.
        """
        self.run = uuid.uuid4().hex[:12]
        self.snapshot = snapshot or dict
        self.taps: list[Callable[[str, object], None]] = []
        self._lock = threading.Lock()
        self._seq = 0
        self._kept: deque[tuple[int, str]] = deque(maxlen=KEPT)
        self._listeners: set[Listener] = set()

    @property
    def listeners(self) -> int:
        """How many listen."""
        return len(self._listeners)

    @property
    def seq(self) -> int:
        """Number of the newest event."""
        return self._seq

    def publish(self, kind: str, data: object, *, keep: bool = True) -> None:
        """Hand an event to every listener."""
        with self._lock:
            if keep:
                self._seq += 1
            text = self._text(kind, data, keep=keep)
            if keep:
                self._kept.append((self._seq, text))
            listeners = list(self._listeners)
            for listener in listeners:
                listener.offer(text, keep=keep)
        for tap in self.taps:
            tap(kind, data)

    def _text(self, kind: str, data: object, *, keep: bool) -> str:
        event: dict[str, Any] = {"type": kind, "data": data}
        if keep:
            event |= {"seq": self._seq, "run": self.run}
        return json.dumps(event, ensure_ascii=False, separators=(",", ":"))

    def listen(
        self, listener: Listener, run: str | None, since: int | None
    ) -> list[str]:
        """Add a listener, and return what he must be sent first.

        Args:
            listener: The connection.
            run: Of the server whose events he has seen; None if of none.
            since: Number of the last event that he has seen.
        """
        with self._lock:
            self._listeners.add(listener)
            missed = self._missed(run, since)
        return [self.snapshot_text()] if missed is None else missed

    def leave(self, listener: Listener) -> None:
        """Remove a listener."""
        with self._lock:
            self._listeners.discard(listener)

    def snapshot_text(self) -> str:
        """Return the whole state as an event.

        Its number is that of the newest event before: what comes after it may be
        in the state already, and is told again.
        """
        seq = self._seq
        data = self.snapshot()
        event = {"type": "snapshot", "data": data, "seq": seq, "run": self.run}
        return json.dumps(event, ensure_ascii=False, separators=(",", ":"))

    def _missed(self, run: str | None, since: int | None) -> list[str] | None:
        if run != self.run or since is None or since > self._seq:
            return None
        first = self._kept[0][0] if self._kept else self._seq + 1
        if since + 1 < first:
            return None
        return [text for seq, text in self._kept if seq > since]

    def state(self, view: Object) -> None:
        """Tell how the match is now."""
        self.publish("state", view)

    def verdict(self, verdict: Object) -> None:
        """Tell a new ruling."""
        self.publish("verdict", verdict)

    def calls(self, calls: Sequence[Object]) -> None:
        """Tell calls that are made now."""
        for call in calls:
            self.publish("call", call)

    def entered(self, number: int, body: Object, author: str) -> None:
        """Tell what a person entered."""
        self.publish("entry", {"entry": number, "by": author, **body})
