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
from cueref.pipeline.covering import CoverWatch, LateOcclusion
from cueref.pipeline.following import followable, with_motion
from cueref.pipeline.looking import Looker
from cueref.pipeline.sightings import Sightings
from cueref.pipeline.strangers import only_balls
from tracking.observations import Observations
from vision.appearance import AppearanceClassifier
from vision.changes import (
    Box,
    ChangeGate,
    WatchedRegion,
    cuts,
    inside,
    inside_any,
    joined,
)
from vision.detections import Detections
from vision.detector import BallDetector
from vision.frames import Frame, Picture

GreyArray = NDArray[np.uint8]

_LOOK_EVERY: Final = 0.35
"""Balls are measured this often although nothing changes, seconds."""

_SEARCH_EVERY: Final = 1.0
"""The whole table is searched this often while something changes, seconds."""

_SEARCH_STILL: Final = 2.0
"""The same while nothing changes."""

_SURPRISE: Final = 0.1
"""A missed ball is looked for everywhere, not more often than this, seconds."""

_COVER_EVERY: Final = 0.1
"""While nothing is over the table it is looked for this often, seconds."""

_COVERED_EVERY: Final = 0.03
"""While something is, seconds."""

_COVER_STILL: Final = 0.25
"""Both while nothing but balls changes the picture, seconds."""

_TOLD_EVERY: Final = 0.06
"""While a hand, a cue or a thing is told of, seconds: what one picture alone tells of
does not last long enough to count."""

_STAYS_HOT: Final = 0.4
"""A ball is measured for so long after the picture changed there, seconds."""

_CALM_AFTER: Final = 1.5
"""Nothing changed and no ball moved for so long: pictures may be passed over,
seconds; more than the time after which a stretch is over."""

