"""Events over a WebSocket: what was missed first, then everything as it happens."""

import asyncio
import contextlib
import logging
from typing import Final

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from cueref.web.access import role_in
from cueref.web.hub import Hub, Listener
from cueref.web.room import Room

logger = logging.getLogger(__name__)

router = APIRouter()

MOST_LISTENERS: Final = 64
SLOWEST: Final = 20.0
"""Seconds in which a listener must take an event."""


@router.websocket("/api/live")
async def live(socket: WebSocket, run: str = "", since: int = -1) -> None:
    """Send events from where the listener stopped, or the whole state."""
    room: Room = socket.app.state.room
    role = role_in(socket, socket.app.state.access)
    if role is None:
        await socket.close(code=1008, reason="show a token")
        return
    if room.hub.listeners >= MOST_LISTENERS:
        await socket.close(code=1013, reason="too many listen")
        return
    await socket.accept()
    listener = Listener(asyncio.get_running_loop())
    talk = asyncio.create_task(_discard(socket, listener))
    try:
        for text in room.hub.listen(listener, run or None, since):
            await _send(socket, text)
        await _tell(socket, room.hub, listener, talk)
    except (WebSocketDisconnect, RuntimeError, TimeoutError):
        logger.debug("a listener has gone")
    finally:
        room.hub.leave(listener)
        talk.cancel()
        with contextlib.suppress(asyncio.CancelledError, RuntimeError):
            await talk


async def _tell(
    socket: WebSocket, hub: Hub, listener: Listener, talk: "asyncio.Task[None]"
) -> None:
    while not talk.done():
        texts = await listener.next()
        if listener.found_again():
            texts = [hub.snapshot_text(), *texts]
        for text in texts:
            await _send(socket, text)


async def _send(socket: WebSocket, text: str) -> None:
    await asyncio.wait_for(socket.send_text(text), SLOWEST)


async def _discard(socket: WebSocket, listener: Listener) -> None:
    """Read and drop what the listener says; notice that he has gone."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, KeyError):
        while True:
            await socket.receive()
            if socket.client_state.name != "CONNECTED":
                break
    listener.wake()
