"""What can have changed a ball's motion: costs of contact, rail, jaw and nothing.

Every cost is a chi square over lattice times: continuity of place, the geometry that
the cause demands (2R between centres, R from a nose) and the momentum it passes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from adjudicator.events import PocketName, Rail
from adjudicator.table import Nose, Pocket, TableGeometry
from tracking.arrays import FloatArray
from tracking.motion.moments import Moment, common_times

GAP_SIGMA: Final = 0.0007
"""How exactly two touching centres are 2R apart: radius, heights, map, metres."""

NOSE_SIGMA: Final = 0.0012
"""How exactly the nose lines are known, metres."""

_GAP_TAIL: Final = 0.004
_NOSE_TAIL: Final = 0.006
_TAIL_COST: Final = 6.0
_JAW_SIGMA: Final = 0.010
_THROW: Final = 0.12
_SLACK: Final = 0.02
_RESTITUTION: Final = (0.94, 0.08)
_RAIL_RESTITUTION: Final = (0.75, 0.2)
_RAIL_TANGENTIAL: Final = 0.3
_JAW_TANGENTIAL: Final = 1.3
_WEAKEST: Final = 0.004
_IMPOSSIBLE: Final = 1e6


class CauseKind(StrEnum):
    """Why a ball's motion changed."""

    STRIKE = "strike"
    CONTACT = "contact"
    RAIL = "rail"
    JAW = "jaw"


@dataclass(frozen=True, slots=True)
class Cause:
    """A candidate explanation of one or two knots.

    Attributes:
        kind: What happened.
        knots: Indices of the knots that it explains.
        balls: Indices of the balls that take part.
        t: When, seconds.
        sigma_t: Standard deviation of the time, seconds.
        cost: Misfit, chi square.
        gain: How much better than nothing, chi square.
        impulse: Change of velocity along the normal, m/s.
        places: Centre of each ball, metres, shape (len(balls), 2).
        rail: For rails and jaws.
        pocket: For jaws.
        shared: Share of good simulated runs that hold it; None if not simulated.
        moving: Balls that moved just before it, if it was replayed.
        chance: Belief that it happened, if it was replayed, in [0, 1].
    """

    kind: CauseKind
    knots: tuple[int, ...]
    balls: tuple[int, ...]
    t: float
    sigma_t: float
    cost: float
    gain: float
    impulse: float
    places: FloatArray
    rail: Rail | None = None
    pocket: PocketName | None = None
    shared: float | None = None
    moving: frozenset[int] | None = None
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class Fit:
    """Best time of a cause with its cost and impulse there."""

    at: int
    t: float
    sigma_t: float
    cost: float
    impulse: float


def fit_contact(a: Moment, b: Moment, radius: float) -> tuple[Fit, FloatArray] | None:
    """Fit a contact of two balls to one knot of each.

    Returns:
        The fit and both centres (2, 2), or None if the knots share no time.
    """
    first, count = common_times((a, b))
    if count < 3:
        return None
    pa, pb = a.part(first, count), b.part(first, count)
    between = a.place[pa] - b.place[pb]
    distance = np.maximum(np.hypot(between[:, 0], between[:, 1]), 1e-6)
    normal = between / distance[:, None]
    gap_variance = _along(a.place_covariance[pa] + b.place_covariance[pb], normal)
    cost = _misplaced(distance - 2 * radius, gap_variance, GAP_SIGMA, _GAP_TAIL)
    approach = -np.einsum("gi,gi->g", a.before[pa] - b.before[pb], normal)
    doubt = _along(a.before_covariance[pa] + b.before_covariance[pb], normal)
    mean, spread = _RESTITUTION
    expected = (1 + mean) / 2 * approach
    prior_variance = (spread * approach) ** 2 + 0.05**2 + doubt
    rough = np.einsum("gi,gi->g", a.jump[pa, 2:] - b.jump[pb, 2:], normal) / 2
    extra = _momentum_slack(normal, _THROW * np.abs(rough))
    parts = [
        (a.jump[pa], a.jump_covariance[pa] + extra, normal),
        (b.jump[pb], b.jump_covariance[pb] + extra, -normal),
    ]
    chi2, impulse = _best_impulse(parts, expected, prior_variance)
    cost = cost + chi2 + a.wrong_side[pa] + b.wrong_side[pb]
    fit = _minimum(np.where(impulse > _WEAKEST, cost, _IMPOSSIBLE), impulse, a.t[pa])
    return fit, np.stack((a.place[pa][fit.at], b.place[pb][fit.at]))


