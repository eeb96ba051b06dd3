"""The path of one ball as exact pieces: quadratic places, linear turning.

On cloth a ball slides with constant friction, rolls with constant slowing or rests,
and in the air or in a pocket it falls: in every piece the acceleration of the centre
and of the angular velocity is constant. So a path needs no samples.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.synthesis.errors import InvalidMotionError

Floats = NDArray[np.float64]


class MotionState(IntEnum):
    """What a ball does during a piece."""

    REST = 0
    SPIN = 1
    SLIDE = 2
    ROLL = 3
    AIR = 4
    FALL = 5
    HELD = 6
    GONE = 7


PLAYED_STATES = (
    MotionState.REST,
    MotionState.SPIN,
    MotionState.SLIDE,
    MotionState.ROLL,
    MotionState.AIR,
)
"""States in which a ball is on the playing surface (or hops above it)."""

TRANSLATING_STATES = (MotionState.SLIDE, MotionState.ROLL, MotionState.AIR)
"""States in which a ball moves by itself across the playing surface."""


@dataclass(frozen=True, slots=True)
class Trajectory:
    """One ball's path: piece i holds from `t[i]` until `t[i + 1]`.

    With d = time since the start of the piece: place p + v d + a d^2 / 2, angular
    velocity w + b d. Before the first piece the ball lies where that piece starts;
    the last piece lasts for ever.

    Attributes:
        t: Start of each piece, seconds, shape `(n,)`, not decreasing.
        p: Place at the start of each piece, metres, table frame, `(n, 3)`.
        v: Velocity there, m/s, `(n, 3)`.
        a: Acceleration, m/s^2, `(n, 3)`.
        w: Angular velocity at the start, rad/s, `(n, 3)`.
        b: Angular acceleration, rad/s^2, `(n, 3)`.
        state: `MotionState` of each piece, `(n,)`.

    Raises:
        InvalidMotionError: Shapes differ, values are not finite, or times go back.
    """

    t: Floats
    p: Floats
    v: Floats
    a: Floats
    w: Floats
    b: Floats
    state: NDArray[np.int8]

    def __post_init__(self) -> None:
        """Check the arrays once and make them read-only."""
        count = len(self.t)
        if count == 0:
            raise InvalidMotionError("a trajectory needs at least one piece, got none")
        for name in ("t", "p", "v", "a", "w", "b"):
            array = np.array(getattr(self, name), dtype=np.float64)
            expected = (count,) if name == "t" else (count, 3)
            if array.shape != expected or not np.isfinite(array).all():
                raise InvalidMotionError(
                    f"{name} must be finite with shape {expected}, got {array.shape}"
                )
            _freeze(self, name, array)
        state = np.array(self.state, dtype=np.int8)
        if state.shape != (count,) or np.any(np.diff(self.t) < 0):
            raise InvalidMotionError("states must match times, and times must not fall")
        _freeze(self, "state", state)

    @classmethod
    def at_rest(
        cls,
        place: tuple[float, float, float],
        state: MotionState = MotionState.REST,
        t: float = 0.0,
    ) -> Self:
        """Return the path of a ball that never moves."""
        zero = np.zeros((1, 3))
        return cls(
            np.array([t]),
            np.array([place], dtype=np.float64),
            zero,
            zero,
            zero,
            zero,
            np.array([int(state)], dtype=np.int8),
        )

    def __len__(self) -> int:
        """Return the number of pieces."""
        return len(self.t)

    def piece_at(self, t: Floats) -> NDArray[np.intp]:
        """Return the index of the piece that holds at each time, `(m,)`."""
        return np.maximum(np.searchsorted(self.t, t, side="right") - 1, 0)

    def _since(self, t: Floats) -> tuple[NDArray[np.intp], Floats]:
        index = self.piece_at(t)
        return index, np.maximum(t - self.t[index], 0.0)[:, None]

    def position(self, t: Floats) -> Floats:
        """Return the ball's centre at each time, metres, `(m, 3)`."""
        index, d = self._since(t)
        place: Floats = self.p[index] + d * (self.v[index] + d * self.a[index] / 2)
        return place

    def velocity(self, t: Floats) -> Floats:
        """Return the velocity at each time, m/s, `(m, 3)`; zero before the start."""
        index, d = self._since(t)
        moving = (t >= self.t[0])[:, None]
        velocity: Floats = np.where(moving, self.v[index] + d * self.a[index], 0.0)
        return velocity

    def angular_velocity(self, t: Floats) -> Floats:
        """Return the angular velocity at each time, rad/s, `(m, 3)`."""
        index, d = self._since(t)
        turning = (t >= self.t[0])[:, None]
        turn: Floats = np.where(turning, self.w[index] + d * self.b[index], 0.0)
        return turn

    def state_at(self, t: Floats) -> NDArray[np.int8]:
        """Return the `MotionState` at each time, `(m,)`."""
        states: NDArray[np.int8] = self.state[self.piece_at(t)]
        return states

    def shifted(self, dt: float) -> "Trajectory":
        """Return the same path `dt` seconds later."""
        return Trajectory(
            self.t + dt, self.p, self.v, self.a, self.w, self.b, self.state
        )

    def until(self, t_end: float) -> "Trajectory":
        """Return the pieces that start before a time."""
        keep = self.t < t_end
        keep[0] = True
        return Trajectory(
            self.t[keep],
            self.p[keep],
            self.v[keep],
            self.a[keep],
            self.w[keep],
            self.b[keep],
            self.state[keep],
        )

    def followed_by(self, later: "Trajectory") -> "Trajectory":
        """Return this path, replaced by another one from where that one starts."""
        first = self.until(float(later.t[0]))
        return Trajectory(
            np.concatenate([first.t, later.t]),
            np.concatenate([first.p, later.p]),
            np.concatenate([first.v, later.v]),
            np.concatenate([first.a, later.a]),
            np.concatenate([first.w, later.w]),
            np.concatenate([first.b, later.b]),
            np.concatenate([first.state, later.state]),
        )


def _freeze(owner: Trajectory, name: str, array: NDArray[np.generic]) -> None:
    array.flags.writeable = False
    object.__setattr__(owner, name, array)