_MARGIN: Final = 0.02
"""Beyond the pockets' holes changes count so far, metres."""


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
        occlusion: What covers the table; None where nothing changed.
    """

    frame: int
    t: float
    change: float
    observations: Observations | None
    view: int | None = 0
    is_steady: bool = True
    occlusion: LateOcclusion | None = None


class Observer:
    """Looks at the frames of one recording, one by one, in order.

    Attributes:
        strange_at: Time of the last frame in which something else than balls changed,
            seconds.
    """

    def __init__(
        self,
        calibration: TableCalibration,
        detector: BallDetector,
        classifier: AppearanceClassifier,
    ) -> None:
        """Start before the first frame."""
        self._looker = Looker(calibration, detector, classifier)
        self._cover = CoverWatch(calibration)
        self.use(calibration)

    def use(self, calibration: TableCalibration) -> None:
        """Take another map, as after the camera moved, and look afresh."""
        self._looker.use(calibration)
        self._cover.use(calibration)
        self._gate = ChangeGate(self._watched(calibration))
        self._known = Sightings.empty()
        self._hot: list[tuple[Box, float]] = []
        self._before: tuple[Frame, GreyArray] | None = None
        self._held: Seen | None = None
        self._looked_at = self._searched_at = self._surprised_at = -np.inf
        self._measured_at = self._covered_at = -np.inf
        self._covered_by: LateOcclusion | None = None
        self._is_strange = True
        self.strange_at = -np.inf
        self._calm_from: float | None = None
        self._at = -np.inf

    def follow(self, calibration: TableCalibration) -> None:
        """Take the map of the next frame of a camera that moves."""
        before = self._looker.region
        self._looker.use(calibration)
        self._cover.follow(calibration)
        self._covered_by = None
        self._gate.moved_to(self._watched(calibration))
        if _shape(before) != _shape(self._looker.region):
            self._gate = ChangeGate(self._watched(calibration))
            self._before = None

    def observe(self, frame: Frame) -> Iterator[Seen]:
        """Yield what is known of the frames up to this one, each frame once."""
        grey = self._gate.small(frame.luma)
        before, self._before = self._before, (frame, grey)
        change = np.nan if before is None else _difference(grey, before[1])
        held, self._held = self._held, None
        changed = self._gate.changed(grey)
        self._note_calm(changed, frame.t)
        if held is not None and before is not None:
            yield self._with_more(held, before, changed)
        if self._is_settled(changed, frame.t) and not self._is_due(frame.t):
            self._held = Seen(frame.index, frame.t, change, None)
            return
        found = self._look(frame, grey, changed)
        yield Seen(frame.index, frame.t, change, found, occlusion=self._covered(frame))

    @property
    def is_calm(self) -> bool:
        """Whether nothing has changed and no ball moved for a while."""
        calm_from = self._calm_from
        return calm_from is not None and self._at - calm_from >= _CALM_AFTER

    def shows_the_same(self, picture: Picture) -> bool:
        """Whether nothing in a picture differs from what was measured last."""
        return self._gate.changed(self._gate.small(picture.luma())) == []

    def pass_over(self, frame: Frame) -> Iterator[Seen]:
        """Yield a frame that shows nothing new, after the one that is held back."""
        if self._held is not None:
            yield self._held
            self._held = None
        self._at = frame.t
        yield Seen(frame.index, frame.t, np.nan, None)

    def _note_calm(self, changed: list[Box] | None, t: float) -> None:
        self._at = t
        if not self._is_settled(changed, t):
            self._calm_from = None
        elif self._calm_from is None:
            self._calm_from = t

    def finish(self) -> Iterator[Seen]:
        """Yield the frame that is still held back, looked at."""
        if self._held is not None and self._before is not None:
            yield self._with_more(self._held, self._before, None)
        self._held = None

    def _watched(self, calibration: TableCalibration) -> WatchedRegion:
        table = calibration.table
        ends = np.array([(p.center.x, p.center.y) for p in table.pockets])
        beyond = max(p.radius for p in table.pockets) + _MARGIN
        half_l, half_w = np.abs(ends).max(axis=0) + beyond
        corners = [(-half_l, half_w), (half_l, half_w), (half_l, -half_w)]
        outline = calibration.uv_from_xy([*corners, (-half_l, -half_w)])
        return WatchedRegion(self._looker.region, outline, self._looker.radius_px)

    def _is_due(self, t: float) -> bool:
        return t - self._looked_at >= _LOOK_EVERY

    def _is_settled(self, changed: list[Box] | None, t: float) -> bool:
        """Whether nothing changed and no ball moved shortly before."""
        return changed == [] and not any(until > t for _, until in self._hot)

    def _with_more(
        self, held: Seen, before: tuple[Frame, GreyArray], changed: list[Box] | None
    ) -> Seen:
        """Return the held frame, measured where the picture changes after it."""
        frame, _ = before
        if changed == []:
            return held
        known = self._known.balls
        if changed is None:
            self._search(frame)
        else:
            self._measure(frame, changed)
        self._note_strange(frame.t, changed, known)
        found = self._known.observed(frame.index, frame.t)
        return replace(held, observations=found, occlusion=self._covered(frame))

    def _covered(self, frame: Frame) -> LateOcclusion:
        """Return what covers the table; where nothing does, it is asked less often."""
        last, waited = self._covered_by, frame.t - self._covered_at
        if last is not None and not self._is_cover_due(last, waited):
            return last
        balls = self._known.balls
        last = self._cover.look_beside(frame, balls)
        self._covered_by, self._covered_at = last, frame.t
        self._is_strange = False
        return last

    def _is_cover_due(self, last: LateOcclusion, waited: float) -> bool:
        if waited < _COVERED_EVERY:
            return False
        if waited >= (_COVER_EVERY if self._is_strange else _COVER_STILL):
            return True
        if self._is_strange and not last.is_clear:
            return True
        return waited >= _TOLD_EVERY and bool(last.intruders())

    def _note_strange(
        self, t: float, changed: list[Box] | None, before: Detections
    ) -> None:
        """Remember that something else than balls changed the picture."""
        if not only_balls(changed, before, self._known.balls):
            self._is_strange = True
            self.strange_at = t

    def _look(
        self, frame: Frame, grey: GreyArray, changed: list[Box] | None
    ) -> Observations:
        self._looked_at = frame.t
        known = self._known.balls
        calm = self._is_settled(changed, frame.t)
        wait = _SEARCH_STILL if calm else _SEARCH_EVERY
        if changed is None or frame.t - self._searched_at >= wait:
            self._search(frame)
            self._gate.measured(grey)
        elif calm:
            self._again(frame, np.ones(len(self._known), dtype=bool))
        else:
            hot = [box for box, until in self._hot if until > frame.t]
            places = self._measure(frame, [*(changed or []), *hot])
            self._gate.measured(grey, [p for p in places if cuts(p, changed or [])])
        self._note_strange(frame.t, changed, known)
        self._note_hot(changed or [], frame.t)
        return self._known.observed(frame.index, frame.t)

    def _search(self, frame: Frame) -> None:
        """Search the whole table."""
        found = self._looker.everywhere(frame.image_bgr)
        seen, _ = self._looker.measured(frame.image_bgr, found, Sightings.empty())
        self._known = with_motion(seen, self._known, frame.t - self._measured_at)
        self._searched_at = self._measured_at = frame.t

    def _again(self, frame: Frame, rows: NDArray[np.bool_]) -> None:
        """Measure known balls that lie still once more, from where they were found."""
        known = self._known[rows]
        seen, held = self._looker.measured(frame.image_bgr, Detections.empty(), known)
        fresh = known[~held].with_more([seen[held]])
        self._known = self._known[~rows].with_more([fresh])
        self._measured_at = frame.t

    def _measure(self, frame: Frame, places: Sequence[Box]) -> list[Box]:
        """Measure some places; return them, joined and with the balls they cut."""
        dt = frame.t - self._measured_at
        boxes = joined(places, self._known.boxes())
        within = inside_any(self._known.balls.uv, boxes)
        rows = followable(self._known, boxes, dt)
        searched = [b for b in boxes if not inside(self._known.balls.uv[rows], b).any()]
        found = self._looker.within(frame.image_bgr, searched)
        sought = within & ~rows
        if found is None or self._is_surprise(len(found) < sought.sum(), frame.t):
            self._search(frame)
            return boxes
        turn = self._next_turn(~within)
        again = self._known[rows].moved_on(dt).with_more([self._known[turn]])
        seen, held = self._looker.measured(frame.image_bgr, found, again)
        if not held[len(found) : len(found) + rows.sum()].all():
            return self._measure_without_following(frame, places)
        seen = with_motion(seen, self._known, dt)
        kept = ~within & ~(turn & held[-1:].any())
        self._known = self._known[kept].with_more([seen[held]])
        self._measured_at = frame.t
        return boxes

    def _measure_without_following(
        self, frame: Frame, places: Sequence[Box]
    ) -> list[Box]:
        """Let the network search again where a ball was not where it was expected."""
        self._known = self._known.forgotten()
        return self._measure(frame, places)

    def _is_surprise(self, missed: bool, t: float) -> bool:  # noqa: FBT001
        if not missed or t - self._surprised_at < _SURPRISE:
            return False
        self._surprised_at = t
        return True

    def _next_turn(self, free: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Choose the free ball that was not measured for longest; it will be last."""
        turn = np.zeros(len(self._known), dtype=bool)
        turn[np.flatnonzero(free & ~self._known.balls.streak_px.any(axis=1))[:1]] = True
        return turn

    def _note_hot(self, changed: Sequence[Box], t: float) -> None:
        """Remember the balls at places that changed for a while."""
        kept = [
            (box, until)
            for box, until in self._hot
            if until > t and not cuts(box, changed)
        ]
        moved = [box for box in self._known.boxes() if cuts(box, changed)]
        self._hot = [*kept, *((box, t + _STAYS_HOT) for box in moved)]


def _difference(grey: GreyArray, before: GreyArray) -> float:
    return cv2.norm(grey, before, cv2.NORM_L1) / grey.size


def _shape(region: tuple[int, int, int, int]) -> tuple[int, int]:
    return region[2] - region[0], region[3] - region[1]
