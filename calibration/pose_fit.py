"""A camera fitted to edges of rails.

What is read of an edge has two errors. The points scatter, and the more there are the
less that matters. But light, shadow and the way in which an edge was read also shift
a whole edge, and a thousand points do not help against that. So every edge has an
offset of its own, which is fitted too and held near zero as closely as edges of its
kind deserve: a faint nose yields to clear ones and to the ends of the cushions.
"""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.arrays import FloatArray
from calibration.errors import CalibrationFitError
from calibration.pose import (
    LINES,
    PARAMETERS,
    STEPS,
    USUAL_CUSHION,
    USUAL_FOCAL_PER_DIAGONAL,
    Edges,
    Pose,
    distances,
    slopes,
)

USUAL_SQUEEZE: Final = 0.004
MOST_ROUNDS: Final = 40

_FOCAL_SPREAD: Final = 0.45
_LENS_SPREAD: Final = 0.12
_CUSHION_SPREAD: Final = 0.0126
_SQUEEZED: Final = 25.0
_DONE: Final = 3e-5
_LEAST_HELD: Final = 1e-10
"""What holds a change of the parameters that no edge shows, against one that all do."""

_EXACT: Final = 1e9
"""Stiffness of an offset that must be none."""


@dataclass(frozen=True)
class PoseFit:
    """A fitted pose.

    Attributes:
        pose: The pose.
        distance: Of each point from its edge, outward, pixels, shape (n,).
        cost: What was minimised.
        offset_px: By how much the points of each edge lie outward of it in common,
            (8,): noses, then far edges of the cushions.
    """

    pose: Pose
    distance: FloatArray
    cost: float
    offset_px: FloatArray


@dataclass(frozen=True)
class _State:
    """A pose with the offsets of its edges, and how well both fit."""

    pose: Pose
    offset: FloatArray
    distance: FloatArray
    cost: float

    @property
    def finite(self) -> bool:
        return bool(np.isfinite(self.cost))


@dataclass(frozen=True)
class _Problem:
    """What is fitted, and how far points count."""

    edges: Edges
    scale_px: float
    squeeze: float

    @property
    def stiff(self) -> FloatArray:
        """Stiffness of the offsets, (8,)."""
        shared = self.edges.shared_px
        return np.where(shared > 0, 1 / np.maximum(shared, 1e-4) ** 2, _EXACT)

    def at(self, pose: Pose, offset: FloatArray) -> _State:
        """Return the state of a pose and offsets."""
        distance = distances(pose, self.edges)
        away = (distance - offset[self.edges.line]) / self.scale_px
        cost = 0.5 * float((self.edges.weight * np.log1p(away**2)).sum())
        cost += 0.5 * float((self.stiff * offset**2).sum())
        return _State(pose, offset, distance, cost + _prior(pose, self.squeeze)[2])

    def normal(self, state: _State, scale: float) -> tuple[FloatArray, FloatArray]:
        """Return the normal matrix (18, 18) and the gradient (18,)."""
        line, weight = self.edges.line, self.edges.weight
        away = state.distance - state.offset[line]
        robust = weight / (1 + (away / scale) ** 2) / self.scale_px**2
        every = np.zeros((len(away), PARAMETERS + LINES))
        every[:, :PARAMETERS] = slopes(state.pose, self.edges)
        every[np.arange(len(away)), PARAMETERS + line] = -1.0
        normal = every.T @ (every * robust[:, None])
        gradient = every.T @ (robust * away)
        stiff, pull, _ = _prior(state.pose, self.squeeze)
        normal[np.diag_indices(PARAMETERS + LINES)] += np.append(stiff, self.stiff)
        gradient += np.append(pull, self.stiff * state.offset)
        return normal, gradient


def fit_pose(
    edges: Edges,
    start: Pose,
    *,
    scale_px: float,
    squeeze: float = USUAL_SQUEEZE,
    rounds: int = MOST_ROUNDS,
) -> PoseFit:
    """Fit a pose to edges; far points count little (Cauchy loss).

    Args:
        edges: Points on rails.
        start: Where to begin.
        scale_px: Distance from which a point counts less.
        squeeze: How far pixels and tables usually are from their proportions.
        rounds: At most so many steps.
    """
    problem = _Problem(edges, scale_px, squeeze)
    state, damping = problem.at(start, np.zeros(LINES)), 1e-3
    for _ in range(rounds):
        normal, gradient = problem.normal(state, scale_px)
        lower, damping = _lower(problem, state, normal, gradient, damping)
        if lower is None:
            break
        gain, state = state.cost - lower.cost, lower
        damping = max(damping / 10, 1e-9)
        if gain < _DONE * max(state.cost + gain, 1.0):
            break
    return PoseFit(state.pose, state.distance, state.cost, state.offset)


