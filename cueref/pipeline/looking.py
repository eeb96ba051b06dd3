"""Measuring the balls of a picture: all, those of some places, or known ones."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.table_calibration import TableCalibration
from cueref.pipeline.sightings import Sightings
from vision.appearance import AppearanceClassifier, Company
from vision.centre_network import CentreNetwork
from vision.changes import Box, inside
from vision.detections import Detections, merged
from vision.detector import RADIUS_PX, STRIDE_PX, BallDetector

FloatArray = NDArray[np.float64]
Image = NDArray[np.uint8]
Region = tuple[int, int, int, int]

_RADIUS_RANGE: Final = (0.72, 1.35)
"""Radii that may be a ball, over the radius expected there."""

_STREAK_SIGMA: Final = 0.08
"""Doubt about the middle of a streak along it, over its length."""

_FLOOR: Final = 0.0003
"""Least standard deviation of a centre: errors of the map, metres."""

_CONTEXT: Final = 3.5
"""What the network sees around a place, ball radii."""

_MOST_OF_IT: Final = 0.5
"""Places that are so large a part of the region are not worth being cut out."""

_HELD: Final = 0.3
"""A known ball is not farther from where it was than so much of its radius."""

_UNSURE: Final = 0.1
"""Its rim was not found if the deviation of its centre is so large, radii."""


class Looker:
    """Measures balls with the network, the fit of their rims and their looks."""

    def __init__(
        self,
        calibration: TableCalibration,
        detector: BallDetector,
        classifier: AppearanceClassifier,
    ) -> None:
        """Look at the table where a calibration says it is."""
        self._detector = detector
        self._classifier = classifier
        self._centres = CentreNetwork()
        self._company = Company()
        self.use(calibration)

    def use(self, calibration: TableCalibration) -> None:
        """Take another map."""
        self._calibration = calibration
        self.region = calibration.region_px()
        self._radii = _radius_range(calibration)

    @property
    def radius_px(self) -> float:
        """Radius of a ball, about the middle of those in the picture."""
        return float(np.sqrt(self._radii[0] * self._radii[1]))

    def everywhere(self, image_bgr: Image) -> Detections:
        """Search the whole region."""
        return self._detector.detect(
            image_bgr, self.region, expected_radius_px=self._radii
        )

    def within(self, image_bgr: Image, boxes: Sequence[Box]) -> Detections | None:
        """Search some places that lie apart from each other.

        Returns:
            The balls with their centre in one of the boxes; None where the boxes are so
            large that the whole region should be searched.
        """
        crops = [self._crop(box) for box in boxes]
        if sum(_area(crop) for crop in crops) > _MOST_OF_IT * _area(self.region):
            return None
        parts = []
        for box, crop in zip(boxes, crops, strict=True):
            found = self._detector.detect(
                image_bgr, crop, expected_radius_px=self._radii
            )
            parts.append(found[inside(found.uv, box)])
        return merged(parts)

    def measured(
        self, image_bgr: Image, found: Detections, known: Sightings
    ) -> tuple[Sightings, NDArray[np.bool_]]:
        """Measure balls that the network found, and known ones once more.

        Args:
            image_bgr: The picture.
            found: By the network in this picture.
            known: Balls to be measured without it, from the starts in `known.found`.

        Returns:
            The balls, first the found ones, then the known ones, and for each whether
            its rim is where it was looked for.
        """
        start = merged([found, known.found])
        if not len(start):
            return Sightings.empty(), np.zeros(0, dtype=bool)
        expected = self._calibration.radius_px(self._calibration.xy_from_uv(start.uv))
        balls, sigma_px = self._centres.refine(image_bgr, start, expected)
        n = len(found)
        looks = known.looks
        if n:
            seen = self._classifier.log_probability(
                image_bgr, balls.uv[:n], expected[:n], self._company
            )
            looks = np.concatenate([seen, looks])
        away = np.hypot(*(balls.uv - start.uv).T)
        held = (away < _HELD * expected) & (sigma_px < _UNSURE * expected)
        held[:n] = True
        motion = np.concatenate([np.full((n, 2), np.nan), known.motion_px])
        followed = np.concatenate([np.zeros(n, np.int64), known.followed + 1])
        return self._placed(start, balls, sigma_px, looks, motion, followed), held

    def _placed(
        self,
        found: Detections,
        balls: Detections,
        sigma_px: FloatArray,
        looks: FloatArray,
        motion_px: FloatArray,
        followed: NDArray[np.int64],
    ) -> Sightings:
        xy = self._calibration.xy_from_uv(balls.uv)
        jacobian = self._calibration.jacobian(xy)
        streak = np.einsum("nij,nj->ni", jacobian, balls.streak_px)
        covariance = _covariance(jacobian, sigma_px, streak)
        return Sightings(
            found, balls, xy, covariance, looks, streak, motion_px, followed
        )

    def _crop(self, box: Box) -> Region:
        """Return what the network is shown for a box: full strides, in the region."""
        stride = STRIDE_PX * self.radius_px / RADIUS_PX
        sides: list[tuple[int, int]] = []
        for low, high, first, last in zip(
            box[:2], box[2:], self.region[:2], self.region[2:], strict=True
        ):
            size = high - low + 2 * _CONTEXT * self.radius_px
            size = min(np.ceil(size / stride) * stride, last - first)
            start = min(max((low + high - size) / 2, first), last - size)
            sides.append((int(start), int(np.ceil(start + size))))
        (u0, u1), (v0, v1) = sides
        return (u0, v0, min(u1, self.region[2]), min(v1, self.region[3]))


def _area(region: Region) -> int:
    return (region[2] - region[0]) * (region[3] - region[1])


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
