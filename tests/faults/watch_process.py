"""`cueref watch` as a process of its own, that can be killed and started again."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import httpx

from cueref.store.store import Store
from tests.faults.camera import free_port

_COMMAND: Final = (str(Path(sys.executable).with_name("cueref")), "watch")


class WatchProcess:
    """The whole program beside a table, with its state in a folder.

    Attributes:
        verdicts: Everything that it ever printed, over all its lives, in order.
        talk: The last lines that it said to a person.
    """

    def __init__(self, folder: Path, source: str, game: str, *words: str) -> None:
        """Prepare; `start` begins."""
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.verdicts: list[dict[str, Any]] = []
        self.talk: list[str] = []
        self._words = [source, "--game", game, "--port", str(self.port), *words]
        self._process: subprocess.Popen[str] | None = None
        self._readers: list[threading.Thread] = []
        self._client = httpx.Client(timeout=2.0, trust_env=False)
        self.started_at = 0.0

    @property
    def database(self) -> Path:
        """The store."""
        return self.folder / "state" / "cueref" / "matches.db"

    @property
    def pid(self) -> int:
        """Number of the process."""
        assert self._process is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether the process goes on."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the program."""
        environment = {
            **os.environ,
            "XDG_STATE_HOME": str(self.folder / "state"),
            "OMP_NUM_THREADS": "1",
            "PYTHONFAULTHANDLER": "1",
        }
        self.started_at = time.monotonic()
        self._process = process = subprocess.Popen(
            [*_COMMAND, *self._words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        heard = ((process.stdout, self._verdict), (process.stderr, self._say))
        for pipe, into in heard:
            reader = threading.Thread(target=_read, args=(pipe, into), daemon=True)
            reader.start()
            self._readers.append(reader)

    def kill(self) -> None:
        """End the program at once, and hear what it said last."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Let the program end by itself."""
        self._end(signal.SIGTERM)
        self._client.close()

    def state(self) -> dict[str, Any] | None:
        """Return what the page shows, or None while it cannot be asked."""
        try:
            answer = self._client.get(f"{self.url}/api/state")
        except httpx.HTTPError:
            return None
        found: dict[str, Any] = answer.json()
        return found

    def stored_shots(self) -> list[int]:
        """Return the numbers of the stored shots of the match that goes on."""
        store = Store(self.database)
        try:
            return [row.number for row in store.load(str(store.unfinished())).shots]
        finally:
            store.close()

    def is_observing(self) -> bool:
        """Whether the table is observed."""
        state = self.state()
        return state is not None and bool(state["watch"]["observing"])

    def wait_for(self, what: Callable[[], object], seconds: float) -> float:
        """Wait until something is true, and return how long it took, seconds."""
        began = time.monotonic()
        while not what():
            waited = time.monotonic() - began
            assert waited < seconds, f"it never came: {self.talk[-8:]}"
            time.sleep(0.05)
        return time.monotonic() - began

    def post(self, path: str, body: object) -> httpx.Response:
        """Send something to the page."""
        return self._client.post(f"{self.url}{path}", json=body, timeout=10.0)

    def _end(self, how: signal.Signals) -> None:
        process = self._process
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGABRT)  # it says where its threads are
            process.wait(timeout=10)
            for reader in self._readers:
                reader.join(timeout=10)
            raise AssertionError(f"it does not end: {self.talk}") from None
        for reader in self._readers:
            reader.join(timeout=10)
        self._readers.clear()
        self._process = None

    def _verdict(self, line: str) -> None:
        self.verdicts.append(json.loads(line))

    def _say(self, line: str) -> None:
        self.talk = [*self.talk[-99:], line.rstrip()]


def _read(pipe: Any, into: Callable[[str], None]) -> None:
    with pipe:
        for line in pipe:
            if line.endswith("\n"):
                into(line)
