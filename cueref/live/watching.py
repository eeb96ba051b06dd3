"""Watching one table: messages, in order, for as long as anybody wants them."""

import logging
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Final

import cv2

from adjudicator.balls import Ball
from adjudicator.events import Point
from calibration import networks
from calibration.errors import CalibrationError
from calibration.table_calibration import TableCalibration
from cueref.calibrated_view import CalibratedView
from cueref.heap import Heap, give_back
from cueref.live.capture import Capture, Opener
from cueref.live.finding import TableFinder
from cueref.live.frame_queue import Captured, FrameQueue, Lost
from cueref.live.load import LoadMeter, is_skipped
from cueref.live.messages import (
    Cause,
    Dropped,
    Message,
    StateChanged,
    TableFound,
)
from cueref.live.options import WatchOptions
from cueref.live.reader_process import Beside
from cueref.live.table_side import TableSide
from cueref.pipeline.camera import CameraWatch
from cueref.pipeline.observing import Observer, Seen
from cueref.pipeline.reading import observed
from vision.appearance import AppearanceClassifier
from vision.detector import OnnxBallDetector
from vision.frames import Frame, Image

logger = logging.getLogger(__name__)

_SILENCE: Final = 1.0
"""No picture for so long: the table is not observed, seconds."""

_QUEUE_BYTES: Final = 170_000_000
_SHORTEST_QUEUE, _LONGEST_QUEUE = 12, 90
_QUEUE_AT_START: Final = 5
_CAUGHT_UP: Final = 0.1
"""A picture that is looked at so soon has not waited for others, seconds."""

_GAP: Final = 0.06
"""A time without pictures that may hide something, seconds."""

_AFTER_ERROR: Final = 1.0

_LAST_SHOTS: Final = 4.0
"""So long the shots before a stop may still be read, seconds."""


