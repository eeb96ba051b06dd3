"""How well the live referee keeps up, how soon it speaks, and what memory it takes.

    python -m benchmarks.live [--seconds 120]                 delays, pictures lost
    python -m benchmarks.live --seconds 1800 --speed 4        a long evening, memory

A part of a sample in which a ball and the cue ball drop is shown over and over, by a
real RTSP server on loopback where there is one and `--speed` is 1, else as a file. The
whole program works on it: capture, pipeline, rules, store, clips, page. Delays are
measured from the picture that shows the event (or the last ball at rest) to the moment
at which the page is told; `benchmarks.page` measures the way to the browser.
"""

import argparse
import contextlib
import itertools
import json
import math
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from adjudicator.balls import Discipline
from adjudicator.settings import Settings
from cueref.heap import keep_together
from cueref.live.messages import FrameSeen, Load, Provisional, ProvisionalKind, ShotRead
from cueref.live.options import WatchOptions
from cueref.live.watching import Watch
from cueref.session.setup import match_setup
from cueref.store.store import Store
from cueref.web.access import OPEN
from cueref.web.room import Room
from cueref.web.serving import Address, Server
from tests.faults.camera import HEAD, SAMPLES, Camera, can_serve, part_of, repeated

PARTS: Final = {
    "scratch": (SAMPLES / "eight_ball.mp4", 0.6, 6.9),
    "quiet": (SAMPLES / "eight_ball.mp4", 9.4, 6.6),
}
"""Parts of a sample: with a scratch at the end, and without."""

CAMERAS: Final = {
    "720p60": "null",
    "720p30": "fps=30",
    "1080p30": "fps=30,scale=1920:1080:flags=bicubic",
    "1080p60": "scale=1920:1080:flags=bicubic",
}
"""What ffmpeg makes of the sample, which is 720p60."""

SHOTS_OF_A_MATCH: Final = 60
MEMORY_EVERY: Final = 20.0
_ON_TIME: Final = 0.1
"""A picture that is looked at so soon has not waited for others, seconds."""

_SETTLED: Final = 10
"""Seconds after which the start is caught up with."""

_ONE_SHOT: Final = 60
"""Pictures between two with moving balls that belong to one shot."""

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_CORES: Final = 2


def resident_mb(pid: int) -> float:
    """Return the memory of a process, megabytes; 0 if it has ended.

    Pages that processes share, as the code of libraries, count by their share.
    """
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    shares = [line.split()[1] for line in lines if line.startswith("Pss:")]
    return sum(int(kib) * 1024 / 1e6 for kib in shares)


def family_mb() -> float:
    """Return the memory of the program and of its reader, megabytes."""
    return sum(resident_mb(pid) for pid in _family())


def family_seconds() -> float:
    """Return the processor time that both took so far, seconds."""
    return sum(_busy_seconds(pid) for pid in _family())


def _busy_seconds(pid: int) -> float:
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(after_name[11]) + int(after_name[12])) / _TICKS


def _family() -> tuple[int, ...]:
    """Return this process and the reader that it started."""
    own = os.getpid()
    readers = [pid for pid in children_of(own) if b"reader_worker" in _command(pid)]
    return (own, *readers)


def children_of(pid: int) -> list[int]:
    """Return the processes that any thread of a process started."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


class Noted(Watch):
    """A watch that remembers when everything was said."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Prepare."""
        super().__init__(*given, **named)
        self.frames: dict[float, float] = {}
        self.looked_at: set[int] = set()
        self.moving: list[int] = []
        self.caught_up: int | None = None
        self.drops: list[Provisional] = []
        self.rest: list[float] = []
        self.loads: list[Load] = []

    def __iter__(self) -> Iterator[Any]:
        """Yield what happens, and note it."""
        for message in super().__iter__():
            match message:
                case FrameSeen():
                    self._seen(message)
                case Provisional(kind=ProvisionalKind.CUE_BALL_POCKETED):
                    self.drops.append(message)
                case ShotRead():
                    self.rest.append(message.rest_captured)
                case Load():
                    self.loads.append(message)
            yield message

    def _seen(self, message: FrameSeen) -> None:
        self.frames[message.captured] = message.t
        self.looked_at.add(message.frame)
        if message.moving:
            self.moving.append(message.frame)
        late = time.monotonic() - message.captured
        if self.caught_up is None and late < _ON_TIME:
            self.caught_up = message.frame

    def lost(self) -> dict[str, Any]:
        """Return how many pictures came, and which with moving balls were left out.

        At the start pictures wait while the table is looked for; how many are left out
        until these are caught up with is told apart.
        """
        first, last = self.loads[0].t, self.loads[-1].t
        came = statistics.fmean(load.camera_fps for load in self.loads[1:])
        start = math.inf if self.caught_up is None else self.caught_up
        between = [
            range(sooner + 1, later + 1)
            for sooner, later in itertools.pairwise(self.moving)
            if later - sooner < _ONE_SHOT
        ]
        every = [frame for frames in between for frame in frames]
        then = [frame for frame in every if frame > start]
        return {
            "seconds": round(last - first, 1),
            "camera_fps": round(came, 2),
            "until_caught_up": self._share([f for f in every if f <= start]),
            "moving": self._share(then),
        }

    def looking(self) -> dict[str, Any]:
        """Return how busy the thread that looks at pictures was, second by second."""
        loads = self.loads[_SETTLED:]
        busy = percentiles([100 * load.busy for load in loads])
        return {
            "busy_percent": busy,
            "most_behind_s": percentiles([x.behind for x in loads]),
        }

    def _share(self, frames: list[int]) -> dict[str, float]:
        """Return how many of some pictures were looked at."""
        looked = sum(frame in self.looked_at for frame in frames)
        percent = round(100 * looked / max(1, len(frames)), 2)
        return {"pictures": len(frames), "looked_at": looked, "percent": percent}


