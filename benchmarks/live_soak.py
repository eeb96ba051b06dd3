"""A long evening with `cueref watch`: memory, and how soon it speaks.

    python -m benchmarks.live_soak --minutes 60                 a camera, real time
    python -m benchmarks.live_soak --video-hours 2              a recording, as fast
                                                                as it is looked at

The whole program runs as a process of its own. It is shown a shot in which the cue ball
drops, then a quiet table for a while, over and over: by a real RTSP server on loopback,
or as a file. Every ten seconds the memory of the program and of its reader is noted,
with the delays that it tells at `/api/state`. A new match begins when one is over.
"""

import argparse
import contextlib
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from benchmarks.live import (
    CAMERAS,
    PARTS,
    children_of,
    percentiles,
    resident_mb,
)
from tests.faults.camera import HEAD, MISSING, Camera, can_serve, part_of, repeated
from tests.faults.watch_process import WatchProcess

_EVERY: Final = 10.0
_ASKED_EVERY: Final = 1.0
_PATIENCE: Final = 600.0
_SHOTS_OF_A_MATCH: Final = 60
_MATCH: Final = {"game": "eight-ball", "settings": {}}


def memory_mb(pid: int) -> dict[str, float]:
    """Return the memory of a process, and of what it started, megabytes."""
    return {
        "program": round(resident_mb(pid), 1),
        "reader": round(sum(map(resident_mb, children_of(pid))), 1),
    }


class Evening:
    """What is noted of a program that runs for long."""

    def __init__(self, watch: WatchProcess, out: Path | None) -> None:
        """Start with nothing noted."""
        self._watch = watch
        self._out = out
        self._began = time.monotonic()
        self.memory: list[dict[str, float]] = []
        self.calls: list[float] = []
        self.rulings: list[float] = []
        self._told: dict[str, int] = {}
        self.state: dict[str, Any] = {}

    def note(self) -> None:
        """Ask once, and note what is new."""
        self.state = self._watch.state() or self.state
        delays = self.state.get("delays", {})
        for kind, into in (("call", self.calls), ("ruling", self.rulings)):
            count = delays.get(f"{kind}s", 0)
            if count != self._told.get(kind, 0):
                self._told[kind] = count
                into.append(delays[f"{kind}_after"])
        now = time.monotonic() - self._began
        if now >= _EVERY * len(self.memory):
            self._sample(now)

    def _sample(self, now: float) -> None:
        sample = {"s": round(now), **memory_mb(self._watch.pid)}
        self.memory.append(sample)
        if self._out is not None:
            row = {
                **sample,
                "load": self.state.get("load"),
                "rulings": len(self.rulings),
            }
            row["delays"] = self.state.get("delays")
            with self._out.open("a") as lines:
                lines.write(json.dumps(row) + "\n")

    def summary(self) -> dict[str, Any]:
        """Return the figures."""
        both = [s["program"] + s["reader"] for s in self.memory]
        return {
            "minutes": round((time.monotonic() - self._began) / 60, 1),
            "verdicts": len(self._watch.verdicts),
            "dropped": self.state.get("watch", {}).get("dropped"),
            "pocketed_cue_ball_to_call_s": percentiles(self.calls),
            "rest_to_ruling_s": percentiles(self.rulings),
            "memory_mb": {
                "after_a_quarter": both[len(both) // 4],
                "most": round(max(both), 1),
                "at_the_end": both[-1],
            },
            "growth_percent": growth(both),
        }


def growth(memory: list[float]) -> float:
    """Return by how much the last quarter lies over the second one, per cent."""
    quarter = max(1, len(memory) // 4)
    settled = statistics.median(memory[quarter : 2 * quarter] or memory)
    return round(100 * (statistics.median(memory[-quarter:]) / settled - 1), 2)


def renew(watch: WatchProcess, state: dict[str, Any]) -> None:
    """Begin another match when one is over, as people do."""
    match = state.get("state", {}).get("match")
    if match is None:
        watch.post("/api/match", _MATCH)
        return
    last = match["last"]
    shots = 0 if last is None else last["shot"]
    if match["phase"] == "over" or shots >= _SHOTS_OF_A_MATCH:
        watch.post("/api/match/entries", {"end": True})


@contextlib.contextmanager
def shown(chosen: argparse.Namespace, folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the source, and how the program is told to take it."""
    rest = f"tpad=stop_mode=clone:stop_duration={chosen.rest}"
    filters = f"{CAMERAS[chosen.camera]},{rest}"
    video, start, seconds = PARTS["scratch"]
    once = seconds + chosen.rest
    if chosen.video_hours:
        cut = part_of(video, start, seconds, folder / "part.mp4", filters)
        times = round(3600 * chosen.video_hours / once)
        yield str(repeated(cut, times, folder / "long.mp4")), ["--speed", "0"]
        return
    if not can_serve():
        raise SystemExit(MISSING)
    times = round(60 * chosen.minutes / once) + 10
    with Camera(PARTS["scratch"], times, filters) as camera:
        yield camera.url, []


def evening(chosen: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Run the program for as long as was asked, and return what was noted."""
    with shown(chosen, folder) as (source, words):
        players = ("--players", "Anna,Boris", "--head", HEAD, "--exit-at-end")
        watch = WatchProcess(folder, source, "eight-ball", *players, *words)
        watch.start()
        try:
            watch.wait_for(watch.is_observing, _PATIENCE)
            noted = Evening(watch, chosen.out)
            until = time.monotonic() + 60 * chosen.minutes
            while time.monotonic() < until and watch.is_running:
                noted.note()
                renew(watch, noted.state)
                time.sleep(_ASKED_EVERY)
            return noted.summary()
        finally:
            watch.kill()


def main() -> None:
    """Watch for long, and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--camera", choices=sorted(CAMERAS), default="1080p30")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--video-hours", type=float, default=0)
    parser.add_argument("--rest", type=float, default=20, help="seconds between shots")
    parser.add_argument("-o", "--out", type=Path, help="samples, one a line")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = evening(chosen, Path(folder))
    print(json.dumps({"camera": chosen.camera, "rest": chosen.rest, **found}, indent=1))


if __name__ == "__main__":
    main()