def fit_touch(
    a: Moment, still: FloatArray, variance: FloatArray, radius: float
) -> tuple[Fit, FloatArray]:
    """Fit a contact with a ball that shows no change of motion.

    Args:
        a: The knot of the ball that changed.
        still: Places of the other ball at the knot's times, metres, shape (g, 2).
        variance: Covariance of these places, shape (g, 2, 2).
        radius: Of the balls, metres.
    """
    between = a.place - still
    distance = np.maximum(np.hypot(between[:, 0], between[:, 1]), 1e-6)
    normal = between / distance[:, None]
    gap_variance = _along(a.place_covariance + variance, normal)
    cost = _misplaced(distance - 2 * radius, gap_variance, GAP_SIGMA, _GAP_TAIL)
    extra = _momentum_slack(normal, np.full(len(distance), 0.02))
    expected = np.zeros(len(distance))
    chi2, impulse = _best_impulse(
        [(a.jump, a.jump_covariance + extra, normal)], expected, expected + 0.03**2
    )
    cost = cost + chi2 + a.wrong_side
    fit = _minimum(np.where(impulse > _WEAKEST, cost, _IMPOSSIBLE), impulse, a.t)
    return fit, np.stack((a.place[fit.at], still[fit.at]))


def fit_send_off(
    a: Moment, still: FloatArray, variance: FloatArray, radius: float
) -> tuple[Fit, FloatArray]:
    """Fit a contact with a still ball that was not seen again afterwards.

    Args:
        a: The knot of the ball that struck it.
        still: Places of the other ball at the knot's times, metres, shape (g, 2).
        variance: Covariance of these places, shape (g, 2, 2).
        radius: Of the balls, metres.
    """
    between = a.place - still
    distance = np.maximum(np.hypot(between[:, 0], between[:, 1]), 1e-6)
    normal = between / distance[:, None]
    gap_variance = _along(a.place_covariance + variance, normal)
    cost = _misplaced(distance - 2 * radius, gap_variance, GAP_SIGMA, _GAP_TAIL)
    approach = -np.einsum("gi,gi->g", a.before, normal)
    mean, spread = _RESTITUTION
    expected = (1 + mean) / 2 * approach
    doubt = (spread * approach) ** 2 + 0.05**2 + _along(a.before_covariance, normal)
    extra = _momentum_slack(normal, _THROW * np.abs(expected))
    chi2, impulse = _best_impulse(
        [(a.jump, a.jump_covariance + extra, normal)], expected, doubt
    )
    cost = cost + chi2 + a.wrong_side
    fit = _minimum(np.where(impulse > _WEAKEST, cost, _IMPOSSIBLE), impulse, a.t)
    return fit, np.stack((a.place[fit.at], still[fit.at]))


def fit_rail(a: Moment, nose: Nose, radius: float) -> Fit | None:
    """Fit a touch of a straight nose; None where the ball is beyond its ends."""
    normal = np.array(nose.normal)
    start, end = np.array(nose.start), np.array(nose.end)
    along = (end - start) / np.hypot(*(end - start))
    gap = (a.place - start) @ normal - radius
    position = (a.place - start) @ along
    outside = (position < -0.01) | (position > np.hypot(*(end - start)) + 0.01)
    if np.all(outside) or np.min(np.abs(gap)) > 0.05:
        return None
    variance = _along(a.place_covariance, np.broadcast_to(normal, a.place.shape))
    cost = _misplaced(gap, variance, NOSE_SIGMA, _NOSE_TAIL)
    normals = np.broadcast_to(normal, a.place.shape)
    chi2, impulse = _bounce(a, normals, _RAIL_TANGENTIAL)
    cost = np.where(outside | (impulse < _WEAKEST), _IMPOSSIBLE, cost + chi2)
    return _minimum(cost + a.wrong_side, impulse, a.t)


def fit_jaw(a: Moment, pocket: Pocket, radius: float) -> tuple[Fit, int] | None:
    """Fit a touch of one of a pocket's jaws: the fit and which jaw it was."""
    center = np.array(pocket.center)
    if np.min(np.hypot(*(a.place - center).T)) > pocket.radius + 0.11:
        return None
    best: tuple[Fit, int] | None = None
    for which, jaw in enumerate(pocket.jaws):
        between = a.place - np.array(jaw)
        distance = np.maximum(np.hypot(between[:, 0], between[:, 1]), 1e-6)
        normal = between / distance[:, None]
        gap = distance - radius - pocket.jaw_radius
        variance = _along(a.place_covariance, normal) + _JAW_SIGMA**2
        chi2, impulse = _bounce(a, normal, _JAW_TANGENTIAL)
        cost = np.where(impulse < 0.02, _IMPOSSIBLE, gap**2 / variance + chi2)
        fit = _minimum(cost + a.wrong_side, impulse, a.t)
        if best is None or fit.cost < best[0].cost:
            best = (fit, which)
    return best