class Ear:
    """Hears what the page is told, and when."""

    def __init__(self) -> None:
        """Start with nothing heard."""
        self.verdicts: list[float] = []
        self.scratches: list[float] = []

    def __call__(self, kind: str, data: object) -> None:
        """Note one event."""
        now = time.monotonic()
        if kind == "verdict":
            self.verdicts.append(now)
        elif kind == "provisional" and isinstance(data, dict):
            scratch = data["kind"] == ProvisionalKind.CUE_BALL_POCKETED
            self.scratches += [now] if scratch else []


def percentiles(seconds: list[float]) -> dict[str, float]:
    """Return what is worth knowing of some delays."""
    if not seconds:
        return {"count": 0}
    ordered = sorted(seconds)
    return {
        "count": len(ordered),
        "median": round(statistics.median(ordered), 3),
        "p95": round(ordered[math.ceil(0.95 * len(ordered)) - 1], 3),
        "worst": round(ordered[-1], 3),
    }


def delays(watch: Noted, ear: Ear) -> dict[str, Any]:
    """Return the delays of both calls, seconds."""
    drops = [
        told - news.captured + watch.frames.get(news.captured, news.t) - news.t
        for news, told in zip(watch.drops, ear.scratches, strict=False)
    ]
    finals = [told - rest for rest, told in zip(watch.rest, ear.verdicts, strict=False)]
    return {
        "pocketed_cue_ball_to_call_s": percentiles(drops),
        "rest_to_ruling_s": percentiles(finals),
    }


@contextlib.contextmanager
def shown(
    part: str, camera: str, speed: float, folder: Path, seconds: float
) -> Iterator[str]:
    """Yield the name of a source that shows a part of a sample over and over."""
    times = int(seconds * max(speed, 1) / 6) + 5
    if speed == 1 and can_serve():
        with Camera(PARTS[part], times, CAMERAS[camera]) as served:
            yield served.url
        return
    cut = part_of(*PARTS[part], folder / "part.mp4", CAMERAS[camera])
    yield str(repeated(cut, times, folder / "long.mp4"))


def measure(
    part: str, camera: str, seconds: float, speed: float, folder: Path
) -> dict[str, Any]:
    """Watch for a while and return what was measured."""
    options = WatchOptions(
        game=Discipline.EIGHT_BALL, head=HEAD, speed=speed, known_tables=folder / "t"
    )
    with shown(part, camera, speed, folder, seconds) as source:
        store = Store(folder / "matches.db")
        room, ear = Room(store), Ear()
        room.hub.taps.append(ear)
        server = Server(room, OPEN, Address(port=0))
        server.start()
        watch = Noted(source, options)
        room.start(_setup())
        room.watch(lambda _game: watch, Discipline.EIGHT_BALL)
        began, worked = time.monotonic(), family_seconds()
        try:
            memory = _evening(room, seconds)
            busy = (family_seconds() - worked) / (time.monotonic() - began)
        finally:
            room.close()
            server.close()
            store.close()
    return {
        "part": part,
        "camera": camera,
        "speed": speed,
        "source": source.partition(":")[0] if "://" in source else "file",
        "rulings": len(ear.verdicts),
        "pictures": watch.lost() if len(watch.loads) > 2 else {},
        "looking": watch.looking(),
        "delays": delays(watch, ear) if speed == 1 else "not measured",
        "percent_of_two_cores": round(100 * busy / _CORES, 1),
        "memory_mb": memory,
        "growth_percent": _growth(memory),
    }


def _setup() -> Any:
    return match_setup(Discipline.EIGHT_BALL, Settings())


def _evening(room: Room, seconds: float) -> list[tuple[int, float]]:
    """Let the room work, match after match; return the memory over time."""
    began, memory = time.monotonic(), []
    while time.monotonic() - began < seconds:
        time.sleep(min(MEMORY_EVERY, seconds / 4))
        memory.append((round(time.monotonic() - began), round(family_mb(), 1)))
        if room.desk.match is not None:
            over = room.desk.play.winner is not None
            if over or len(room.desk.play.shots) >= SHOTS_OF_A_MATCH:
                room.desk.enter({"end": True}, "referee")
                room.start(_setup())
    return memory


def _growth(memory: list[tuple[int, float]]) -> float:
    """Return by how much the last quarter lies over the second one, per cent."""
    quarter = max(1, len(memory) // 4)
    settled = statistics.median(mb for _, mb in memory[quarter : 2 * quarter] or memory)
    late = statistics.median(mb for _, mb in memory[-quarter:])
    return round(100 * (late / settled - 1), 1)


def main() -> None:
    """Measure, and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--part", choices=sorted(PARTS), default="scratch")
    parser.add_argument("--camera", choices=sorted(CAMERAS), default="720p60")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--speed", type=float, default=1)
    chosen = parser.parse_args()
    keep_together()
    with tempfile.TemporaryDirectory() as folder:
        found = measure(
            chosen.part, chosen.camera, chosen.seconds, chosen.speed, Path(folder)
        )
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
