"""The balls of one picture as they were measured, in columns."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tracking.observations import Observations
from vision.appearance import APPEARANCES
from vision.changes import Box, disc_box
from vision.detections import Detections, merged

FloatArray = NDArray[np.float64]


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
        motion_px: Of the centre in the picture, pixels a second, (n, 2); not a number
            where it is not known.
        followed: How often the ball was measured since the network saw it, (n,).
    """

    found: Detections
    balls: Detections
    xy: FloatArray
    covariance: FloatArray
    looks: FloatArray
    streak: FloatArray
    motion_px: FloatArray
    followed: NDArray[np.int64]

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
            self.motion_px[rows],
            self.followed[rows],
        )

    @classmethod
    def empty(cls) -> Self:
        """Return no balls."""
        none = np.zeros((0, 2))
        balls = Detections.empty()
        looks = np.zeros((0, len(APPEARANCES)))
        counts = np.zeros(0, np.int64)
        return cls(balls, balls, none, np.zeros((0, 2, 2)), looks, none, none, counts)

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
            np.concatenate([part.motion_px for part in parts]),
            np.concatenate([part.followed for part in parts]),
        )

    def moved_on(self, dt: float) -> Self:
        """Return the balls with their starts where they should be after a time.

        Args:
            dt: Seconds; balls without a known motion stay.
        """
        motion = np.nan_to_num(self.motion_px)
        balls = replace(self.balls, uv=self.balls.uv + motion * dt)
        return replace(self, found=balls)

    def moving(self, motion_px: FloatArray) -> Self:
        """Return the balls with another motion, pixels a second, (n, 2)."""
        return replace(self, motion_px=motion_px)

    def forgotten(self) -> Self:
        """Return the balls without what is known of their motion."""
        return replace(self, motion_px=np.full((len(self), 2), np.nan))

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
