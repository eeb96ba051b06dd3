"""What the pipeline hands to the writers: one shot with its ball tracks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from adjudicator.balls import Ball
from adjudicator.shot import Shot

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class TrackRows:
    """Where one ball is, frame by frame, over one shot.

    Attributes:
        frame: Index of the picture, shape (m,), int64.
        t: Its time, seconds, shape (m,).
        xy: Centre in the table frame, metres, shape (m, 2).
        velocity: m/s, shape (m, 2).
        sigma_xy: Standard deviation of a coordinate of `xy`, metres, shape (m,).
        seen: Whether the picture shows the ball there, shape (m,), bool.

    Raises:
        ValueError: The columns have different lengths.
    """

    frame: NDArray[np.int64]
    t: FloatArray
    xy: FloatArray
    velocity: FloatArray
    sigma_xy: FloatArray
    seen: NDArray[np.bool_]

    def __post_init__(self) -> None:
        """Check the shapes."""
        m = len(self.t)
        shapes = {
            "frame": (m,),
            "xy": (m, 2),
            "velocity": (m, 2),
            "sigma_xy": (m,),
            "seen": (m,),
        }
        for name, expected in shapes.items():
            shape = getattr(self, name).shape
            if shape != expected:
                raise ValueError(f"{name} must have shape {expected}, got {shape}")

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.t)


def track_rows(
    frame: Iterable[int],
    t: Iterable[float],
    xy: FloatArray,
    *,
    velocity: FloatArray | None = None,
    sigma_xy: FloatArray | None = None,
    seen: NDArray[np.bool_] | None = None,
) -> TrackRows:
    """Return rows of one ball; what is not given is at rest, exact and seen."""
    times = np.asarray(list(t), dtype=np.float64)
    m = len(times)
    return TrackRows(
        np.asarray(list(frame), dtype=np.int64),
        times,
        np.asarray(xy, dtype=np.float64).reshape(m, 2),
        np.zeros((m, 2)) if velocity is None else velocity,
        np.zeros(m) if sigma_xy is None else sigma_xy,
        np.ones(m, dtype=np.bool_) if seen is None else seen,
    )


@dataclass(frozen=True, slots=True, eq=False)
class ShotRecord:
    """One shot as the pipeline saw it.

    Attributes:
        shot: Layouts and events.
        tracks: Motion of each ball over the shot, by its name in the shot.
    """

    shot: Shot
    tracks: Mapping[Ball, TrackRows] = field(default_factory=dict)
