"""What the live referee survives, with the figures.

    python -m benchmarks.live_faults [--kills 50]

The whole program watches a camera on the network (a real RTSP server on loopback). It
is killed at random moments, with kill -9; the camera is switched off and on; bytes are
damaged on the way; the disk is full for a while; a browser takes nothing that it is
sent. `tests/faults` holds the same, shorter.
"""

import argparse
import json
import socket
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tests.faults.camera import HEAD, MISSING, Camera, can_serve
from tests.faults.disk import full_disk
from tests.faults.kills import killed
from tests.faults.proxy import BadCable
from tests.faults.watch_process import WatchProcess

_PATIENCE: Final = 120.0

Outcome = dict[str, Any]


def program(folder: Path, url: str) -> WatchProcess:
    """Return the program beside a camera."""
    words = ("--players", "Anna,Boris", "--head", HEAD)
    return WatchProcess(folder, url, "eight-ball", *words)


def kills(watch: WatchProcess, _camera: Camera, count: int) -> Outcome:
    """Kill the program; any verdict lost or doubled is an error."""
    found = killed(watch, count)
    seconds = sorted(found.observing)
    return {
        "kills": count,
        "while_balls_moved": found.moving,
        "verdicts_given": found.verdicts,
        "verdicts_lost_or_doubled": 0,
        "observing_again_s": {
            "median": round(statistics.median(seconds), 2),
            "p95": round(seconds[int(0.95 * (len(seconds) - 1))], 2),
            "worst": round(seconds[-1], 2),
        },
    }


def unplugged(watch: WatchProcess, camera: Camera, times: int) -> Outcome:
    """Switch the camera off and on."""
    watch.start()
    watch.wait_for(watch.is_observing, _PATIENCE)
    noticed, again = [], []
    for _ in range(times):
        camera.stop()
        noticed.append(watch.wait_for(lambda: not watch.is_observing(), _PATIENCE))
        time.sleep(2.0)
        camera.start()
        again.append(watch.wait_for(watch.is_observing, _PATIENCE))
    watch.stop()
    return {
        "times": times,
        "noticed_s": [round(s, 2) for s in noticed],
        "observing_again_s": [round(s, 2) for s in again],
    }


def damaged(watch: WatchProcess, camera: Camera, seconds: float) -> Outcome:
    """Damage bytes on the way to the program."""
    watch.stop()
    with BadCable(camera.port) as cable:
        other = program(watch.folder, cable.url)
        other.start()
        other.wait_for(other.is_observing, _PATIENCE)
        cable.damage = 0.02
        time.sleep(seconds)
        cable.damage = 0.0
        again = other.wait_for(other.is_observing, _PATIENCE)
        before = len(other.verdicts)
        other.wait_for(lambda: len(other.verdicts) > before, _PATIENCE)
        other.stop()
    return {"pieces_damaged": cable.damaged, "observing_again_s": round(again, 2)}


def full(watch: WatchProcess, _camera: Camera, shots: int) -> Outcome:
    """Let the disk be full for some shots."""
    watch.start()
    watch.wait_for(lambda: watch.verdicts, _PATIENCE)
    with full_disk(watch.pid):
        before = len(watch.verdicts)
        watch.wait_for(lambda: len(watch.verdicts) >= before + shots, _PATIENCE)
    took = watch.wait_for(lambda: (watch.state() or {})["state"]["stored"], _PATIENCE)
    told = [verdict["shot"] for verdict in watch.verdicts]
    stored = watch.stored_shots()
    watch.stop()
    lost = len(set(told) - set(stored))
    return {
        "verdicts_lost": lost,
        "rulings_meanwhile": shots,
        "stored_after_s": round(took, 2),
    }


def deaf(watch: WatchProcess, _camera: Camera, shots: int) -> Outcome:
    """Let a browser listen that takes nothing."""
    watch.start()
    watch.wait_for(watch.is_observing, _PATIENCE)
    with socket.create_connection(("127.0.0.1", watch.port)) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.sendall(
            f"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{watch.port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        before = len(watch.verdicts)
        watch.wait_for(lambda: len(watch.verdicts) >= before + shots, _PATIENCE)
    watch.stop()
    return {"rulings_meanwhile": shots}


FAULTS: Final[dict[str, tuple[Callable[..., Outcome], float]]] = {
    "camera switched off and on": (unplugged, 3),
    "bytes damaged": (damaged, 20.0),
    "disk full": (full, 2),
    "browser that takes nothing": (deaf, 3),
}


def main() -> None:
    """Do everything, and print one JSON object a fault."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--only-kills", action="store_true")
    chosen = parser.parse_args()
    if not can_serve():
        raise SystemExit(MISSING)
    todo = {} if chosen.only_kills else dict(FAULTS)
    if chosen.kills:
        todo["killed"] = (kills, chosen.kills)
    for name, (fault, much) in todo.items():
        with tempfile.TemporaryDirectory() as folder, Camera() as camera:
            watch = program(Path(folder), camera.url)
            try:
                found = fault(watch, camera, much)
            finally:
                watch.kill()
        print(json.dumps({"fault": name, **found}), flush=True)


if __name__ == "__main__":
    main()
