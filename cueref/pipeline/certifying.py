"""What the camera gives, measured from a source: rate, exposure, light, noise.

A stretch of neighbouring pictures is read. Where nothing moves the still balls tell
the noise; where something moves, the length of a ball's streak over its way from one
picture to the next is the share of the time that the shutter is open.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.certificate import Setup
from calibration.table_calibration import TableCalibration, corners_xy
from vision.centre_network import CentreNetwork
from vision.detections import Detections
from vision.detector import BallDetector
from vision.frames import Frame

FloatArray = NDArray[np.float64]
Image = NDArray[np.uint8]

_SECONDS: Final = 3.0
_MOST_FRAMES: Final = 190
_SMALL: Final = 320
_RUN: Final = 7
_MOVING: Final = 0.35
"""Mean change of the small grey picture, levels, from which something moves."""

_SAME: Final = 0.1
_LEAST_STREAK_PX: Final = 5.0
_ASTRAY: Final = 0.35
_STILL_PX: Final = 2.0
_LOOKS: Final = 5
_MEDIAN: Final = 0.69
"""Median over mean of the mean of two squared normal numbers."""

_BURNT: Final = 250
_LIMITS: Final = (0.8, 1.25)


@dataclass(frozen=True, slots=True, eq=False)
class Stretch:
    """What is kept of the first seconds of a source.

    Attributes:
        t: Times of all pictures, seconds, (n,).
        change: Of each picture from the one before, grey levels, (n,); first 0.
        lively: The neighbouring pictures that change most.
    """

    t: FloatArray
    change: FloatArray
    lively: tuple[Frame, ...] = ()


def read_stretch(frames: Iterable[Frame]) -> Stretch:
    """Read the first seconds of a source; few pictures are kept."""
    t: list[float] = []
    change: list[float] = []
    run: deque[Frame] = deque(maxlen=_RUN)
    lively: tuple[float, tuple[Frame, ...]] = (-np.inf, ())
    before: NDArray[np.uint8] | None = None
    for frame in islice(frames, _MOST_FRAMES):
        if frame.t > _SECONDS:
            break
        small = _small(frame.luma)
        moved = 0.0 if before is None else float(cv2.absdiff(small, before).mean())
        t.append(frame.t)
        change.append(moved)
        run.append(frame)
        before = small
        if len(run) == _RUN:
            total = float(sum(change[-_RUN + 1 :]))
            if total > lively[0]:
                lively = (total, tuple(run))
    return Stretch(np.array(t), np.array(change), lively[1])


def measure(
    stretch: Stretch,
    images: Sequence[Image],
    calibration: TableCalibration,
    view_bgr: Image,
    map_error_mm: float,
    detector: BallDetector,
    centres: CentreNetwork,
) -> Setup:
    """Return what the camera gives.

    Args:
        stretch: Neighbouring pictures; none for a single picture.
        images: Pictures of the view, far apart in time.
        calibration: Of the view.
        view_bgr: The picture that was calibrated.
        map_error_mm: Expected error of the map.
        detector: Finds balls.
        centres: Measures their centres.
    """
    light, burnt = _light(view_bgr, calibration)
    balls = _Balls(calibration, detector, centres)
    return Setup(
        map_error_mm=map_error_mm,
        confidence=calibration.confidence,
        fps=frame_rate(stretch),
        exposure_s=_exposure(stretch, balls),
        cloth_light=light,
        burnt=burnt,
        mm_per_px=coarsest(calibration),
        noise_mm=_noise(images, balls),
    )


def coarsest(calibration: TableCalibration) -> float:
    """Return millimetres a pixel at the corner where a pixel is largest."""
    jacobian = calibration.jacobian(corners_xy(calibration.table))
    return float(1000 * np.linalg.norm(jacobian, 2, axis=(1, 2)).max())


def frame_rate(stretch: Stretch) -> float | None:
    """Return different pictures a second; repeated ones count once."""
    if len(stretch.t) < _RUN or stretch.t[-1] <= stretch.t[0]:
        return None
    rate = (len(stretch.t) - 1) / float(stretch.t[-1] - stretch.t[0])
    lively = stretch.change > _MOVING
    around = np.convolve(lively, np.ones(7), mode="same") >= 2
    if around.sum() < 3 * _RUN:
        return rate
    return rate * float((stretch.change[around] > _SAME).mean())


class _Balls:
    """Finds the balls of a picture."""

    def __init__(
        self,
        calibration: TableCalibration,
        detector: BallDetector,
        centres: CentreNetwork,
    ) -> None:
        self._calibration = calibration
        self._detector = detector
        self._centres = centres
        half = np.array([calibration.table.length, calibration.table.width]) / 2
        self._half = half
        ends = np.array([[x, y] for x in (-1, 0, 1) for y in (-1, 0, 1)]) * half
        radii = calibration.radius_px(ends)
        self._radii = (
            _LIMITS[0] * float(radii.min()),
            _LIMITS[1] * float(radii.max()),
        )

    def find(self, image_bgr: Image) -> Detections:
        found = self._detector.detect(
            image_bgr, self._calibration.region_px(), expected_radius_px=self._radii
        )
        if not len(found):
            return found
        xy = np.abs(self._calibration.xy_from_uv(found.uv))
        found = found[np.asarray((xy < self._half).all(axis=1))]
        if not len(found):
            return found
        expected = self._calibration.radius_px(self._calibration.xy_from_uv(found.uv))
        return self._centres.refine(image_bgr, found, expected)[0]

    def metres(self, uv: FloatArray) -> FloatArray:
        return self._calibration.xy_from_uv(uv)


def _noise(images: Sequence[Image], balls: _Balls) -> float | None:
    """Return the deviation of still balls' centres, millimetres a coordinate.

    Pictures far apart in time are compared: neighbours of a compressed recording are
    often copies of one another.
    """
    step = max(1, len(images) // _LOOKS)
    seen = [balls.find(image) for image in images[::step]]
    seen = [found[np.linalg.norm(found.streak_px, axis=1) == 0] for found in seen]
    seen = [found for found in seen if len(found)]
    spread = []
    for first, second in pairwise(seen):
        for uv in first.uv:
            other = _nearest(second.uv, uv)
            if np.linalg.norm(other - uv) < _STILL_PX:
                moved = np.diff(balls.metres(np.stack((uv, other))), axis=0)
                spread.append(float((moved**2).mean()) / 2)
    return float(1000 * np.sqrt(np.median(spread) / _MEDIAN)) if spread else None


def _exposure(stretch: Stretch, balls: _Balls) -> float | None:
    """Return the time that the shutter is open, seconds."""
    if not stretch.lively or stretch.change.max() < _MOVING:
        return None
    seen = [(frame.t, balls.find(frame.image_bgr)) for frame in stretch.lively]
    opened = [
        share
        for (t0, first), (t1, second) in pairwise(seen)
        for share in _open_times(first, second, t1 - t0)
    ]
    return float(np.median(opened)) if len(opened) >= 2 else None


def _open_times(first: Detections, second: Detections, seconds: float) -> list[float]:
    """Return the exposure that each streak seen in two pictures tells."""
    found = []
    for uv, streak in zip(first.uv, first.streak_px, strict=True):
        length = float(np.linalg.norm(streak))
        if length < _LEAST_STREAK_PX or not len(second):
            continue
        way = second.uv - uv
        far = np.linalg.norm(way, axis=1)
        askew = np.abs(way[:, 0] * streak[1] - way[:, 1] * streak[0]) / length
        alike = np.abs(np.linalg.norm(second.streak_px, axis=1) / length - 1)
        fits = (far > 0.7 * length) & (askew < _ASTRAY * far) & (alike < _ASTRAY)
        if fits.any():
            found.append(seconds * min(length / float(far[fits].min()), 1.0))
    return found


def _nearest(points: FloatArray, uv: FloatArray) -> FloatArray:
    return np.asarray(points[np.linalg.norm(points - uv, axis=1).argmin()])


def _small(luma: NDArray[np.uint8]) -> NDArray[np.uint8]:
    height = max(1, round(luma.shape[0] * _SMALL / luma.shape[1]))
    small = cv2.resize(luma, (_SMALL, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _light(view_bgr: Image, calibration: TableCalibration) -> tuple[float, float]:
    """Return the lightness of the cloth (L*) and the share of burnt pixels."""
    half = np.array([calibration.table.length, calibration.table.width]) / 2
    grid = np.stack(
        np.meshgrid(np.linspace(-0.97, 0.97, 96), np.linspace(-0.97, 0.97, 48)), axis=-1
    )
    uv = calibration.cloth_uv_from_xy(grid.reshape(-1, 2) * half).astype(np.float32)
    picked = cv2.remap(view_bgr, uv[:, 0], uv[:, 1], cv2.INTER_LINEAR)
    lab = cv2.cvtColor(picked.reshape(1, -1, 3), cv2.COLOR_BGR2LAB)[0]
    burnt = float((picked.reshape(-1, 3).min(axis=1) >= _BURNT).mean())
    return float(np.median(lab[:, 0])) / 2.55, burnt