def _lower(
    problem: _Problem,
    state: _State,
    normal: FloatArray,
    gradient: FloatArray,
    damping: float,
) -> tuple[_State | None, float]:
    """Return a state that fits better, if a step leads to one, and the damping."""
    for _ in range(6):
        damped = normal + damping * np.diag(np.diag(normal) + 1e-9)
        step = np.asarray(-np.linalg.solve(damped, gradient), np.float64)
        pose = state.pose.moved(step[:PARAMETERS])
        try:
            tried = problem.at(pose, state.offset + step[PARAMETERS:])
        except (CalibrationFitError, np.linalg.LinAlgError):
            damping *= 10
            continue
        if tried.finite and tried.cost <= state.cost:
            return tried, damping
        damping *= 10
    return None, damping


def corner_spread(fitted: PoseFit, edges: Edges, sigma_px: float) -> FloatArray:
    """Return the standard deviation of the nose corners, table widths, shape (4,).

    Args:
        fitted: A fit to the edges.
        edges: The points, weighed so that the weights are independent measurements.
        sigma_px: Their standard deviation; points far off count little.
    """
    pose = fitted.pose
    problem = _Problem(edges, sigma_px, USUAL_SQUEEZE)
    state = problem.at(pose, fitted.offset_px)
    normal, _ = problem.normal(state, 3 * sigma_px)
    unit = pose.unit_from_uv(pose.rectangle().corners_uv)
    columns = []
    for index, size in enumerate(STEPS):
        step = np.zeros(PARAMETERS)
        step[index] = size
        seen = pose.moved(step).rectangle().corners_uv
        columns.append(((pose.unit_from_uv(seen) - unit) / size).ravel())
    stiff = np.sqrt(np.diag(normal))  # parameters differ by many powers of ten
    change = np.column_stack(columns + [np.zeros(8)] * LINES) / stiff
    scaled = normal / np.outer(stiff, stiff) + _LEAST_HELD * np.eye(len(normal))
    covariance = change @ np.linalg.solve(scaled, change.T)
    return np.asarray(np.sqrt(np.diag(covariance).reshape(4, 2).sum(axis=1)))


def corners_apart(one: Pose, other: Pose) -> float:
    """Return how far apart two poses put the corner that they dispute most, widths."""
    seen = one.unit_from_uv(other.rectangle().corners_uv)
    own = one.unit_from_uv(one.rectangle().corners_uv)
    return float(np.linalg.norm(seen - own, axis=1).max())


def prior_cost(pose: Pose) -> float:
    """Return how unusual a camera and a table are, half a square of deviations."""
    return _prior(pose, USUAL_SQUEEZE)[2]


def _prior(pose: Pose, squeeze_spread: float) -> tuple[FloatArray, FloatArray, float]:
    """Return stiffness, pull and cost of what cameras and tables usually are."""
    usual = USUAL_FOCAL_PER_DIAGONAL * math.hypot(*pose.size)
    stiff, pull = np.zeros(PARAMETERS), np.zeros(PARAMETERS)
    relative = pose.squeeze / squeeze_spread
    robust = 1 / (1 + relative**2 / _SQUEEZED)  # none, or by any amount
    stiff[1] = robust / squeeze_spread**2
    pull[1] = stiff[1] * pose.squeeze
    cost = 0.5 * _SQUEEZED * math.log1p(relative**2 / _SQUEEZED)
    values = (
        (0, math.log(pose.focal / usual), _FOCAL_SPREAD),
        (2, pose.k1, _LENS_SPREAD),
        (9, math.log(pose.cushion / USUAL_CUSHION) * USUAL_CUSHION, _CUSHION_SPREAD),
    )
    for index, value, spread in values:
        stiff[index] = 1 / spread**2
        pull[index] = value / spread**2
        cost += 0.5 * (value / spread) ** 2
    return stiff, pull, cost
