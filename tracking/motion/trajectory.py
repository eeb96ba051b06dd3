"""A ball's motion over one shot as pieces of exact physics."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from tracking.arrays import FloatArray


class MotionKind(StrEnum):
    """How a ball moves between two events."""

    REST = "rest"
    ROLL = "roll"
    SLIDE = "slide"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class Piece:
    """Motion from `t_from` to `t_to`: `p + v d + a d^2 / 2` with d = t - t_from.

    Attributes:
        kind: Rest, roll, slide, or hidden where nothing was seen.
        t_from: Start, seconds.
        t_to: End, seconds.
        position: At `t_from`, metres, shape (2,).
        velocity: At `t_from`, m/s, shape (2,).
        acceleration: Constant, m/s^2, shape (2,).
        sigma: Standard deviation of the position inside the piece, metres.
    """

    kind: MotionKind
    t_from: float
    t_to: float
    position: FloatArray
    velocity: FloatArray
    acceleration: FloatArray
    sigma: float

    def position_at(self, t: float) -> FloatArray:
        """Return the centre at `t`, metres, also beyond the ends, shape (2,)."""
        d = t - self.t_from
        place = self.position + self.velocity * d + self.acceleration * (d * d / 2)
        return np.asarray(place)

    def velocity_at(self, t: float) -> FloatArray:
        """Return the velocity at `t`, m/s, shape (2,)."""
        return np.asarray(self.velocity + self.acceleration * (t - self.t_from))


@dataclass(frozen=True, slots=True)
class FittedPath:
    """One ball's fitted motion: pieces in order of time, without overlap.

    Attributes:
        key: Which ball.
        pieces: In order of time.
    """

    key: int
    pieces: tuple[Piece, ...]

    @property
    def t_from(self) -> float:
        """When the fit starts, seconds."""
        return self.pieces[0].t_from if self.pieces else float("nan")

    @property
    def t_to(self) -> float:
        """When the fit ends, seconds."""
        return self.pieces[-1].t_to if self.pieces else float("nan")

    def piece_at(self, t: float) -> Piece | None:
        """Return the piece that holds `t`, or None outside the fit."""
        for piece in self.pieces:
            if piece.t_from <= t <= piece.t_to:
                return piece
        return None

    def states(self, t: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return where the ball is at the times `t`.

        Args:
            t: Seconds, shape (n,).

        Returns:
            Positions in metres (n, 2), velocities in m/s (n, 2) and standard
            deviations of the position in metres (n,); NaN outside the fit.
        """
        xy = np.full((len(t), 2), np.nan)
        velocity = np.full((len(t), 2), np.nan)
        sigma = np.full(len(t), np.nan)
        for piece in self.pieces:
            here = (t >= piece.t_from) & (t <= piece.t_to)
            d = (t[here] - piece.t_from)[:, None]
            xy[here] = piece.position + piece.velocity * d
            xy[here] += piece.acceleration * (d * d / 2)
            velocity[here] = piece.velocity + piece.acceleration * d
            sigma[here] = piece.sigma
        return xy, velocity, sigma
