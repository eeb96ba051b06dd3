"""What one frame shows, in the table frame: the input of tracking."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tracking.errors import InvalidObservationsError

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Observations:
    """Balls seen in one frame.

    Attributes:
        frame: Index of the frame.
        t: Time of the frame, seconds.
        xy: Centres in the table frame, metres, shape (n, 2).
        covariance: Of the centres, square metres, shape (n, 2, 2).
        score: Detector confidence in [0, 1], shape (n,).
        label_log: Log-likelihood of what is seen under each name, shape (n, k); k is
            0 where nothing looked at the colours.
        streak: Vector between the two ends of the motion blur of the centre, metres,
            of either sign, zero for a sharp ball, shape (n, 2).

    Raises:
        InvalidObservationsError: The columns contradict each other.
    """

    frame: int
    t: float
    xy: FloatArray
    covariance: FloatArray
    score: FloatArray
    label_log: FloatArray
    streak: FloatArray

    def __post_init__(self) -> None:
        """Check the columns and make them read-only."""
        n = len(self.xy)
        shapes: dict[str, tuple[int, ...]] = {
            "xy": (n, 2),
            "covariance": (n, 2, 2),
            "score": (n,),
            "streak": (n, 2),
        }
        for name, shape in shapes.items():
            column = np.array(getattr(self, name), dtype=np.float64)
            self._keep(name, column.reshape(shape) if column.size == 0 else column)
            if getattr(self, name).shape != shape:
                raise InvalidObservationsError(
                    f"frame {self.frame}: {name} has shape {column.shape}, "
                    f"expected {shape}"
                )
        labels = np.array(self.label_log, dtype=np.float64)
        if labels.ndim != 2 or len(labels) != n:
            raise InvalidObservationsError(
                f"frame {self.frame}: label_log has shape {labels.shape}, "
                f"expected ({n}, k)"
            )
        self._keep("label_log", labels)
        if not (np.isfinite(self.xy).all() and np.isfinite(self.covariance).all()):
            raise InvalidObservationsError(
                f"frame {self.frame}: a centre or its covariance is not finite"
            )

    def _keep(self, name: str, column: FloatArray) -> None:
        column.setflags(write=False)
        object.__setattr__(self, name, column)

    def __len__(self) -> int:
        """Count the balls seen."""
        return len(self.xy)

    def __getitem__(self, rows: NDArray[np.bool_] | NDArray[np.int64]) -> Self:
        """Return the chosen rows, by mask or by indices."""
        return type(self)(
            self.frame,
            self.t,
            self.xy[rows],
            self.covariance[rows],
            self.score[rows],
            self.label_log[rows],
            self.streak[rows],
        )

    @classmethod
    def empty(cls, frame: int, t: float, names: int = 0) -> Self:
        """Return a frame that shows no ball."""
        return cls(
            frame,
            t,
            np.empty((0, 2)),
            np.empty((0, 2, 2)),
            np.empty(0),
            np.empty((0, names)),
            np.empty((0, 2)),
        )

    def at(self, t: float) -> Self:
        """Return the same observations at another time, seconds."""
        if t == self.t:
            return self
        return type(self)(
            self.frame,
            t,
            self.xy,
            self.covariance,
            self.score,
            self.label_log,
            self.streak,
        )
