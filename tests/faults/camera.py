"""A camera on the network that can be switched off, for tests: a real RTSP server."""

import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Final, Self

SAMPLES: Final = Path(__file__).parents[2] / "sample_videos"
_SYSTEM_PYTHON: Final = "/usr/bin/python3"
_SCRIPT: Final = Path(__file__).with_name("rtsp_server.py")
_PROBE: Final = (
    "import gi; gi.require_version('GstRtspServer', '1.0'); "
    "from gi.repository import Gst, GstRtspServer; Gst.init(None); "
    "assert all(Gst.ElementFactory.find(n) for n in "
    "('qtdemux', 'h264parse', 'rtph264pay'))"
)

MISSING: Final = (
    "there is no RTSP server: apt-get install ffmpeg python3-gi "
    "gir1.2-gst-rtsp-server-1.0 gstreamer1.0-plugins-good gstreamer1.0-plugins-bad"
)


def can_serve() -> bool:
    """Whether this computer has what a camera here is made of."""
    if shutil.which("ffmpeg") is None or not Path(_SYSTEM_PYTHON).exists():
        return False
    probe = [_SYSTEM_PYTHON, "-c", _PROBE]
    return subprocess.run(probe, capture_output=True, check=False).returncode == 0


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def part_of(
    video: Path, start: float, seconds: float, out: Path, filters: str = "null"
) -> Path:
    """Write a part of a video, with a key frame twice a second as cameras have."""
    command = ["ffmpeg", "-v", "error", "-y", "-ss", str(start), "-t", str(seconds)]
    command += ["-i", str(video), "-vf", filters]
    command += ["-c:v", "libx264", "-preset", "veryfast"]
    command += ["-crf", "20", "-g", "30", "-threads", "1", "-an", str(out)]
    subprocess.run(command, check=True)
    return out


def repeated(video: Path, times: int, out: Path) -> Path:
    """Write a video that shows another one so many times."""
    command = ["ffmpeg", "-v", "error", "-y", "-stream_loop", str(times - 1)]
    command += ["-i", str(video), "-c", "copy", "-an", str(out)]
    subprocess.run(command, check=True)
    return out


ONE_SHOT: Final = (SAMPLES / "eight_ball.mp4", 9.4, 6.6)
"""A part of a sample in which the 3 is pocketed in an otherwise quiet corner."""

HEAD: Final = "right"
"""Side of its picture with the head rail."""


class Camera:
    """Shows a video over and over, and is seen by whoever asks.

    It has a client of its own, so that its picture goes on while nobody else looks.
    """

    def __init__(
        self,
        part: tuple[Path, float, float] = ONE_SHOT,
        times: int = 200,
        filters: str = "null",
    ) -> None:
        """Prepare; nothing is shown yet.

        Args:
            part: Of a video: its file, its start and its length, seconds.
            times: How often it is shown before the camera falls silent.
            filters: Of ffmpeg, for another size or rate.
        """
        self._folder = tempfile.TemporaryDirectory(prefix="cueref-camera-")
        folder = Path(self._folder.name)
        cut = part_of(*part, folder / "part.mp4", filters)
        self._video = repeated(cut, times, folder / "long.mp4")
        self.port = free_port()
        self._running: list[subprocess.Popen[bytes]] = []

    @property
    def url(self) -> str:
        """Where it is seen."""
        return f"rtsp://127.0.0.1:{self.port}/table"

    def start(self) -> None:
        """Show the video from its beginning."""
        server = subprocess.Popen(
            [_SYSTEM_PYTHON, str(_SCRIPT), str(self._video), str(self.port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._running.append(server)
        assert server.stdout is not None
        assert server.stdout.readline() == b"ready\n"
        looks = ["ffmpeg", "-v", "quiet", "-rtsp_transport", "tcp", "-i", self.url]
        looks += ["-c", "copy", "-f", "null", "-"]
        self._running.append(
            subprocess.Popen(looks, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        )

    def stop(self) -> None:
        """Pull the plug."""
        for process in self._running:
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()
        self._running.clear()

    def __enter__(self) -> Self:
        """Start."""
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop."""
        self.stop()
        self._folder.cleanup()
