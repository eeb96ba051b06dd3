"""Writing into the store so that nothing ruled is lost while it fails."""

import logging
from collections import deque
from collections.abc import Callable

from cueref.store.errors import StoreError
from cueref.store.store import Store
from cueref.store.transaction import Transaction

logger = logging.getLogger(__name__)

Write = Callable[[Transaction], None]


class Scribe:
    """Stores one step after another; what cannot be stored now waits in order.

    Attributes:
        cause: Why nothing can be stored at the moment; empty while all is well.
    """

    def __init__(self, store: Store) -> None:
        """Use an open store."""
        self._store = store
        self._waiting: deque[Write] = deque()
        self.cause = ""

    @property
    def is_behind(self) -> bool:
        """Whether something waits to be stored."""
        return bool(self._waiting)

    def write(self, write: Write) -> None:
        """Store, or keep for later what cannot be stored now."""
        self._waiting.append(write)
        self.catch_up()

    def write_now(self, write: Write) -> None:
        """Store, after all that waits, or raise.

        Raises:
            StoreError: It cannot be stored; it was not.
        """
        if not self.catch_up():
            raise StoreError(f"nothing can be stored at the moment: {self.cause}")
        with self._store.transaction() as writing:
            write(writing)

    def catch_up(self) -> bool:
        """Store what waits, in order, and say whether nothing waits any more."""
        while self._waiting:
            try:
                with self._store.transaction() as writing:
                    self._waiting[0](writing)
            except StoreError as error:
                if not self.cause:
                    logger.warning("the store fails: %s", error)
                self.cause = str(error)
                return False
            self._waiting.popleft()
        self.cause = ""
        return True
