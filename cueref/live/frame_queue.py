"""A queue between a camera that never waits and a pipeline that may be late."""

import threading
from collections import deque
from dataclasses import dataclass

from cueref.live.messages import Cause
from vision.frames import Frame


@dataclass(frozen=True, slots=True, eq=False)
class Captured:
    """A picture that came.

    Attributes:
        frame: Its index counts all pictures that came, its time all of watching.
        at: When it came, `time.monotonic` seconds.
    """

    frame: Frame
    at: float


@dataclass(frozen=True, slots=True)
class Lost:
    """No pictures come any more.

    Attributes:
        cause: Why.
        detail: For a person.
        is_final: Whether none will ever come.
    """

    cause: Cause
    detail: str
    is_final: bool = False


class FrameQueue:
    """Holds the newest pictures; the oldest make room. Putting never blocks.

    Attributes:
        room: Most pictures that wait.
        dropped: Pictures that made room and were never looked at.
    """

    def __init__(self, room: int) -> None:
        """Start empty.

        Args:
            room: Most pictures that wait.
        """
        self.room = max(room, 2)
        self._items: deque[Captured | Lost] = deque()
        self._changed = threading.Condition()
        self.dropped = 0

    def __len__(self) -> int:
        """Return how many wait."""
        return len(self._items)

    def put(self, item: Captured | Lost) -> None:
        """Add a picture, or say that there are none."""
        with self._changed:
            if len(self._items) >= self.room and isinstance(self._items[0], Captured):
                self._items.popleft()
                self.dropped += 1
            self._items.append(item)
            self._changed.notify()

    def take(self, timeout: float) -> Captured | Lost | None:
        """Return the oldest, or None when nothing comes in time.

        Args:
            timeout: Seconds to wait.
        """
        with self._changed:
            if not self._items:
                self._changed.wait(timeout)
            if not self._items:
                return None
            item = self._items.popleft()
            self._changed.notify()
            return item

    def wait_until_empty(self, timeout: float) -> bool:
        """Return whether nothing waits any more.

        Args:
            timeout: Seconds to wait for that.
        """
        with self._changed:
            return self._changed.wait_for(lambda: not self._items, timeout)
