"""Measuring the balls of a picture: all, those of some places, or known ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from calibration.table_calibration import TableCalibration
from tracking.observations import Observations
from vision.appearance import APPEARANCES, AppearanceClassifier
from vision.centre_network import CentreNetwork
from vision.changes import Box, disc_box, inside
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


@dataclass(frozen=True, slots=True, eq=False)
class Sightings:
    """Balls of one picture, measured: row i of every column is ball i.

    Attributes:
        found: As the network found them: where a measurement starts.
        balls: As measured in the picture.
        xy: Centres in the table frame, metres, (n, 2).
        covariance: Of the centres, square metres, (n, 2, 2).
        looks: Log-probabilities over `APPEARANCES`, (n, k).
        streak: Between the ends of the motion blur, metres, (n, 2).
    """

    found: Detections
    balls: Detections
    xy: FloatArray
    covariance: FloatArray
    looks: FloatArray
    streak: FloatArray

    def __len__(self) -> int:
        """Return the number of balls."""
        return len(self.xy)

    def __getitem__(self, rows: NDArray[np.bool_] | NDArray[np.int64]) -> Self:
        """Return the chosen rows."""
        return type(self)(
            self.found[rows],
            self.balls[rows],
            self.xy[rows],
            self.covariance[rows],
            self.looks[rows],
            self.streak[rows],
        )

    @classmethod
    def empty(cls) -> Self:
        """Return no balls."""
        none = np.zeros((0, 2))
        looks = np.zeros((0, len(APPEARANCES)))
        balls = Detections.empty()
        return cls(balls, balls, none, np.zeros((0, 2, 2)), looks, none)

    def with_more(self, others: Sequence[Self]) -> Self:
        """Return these rows and those of others after them."""
        parts = [part for part in (self, *others) if len(part)]
        if not parts:
            return self
        if len(parts) == 1:
            return parts[0]
        return type(self)(
            merged([part.found for part in parts]),
            merged([part.balls for part in parts]),
            np.concatenate([part.xy for part in parts]),
            np.concatenate([part.covariance for part in parts]),
            np.concatenate([part.looks for part in parts]),
            np.concatenate([part.streak for part in parts]),
        )

    def boxes(self) -> list[Box]:
        """Return the box around each ball, pixels."""
        pairs = zip(self.balls.uv, self.balls.radius_px, strict=True)
        return [disc_box(uv, float(radius)) for uv, radius in pairs]

    def observed(self, frame: int, t: float) -> Observations:
        """Return them as observations of a frame."""
        return Observations(
            frame,
            t,
            self.xy,
            self.covariance,
            self.balls.score,
            self.looks,
            self.streak,
        )


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

    def everywhere(self, image_bgr: Image) -> Sightings:
        """Search the whole region."""
        found = self._detector.detect(
            image_bgr, self.region, expected_radius_px=self._radii
        )
        return self._measured(image_bgr, found)

    def within(self, image_bgr: Image, boxes: Sequence[Box]) -> Sightings | None:
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
        return self._measured(image_bgr, merged(parts))

    def again(self, image_bgr: Image, known: Sightings) -> Sightings:
        """Measure the centres of known balls that lie still once more.

        Each measurement starts from where the network saw the ball: one that started
        from the last one would walk to a neighbour's rim. A ball whose rim is not found
        where it was keeps what was known.
        """
        expected = self._calibration.radius_px(known.xy)
        balls, sigma_px = self._centres.refine(image_bgr, known.found, expected)
        away = np.hypot(*(balls.uv - known.balls.uv).T)
        held = (away < _HELD * expected) & (sigma_px < _HELD * expected / 3)
        if not held.any():
            return known
        fresh = self._placed(
            known.found[held], balls[held], sigma_px[held], known.looks[held]
        )
        return known[~held].with_more([fresh])

    def _measured(self, image_bgr: Image, found: Detections) -> Sightings:
        if not len(found):
            return Sightings.empty()
        expected = self._calibration.radius_px(self._calibration.xy_from_uv(found.uv))
        balls, sigma_px = self._centres.refine(image_bgr, found, expected)
        looks = self._classifier.log_probability(image_bgr, balls.uv, expected)
        return self._placed(found, balls, sigma_px, looks)

    def _placed(
        self,
        found: Detections,
        balls: Detections,
        sigma_px: FloatArray,
        looks: FloatArray,
    ) -> Sightings:
        xy = self._calibration.xy_from_uv(balls.uv)
        jacobian = self._calibration.jacobian(xy)
        streak = np.einsum("nij,nj->ni", jacobian, balls.streak_px)
        covariance = _covariance(jacobian, sigma_px, streak)
        return Sightings(found, balls, xy, covariance, looks, streak)

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
