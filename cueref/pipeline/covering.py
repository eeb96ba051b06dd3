"""What covers the table, by places on the table: from the picture through the map.

It is worked out on a thread of its own, beside the search for balls in the next
pictures; whoever asks for it waits until it is there.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from adjudicator.events import Intruder
from adjudicator.table import TableGeometry
from calibration.table_calibration import TableCalibration, corners_xy
from vision.detections import Detections
from vision.frames import Frame
from vision.occluders import OccluderWatch
from vision.occlusion import OccluderKind, Occlusion
from vision.table_view import TableView

FloatArray = NDArray[np.float64]

_POINTS_A_SIDE: Final = 12
_MOVED_PX: Final = 1.0
"""A map that moved by less is the same view, pixels."""

_INTRUDERS: Final = {
    OccluderKind.ARM: Intruder.HAND,
    OccluderKind.OBJECT: Intruder.OBJECT,
}
_SUREST, _LEAST_SURE = 0.98, 0.6
_LARGE: Final = 10.0
"""A region of so many balls is surely something."""

_SURE_CUE: Final = 0.6
_STEADY_FOR: Final = 0.5
"""After the camera moved nothing is known for so long, seconds."""


@dataclass(frozen=True, slots=True, eq=False)
class CueOnTable:
    """The cue over the table, as if it lay at the height of the balls' centres.

    Attributes:
        tip: Metres, shape (2,).
        butt: Where it comes in over the table or from a hand, metres, shape (2,).
        sigma: Standard deviation of the tip along and across the cue, metres.
        at_ball: Whether the tip is so near to a ball that the ball bounds it.
        confidence: In [0, 1].
    """

    tip: FloatArray
    butt: FloatArray
    sigma: tuple[float, float]
    at_ball: bool
    confidence: float

    @property
    def direction(self) -> FloatArray:
        """Unit vector in which the cue points, table frame, shape (2,)."""
        way = self.tip - self.butt
        return np.asarray(way / max(float(np.hypot(*way)), 1e-9))


@dataclass(frozen=True, slots=True, eq=False)
class TableOcclusion:
    """What covers the table in one picture.

    Attributes:
        picture: The same in the picture.
        calibration: Map of that picture.
    """

    picture: Occlusion
    calibration: TableCalibration

    @property
    def known(self) -> bool:
        """Whether the picture can tell."""
        return self.picture.known

    def covers(self, xy: ArrayLike) -> NDArray[np.bool_]:
        """Tell at which places a ball would be hidden, none where nothing is known.

        Args:
            xy: Centres of balls on the cloth, metres, shape (n, 2).
        """
        places = np.asarray(xy, dtype=np.float64).reshape(-1, 2)
        if self.picture.is_clear or not len(places):
            return np.zeros(len(places), np.bool_)
        uv = self.calibration.uv_from_xy(places)
        return self.picture.covers(uv, self.calibration.radius_px(places))

    def intruders(self) -> dict[Intruder, float]:
        """Return who is over the table, with how sure that is."""
        found: dict[Intruder, float] = {}
        for region in self.picture.occluders:
            intruder = _INTRUDERS.get(region.kind)
            if intruder is not None:
                sure = min(_SUREST, _LEAST_SURE + region.balls / _LARGE)
                found[intruder] = max(found.get(intruder, 0.0), sure)
        cue = self.picture.cue
        if cue is not None and cue.confidence >= _SURE_CUE:
            found[Intruder.CUE] = cue.confidence * _SUREST
        return found

    @property
    def cue(self) -> CueOnTable | None:
        """The cue over the table, if one is seen."""
        seen = self.picture.cue
        if seen is None:
            return None
        ends = self.calibration.xy_from_uv(np.array([seen.tip_uv, seen.butt_uv]))
        metre = np.sqrt(abs(np.linalg.det(self.calibration.jacobian(ends[:1])[0])))
        along, across = (float(value * metre) for value in seen.sigma_px)
        return CueOnTable(
            ends[0], ends[1], (along, across), seen.at_ball, seen.confidence
        )


class LateOcclusion:
    """What covers the table in one picture, as soon as that is worked out.

    It travels to another process as what it became.
    """

    def __init__(self, coming: "Future[TableOcclusion]") -> None:
        """Take what will be known."""
        self._coming = coming

    def __reduce__(
        self,
    ) -> "tuple[Callable[[TableOcclusion], LateOcclusion], tuple[TableOcclusion]]":
        """Travel as what is known, once it is."""
        return _known_already, (self.now(),)

    def now(self) -> TableOcclusion:
        """Wait for it, and return it."""
        return self._coming.result()

    @property
    def is_clear(self) -> bool:
        """Whether nothing covers the table, as far as is known."""
        found = self.now()
        return found.known and found.picture.is_clear

    @property
    def known(self) -> bool:
        """Whether the picture can tell."""
        return self.now().known

    def covers(self, xy: ArrayLike) -> NDArray[np.bool_]:
        """Tell at which places a ball would be hidden, see `TableOcclusion`."""
        return self.now().covers(xy)

    def intruders(self) -> dict[Intruder, float]:
        """Return who is over the table, with how sure that is."""
        return self.now().intruders()

    @property
    def cue(self) -> CueOnTable | None:
        """The cue over the table, if one is seen."""
        return self.now().cue


def _known_already(found: TableOcclusion) -> LateOcclusion:
    coming: Future[TableOcclusion] = Future()
    coming.set_result(found)
    return LateOcclusion(coming)


class CoverWatch:
    """Tells what covers the table in the pictures of one recording."""

    def __init__(self, calibration: TableCalibration) -> None:
        """Start before the first picture."""
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="cover")
        self._last: Future[TableOcclusion] | None = None
        self.use(calibration)

    def use(self, calibration: TableCalibration) -> None:
        """Take another view and learn its empty table afresh."""
        self._finish()
        self._watch = OccluderWatch(table_view(calibration))
        self._calibration = self._learned = calibration
        self._has_moved = False
        self._moved_at = -np.inf

    def follow(self, calibration: TableCalibration) -> None:
        """Take the map of the next picture of a camera that may move."""
        self._finish()
        self._calibration = calibration
        away = calibration.corners_uv - self._learned.corners_uv
        if float(np.abs(away).max()) > _MOVED_PX:
            self.use(calibration)
            self._has_moved = True

    def look_beside(self, frame: Frame, balls: Detections) -> LateOcclusion:
        """Begin to look at a picture; for the arguments see `look`."""
        self._last = self._worker.submit(self.look, frame, balls)
        return LateOcclusion(self._last)

    def _finish(self) -> None:
        """Wait until nothing is being looked at."""
        if self._last is not None:
            self._last.exception()

    def look(self, frame: Frame, balls: Detections) -> TableOcclusion:
        """Return what covers the table in a picture.

        Args:
            frame: The picture; pictures come in order.
            balls: That were found in it.
        """
        t = frame.t
        if self._has_moved:
            self._has_moved, self._moved_at = False, t
        if t - self._moved_at < _STEADY_FOR:
            return TableOcclusion(Occlusion.unknown(), self._calibration)
        small = frame.small_bgr(self._watch.region_px, self._watch.size)
        found = self._watch.update_small(small, t, balls)
        return TableOcclusion(found, self._calibration)


def table_view(calibration: TableCalibration) -> TableView:
    """Return where the table is, as far as occluders need it."""
    ring = _outline(calibration.table)
    pockets = calibration.table.pockets
    centers = np.array([[*pocket.center] for pocket in pockets])
    middle = np.zeros((1, 2))
    metre_px = 1 / np.sqrt(abs(np.linalg.det(calibration.jacobian(middle)[0])))
    return TableView(
        _halved_twice(calibration.region_px()),
        (calibration.cloth_uv_from_xy(ring), calibration.uv_from_xy(ring)),
        calibration.cloth_uv_from_xy(centers),
        np.array([pocket.radius for pocket in pockets]) * metre_px,
        float(calibration.radius_px(middle)[0]),
        float(metre_px),
    )


def _halved_twice(region: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Return nearly the same region; it can be halved twice, which is quick."""
    u0, v0, u1, v1 = region
    u0, v0 = u0 - u0 % 2, v0 - v0 % 2
    return u0, v0, u1 - (u1 - u0) % 4, v1 - (v1 - v0) % 4


def _outline(table: TableGeometry) -> FloatArray:
    """Return points along the nose lines, metres, shape (m, 2)."""
    corners = corners_xy(table)
    share = np.linspace(0, 1, _POINTS_A_SIDE, endpoint=False)[:, None]
    sides = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    return np.concatenate([start + share * (end - start) for start, end in sides])
