"""Measuring one recording: decoding alone, then everything, in one process."""

import os
import resource
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from adjudicator.disciplines.registry import DISCIPLINES
from calibration.table_calibration import TableCalibration
from cueref.bench.clock import StageClock
from cueref.bench.results import Bench
from cueref.calibrated_view import calibrated
from cueref.options import AnalysisOptions
from cueref.pipeline import stretches
from cueref.pipeline.camera import CameraWatch
from cueref.pipeline.covering import CoverWatch
from cueref.pipeline.looking import Looker
from cueref.pipeline.observing import Observer
from cueref.pipeline.reading import WindowReader, read_shots
from cueref.records import ShotRecord
from cueref.referee import Referee, ruling_object
from tracking.following.tracker import BallTracker
from vision.appearance import AppearanceClassifier
from vision.changes import ChangeGate
from vision.decoded import DecodedPicture
from vision.detector import OnnxBallDetector
from vision.frames import Frame, PassesOver, StillJudge
from vision.sources import open_source

_LOOKED: Final = "observe, rest"

PROBES: Final[tuple[tuple[str, object, str], ...]] = (
    ("colours", DecodedPicture, "bgr"),
    ("changes", ChangeGate, "small"),
    ("changes", ChangeGate, "changed"),
    ("detect", OnnxBallDetector, "detect"),
    ("looks", AppearanceClassifier, "log_probability"),
    ("measure", Looker, "measured"),
    ("cover", CoverWatch, "look"),
    (_LOOKED, Observer, "_look"),
    ("camera", CameraWatch, "update"),
    ("track", BallTracker, "update"),
    ("shots", stretches, "read_stretch"),
    ("events", WindowReader, "read"),
)
"""Stages, and the functions that are timed for them."""


@dataclass(slots=True)
class _Counted:
    """Frames, with the time at which the second one was asked for."""

    frames: Iterable[Frame]
    limit: int | None
    count: int = 0
    first_at: float | None = None
    timed: Callable[..., Any] = field(default=next)

    def pass_over(self, judge: StillJudge) -> None:
        """Let the source leave out decoding where nothing moves, if it can."""
        if isinstance(self.frames, PassesOver):
            self.frames.pass_over(judge)

    def __iter__(self) -> Iterator[Frame]:
        source = iter(islice(self.frames, self.limit))
        while True:
            try:
                frame = self.timed(source)
            except StopIteration:
                return
            self.count += 1
            yield frame
            if self.first_at is None:
                self.first_at = time.perf_counter()


@dataclass(frozen=True, slots=True)
class _Took:
    wall: float
    cpu: float
    frames: int


def measure(video: str, options: AnalysisOptions, *, limit: int | None) -> Bench:
    """Measure the analysis of one recording.

    Args:
        video: Path of the recording.
        options: Game and table.
        limit: Most frames; None takes all.
    """
    alone = _decoded(video, limit)
    clock = StageClock()
    with open_source(video) as source:
        start = time.perf_counter()
        view = calibrated(source, options)
        table_s = time.perf_counter() - start
        with clock.probing(PROBES):
            frames = _Counted(source, limit, timed=clock.timed("decode", next))
            begun, cpu = time.perf_counter(), time.process_time()
            shots = list(
                read_shots(
                    frames,
                    view.calibration,
                    options.game,
                    view_bgr=view.image_bgr,
                    model=options.model,
                    warn=lambda _: None,
                )
            )
            _judged(shots, view.calibration, options, clock)
            wall = time.perf_counter() - begun
            cpu = time.process_time() - cpu
        first = (frames.first_at or begun) - begun
        return Bench(
            video=source.name,
            size=source.size,
            fps=source.fps,
            frames=frames.count,
            moving=clock.calls(_LOOKED) / max(frames.count, 1),
            shots=len(shots),
            decode_ms=1000 * alone.wall / alone.frames,
            decode_cpu_ms=1000 * alone.cpu / alone.frames,
            table_s=table_s,
            first_frame_s=first,
            whole_ms=1000 * wall / max(frames.count, 1),
            whole_cpu_ms=1000 * cpu / max(frames.count, 1),
            cores=len(os.sched_getaffinity(0)),
            peak_mb=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            stages=clock.stages(frames.count),
        )


def _decoded(video: str, limit: int | None) -> _Took:
    """Decode the recording and do nothing else."""
    with open_source(video) as source:
        wall, cpu = time.perf_counter(), time.process_time()
        count = sum(1 for _ in islice(source, limit))
        return _Took(
            time.perf_counter() - wall, time.process_time() - cpu, max(count, 1)
        )


def _judged(
    shots: Iterable[ShotRecord],
    calibration: TableCalibration,
    options: AnalysisOptions,
    clock: StageClock,
) -> None:
    if options.game not in DISCIPLINES:
        return
    referee = Referee(options.game, calibration.table)
    judge = clock.timed("judge", referee.judge)
    write = clock.timed("write", ruling_object)
    for record in shots:
        write(judge(record.shot))
