"""Cameras and streams: reached, lost, or plainly not there."""

import contextlib
import http.server
import socket
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.vision.clips import write_clip
from vision.errors import SourceError, SourceNotFoundError, SourceUnreachableError
from vision.sources import open_source


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def _served(folder: Path) -> Iterator[str]:
    handler = partial(_Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_a_stream_gives_every_picture_once(tmp_path: Path) -> None:
    write_clip(tmp_path / "a.mkv")
    with _served(tmp_path) as address, open_source(f"{address}/a.mkv") as source:
        assert source.is_live
        times = [frame.t for frame in source]
    assert times == pytest.approx([0.04 * k for k in range(12)])


def test_a_stream_cannot_be_sampled(tmp_path: Path) -> None:
    write_clip(tmp_path / "a.mkv")
    with _served(tmp_path) as address, open_source(f"{address}/a.mkv") as source:
        with pytest.raises(SourceError, match="is live"):
            source.sample(3)
        source.close()
        with pytest.raises(SourceError, match="closed"):
            next(iter(source))


@pytest.mark.parametrize("scheme", ["rtsp", "http", "tcp"])
def test_a_stream_that_refuses_says_so_in_one_line(scheme: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with pytest.raises(SourceUnreachableError, match="does not answer") as caught:
            open_source(f"{scheme}://user:secret@127.0.0.1:{port}/live", timeout=2)
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_silent_stream_is_given_up(tmp_path: Path) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = silent.getsockname()[1]
        with pytest.raises(SourceUnreachableError, match="does not answer"):
            open_source(f"rtsp://127.0.0.1:{port}/live", timeout=0.5)


@pytest.mark.parametrize("camera", ["/dev/video97", "camera:97", "97"])
def test_a_camera_that_is_not_there_says_so(camera: str) -> None:
    with pytest.raises(SourceNotFoundError, match="no such camera"):
        open_source(camera)


def test_a_file_named_by_a_number_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_clip(tmp_path / "a.mkv").rename(tmp_path / "7")
    monkeypatch.chdir(tmp_path)
    assert len(list(open_source("7"))) == 12
