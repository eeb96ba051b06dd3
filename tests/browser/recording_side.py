"""A watch that plays a recording which the pipeline has read, shot by shot.

The pictures, the table, the shots and the tracks are those of the recording; the
pictures come as fast as a camera's, and each shot begins when the test lets it.
"""

import json
import threading
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from adjudicator.balls import Discipline
from cueref.calibrated_view import CalibratedView, calibrated
from cueref.live.messages import (
    BallSeen,
    FrameSeen,
    Provisional,
    ProvisionalKind,
    ShotRead,
    StateChanged,
    TableFound,
)
from cueref.options import AnalysisOptions
from cueref.pipeline.reading import read_shots
from cueref.records import ShotRecord
from tests.web.table_side import looks_of
from vision.sources import open_source

SAMPLES = Path(__file__).parents[2] / "sample_videos"

AFTER = 0.4
"""Of a shot, until it is read, seconds."""


@cache
def read_sample(name: str, game: Discipline) -> tuple[CalibratedView, Any]:
    """Return the view and the shots of a sample video, read once."""
    truth = json.loads((SAMPLES / name).with_suffix(".truth.json").read_text())
    head = truth["table"]["head_end"]
    options = AnalysisOptions(game=game, out=Path(), head=head)
    with open_source(SAMPLES / name) as pictures:
        view = calibrated(pictures, options)
        shots = read_shots(
            pictures,
            view.calibration,
            game,
            view_bgr=view.image_bgr,
            model=None,
            warn=lambda _line: None,
        )
        return view, tuple(shots)


class Pace:
    """Holds pictures back until their time has come."""

    def __init__(self) -> None:
        self.late: float | None = None

    def wait_for(self, t: float) -> None:
        """Wait until the picture of a time would come from a camera."""
        if self.late is None:
            self.late = time.monotonic() - t
        time.sleep(max(0.0, t + self.late - time.monotonic()))


class RecordingWatch:
    """Plays a sample video as a camera would show it."""

    def __init__(self, name: str, game: Discipline) -> None:
        self.path = SAMPLES / name
        self.view, self.shots = read_sample(name, game)
        self.gate = threading.Semaphore(0)
        self.stopped = threading.Event()
        self.shown: Any = None

    def stop(self) -> None:
        self.stopped.set()
        self.gate.release()

    def picture(self) -> Any:
        return self.shown

    def recall(self, lying: object) -> None:
        pass

    def rename(self, swaps: Any) -> None:
        pass

    def let_shoot(self) -> None:
        """Let the next shot begin."""
        self.gate.release()

    def __iter__(self) -> Iterator[object]:
        yield TableFound(0.0, self.view.calibration, 0, self.view.image_bgr)
        yield StateChanged(0.0, observing=True)
        left = list(self.shots)
        waits = True
        pace = Pace()
        with open_source(self.path) as pictures:
            for frame in pictures:
                if self.stopped.is_set():
                    return
                pace.wait_for(frame.t)
                self.shown = frame
                record = left[0] if left else None
                if record is None:
                    continue
                start, end = record.shot.t_start, record.shot.t_end
                if waits and frame.t >= start - 0.1:
                    yield seen(record, frame.t, moving=False)
                    self.gate.acquire()
                    pace = Pace()
                    yield Provisional(
                        frame.t, record.shot.number, ProvisionalKind.SHOT_BEGAN
                    )
                    waits = False
                if not waits and frame.index % 4 == 0:
                    yield seen(record, frame.t, moving=frame.t < end)
                if frame.t >= end + AFTER:
                    yield seen(record, frame.t, moving=False)
                    yield ShotRead(end, record, time.monotonic(), time.monotonic())
                    left.pop(0)
                    waits = True
        for record in left:
            yield ShotRead(record.shot.t_end, record, 0.0, 0.0)


def seen(record: ShotRecord, t: float, *, moving: bool) -> FrameSeen:
    """Return the balls where the tracks of a shot have them."""
    balls = []
    for key, (ball, rows) in enumerate(sorted(record.tracks.items())):
        if len(rows) == 0:
            continue
        gone = ball in {e.ball for e in record.shot.pocketed}
        if gone and t > rows.t[-1]:
            continue
        x, y = (float(np.interp(t, rows.t, rows.xy[:, axis])) for axis in (0, 1))
        balls.append(
            BallSeen(
                key, x, y, 0, 0, seen=True, still=not moving, looks=looks_of(ball.name)
            )
        )
    return FrameSeen(t, int(t * 60), time.monotonic(), moving, tuple(balls))