class Watch:
    """Watches a table through a camera, a stream, or a recording in real time.

    Iterating it does the work, on the thread that iterates; it ends when a recording is
    over or after `stop`. It can be iterated once.
    """

    def __init__(
        self, source: str, options: WatchOptions, *, opener: Opener | None = None
    ) -> None:
        """Prepare; nothing is opened before the first message is asked for.

        Args:
            source: `/dev/video0`, `rtsp://...`, or a file.
            options: What a person chose.
            opener: Opens the source; None opens what `source` names.
        """
        self._options = options
        self._queue = FrameQueue(_QUEUE_AT_START)
        self._capture = Capture(source, self._queue, opener=opener, speed=options.speed)
        self._stopped = threading.Event()
        self._outbox: deque[Message] = deque()
        self._state: tuple[Cause | None, str] | None = None
        self._lost: Lost | None = None
        self._at: dict[int, float] = {}
        self._last: Captured | None = None
        self._t = 0.0
        self._dropped = 0
        self._meter, self._heap = LoadMeter(), Heap()
        self._finder = TableFinder(options, source)
        self._table: _Table | None = None
        self._lying: dict[Ball, Point] = {}

    def stop(self) -> None:
        """End soon, from any thread; shots that are over are told, read or not."""
        self._stopped.set()
        limit = threading.Timer(_LAST_SHOTS, self._give_up_reading)
        limit.daemon = True
        limit.start()

    def _give_up_reading(self) -> None:
        table = self._table
        if table is not None:
            table.side.desk.give_up()

    def recall(self, lying: Mapping[Ball, Point]) -> None:
        """Take the names of balls by where they lie, as known before watching began.

        Args:
            lying: After the last shot, metres.
        """
        self._lying = dict(lying)

    def rename(self, swaps: Mapping[Ball, Ball]) -> None:
        """Take a person's word for balls of the last shot, from any thread.

        Args:
            swaps: Which ball it really is, by the name it was given.
        """
        table = self._table
        if table is not None:
            table.side.desk.rename(swaps)

    def picture(self) -> Frame | None:
        """Return the newest picture to show, or None."""
        newest = self._capture.newest
        return None if newest is None else newest.frame

    def __iter__(self) -> Iterator[Message]:
        """Yield what happens.

        Raises:
            RefereeError: The table that a person chose cannot be used.
        """
        cv2.setNumThreads(1)  # decoding has the other core
        yield from self._become(Cause.STARTING)
        self._capture.start()
        try:
            yield from self._watch()
        finally:
            self._capture.stop()
            if self._table is not None:
                self._table.side.desk.close()

    def _watch(self) -> Iterator[Message]:
        while not self._stopped.is_set():
            item = self._queue.take(_SILENCE)
            if item is None:
                if self._state != (Cause.STARTING, ""):
                    yield from self._become(Cause.NO_PICTURES)
            elif isinstance(item, Lost):
                yield from self._become(item.cause, item.detail)
                if item.is_final:
                    return
            elif self._table is None:
                yield from self._guarded_search(item)
            else:
                yield from self._guarded_session(item, self._table)
                if self._is_over():
                    return
        yield from self._become(Cause.ENDED)

    def _is_over(self) -> bool:
        return self._lost is not None and self._lost.is_final

    def _guarded_search(self, item: Captured) -> Iterator[Message]:
        """Look for the table; an error of ours does not end watching.

        Raises:
            CalibrationError: The table that a person chose cannot be used.
        """
        try:
            yield from self._look_for_table(item)
        except CalibrationError:
            raise
        except Exception as error:
            logger.exception("the table cannot be looked for")
            yield from self._become(Cause.FAILED, str(error))
            self._stopped.wait(_AFTER_ERROR)

    def _look_for_table(self, item: Captured) -> Iterator[Message]:
        self._t = item.frame.t
        yield from self._become(Cause.LOOKING_FOR_TABLE, self._finder.trouble)
        found = self._finder.update(item.frame)
        if found is not None:
            self._table = _Table(found, self._options)
            self._table.side.desk.recall(self._lying)
            networks.close()
            give_back()
            yield TableFound(self._t, found.calibration, 0, found.image_bgr)

    def _guarded_session(self, item: Captured, table: "_Table") -> Iterator[Message]:
        """Watch until the pictures stop; an error of ours does not end watching."""
        self._lost = None
        try:
            yield from self._session(item, table)
        except Exception as error:
            logger.exception("watching failed and begins anew")
            yield from self._become(Cause.FAILED, str(error))
            self._stopped.wait(_AFTER_ERROR)
        table.side.interrupt(forget_moving=self._stopped.is_set())
        yield from table.side.desk.ready(wait=True)
        yield from self._say_lost()

    def _say_lost(self) -> Iterator[Message]:
        if self._lost is not None:
            yield from self._become(self._lost.cause, self._lost.detail)

    def _session(self, first: Captured, table: "_Table") -> Iterator[Message]:
        """Watch while pictures come."""
        table.observer.use(table.calibration)
        view = table.camera.view
        for seen in observed(self._frames(first, table), table.observer, table.camera):
            self._t = seen.t
            yield from self._pending()
            if seen.view is None:
                yield from self._become(Cause.OUT_OF_VIEW)
            elif not self._is_observing:
                yield from self._become(None)
            if seen.view is not None and seen.view != view:
                view = seen.view
                calibration = table.calibration
                yield TableFound(seen.t, calibration, view, self._image(first))
            yield from table.side.see(seen, self._captured(seen))
            self._capture.wants_colours = table.side.moving
            yield from self._meter.report(seen.t, self._capture, self._queue)
            if not table.side.moving and not self._queue:
                self._heap.give_back()
        yield from self._pending()

    def _frames(self, first: Captured, table: "_Table") -> Iterator[Frame]:
        """Yield pictures until there are no more; `_lost` says why."""
        item: Captured | Lost | None = first
        self._last = None
        while not self._stopped.is_set():
            if item is None:
                item = Lost(Cause.NO_PICTURES, "no picture has come for a while")
            if isinstance(item, Lost):
                self._lost = item
                return
            behind = time.monotonic() - item.at
            if behind < _CAUGHT_UP:
                self._queue.room = _room_for(item.frame)
            if not self._is_skipped(item, behind, table.side):
                self._note_gap(item, table.side)
                self._last = item
                self._at[item.frame.index] = item.at
                self._meter.note_look(behind)
                yield item.frame
            waited = time.monotonic()
            item = self._queue.take(_SILENCE)
            self._meter.note_wait(time.monotonic() - waited)

    def _is_skipped(self, item: Captured, behind: float, side: TableSide) -> bool:
        """Whether a picture is left out; none is where they wait to be looked at."""
        if self._options.speed == 0:
            return False
        return is_skipped(item.frame.index, behind, moving=side.moving)

    def _note_gap(self, item: Captured, side: TableSide) -> None:
        """Tell of the pictures before one that were not looked at."""
        if self._last is None:
            return
        missing = item.frame.index - self._last.frame.index - 1
        t_from, t_to = self._last.frame.t, item.frame.t
        if missing > 0:
            self._dropped += missing
            self._outbox.append(Dropped(t_from, t_to, missing, self._dropped))
        if t_to - t_from > _GAP and side.moving:
            side.note_gap(t_from, t_to, "pictures were lost")

    def _captured(self, seen: Seen) -> float:
        """Return when a picture came, and forget the older ones."""
        at = self._at.get(seen.frame, time.monotonic())
        self._at = {
            frame: when for frame, when in self._at.items() if frame > seen.frame
        }
        return at

    def _image(self, first: Captured) -> Image:
        newest = self._last or first
        return newest.frame.image_bgr

    def _pending(self) -> Iterator[Message]:
        while self._outbox:
            yield self._outbox.popleft()

    @property
    def _is_observing(self) -> bool:
        return self._state is not None and self._state[0] is None

    def _become(self, cause: Cause | None, detail: str = "") -> Iterator[Message]:
        """Say that the table is or is not observed, if that is new."""
        state = (cause, detail)
        if state != self._state:
            self._state = state
            logger.info("the table is observed" if cause is None else str(cause))
            yield StateChanged(self._t, cause is None, cause, detail)


def _room_for(frame: Frame) -> int:
    """Return how many pictures like one may wait, once the start is caught up with.

    Before that fewer do: a decoder keeps the room of the most that ever waited.
    """
    room = round(_QUEUE_BYTES / (1.5 * frame.luma.size))
    return min(max(room, _SHORTEST_QUEUE), _LONGEST_QUEUE)


class _Table:
    """What works on the table that was found."""

    def __init__(self, found: CalibratedView, options: WatchOptions) -> None:
        calibration = found.calibration
        detector = OnnxBallDetector(options.model)
        self._found = calibration
        self.observer = Observer(calibration, detector, AppearanceClassifier())
        self.camera = CameraWatch(calibration, found.image_bgr, logger.warning)
        table = calibration.table
        self.side = TableSide(
            table, options.game, settle=options.settle, reading=Beside()
        )

    @property
    def calibration(self) -> TableCalibration:
        """Where the table is now."""
        return self.camera.current
