"""Balls seen in one picture, as columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.errors import InvalidDetectionsError

Floats = NDArray[np.float64]
BALL_LABEL = 0

T = TypeVar("T", bound="Detections")

_WIDTHS = {"uv": 2, "radius_px": None, "score": None, "label": None, "streak_px": 2}


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """The balls found in one picture; row i of every column is ball i.

    Attributes:
        uv: (n, 2) centres, pixels; (0, 0) is the centre of the top-left pixel.
        radius_px: (n,) image radii, pixels, positive.
        score: (n,) confidence of the detector, 0 to 1.
        label: (n,) int64 class of the detector; ``BALL_LABEL`` for a ball.
        streak_px: (n, 2) vector between the two ends of the motion blur of the centre,
            pixels, its sign without meaning; (0, 0) for a sharp ball.

    Raises:
        InvalidDetectionsError: Columns of different lengths, not finite, or with values
            out of range.
    """

    uv: Floats
    radius_px: Floats
    score: Floats
    label: NDArray[np.int64]
    streak_px: Floats

    def __post_init__(self) -> None:
        """Checks the columns once and makes them read-only copies."""
        count = len(self.uv)
        for name, width in _WIDTHS.items():
            kind = np.int64 if name == "label" else np.float64
            column = np.array(getattr(self, name), dtype=kind)
            expected = (count,) if width is None else (count, width)
            if column.shape != expected or not np.isfinite(column).all():
                raise InvalidDetectionsError(
                    f"{name}: expected finite values of shape {expected}, got "
                    f"{column.shape}; give every column one row a ball"
                )
            column.flags.writeable = False
            object.__setattr__(self, name, column)
        radius, score = self.radius_px, self.score
        if (radius <= 0).any() or (score < 0).any() or (score > 1).any():
            raise InvalidDetectionsError(
                "expected positive radii and scores from 0 to 1, got radii from "
                f"{self.radius_px.min()} and scores {self.score.min()} to "
                f"{self.score.max()}"
            )

    def __len__(self) -> int:
        """Returns the number of balls."""
        return len(self.uv)

    def __getitem__(self, rows: Any) -> Self:
        """Returns the chosen rows.

        Args:
            rows: Boolean mask, slice or integer indices of axis 0.
        """
        chosen = np.atleast_1d(np.arange(len(self))[rows])
        return _unchecked(
            type(self), {name: getattr(self, name)[chosen] for name in _WIDTHS}
        )

    @classmethod
    def empty(cls) -> Self:
        """Returns no balls."""
        return cls(
            np.zeros((0, 2)),
            np.zeros(0),
            np.zeros(0),
            np.zeros(0, np.int64),
            np.zeros((0, 2)),
        )


def merged(parts: Sequence[Detections]) -> Detections:
    """Returns the rows of all parts, one after the other."""
    if not parts:
        return Detections.empty()
    if len(parts) == 1:
        return parts[0]
    columns = {
        name: np.concatenate([getattr(part, name) for part in parts])
        for name in _WIDTHS
    }
    return _unchecked(Detections, columns)


def _unchecked(kind: type[T], columns: dict[str, NDArray[Any]]) -> T:
    """Returns detections of columns that come from checked ones: rows stay rows."""
    made = object.__new__(kind)
    for name, column in columns.items():
        column.flags.writeable = False
        object.__setattr__(made, name, column)
    return made
