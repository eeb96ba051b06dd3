"""What the live referee would do on two cores of its own, reckoned in processor time.

    python -m benchmarks.live_reckoned [--camera 1080p30] [--loops 3]

On a machine that others use, clocks on the wall tell what the others do. Here the
pictures of a camera arrive by a clock that is reckoned: whatever is done to a picture
lasts as long as the processor worked on it. One core looks at pictures; what covers the
table is worked out beside that, and shots are read in another process, as in the
program itself, with its own rules for what is left out. Capture and decoding have what
is left of the second core; storing and telling (some 20 ms a ruling) is not in it.
"""

import argparse
import copy
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import cv2

from adjudicator.balls import Discipline
from adjudicator.shot import Gap
from benchmarks.live import CAMERAS, PARTS, percentiles
from cueref.calibrated_view import calibrated
from cueref.live.load import is_skipped
from cueref.live.messages import Provisional, ProvisionalKind
from cueref.live.options import WatchOptions
from cueref.live.shot_reading import Here, Read
from cueref.live.table_side import TableSide
from cueref.options import AnalysisOptions
from cueref.pipeline import covering
from cueref.pipeline.camera import CameraWatch
from cueref.pipeline.observing import Observer, Seen
from cueref.pipeline.reading import WindowReader, observed
from tests.faults.camera import HEAD, part_of, repeated
from vision.appearance import AppearanceClassifier
from vision.detector import OnnxBallDetector
from vision.frames import Frame
from vision.sources import open_source

GAME = Discipline.EIGHT_BALL


class Clock:
    """The reckoned time of the thread that looks at pictures, seconds."""

    def __init__(self) -> None:
        """Start at the first picture."""
        self._at = 0.0
        self._since = time.thread_time()
        self.worked = 0.0

    @property
    def now(self) -> float:
        """Time by now."""
        return self._at + time.thread_time() - self._since

    def wait_until(self, t: float) -> None:
        """Do nothing until a time."""
        now = self.now
        self.worked += now - self._at
        self._at, self._since = max(now, t), time.thread_time()

    def apart(self, work: Callable[[], Any]) -> tuple[Any, float]:
        """Return what some work gives that another core does, and its seconds."""
        now = self.now
        self.worked += now - self._at
        began = time.thread_time()
        found = work()
        took = time.thread_time() - began
        self._at, self._since = now, time.thread_time()
        return found, took


class Reader:
    """Reads shots on a core of its own; takes the place of a `ShotDesk`."""

    def __init__(self, side: TableSide, clock: Clock, reader: WindowReader) -> None:
        """Take over from the desk of a table."""
        side.desk.close()
        self._clock, self._reader, self._here = clock, reader, Here()
        self._free_at = 0.0
        self._next: list[Seen] | None = None
        self.shots = 0
        self.worked = 0.0
        self.delays: list[float] = []

    def look_ahead(self, kept: list[Seen]) -> None:
        """Work on a stretch that goes on, if nothing else is done."""
        if self._free_at <= self._clock.now:
            self._do(lambda: self._here.look_ahead(self._reader, kept))

    def read_ahead(self, kept: list[Seen]) -> None:
        """Read a stretch that is about to be over; later if something else is done."""
        self._next = None
        if self._free_at <= self._clock.now:
            reader = copy.deepcopy(self._reader)
            self._do(lambda: self._here.read(reader, kept))
        else:
            self._next = kept

    def _catch_up(self) -> None:
        """Do by now what had to wait."""
        if self._next is not None and self._free_at <= self._clock.now:
            reader, kept = copy.deepcopy(self._reader), self._next
            self._do(lambda: self._here.read(reader, kept), self._free_at)
        self._next = None

    def give(
        self,
        kept: list[Seen],
        _gaps: tuple[Gap, ...],
        captured: dict[int, float],
        **_how: bool,
    ) -> None:
        """Note when the ruling on a stretch that is over is there."""
        self._catch_up()
        read: Read = self._do(lambda: self._here.read(self._reader, kept))
        self._reader = read.reader
        for record in read.records:
            self.shots += 1
            end = record.shot.frame_end or 0
            rest = captured[max(f for f in captured if f <= end)]
            self.delays.append(self._free_at - rest)

    def ready(self) -> tuple[()]:
        """Return nothing: delays are all that is wanted."""
        return ()

    def _do(self, work: Callable[[], Any], since: float | None = None) -> Any:
        found, took = self._clock.apart(work)
        now = self._clock.now if since is None else since
        self._free_at = max(now, self._free_at) + took
        self.worked += took
        return found


def _coloured(frame: Frame) -> None:
    """Make the colours of a picture, which are kept."""
    _ = frame.image_bgr


