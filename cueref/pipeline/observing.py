"""From a frame to observations in the table frame.

A picture in which nothing has changed since the last look is not searched again; once
something changes, the picture before it is looked at too, so that the last moment at
rest is known to one frame.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_calibration import TableCalibration
from tracking.observations import Observations
from vision.appearance import APPEARANCES, AppearanceClassifier
from vision.centres import refine_centres
from vision.detections import Detections
from vision.detector import BallDetector
from vision.frames import Frame

FloatArray = NDArray[np.float64]
GreyArray = NDArray[np.uint8]

_RADIUS_RANGE: Final = (0.72, 1.35)
"""Radii that may be a ball, over the radius expected there."""

_STREAK_SIGMA: Final = 0.08
"""Doubt about the middle of a streak along it, over its length."""

_FLOOR: Final = 0.0003
"""Least standard deviation of a centre: errors of the map, metres."""

_GREY_WIDTH: Final = 480
"""Width of the small grey picture in which changes are looked for, pixels."""

_CHANGE: Final = 7.0
"""Grey levels by which a place of that picture must change to be looked at."""

_LOOK_EVERY: Final = 0.35
"""The table is looked at this often although nothing changes, seconds."""


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
        self._detector = detector
        self._classifier = classifier
        self.use(calibration)

    def use(self, calibration: TableCalibration) -> None:
        """Take another map, as after the camera moved, and look afresh."""
        self._calibration = calibration
        self._region = calibration.region_px()
        self._radii = _radius_range(calibration)
        self._before: tuple[Frame, GreyArray] | None = None
        self._looked: tuple[float, GreyArray] | None = None
        self._held: Seen | None = None

    def follow(self, calibration: TableCalibration) -> None:
        """Take the map of the next frame of a camera that moves."""
        self._calibration = calibration
        region = calibration.region_px()
        if _shape(region) != _shape(self._region):
            self._before = self._looked = None
        self._region = region

    def observe(self, frame: Frame) -> Iterator[Seen]:
        """Yield what is known of the frames up to this one, each frame once."""
        grey = self._grey(frame.image_bgr)
        before, self._before = self._before, (frame, grey)
        change = np.nan if before is None else float(cv2.absdiff(grey, before[1]).mean())
        held, self._held = self._held, None
        changed = self._is_changed(grey)
        if held is not None and before is not None:
            looked = self._look(before[0]) if changed else None
            yield replace(held, observations=looked)
        if not changed and not self._is_due(frame.t):
            self._held = Seen(frame.index, frame.t, change, None)
            return
        self._looked = (frame.t, grey)
        yield Seen(frame.index, frame.t, change, self._look(frame))

    def finish(self) -> Iterator[Seen]:
        """Yield the frame that is still held back, looked at."""
        if self._held is not None and self._before is not None:
            yield replace(self._held, observations=self._look(self._before[0]))
        self._held = None

    def _is_due(self, t: float) -> bool:
        return self._looked is None or t - self._looked[0] >= _LOOK_EVERY

    def _is_changed(self, grey: GreyArray) -> bool:
        if self._looked is None:
            return True
        difference = cv2.blur(cv2.absdiff(grey, self._looked[1]), (3, 3))
        return float(difference.max()) >= _CHANGE

    def _grey(self, image_bgr: NDArray[np.uint8]) -> GreyArray:
        u0, v0, u1, v1 = self._region
        grey = cv2.cvtColor(image_bgr[v0:v1, u0:u1], cv2.COLOR_BGR2GRAY)
        scale = _GREY_WIDTH / max(grey.shape)
        if scale < 1:
            grey = cv2.resize(
                grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA
            )
        return np.asarray(grey, np.uint8)

    def _look(self, frame: Frame) -> Observations:
        detections = self.balls(frame.image_bgr)
        if not len(detections[0]):
            return Observations.empty(frame.index, frame.t, len(APPEARANCES))
        found, sigma_px = detections
        xy = self._calibration.xy_from_uv(found.uv)
        radius = self._calibration.radius_px(xy)
        looks = self._classifier.log_probability(frame.image_bgr, found.uv, radius)
        jacobian = self._calibration.jacobian(xy)
        streak = np.einsum("nij,nj->ni", jacobian, found.streak_px)
        return Observations(
            frame.index,
            frame.t,
            xy,
            _covariance(jacobian, sigma_px, streak),
            found.score,
            looks,
            streak,
        )

    def balls(self, image_bgr: NDArray[np.uint8]) -> tuple[Detections, FloatArray]:
        """Return the balls of a picture, measured, and their deviations, pixels."""
        found = self._detector.detect(
            image_bgr, self._region, expected_radius_px=self._radii
        )
        if not len(found):
            return found, np.zeros(0)
        expected = self._calibration.radius_px(self._calibration.xy_from_uv(found.uv))
        return refine_centres(image_bgr, found, expected)


def _shape(region: tuple[int, int, int, int]) -> tuple[int, int]:
    return region[2] - region[0], region[3] - region[1]


def _radius_range(calibration: TableCalibration) -> tuple[float, float]:
    half_l, half_w = calibration.table.length / 2, calibration.table.width / 2
    ends = [(x, y) for x in (-half_l, 0, half_l) for y in (-half_w, 0, half_w)]
    radii = calibration.radius_px(np.array(ends))
    return _RADIUS_RANGE[0] * float(radii.min()), _RADIUS_RANGE[1] * float(radii.max())


def _covariance(
    jacobian: FloatArray, sigma_px: FloatArray, streak: FloatArray
) -> FloatArray:
    """Return the covariance of centres, square metres, shape (n, 2, 2).

    Args:
        jacobian: d(xy)/d(uv), metres a pixel, shape (n, 2, 2).
        sigma_px: Of each coordinate of the centre in the picture, shape (n,).
        streak: Between the ends of the motion blur, metres, shape (n, 2).
    """
    covariance = np.einsum("nij,nkj->nik", jacobian, jacobian)
    covariance *= (sigma_px**2)[:, None, None]
    covariance += _FLOOR**2 * np.eye(2)
    covariance += _STREAK_SIGMA**2 * np.einsum("ni,nj->nij", streak, streak)
    return np.asarray(covariance)
