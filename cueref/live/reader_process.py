"""Reading shots in a process of its own, started again whenever it ends."""

import logging
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import Final

from cueref.live.pickling import receive, send
from cueref.live.reader_worker import Request
from cueref.live.shot_reading import Read, ReaderLostError
from cueref.pipeline.observing import Seen
from cueref.pipeline.reading import WindowReader

logger = logging.getLogger(__name__)

_COMMAND: Final = (sys.executable, "-P", "-m", "cueref.live.reader_worker")
_ONE_THREAD: Final = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

LONGEST: Final = 60.0
"""Of reading one stretch, seconds; after it the process is ended."""

_ATTEMPTS: Final = 2

_LOST: Final = OSError, EOFError, ValueError, pickle.UnpicklingError
"""What asking a process that ends may end with; ValueError: its pipes are closed."""


class Beside:
    """Reads in a process beside this one, so that the pictures need not wait.

    What it needs to know travels with each stretch: a process that ends is replaced
    and nothing is lost. Frames that it has already are not sent again.
    """

    def __init__(self, longest: float = LONGEST) -> None:
        """Start the process; it is ready soon.

        Args:
            longest: Of reading one stretch, seconds.
        """
        self._longest = longest
        self._closed = False
        self._replacing = threading.Lock()
        self._sent: list[Seen] = []
        self._process = self._started()

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._process.pid

    def read(self, reader: WindowReader, frames: Sequence[Seen]) -> Read:
        """Return the shots of a stretch.

        Raises:
            ReaderLostError: Reading failed, or its process ended more than once.
        """
        for attempt in range(_ATTEMPTS):
            if attempt or self._process.poll() is not None:
                self._replace()
            try:
                answer = self._asked(reader, frames, is_over=True)
            except _LOST as error:
                if not self._closed:
                    logger.warning("the process that reads shots ended: %s", error)
                continue
            if isinstance(answer, str):
                raise ReaderLostError(answer)
            return answer
        raise ReaderLostError("the process that reads shots ended again and again")

    def look_ahead(self, reader: WindowReader, frames: Sequence[Seen]) -> None:
        """Let the process work on a stretch that goes on; wait for it."""
        try:
            self._asked(reader, frames, is_over=False)
        except _LOST as error:
            logger.debug("the process that reads shots ended: %s", error)

    def close(self) -> None:
        """End the process, from any thread; what is being read is given up."""
        with self._replacing:
            self._closed = True
            self._end()

    def _asked(
        self, reader: WindowReader, frames: Sequence[Seen], *, is_over: bool
    ) -> Read | str:
        pairs = zip(self._sent, frames, strict=False)
        kept = next(
            (k for k, (old, new) in enumerate(pairs) if old is not new),
            min(len(self._sent), len(frames)),
        )
        request = Request(reader, kept, tuple(frames[kept:]), is_over)
        self._sent = list(frames)
        process = self._process
        assert process.stdin is not None  # noqa: S101  # a pipe, see `_started`
        assert process.stdout is not None  # noqa: S101
        limit = threading.Timer(self._longest, process.kill)
        limit.daemon = True
        limit.start()
        try:
            send(request, process.stdin)  # type: ignore[arg-type]
            answer: Read | str = receive(process.stdout)  # type: ignore[arg-type]
        finally:
            limit.cancel()
        return answer

    def _replace(self) -> None:
        with self._replacing:
            self._end()
            self._sent = []
            if self._closed:
                raise ReaderLostError("reading has ended")
            self._process = self._started()

    def _end(self) -> None:
        process = self._process
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    logger.debug("a pipe of a process that ended was not empty")

    def _started(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # noqa: S603  # our own module
            _COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **_ONE_THREAD},
        )