class CoverBeside:
    """Lets what covers the table be worked out beside the clock."""

    def __init__(self, clock: Clock) -> None:
        """Start with nothing to work on."""
        self._clock = clock
        self._done_at = 0.0
        self.worked = 0.0

    def __call__(
        self, watch: covering.CoverWatch, *picture: Any
    ) -> covering.LateOcclusion:
        """Take the place of `CoverWatch.look_beside`."""
        self._clock.wait_until(self._done_at)
        found, took = self._clock.apart(lambda: watch.look(*picture))
        self._done_at = self._clock.now + took
        self.worked += took
        coming: Future[covering.TableOcclusion] = Future()
        coming.set_result(found)
        return covering.LateOcclusion(coming)


class Table:
    """The table, its camera, and what is noted of both."""

    def __init__(self, video: Path) -> None:
        """Find the table in a video."""
        with open_source(video) as pictures:
            options = AnalysisOptions(game=GAME, out=Path(), head=HEAD)
            view = calibrated(pictures, options)
        found = view.calibration
        self.video = video
        self.observer = Observer(found, OnnxBallDetector(None), AppearanceClassifier())
        self.camera = CameraWatch(found, view.image_bgr, print)
        settle = WatchOptions(game=GAME).settle
        self.side = TableSide(found.table, GAME, settle=settle)
        self.clock = Clock()
        self.cover = CoverBeside(self.clock)
        self.reader = Reader(self.side, self.clock, WindowReader(found.table, GAME))
        self.side.desk = self.reader  # type: ignore[assignment]
        self.looked: list[tuple[int, bool]] = []
        self.behind: list[float] = []
        self.calls: list[float] = []
        self.decoding = 0.0
        self.t = 0.0

    def watch(self) -> None:
        """Watch the whole video."""
        beside = covering.CoverWatch.look_beside
        covering.CoverWatch.look_beside = (  # type: ignore[method-assign]
            lambda *given: self.cover(*given)
        )
        try:
            for seen in observed(self._frames(), self.observer, self.camera):
                for message in self.side.see(seen, seen.t):
                    self._note(message)
        finally:
            covering.CoverWatch.look_beside = beside  # type: ignore[method-assign]

    def _frames(self) -> Iterator[Frame]:
        last: Frame | None = None
        with open_source(self.video) as pictures:
            source = iter(pictures)
            while True:
                frame, took = self.clock.apart(lambda: next(source, None))
                if frame is None:
                    return
                self.decoding += took
                if self.side.moving:
                    _, took = self.clock.apart(partial(_coloured, frame))
                    self.decoding += took
                self.clock.wait_until(frame.t)
                behind, self.t = self.clock.now - frame.t, frame.t
                if is_skipped(frame.index, behind, moving=self.side.moving):
                    continue
                if last is not None and frame.t - last.t > 0.06 and self.side.moving:
                    self.side.note_gap(last.t, frame.t, "pictures were lost")
                last = frame
                self.looked.append((frame.index, self.side.moving))
                self.behind.append(behind)
                yield frame

    def _note(self, message: object) -> None:
        kind = ProvisionalKind.CUE_BALL_POCKETED
        if isinstance(message, Provisional) and message.kind is kind:
            self.calls.append(self.clock.now - message.t)

    def found(self) -> dict[str, Any]:
        """Return the figures."""
        steps = [
            later[0] - sooner[0]
            for sooner, later in zip(self.looked, self.looked[1:], strict=False)
            if later[1]
        ]
        loads = {
            "looking": self.clock.worked,
            "cover": self.cover.worked,
            "reading": self.reader.worked,
            "taking pictures": self.decoding,
        }
        return {
            "seconds": round(self.t, 1),
            "moving_pictures": sum(steps),
            "looked_at_percent": round(100 * len(steps) / max(1, sum(steps)), 1),
            "most_behind_s": round(max(self.behind), 3),
            "pocketed_cue_ball_to_call_s": percentiles(self.calls),
            "rest_to_ruling_s": percentiles(self.reader.delays),
            "share_of_a_core": {k: round(v / self.t, 2) for k, v in loads.items()},
        }


def main() -> None:
    """Reckon, and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--camera", choices=sorted(CAMERAS), default="1080p30")
    parser.add_argument("--part", choices=sorted(PARTS), default="scratch")
    parser.add_argument("--loops", type=int, default=3)
    parser.add_argument("--rest", type=float, default=0, help="seconds between shots")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as folder:
        filters = CAMERAS[chosen.camera]
        filters += f",tpad=stop_mode=clone:stop_duration={chosen.rest}"
        cut = part_of(*PARTS[chosen.part], Path(folder) / "part.mp4", filters)
        table = Table(repeated(cut, chosen.loops, Path(folder) / "long.mp4"))
        table.watch()
    print(json.dumps({"camera": chosen.camera, **table.found()}, indent=1))


if __name__ == "__main__":
    main()
