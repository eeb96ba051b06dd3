"""One account of a few seconds, judged by the raw samples: who met what, in order.

A `Play` names the balls, their samples and a list of events. Its parameters are the
state of each ball at the start, the time of each event, the state of each ball after
it, and the cloth's friction. Least squares finds the best parameters; what momentum,
restitution and geometry allow are densities of the parameters, so the result is a
log evidence and accounts with other events can be compared.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from tracking.arrays import FloatArray
from tracking.physics.course import Course, Run, course_of, first_theta, run_of
from tracking.physics.play import Play
from tracking.physics.slopes import slopes_of

_HUBER: Final = 3.0
_ROUNDS: Final = 12
_MOST_ROUNDS: Final = 40
_STILL_FALLS: Final = 0.05
_POOR: Final = 1.5
_ENOUGH: Final = 0.2
_HOPELESS: Final = 120.0
_CLOTH_STEP: Final = 0.1
_TIME_STEP: Final = 0.03
_FARTHEST: Final = 0.1
_TELLS: Final = 0.9


@dataclass(frozen=True, slots=True)
class Replay:
    """The best parameters of a play.

    Attributes:
        cost: Minus two log evidence; smaller is better, differences count.
        fit: The same at the best parameters alone, without their doubt.
        misfit: Chi square of the samples.
        count: Number of sample coordinates.
        strain: Chi square of the laws of collision, for each law.
        t: Time of each event, seconds, shape (m,).
        sigma_t: Standard deviations, seconds, shape (m,).
        impulse: Change of velocity along the normal at each event, m/s, shape (m,).
        places: Of the balls of each event, metres.
        before: Their velocities before it, m/s.
        after: Their velocities and slips after it, m/s, (k, 4) each.
        friction: Log of sliding and rolling friction over what was believed before.
        friction_variance: Of these.
        nose: Where the samples alone have the nose of each event, metres from
            where the table has it, towards the ball, shape (m,).
        nose_variance: Of these, square metres; infinite where nothing tells, (m,).
        starts: For each ball when its part begins, seconds, and its state then (6,).
    """

    cost: float
    fit: float
    misfit: float
    count: int
    strain: float
    t: FloatArray
    sigma_t: FloatArray
    impulse: FloatArray
    places: tuple[FloatArray, ...]
    before: tuple[FloatArray, ...]
    after: tuple[FloatArray, ...]
    friction: FloatArray
    friction_variance: FloatArray
    nose: FloatArray
    nose_variance: FloatArray
    starts: dict[int, tuple[float, FloatArray]]


def replay(play: Play, rival: float = np.inf, *, thorough: bool = False) -> Replay:
    """Fit a play to its samples.

    Args:
        play: The account.
        rival: Fit of the account to beat; what stays far above it is left unfinished.
        thorough: Whether a poor fit is tried from other starts, too.
    """
    course = course_of(play)
    begun = []
    for i, outset in enumerate(play.outsets):
        fit = _fit(course, first_theta(play, outset))
        begun.append((fit.cost, i, fit))
    begun.sort(key=lambda one: one[:2])
    best = _descended(course, begun[0][2], rival)
    others = [one for one in begun[1:] if not _starts_as(play, one[1], begun[0][1])]
    if thorough and others and _is_poor(best.run):
        other = _descended(course, others[0][2], min(rival, best.cost))
        best = min(best, other, key=lambda fit: fit.cost)
    return _result(course, best)


def _starts_as(play: Play, i: int, k: int) -> bool:
    """Whether two outsets have the same states at the start."""
    pairs = zip(play.outsets[i].starts, play.outsets[k].starts, strict=True)
    return all(a is b for a, b in pairs)


@dataclass(slots=True)
class _Fit:
    """Parameters with what they give."""

    theta: FloatArray
    run: Run
    cost: float


def _fit(course: Course, theta: FloatArray) -> _Fit:
    run = run_of(course, theta)
    cost = _loss(run.samples) + float(run.laws @ run.laws) + run.log_sigma
    return _Fit(theta, run, cost)


def _descended(course: Course, fit: _Fit, rival: float) -> _Fit:
    """Go down from a first guess (Levenberg and Marquardt)."""
    times = np.array(course.meetings, dtype=np.int64)
    nearest, farthest = fit.theta[times] - _FARTHEST, fit.theta[times] + _FARTHEST
    damping = 1e-3
    for done in range(_MOST_ROUNDS):
        slopes, residual = _weighted(course, fit)
        normal = slopes.T @ slopes
        pull = slopes.T @ residual
        scale = np.diag(normal) + 1e-9
        gained = -1.0
        for _ in range(5):
            step = np.linalg.solve(normal + np.diag(damping * scale), pull)
            step[:2] = np.clip(step[:2], -_CLOTH_STEP, _CLOTH_STEP)
            step[times] = np.clip(step[times], -_TIME_STEP, _TIME_STEP)
            moved = fit.theta - step
            moved[times] = np.clip(moved[times], nearest, farthest)
            trial = _fit(course, moved)
            if trial.cost <= fit.cost:
                gained = fit.cost - trial.cost
                fit = trial
                damping = max(damping / 5, 1e-7)
                break
            damping *= 8
        behind = fit.cost - rival - _HOPELESS
        slow = done >= _ROUNDS and gained < _STILL_FALLS * fit.cost
        if gained < _ENOUGH or slow or (done > 1 and gained * _ROUNDS / 3 < behind):
            break
    return fit


def _is_poor(run: Run) -> bool:
    """Whether samples or laws are left so unexplained that the fit may have failed."""
    return bool(
        _loss(run.samples) > _POOR * len(run.samples)
        or run.laws @ run.laws > _POOR * len(run.laws)
    )


def _weighted(course: Course, fit: _Fit) -> tuple[FloatArray, FloatArray]:
    """Return derivatives and residuals in which an outlier counts less."""
    slopes = slopes_of(course, fit.theta, fit.run)
    residual = np.concatenate((fit.run.samples, fit.run.laws))
    size = np.abs(fit.run.samples)
    weight = np.sqrt(_HUBER / np.maximum(size, _HUBER))
    slopes[: len(size)] *= weight[:, None]
    residual[: len(size)] *= weight
    return slopes, residual


def _loss(samples: FloatArray) -> float:
    """Chi square in which an outlier counts linearly (Huber)."""
    size = np.abs(samples)
    near = np.minimum(size, _HUBER)
    return float(near @ (2 * size - near))


def _result(course: Course, fit: _Fit) -> Replay:
    play, theta, run = course.play, fit.theta, fit.run
    slopes, _ = _weighted(course, fit)
    normal = slopes.T @ slopes + np.diag(np.full(len(theta), 1e-9))
    _, volume = np.linalg.slogdet(normal)
    covariance = np.linalg.pinv(normal, hermitian=True)
    starts: dict[int, tuple[float, FloatArray]] = {}
    for player, at in zip(play.players, course.starts, strict=True):
        n = 2 if player.at_rest else 6
        state = np.zeros(6)
        state[:n] = theta[at : at + n]
        starts[player.ball] = (player.t_from, state)
    times = np.array(course.meetings, dtype=np.int64)
    states = [np.array(before) for before in run.before]
    after = (
        theta[at + 1 : at + 1 + 4 * len(meeting.players)].reshape(-1, 4)
        for at, meeting in zip(course.meetings, play.meetings, strict=True)
    )
    return Replay(
        float(fit.cost + volume),
        fit.cost,
        _loss(run.samples),
        len(run.samples),
        float(run.laws @ run.laws) / max(len(run.laws), 1),
        theta[times],
        np.sqrt(np.maximum(np.diag(covariance)[times], 0.0)),
        np.array(run.impulse),
        tuple(state[:, :2] for state in states),
        tuple(state[:, 2:4] for state in states),
        tuple(after),
        theta[:2].copy(),
        np.diag(covariance)[:2].copy(),
        *_noses(course, fit, slopes, covariance),
        starts,
    )


def _noses(
    course: Course, fit: _Fit, slopes: FloatArray, covariance: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """What the samples alone say of the places of noses, and the variances."""
    offset = np.zeros(len(course.meetings))
    variance = np.full(len(course.meetings), np.inf)
    for k, row in enumerate(course.laws):
        surface = course.surfaces[k]
        if surface is None:
            continue
        slope = slopes[len(fit.run.samples) + row]
        share = float(slope @ covariance @ slope)
        if 0 < share < _TELLS:
            # What is known is what was believed, a deviation of 1, and the samples.
            information = 1.0 / share - 1.0
            offset[k] = fit.run.laws[row] / share / information * surface.sigma
            variance[k] = surface.sigma**2 / information
    return offset, variance
