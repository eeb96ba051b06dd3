"""A knot seen on the shot's common time lattice: jump, place and their doubts."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from tracking.arrays import FloatArray, quadratic_form
from tracking.motion.knots import Knot
from tracking.motion.samples import Samples

_REACH: Final = 2.5
_VELOCITY_SLACK: Final = 0.02
_FLOOR: Final = 1e-10


@dataclass(frozen=True, slots=True)
class Moment:
    """One knot at every lattice time that it may have happened at.

    Attributes:
        knot: The change of motion.
        first: Lattice index of the first time.
        t: Lattice times, seconds, shape (g,).
        jump: Right minus left: position and velocity, shape (g, 4).
        jump_covariance: Shape (g, 4, 4).
        place: Position from both sides together, metres, shape (g, 2).
        place_covariance: Shape (g, 2, 2).
        before: Velocity on the left, m/s, shape (g, 2).
        before_covariance: Shape (g, 2, 2).
        wrong_side: Cost of samples on the wrong side of each time, shape (g,).
        nothing: Least cost of "nothing happened", chi square.
        nothing_at: Position of that minimum among the lattice times.
    """

    knot: Knot
    first: int
    t: FloatArray
    jump: FloatArray
    jump_covariance: FloatArray
    place: FloatArray
    place_covariance: FloatArray
    before: FloatArray
    before_covariance: FloatArray
    wrong_side: FloatArray
    nothing: float
    nothing_at: int

    def part(self, first: int, count: int) -> slice:
        """Return the slice of lattice indices `first` to `first + count`."""
        return slice(first - self.first, first - self.first + count)


def see(knot: Knot, samples: Samples, step: float, frame_interval: float) -> Moment:
    """Evaluate a knot on the lattice of times that are multiples of `step`."""
    reach = _REACH * frame_interval
    low, high = knot.t_low - reach, knot.t_high + reach
    first, last = int(np.ceil(low / step)), int(np.floor(high / step))
    t = np.arange(first, last + 1) * step
    mean_left, cov_left = knot.left.states(t)
    mean_right, cov_right = knot.right.states(t)
    jump, covariance = mean_right - mean_left, cov_left + cov_right
    covariance = covariance + np.diag([_FLOOR, _FLOOR, 1e-6, 1e-6])
    place, place_covariance = _fuse(mean_left, cov_left, jump, covariance)
    wrong = _wrong_side(samples, knot, t)
    slack = np.diag([0.0, 0.0, _VELOCITY_SLACK**2, _VELOCITY_SLACK**2])
    nothing = quadratic_form(jump, covariance + slack) + wrong
    at = int(np.argmin(nothing))
    return Moment(
        knot,
        first,
        t,
        jump,
        covariance,
        place,
        place_covariance,
        mean_left[:, 2:],
        cov_left[:, 2:, 2:],
        wrong,
        float(nothing[at]),
        at,
    )


def _fuse(
    left: FloatArray, cov_left: FloatArray, jump: FloatArray, total: FloatArray
) -> tuple[FloatArray, FloatArray]:
    own = cov_left[:, :2, :2]
    gain = np.linalg.solve(total[:, :2, :2], own).transpose(0, 2, 1)
    place = left[:, :2] + np.einsum("gij,gj->gi", gain, jump[:, :2])
    covariance = own - np.einsum("gij,gjk->gik", gain, own)
    return place, (covariance + covariance.transpose(0, 2, 1)) / 2


def _wrong_side(samples: Samples, knot: Knot, t: FloatArray) -> FloatArray:
    """Half the square of the number of samples that `t` puts on the wrong side."""
    later = np.searchsorted(samples.t, t, side="left")
    count = np.abs(later - knot.index).astype(np.float64)
    return np.asarray(0.5 * count * count)


def common_times(moments: tuple[Moment, ...]) -> tuple[int, int]:
    """Return first lattice index and number of the times that all knots share."""
    first = max(moment.first for moment in moments)
    stop = min(moment.first + len(moment.t) for moment in moments)
    return first, max(stop - first, 0)
