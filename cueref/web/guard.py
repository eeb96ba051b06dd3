"""What every request passes first: host, origin, size, rate; and what goes out.

A page of another site, open in the same browser, must not command the referee: its
requests carry another origin, and a name that was turned to this computer (DNS
rebinding) is no name that the referee answers to.
"""

import json
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

BODY_BYTES: Final = 64 * 1024
IMPORT_BYTES: Final = 32 * 1024 * 1024
IMPORT_PATH: Final = "/api/matches/import"

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})

_MOST_CLIENTS: Final = 4096

_HEADERS: Final = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; "
        b"img-src 'self' blob: data:; media-src 'self'; connect-src 'self'; "
        b"font-src 'self'; manifest-src 'self'; base-uri 'none'; "
        b"form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


@dataclass(slots=True)
class Bucket:
    """How much one client may still do now.

    Attributes:
        rate: Regained in a second.
        size: At most.
        clients: What is left for each client, and when it was counted.
    """

    rate: float
    size: float
    clients: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def take(self, client: str, now: float) -> bool:
        """Take one, and say whether there was one."""
        left, at = self.clients.pop(client, (self.size, now))
        left = min(self.size, left + (now - at) * self.rate)
        allowed = left >= 1
        self.clients[client] = (left - 1 if allowed else left, now)
        if len(self.clients) > _MOST_CLIENTS:
            self.clients.popitem(last=False)
        return allowed


class Guard:
    """Lets through what may pass, refuses the rest in one word."""

    def __init__(
        self,
        app: Any,
        *,
        hosts: Collection[str] = LOOPBACK,
        clock: Callable[[], float] = time.monotonic,
        writes_per_second: float = 20,
        reads_per_second: float = 200,
    ) -> None:
        """Stand before an application.

        Args:
            app: The application.
            hosts: Names that the page is reached under, without a port.
            clock: Seconds.
            writes_per_second: Of one client, with a burst of four times as many.
            reads_per_second: Likewise.
        """
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)
        self._clock = clock
        self._writes = Bucket(writes_per_second, 4 * writes_per_second)
        self._reads = Bucket(reads_per_second, 4 * reads_per_second)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await _refuse(scope, send, *refusal)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        limit = IMPORT_BYTES if scope["path"] == IMPORT_PATH else BODY_BYTES
        body = _Body(receive, limit)
        answer = _Answer(send, body)
        try:
            await self._app(scope, body, answer)
        except _TooLargeError:
            if not answer.started:
                await _refuse(scope, send, 413, "the body is too large")

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = _headers(scope)
        host = headers.get("host", "")
        if _name_of(host) not in self._hosts:
            return 421, "this is not the host that was asked for"
        is_write = scope.get("method", "GET") not in ("GET", "HEAD", "OPTIONS")
        if is_write or scope["type"] == "websocket":
            if not _is_same_origin(headers, host):
                return 403, "another site may not do this"
            client = (scope.get("client") or ("?",))[0]
            if not self._writes.take(client, self._clock()):
                return 429, "too many requests"
        else:
            client = (scope.get("client") or ("?",))[0]
            if not self._reads.take(client, self._clock()):
                return 429, "too many requests"
        length = headers.get("content-length", "0")
        limit = IMPORT_BYTES if scope["path"] == IMPORT_PATH else BODY_BYTES
        if not length.isdigit() or int(length) > limit:
            return 413, "the body is too large"
        return None


def _is_same_origin(headers: dict[str, str], host: str) -> bool:
    """Whether a page of our own sent this, or a program that is no browser."""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        # A browser sends an origin with every request that changes something.
        return "cookie" not in headers or "x-cueref" in headers
    return urlsplit(origin).netloc.lower() == host.lower()


def _name_of(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _headers(scope: Scope) -> dict[str, str]:
    return {
        name.decode("latin-1").lower(): value.decode("latin-1")
        for name, value in scope["headers"]
    }


class _TooLargeError(Exception):
    """More came than was announced."""


class _Body:
    """Counts the bytes of a body as they come."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive, self._left = receive, limit

    @property
    def is_too_large(self) -> bool:
        """Whether more came than may."""
        return self._left < 0

    async def __call__(self) -> Any:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self.is_too_large:
            raise _TooLargeError
        return message


class _Answer:
    """Adds what keeps a browser safe to every answer."""

    def __init__(self, send: Send, body: _Body) -> None:
        self._send, self._body = send, body
        self.started = False

    async def __call__(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            names = {name.lower() for name, _ in message["headers"]}
            extra = [pair for pair in _HEADERS if pair[0] not in names]
            if b"cache-control" not in names:
                extra.append((b"cache-control", b"no-store"))
            message = {**message, "headers": [*message["headers"], *extra]}
            if self._body.is_too_large:
                # Whoever read the body says only that it could not be read.
                message["status"] = 413
        await self._send(message)


async def _refuse(scope: Scope, send: Send, status: int, reason: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
        return
    body = json.dumps({"detail": reason}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *_HEADERS,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