def jaw_rail(pocket: Pocket, which: int, table: TableGeometry) -> Rail:
    """Return the rail that a pocket's jaw belongs to."""
    jaw = pocket.jaws[which]
    past_end = abs(jaw.x) > table.length / 2
    if past_end:
        return Rail.FOOT if jaw.x > 0 else Rail.HEAD
    return Rail.LEFT if jaw.y > 0 else Rail.RIGHT


def _bounce(
    a: Moment, normal: FloatArray, tangential: float
) -> tuple[FloatArray, FloatArray]:
    """Chi square and impulse of a bounce off a wall with the given normals."""
    inward = -np.einsum("gi,gi->g", a.before, normal)
    doubt = _along(a.before_covariance, normal)
    mean, spread = _RAIL_RESTITUTION
    expected = (1 + mean) * inward
    variance = (spread * inward) ** 2 + 0.05**2 + 2 * doubt
    rough = np.abs(np.einsum("gi,gi->g", a.jump[:, 2:], normal))
    extra = _momentum_slack(normal, tangential * rough)
    return _best_impulse(
        [(a.jump, a.jump_covariance + extra, normal)], expected, variance
    )


def _momentum_slack(normal: FloatArray, tangential: FloatArray) -> FloatArray:
    """Covariance added to a jump: slack everywhere and more along the tangent."""
    tangent = np.stack((-normal[:, 1], normal[:, 0]), axis=1)
    out = np.zeros((len(normal), 4, 4))
    out[:, 2:, 2:] = np.einsum("gi,gj->gij", tangent, tangent)
    out[:, 2:, 2:] *= (tangential**2)[:, None, None]
    out[:, 2:, 2:] += np.eye(2) * _SLACK**2
    return out


def _best_impulse(
    parts: Sequence[tuple[FloatArray, FloatArray, FloatArray]],
    expected: FloatArray,
    variance: FloatArray,
) -> tuple[FloatArray, FloatArray]:
    """Least chi square of the jumps over the impulse along the normals."""
    precision = 1.0 / variance
    pull = expected * precision
    chi2 = expected * pull
    for jump, covariance, normal in parts:
        inverse = np.linalg.inv(covariance)
        weighted = np.einsum("gij,gj->gi", inverse, jump)
        chi2 = chi2 + np.einsum("gi,gi->g", weighted, jump)
        pull = pull + np.einsum("gi,gi->g", weighted[:, 2:], normal)
        precision = precision + _along(inverse[:, 2:, 2:], normal)
    impulse = pull / precision
    return chi2 - pull * impulse, impulse


def _misplaced(
    gap: FloatArray, variance: FloatArray, sigma: float, tail: float
) -> FloatArray:
    """Chi square of a gap that should be zero, with a tail for errors of the map."""
    narrow = gap**2 / (variance + sigma**2)
    wide = _TAIL_COST + gap**2 / (variance + tail**2)
    return np.minimum(narrow, wide)


def _along(covariance: FloatArray, normal: FloatArray) -> FloatArray:
    return np.asarray(np.einsum("gi,gij,gj->g", normal, covariance, normal))


def _minimum(cost: FloatArray, impulse: FloatArray, t: FloatArray) -> Fit:
    """Best lattice time, refined by a parabola through its neighbours."""
    at = int(np.argmin(cost))
    step = float(t[1] - t[0]) if len(t) > 1 else 1e-3
    shift, curvature = 0.0, 1.0
    if 0 < at < len(cost) - 1 and cost[at - 1] < _IMPOSSIBLE > cost[at + 1]:
        left, mid, right = (float(c) for c in cost[at - 1 : at + 2])
        curvature = max(left + right - 2 * mid, 1e-3)
        shift = float(np.clip((left - right) / (2 * curvature), -1, 1))
    sigma = step * float(np.sqrt(2.0 / curvature))
    return Fit(
        at, float(t[at]) + shift * step, sigma, float(cost[at]), float(impulse[at])
    )
