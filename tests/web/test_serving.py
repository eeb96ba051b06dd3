"""The server of the page ends, whoever still holds a connection to it."""

import gc
import socket
import time
import warnings

from fastapi import Response

from cueref.web.access import OPEN
from cueref.web.room import Room
from cueref.web.serving import Address, Server

LARGE = 40_000_000


def test_a_browser_that_stops_reading_a_film_keeps_nothing_open(playing: Room) -> None:
    server = Server(playing, OPEN, Address(port=0))
    server.app.add_api_route("/film", lambda: Response(bytes(LARGE)))
    port = server.start()
    with socket.create_connection(("127.0.0.1", port), timeout=5) as browser:
        browser.sendall(
            f"GET /film HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
        )
        assert browser.recv(64).startswith(b"HTTP/1.1 200")
        began = time.monotonic()
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            server.close()
            del server
            gc.collect()
        assert time.monotonic() - began < 8
    assert [text for one in told if "unclosed" in (text := str(one.message))] == []
