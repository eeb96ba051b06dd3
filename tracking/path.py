"""One ball's observations over one shot: the input of event extraction."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracking.errors import InvalidPathError

_LONGEST_KEY: Final = 9998


@dataclass(frozen=True, slots=True)
class BallPath:
    """Where one ball was seen over one shot.

    Only pictures that showed the ball count: gaps are allowed, times may be uneven,
    repeated pictures are left out. The window of a shot runs from about a second
    before the strike until all balls have rested for a while.

    Attributes:
        key: Which ball, 0..9998; unique within one shot.
        t: Times of the pictures, seconds, strictly increasing, shape (m,).
        frame: Indices of the pictures, strictly increasing, shape (m,).
        xy: Centres in the table frame, metres, shape (m, 2).
        covariance: Of the centres, square metres, shape (m, 2, 2).

    Raises:
        InvalidPathError: The columns contradict each other.
    """

    key: int
    t: NDArray[np.float64]
    frame: NDArray[np.int64]
    xy: NDArray[np.float64]
    covariance: NDArray[np.float64]

    def __post_init__(self) -> None:
        """Check the columns and make them read-only."""
        if not 0 <= self.key <= _LONGEST_KEY:
            raise InvalidPathError(f"key {self.key} is not in 0..{_LONGEST_KEY}")
        m = len(self.t)
        columns = {
            "t": np.array(self.t, dtype=np.float64).reshape(-1),
            "frame": np.array(self.frame, dtype=np.int64).reshape(-1),
            "xy": np.array(self.xy, dtype=np.float64).reshape(-1, 2),
            "covariance": np.array(self.covariance, dtype=np.float64).reshape(-1, 2, 2),
        }
        for name, column in columns.items():
            if len(column) != m:
                raise InvalidPathError(
                    f"ball {self.key}: {name} has {len(column)} rows, t has {m}"
                )
            if not np.isfinite(column).all():
                raise InvalidPathError(f"ball {self.key}: {name} is not finite")
            column.setflags(write=False)
            object.__setattr__(self, name, column)
        if np.any(np.diff(self.t) <= 0) or np.any(np.diff(self.frame) <= 0):
            raise InvalidPathError(
                f"ball {self.key}: times and frames must increase strictly"
            )
        variances = np.diagonal(self.covariance, axis1=1, axis2=2)
        if m and (np.any(variances <= 0) or np.any(_determinant(self.covariance) <= 0)):
            raise InvalidPathError(
                f"ball {self.key}: every covariance must be positive definite"
            )

    def __len__(self) -> int:
        """Count the pictures that showed the ball."""
        return len(self.t)

    def between(self, t_from: float, t_to: float) -> "BallPath":
        """Return the part with `t_from <= t <= t_to`, seconds."""
        keep = (self.t >= t_from) & (self.t <= t_to)
        return BallPath(
            self.key,
            self.t[keep],
            self.frame[keep],
            self.xy[keep],
            self.covariance[keep],
        )


def _determinant(covariance: NDArray[np.float64]) -> NDArray[np.float64]:
    a, b = covariance[:, 0, 0], covariance[:, 0, 1]
    c, d = covariance[:, 1, 0], covariance[:, 1, 1]
    return np.asarray(a * d - b * c)


def picture_times(paths: Iterable[BallPath]) -> NDArray[np.float64]:
    """Return every time at which at least one ball was seen, ascending, seconds."""
    times = [path.t for path in paths if len(path)]
    return np.unique(np.concatenate(times)) if times else np.empty(0)
