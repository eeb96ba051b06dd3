"""A bad cable between a camera and whoever looks: bytes are damaged on the way."""

import random
import socket
import threading
from types import TracebackType
from typing import Self


class BadCable:
    """Passes TCP on; while `damage` is set, some bytes of the pictures are wrong.

    Attributes:
        damage: Part of the pieces that are damaged, 0 to 1.
        damaged: Number of pieces that were.
    """

    def __init__(self, port: int, seed: int = 1) -> None:
        """Prepare a cable to a port on this computer."""
        self._to = port
        self._dice = random.Random(seed)
        self._server = socket.create_server(("127.0.0.1", 0))
        self.damage = 0.0
        self.damaged = 0

    @property
    def url(self) -> str:
        """Where the camera is seen at the other end."""
        return f"rtsp://127.0.0.1:{self._server.getsockname()[1]}/table"

    def __enter__(self) -> Self:
        """Plug it in."""
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Pull it out."""
        self._server.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._server.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self._to), timeout=2)
            except OSError:
                near.close()
                continue
            far.settimeout(None)
            for ends, harm in (((near, far), False), ((far, near), True)):
                thread = threading.Thread(target=self._pass, args=(*ends, harm))
                thread.daemon = True
                thread.start()

    def _pass(self, source: socket.socket, to: socket.socket, harm: bool) -> None:
        try:
            while piece := source.recv(8192):
                to.sendall(self._harmed(piece) if harm else piece)
        except OSError:
            pass
        finally:
            for end in (source, to):
                end.close()

    def _harmed(self, piece: bytes) -> bytes:
        is_reply = piece.startswith(b"RTSP/")
        if is_reply or self._dice.random() >= self.damage:
            return piece
        self.damaged += 1
        wrong = bytearray(piece)
        for _ in range(5):
            wrong[self._dice.randrange(len(wrong))] ^= 0xFF
        return bytes(wrong)
