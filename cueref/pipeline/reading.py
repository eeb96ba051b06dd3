"""The whole pipeline: the shots that a recording shows."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.events import OffTable, Pocketed, Point, SelfDropped
from adjudicator.shot import Gap, Layout, Shot
from adjudicator.table import TableGeometry
from calibration.self_check import MapCheck
from calibration.table_calibration import TableCalibration
from cueref.errors import NoBallsError
from cueref.pipeline.assembling import assemble
from cueref.pipeline.camera import CameraWatch
from cueref.pipeline.event_memory import EventMemory, Evidence
from cueref.pipeline.imagined import without_imagined
from cueref.pipeline.naming import Namer, Names
from cueref.pipeline.no_shot import (
    LEAST_UNSEEN,
    has_happened,
    is_no_shot,
    unexplained,
)
from cueref.pipeline.observing import Observer, Seen
from cueref.pipeline.rolling_out import rolled_out
from cueref.pipeline.stretches import Stretch, cut_stretches
from cueref.records import ShotRecord
from tracking.following.shots import ShotWindow
from tracking.physics.table_physics import TablePhysics
from vision.appearance import AppearanceClassifier
from vision.detector import OnnxBallDetector
from vision.frames import Frame, PassesOver

FloatArray = NDArray[np.float64]


def read_shots(
    frames: Iterable[Frame],
    calibration: TableCalibration,
    discipline: Discipline,
    *,
    view_bgr: NDArray[np.uint8] | None = None,
    model: Path | None,
    warn: Callable[[str], None],
) -> Iterator[ShotRecord]:
    """Yield the shots that the frames show, each as soon as it is over.

    Args:
        frames: In order of time.
        calibration: Where the table is.
        discipline: Which balls there are.
        view_bgr: The picture that was calibrated; None takes the first frame.
        model: Weights of the detector; None takes the shipped ones.
        warn: Is told what a person should know.

    Raises:
        NoBallsError: No ball was ever seen on the table.
    """
    observer = Observer(calibration, OnnxBallDetector(model), AppearanceClassifier())
    camera = CameraWatch(calibration, view_bgr, warn)
    if isinstance(frames, PassesOver):
        frames.pass_over(observer)
    counted = _Counted(observed(frames, observer, camera))
    checked = MapCheck(calibration.table)
    number = 0
    for record in shots_of(counted, calibration.table, discipline):
        number += 1
        wrong = checked.add(record.shot.after.balls.values())
        if wrong is not None:
            warn(wrong)
        yield record
    if not counted.balls:
        raise NoBallsError(
            "the table is in view, but no ball was ever seen on it: check the light "
            "and the sharpness, or give the size of the balls with --table"
        )
    if not number:
        warn("no shot was seen: no ball was set in motion by the cue ball")


def shots_of(
    stream: Iterable[Seen], table: TableGeometry, discipline: Discipline
) -> Iterator[ShotRecord]:
    """Yield the shots of a stream of frames that were looked at.

    Args:
        stream: Every frame, in order.
        table: Noses, pockets and ball radius.
        discipline: Which balls there are.
    """
    reader = WindowReader(table, discipline)
    for stretch in cut_stretches(stream, table):
        for window in stretch.windows:
            record = None if window.by_hand else reader.read(stretch, window)
            if record is not None:
                yield record


def observed(
    frames: Iterable[Frame], observer: Observer, camera: CameraWatch
) -> Iterator[Seen]:
    """Yield every frame once; those without a view of the table hold nothing."""
    current: TableCalibration | None = None
    view, steady = camera.view, True
    for frame in frames:
        if frame.is_assumed and current is not None:
            yield from _of_view(observer.pass_over(frame), view, steady=steady)
            continue
        is_quiet = observer.strange_at < camera.checked_at
        found = camera.update(frame, is_quiet=is_quiet)
        if found is None:
            yield from _of_view(observer.finish(), view, steady=steady)
            yield Seen(frame.index, frame.t, np.nan, None, None)
            continue
        if camera.view != view:
            yield from _of_view(observer.finish(), view, steady=steady)
            observer.use(found)
        steady = camera.view != view or current is None or found is current
        if not steady or current is None:
            observer.follow(found)
        current, view = found, camera.view
        yield from _of_view(observer.observe(frame), view, steady=steady)
    yield from _of_view(observer.finish(), view, steady=steady)


def _of_view(stream: Iterator[Seen], view: int, *, steady: bool) -> Iterator[Seen]:
    for seen in stream:
        yield replace(seen, view=view, is_steady=steady)


class _Counted:
    """A stream that remembers whether it ever showed a ball."""

    def __init__(self, stream: Iterable[Seen]) -> None:
        self._stream = stream
        self.balls = False

    def __iter__(self) -> Iterator[Seen]:
        for seen in self._stream:
            found = seen.observations
            self.balls = self.balls or (found is not None and len(found) > 0)
            yield seen


class WindowReader:
    """Reads shot after shot; what one tells of the table helps with the next.

    Attributes:
        number: Of the last shot.
    """

    def __init__(self, table: TableGeometry, discipline: Discipline) -> None:
        """Start before the first shot.

        Args:
            table: Noses, pockets and ball radius.
            discipline: Which balls there are.
        """
        self._table = table
        self._discipline = discipline
        self._namer = Namer(discipline)
        self._physics: TablePhysics | None = None
        self._view: int | None = None
        self.number = 0

    @property
    def table(self) -> TableGeometry:
        """The table that is read."""
        return self._table

    def recall(self, lying: Mapping[Ball, Point]) -> None:
        """Take the names of balls by where they lie, as after a shot.

        Args:
            lying: Metres; balls of the set that are not there are off the table.
        """
        gone = frozenset(BALL_SETS[self._discipline].balls) - set(lying)
        self._namer.remember({b: (xy.x, xy.y) for b, xy in lying.items()}, gone)

    def rename(self, swaps: Mapping[Ball, Ball]) -> None:
        """Take a person's word for which balls those of the last shot really are.

        Args:
            swaps: Which ball it really is, by the name it was given.
        """
        self._namer.rename(swaps)

    def unread(
        self, t_start: float, t_end: float, before: FloatArray, after: FloatArray
    ) -> ShotRecord:
        """Return the next shot as one of which nothing is known but the layouts.

        Args:
            t_start: Seconds.
            t_end: Seconds.
            before: Where balls were seen before it, metres, shape (n, 2).
            after: Likewise after it.
        """
        self.number += 1
        t_end = max(t_end, t_start + LEAST_UNSEEN)
        shot = Shot(
            number=self.number,
            t_start=t_start,
            t_end=t_end,
            cue_ball=BALL_SETS[self._discipline].cue_ball,
            before=Layout(self._namer.named(before)),
            after=Layout(self._namer.named(after)),
            not_seen=(Gap(t_start, t_end, "the shot could not be read"),),
        )
        return ShotRecord(shot)

    def _note_view(self, view: int | None) -> None:
        """Forget where the noses are when the camera has moved: the map is another."""
        if view != self._view and self._physics is not None:
            self._physics = replace(self._physics, noses=())
        self._view = view

    def read(
        self, stretch: Stretch, window: ShotWindow, memory: EventMemory | None = None
    ) -> ShotRecord | None:
        """Return what happened on the next shot; None if it was none.

        Args:
            stretch: Frames that show it.
            window: Its part of them.
            memory: Of what happened on it, as far as that is known.
        """
        self.number += 1
        self._note_view(stretch.view)
        window = without_imagined(
            window, self._table, stretch.gaps, stretch.intrusions, self._namer.places()
        )
        names = self._namer.name(window)
        evidence = Evidence(
            window.paths,
            _cue_key(names, window, self._discipline),
            (window.t_from, window.t_to),
            stretch.gaps,
            stretch.intrusions,
            self._physics,
        )
        extraction = (memory or EventMemory()).extract(evidence, self._table)
        if is_no_shot(extraction, window, _named_cue(names, self._discipline)):
            self.number -= 1
            return None
        self._physics = extraction.physics
        extraction = rolled_out(extraction, window)
        record = assemble(
            self.number, stretch, window, extraction, names, self._discipline
        )
        if not (has_happened(extraction) or record.shot.not_seen):
            record = replace(record, shot=unexplained(record.shot))
        gone = frozenset(
            event.ball
            for event in record.shot.events
            if isinstance(event, Pocketed | OffTable | SelfDropped)
        )
        self._namer.remember(dict(record.shot.after.balls), gone)
        return record


def _cue_key(names: Names, window: ShotWindow, discipline: Discipline) -> int | None:
    """Return the key of the cue ball: by name, or the ball that started first."""
    named = _named_cue(names, discipline)
    return window.cue_key if named is None else named


def _named_cue(names: Names, discipline: Discipline) -> int | None:
    """Return the key of the ball that is named cue ball, if any is."""
    cue_ball = BALL_SETS[discipline].cue_ball
    if cue_ball is None:
        return None
    named = (key for key, ball in names.by_key.items() if ball is cue_ball)
    return next(named, None)
