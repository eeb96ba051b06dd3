"""A real stream on loopback that stops and starts again."""

import contextlib
import shutil
import socket
import subprocess
import time

import pytest

from cueref.live.capture import Capture
from cueref.live.frame_queue import Captured, FrameQueue, Lost
from tests.vision.clips import write_clip

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not here"),
]


@pytest.fixture
def clip(tmp_path):
    return write_clip(tmp_path / "a.mkv", frames=50)


@pytest.fixture
def port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextlib.contextmanager
def served(clip, address):
    """Serve a clip over and over in real time."""
    command = ["ffmpeg", "-v", "error", "-re", "-stream_loop", "-1", "-i", str(clip)]
    command += ["-c", "copy", "-f", "mpegts", address]
    server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        yield server
    finally:
        server.kill()
        server.wait()


def taken_until(queue, wanted, seconds):
    """Take items until one of a kind comes; return how long it took."""
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        item = queue.take(0.1)
        if isinstance(item, wanted):
            return time.monotonic() - begun, item
    pytest.fail(f"no {wanted.__name__} within {seconds} s")


def test_a_stream_that_stops_and_comes_back_is_seen_again_within_5_s(clip, port):
    queue = FrameQueue(10)
    capture = Capture(f"tcp://127.0.0.1:{port}", queue)
    listening = f"tcp://127.0.0.1:{port}?listen=1"
    with served(clip, listening):
        capture.start()
        taken_until(queue, Captured, 15)
        time.sleep(0.5)
    _, lost = taken_until(queue, Lost, 10)
    assert not lost.is_final
    before = capture.newest
    with served(clip, listening):
        took, again = taken_until(queue, Captured, 20)
        while again.frame.index <= before.frame.index:
            _, again = taken_until(queue, Captured, 20)
    capture.stop()
    assert took < 10  # 5 s on a machine of its own
    assert again.frame.t > before.frame.t


def test_a_damaged_stream_goes_on(clip, port, tmp_path):
    data = bytearray(
        subprocess.run(
            [
                "ffmpeg",
                "-v",
                "error",
                "-i",
                str(clip),
                "-c",
                "copy",
                "-f",
                "mpegts",
                "-",
            ],
            capture_output=True,
            check=True,
        ).stdout
    )
    for start in range(len(data) // 3, len(data) // 2, 700):
        data[start : start + 40] = bytes(40)
    with socket.create_server(("127.0.0.1", port)) as server:
        queue = FrameQueue(200)
        capture = Capture(f"tcp://127.0.0.1:{port}", queue)
        capture.start()
        connection, _ = server.accept()
        with connection:
            connection.sendall(data)
        _, _ = taken_until(queue, Lost, 15)
        capture.stop()
    assert capture.came > 10
