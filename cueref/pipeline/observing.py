"""From a frame to observations in the table frame.

Only what changes is measured. Places that changed since they were measured are
searched by the network, with the balls that lie in them; a ball that moved is measured
for a while longer, so that it is followed until it really lies. The others keep what
is known of them, and one of them after the other is measured anew. The whole table is
searched now and then, and at once when a ball is missed. Once something changes, the
picture before it is measured there too, so that the last moment at rest is known to
one frame.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_calibration import TableCalibration
from cueref.pipeline.looking import Looker, Sightings
from tracking.observations import Observations
from vision.appearance import AppearanceClassifier
from vision.changes import Box, ChangeGate, WatchedRegion, inside, joined, overlap
from vision.detector import BallDetector
from vision.frames import Frame

GreyArray = NDArray[np.uint8]

_LOOK_EVERY: Final = 0.35
"""Balls are measured this often although nothing changes, seconds."""

_SEARCH_EVERY: Final = 0.5
"""The whole table is searched this often while something changes, seconds."""

_SEARCH_STILL: Final = 2.0
"""The same while nothing changes."""

_SURPRISE: Final = 0.1
"""A missed ball is looked for everywhere, not more often than this, seconds."""

_STAYS_HOT: Final = 0.4
"""A ball is measured for so long after the picture changed there, seconds."""

_MARGIN: Final = 0.08
"""Beyond the noses changes count so far, metres: pockets and the rails' rubber."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """One frame as the pipeline keeps it.

    Attributes:
        frame: Index.
        t: Presentation time, seconds.
        change: Mean change of the table's region since the frame before, grey levels;
            NaN where the frame before shows another part of the picture.
        observations: What was found; None where nothing changed.
        view: Number of the camera's view; None while the table is out of view.
        is_steady: Whether the camera stands still, as far as known.
    """

    frame: int
    t: float
    change: float
    observations: Observations | None
    view: int | None = 0
    is_steady: bool = True


class Observer:
    """Looks at the frames of one recording, one by one, in order."""

    def __init__(
        self,
        calibration: TableCalibration,
        detector: BallDetector,
        classifier: AppearanceClassifier,
    ) -> None:
        """Start before the first frame."""
        self._looker = Looker(calibration, detector, classifier)
        self.use(calibration)

    def use(self, calibration: TableCalibration) -> None:
        """Take another map, as after the camera moved, and look afresh."""
        self._looker.use(calibration)
        self._gate = ChangeGate(self._watched(calibration))
        self._known = Sightings.empty()
        self._hot: list[tuple[Box, float]] = []
        self._before: tuple[Frame, GreyArray] | None = None
        self._held: Seen | None = None
        self._looked_at = self._searched_at = self._surprised_at = -np.inf

    def follow(self, calibration: TableCalibration) -> None:
        """Take the map of the next frame of a camera that moves."""
        before = self._looker.region
        self._looker.use(calibration)
        self._gate.moved_to(self._watched(calibration))
        if _shape(before) != _shape(self._looker.region):
            self._gate = ChangeGate(self._watched(calibration))
            self._before = None

    def observe(self, frame: Frame) -> Iterator[Seen]:
        """Yield what is known of the frames up to this one, each frame once."""
        grey = self._gate.small(frame.image_bgr)
        before, self._before = self._before, (frame, grey)
        change = 0.0 if before is None else float(cv2.absdiff(grey, before[1]).mean())
        held, self._held = self._held, None
        changed = self._gate.changed(grey)
        if held is not None and before is not None:
            yield replace(held, observations=self._looked_before(before, changed))
        if self._is_settled(changed, frame.t) and not self._is_due(frame.t):
            self._held = Seen(frame.index, frame.t, change, None)
            return
        yield Seen(frame.index, frame.t, change, self._look(frame, grey, changed))

    def finish(self) -> Iterator[Seen]:
        """Yield the frame that is still held back, looked at."""
        if self._held is not None and self._before is not None:
            found = self._looked_before(self._before, None)
            yield replace(self._held, observations=found)
        self._held = None

    def _watched(self, calibration: TableCalibration) -> WatchedRegion:
        half_l = calibration.table.length / 2 + _MARGIN
        half_w = calibration.table.width / 2 + _MARGIN
        corners = [(-half_l, half_w), (half_l, half_w), (half_l, -half_w)]
        outline = calibration.uv_from_xy([*corners, (-half_l, -half_w)])
        return WatchedRegion(self._looker.region, outline, self._looker.radius_px)

    def _is_due(self, t: float) -> bool:
        return t - self._looked_at >= _LOOK_EVERY

    def _is_settled(self, changed: list[Box] | None, t: float) -> bool:
        """Whether nothing changed and no ball moved shortly before."""
        return changed == [] and not any(until > t for _, until in self._hot)

    def _looked_before(
        self, before: tuple[Frame, GreyArray], changed: list[Box] | None
    ) -> Observations | None:
        """Measure the picture before a change where the change is."""
        frame, _ = before
        if changed == []:
            return None
        if changed is None:
            self._known = self._looker.everywhere(frame.image_bgr)
        else:
            self._measure(frame, changed)
        return self._known.observed(frame.index, frame.t)

    def _look(
        self, frame: Frame, grey: GreyArray, changed: list[Box] | None
    ) -> Observations:
        self._looked_at = frame.t
        calm = self._is_settled(changed, frame.t)
        wait = _SEARCH_STILL if calm else _SEARCH_EVERY
        if changed is None or frame.t - self._searched_at >= wait:
            self._search(frame)
            self._gate.measured(grey)
        elif calm:
            self._known = self._looker.again(frame.image_bgr, self._known)
        else:
            self._known = self._next_again(frame)
            hot = [box for box, until in self._hot if until > frame.t]
            places = self._measure(frame, [*changed, *hot])
            self._gate.measured(grey, [p for p in places if _cuts(p, changed)])
        self._note_hot(changed or [], frame.t)
        return self._known.observed(frame.index, frame.t)

    def _search(self, frame: Frame) -> None:
        self._known = self._looker.everywhere(frame.image_bgr)
        self._searched_at = frame.t

    def _measure(self, frame: Frame, places: Sequence[Box]) -> list[Box]:
        """Search some places; return them, joined and with the balls they cut."""
        boxes = joined(places, self._known.boxes())
        within = _within_any(self._known, boxes)
        found = self._looker.within(frame.image_bgr, boxes)
        missed = found is not None and len(found) < within.sum()
        if missed and frame.t - self._surprised_at >= _SURPRISE:
            self._surprised_at = frame.t
            found = None
        if found is None:
            self._search(frame)
        else:
            self._known = self._known[~within].with_more([found])
        return boxes

    def _next_again(self, frame: Frame) -> Sightings:
        """Measure the ball anew that was not measured for longest; it goes last."""
        sharp = np.flatnonzero(~self._known.balls.streak_px.any(axis=1))
        if not len(sharp):
            return self._known
        first = np.arange(len(self._known)) == sharp[0]
        fresh = self._looker.again(frame.image_bgr, self._known[first])
        return self._known[~first].with_more([fresh])

    def _note_hot(self, changed: Sequence[Box], t: float) -> None:
        """Remember the balls at places that changed for a while."""
        kept = [
            (box, until)
            for box, until in self._hot
            if until > t and not _cuts(box, changed)
        ]
        moved = [box for box in self._known.boxes() if _cuts(box, changed)]
        self._hot = [*kept, *((box, t + _STAYS_HOT) for box in moved)]


def _cuts(box: Box, others: Sequence[Box]) -> bool:
    return any(overlap(box, other) for other in others)


def _within_any(known: Sightings, boxes: Sequence[Box]) -> NDArray[np.bool_]:
    within = np.zeros(len(known), dtype=bool)
    for box in boxes:
        within |= inside(known.balls.uv, box)
    return within


def _shape(region: tuple[int, int, int, int]) -> tuple[int, int]:
    return region[2] - region[0], region[3] - region[1]
