"""Serving the page: where it is reached, who may, and the code that pairs a tablet."""

import asyncio
import io
import socket as sockets
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import segno
import uvicorn

from cueref.errors import RefereeError
from cueref.web.access import OPEN, Access, Role, kept_tokens
from cueref.web.app import create_app
from cueref.web.guard import LOOPBACK
from cueref.web.room import Room

PORT: Final = 8765

_WS_BYTES: Final = 4096
_START_SECONDS: Final = 15.0


class PageError(RefereeError, OSError):
    """The page cannot be served."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the page is served.

    Attributes:
        host: Address that it is bound to.
        port: Port; 0 takes a free one.
        names: Further names that it is reached under.
    """

    host: str = "127.0.0.1"
    port: int = PORT
    names: tuple[str, ...] = ()

    @property
    def is_private(self) -> bool:
        """Whether only this computer reaches it."""
        return self.host in LOOPBACK

    @property
    def hosts(self) -> frozenset[str]:
        """Names that the page answers to."""
        own = {own_address(), sockets.gethostname()} if not self.is_private else set()
        bound = set() if self.host in ("0.0.0.0", "::") else {self.host}  # noqa: S104
        return LOOPBACK | own | bound | set(self.names)


def own_address() -> str:
    """Return the address of this computer in its network; nothing is sent."""
    with sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def access_of(address: Address, tokens: Path) -> Access:
    """Return who may do what: only on this computer nobody needs a token."""
    return OPEN if address.is_private else Access(kept_tokens(tokens))


def pairing_urls(address: Address, port: int, access: Access) -> Mapping[Role, str]:
    """Return the addresses that pair a device; the token is behind the #.

    What is behind it never leaves the browser, so it is in no log on the way.
    """
    host = own_address() if address.host in ("0.0.0.0", "::") else address.host  # noqa: S104
    name = f"[{host}]" if ":" in host else host
    return {
        role: f"http://{name}:{port}/#token={token}"
        for role, token in access.tokens.items()
    }


def qr_text(url: str) -> str:
    """Return a QR code for a terminal."""
    out = io.StringIO()
    segno.make(url, error="m").terminal(out=out, compact=True)
    return out.getvalue()


class _ClosingServer(uvicorn.Server):
    """Leaves no connection open when it ends, whatever the other side does."""

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """End, and drop who has not let go by then."""
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            if connection.transport is not None:
                connection.transport.abort()
        await asyncio.sleep(0)


class Server:
    """The page, served in a thread of its own."""

    def __init__(self, room: Room, access: Access, address: Address) -> None:
        """Prepare; nothing is served yet."""
        self._address = address
        self.app = create_app(room, access, address.hosts)
        config = uvicorn.Config(
            self.app,
            host=address.host,
            port=address.port,
            log_config=None,
            access_log=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=_WS_BYTES,
            timeout_keep_alive=20,
            timeout_graceful_shutdown=2,
            limit_concurrency=200,
        )
        self._server = _ClosingServer(config)
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)
        self._error: BaseException | None = None

    def start(self) -> int:
        """Serve from now on, and return the port.

        Raises:
            PageError: The port is taken, or may not be used.
        """
        self._thread.start()
        end = time.monotonic() + _START_SECONDS
        while not self._server.started:
            if not self._thread.is_alive() or time.monotonic() > end:
                raise PageError(
                    f"the page cannot be served at {self._address.host}, port "
                    f"{self._address.port}: is it taken? Choose another with --port"
                )
            time.sleep(0.02)
        socket = self._server.servers[0].sockets[0]
        return int(socket.getsockname()[1])

    def close(self) -> None:
        """Stop serving."""
        self._server.should_exit = True
        self._thread.join(timeout=10)

    def _run(self) -> None:
        try:
            self._server.run()
        except SystemExit as error:
            self._error = error
