"""One account of a few seconds, judged by the raw samples: who met what, in order.

A `Play` names the balls, their samples and a list of events. Its parameters are the
state of each ball at the start, the time of each event, the state of each ball after
it, and the cloth's friction. Least squares finds the best parameters; what momentum,
restitution and geometry allow are densities of the parameters, so the result is a
log evidence and accounts with other events can be compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from tracking.arrays import FloatArray, IntArray
from tracking.physics.collision_law import (
    contact_terms,
    order_terms,
    strike_terms,
    wall_terms,
)
from tracking.physics.flight import GRAVITY, Flights, places, state_at
from tracking.physics.play import Outset, Play, Player

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
FRICTION_SIGMA: Final = (0.15, 0.25)
"""Doubt of the logarithms of sliding and rolling friction."""

_SPINS: Final = 0.5
_START_SIGMA: Final = (0.05, 6.0, 1.0)


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
    starts: dict[int, tuple[float, FloatArray]]


def replay(play: Play, rival: float = np.inf, *, thorough: bool = False) -> Replay:
    """Fit a play to its samples.

    Args:
        play: The account.
        rival: Fit of the account to beat; what stays far above it is left unfinished.
        thorough: Whether a poor fit is tried from other starts, too.
    """
    begun = []
    for i, outset in enumerate(play.outsets):
        theta = _first_guess(play, outset)
        run = _run(play, theta[None])
        begun.append((_robust(run, run.samples[0]), i, _Fit(theta, run)))
    begun.sort(key=lambda one: one[:2])
    best = _descended(play, begun[0][2], rival)
    others = [one for one in begun[1:] if not _starts_as(play, one[1], begun[0][1])]
    if thorough and others and _is_poor(best.run):
        other = _descended(play, others[0][2], min(rival, best.cost))
        best = min(best, other, key=lambda fit: fit.cost)
    return _result(play, best.theta, best.run, best.cost)


def _starts_as(play: Play, i: int, k: int) -> bool:
    """Whether two outsets have the same states at the start."""
    pairs = zip(play.outsets[i].starts, play.outsets[k].starts, strict=True)
    return all(a is b for a, b in pairs)


def _descended(play: Play, fit: "_Fit", rival: float) -> "_Fit":
    """Go down from a first guess (Levenberg and Marquardt)."""
    theta, run, cost = fit.theta, fit.run, fit.cost
    times = _time_places(play)
    nearest, farthest = theta[times] - _FARTHEST, theta[times] + _FARTHEST
    damping = 1e-3
    for done in range(_MOST_ROUNDS):
        jacobian, residual = _linearised(play, theta, run)
        normal = jacobian.T @ jacobian
        pull = jacobian.T @ residual
        gained = -1.0
        for _ in range(5):
            step = np.linalg.solve(
                normal + damping * np.diag(np.diag(normal) + 1e-9), pull
            )
            step[:2] = np.clip(step[:2], -_CLOTH_STEP, _CLOTH_STEP)
            step[times] = np.clip(step[times], -_TIME_STEP, _TIME_STEP)
            moved = theta - step
            moved[times] = np.clip(moved[times], nearest, farthest)
            trial = _run(play, moved[None])
            new = _robust(trial, trial.samples[0])
            if new <= cost:
                gained = cost - new
                theta, run, cost = moved, trial, new
                damping = max(damping / 5, 1e-7)
                break
            damping *= 8
        behind = cost - rival - _HOPELESS
        slow = done >= _ROUNDS and gained < _STILL_FALLS * cost
        if gained < _ENOUGH or slow or (done > 1 and gained * _ROUNDS / 3 < behind):
            break
    return _Fit(theta, run)


def _is_poor(run: "_Run") -> bool:
    """Whether samples or laws are left so unexplained that the fit may have failed."""
    return bool(
        _loss(run.samples[0]) > _POOR * len(run.samples[0])
        or np.mean(run.laws[0] ** 2) > _POOR
    )


@dataclass(slots=True)
class _Fit:
    """Parameters with what they give."""

    theta: FloatArray
    run: "_Run"

    @property
    def cost(self) -> float:
        return _robust(self.run, self.run.samples[0])


@dataclass(slots=True)
class _Run:
    """Residuals of a batch of parameter sets and what happened at the events."""

    samples: FloatArray
    parts: list[FloatArray]
    laws: FloatArray
    log_sigma: FloatArray
    t: list[FloatArray]
    impulse: list[FloatArray]
    places: list[FloatArray]
    before: list[FloatArray]


def _first_guess(play: Play, outset: Outset) -> FloatArray:
    parts: list[FloatArray] = [np.zeros(2)]
    for player, start in zip(play.players, outset.starts, strict=True):
        parts.append(start[:2] if player.at_rest else start)
    for meeting in outset.meetings:
        parts.append(np.array([meeting.t]))
        parts.append(meeting.after.ravel())
    return np.concatenate(parts)


def _time_places(play: Play) -> IntArray:
    """Where the times of the events stand among the parameters."""
    at = 2 + sum(2 if player.at_rest else 6 for player in play.players)
    sizes = [1 + 4 * len(meeting.players) for meeting in play.meetings]
    return at + np.cumsum([0, *sizes[:-1]], dtype=np.int64)[: len(sizes)]


def _steps(play: Play) -> FloatArray:
    """Size of the steps for the derivatives."""
    state = np.array([1e-5, 1e-5, 1e-4, 1e-4, 1e-4, 1e-4])
    parts: list[FloatArray] = [np.full(2, 1e-3)]
    for player in play.players:
        parts.append(state[:2] if player.at_rest else state)
    for meeting in play.meetings:
        parts.append(np.array([2e-5]))
        parts.append(np.tile(state[2:], len(meeting.players)))
    return np.concatenate(parts)


def _linearised(
    play: Play, theta: FloatArray, run: _Run
) -> tuple[FloatArray, FloatArray]:
    """Return weighted derivatives and residuals at `theta`."""
    steps = _steps(play)
    shifted = _run(play, theta[None] + np.diag(steps), _own_rows(play))
    size = np.abs(run.samples[0])
    weight = np.where(size < _HUBER, 1.0, np.sqrt(_HUBER / np.maximum(size, 1e-9)))
    base = np.concatenate((run.samples[0] * weight, run.laws[0]))
    jacobian = np.zeros((len(theta), len(base)))
    count, at = len(size), 0
    for rows, moved in zip(_own_rows(play), shifted.parts, strict=True):
        part = slice(at, at + moved.shape[1])
        jacobian[rows, part] = (moved - run.samples[0][part]) * weight[part]
        at += moved.shape[1]
    jacobian[:, count:] = shifted.laws - run.laws[0]
    return (jacobian / steps[:, None]).T, base


def _own_rows(play: Play) -> list[IntArray]:
    """For each player the parameters that its samples depend on."""
    rows = [[0, 1] for _ in play.players]
    at = 2
    for i, player in enumerate(play.players):
        n = 2 if player.at_rest else 6
        rows[i] += range(at, at + n)
        at += n
    for meeting in play.meetings:
        for n, i in enumerate(meeting.players):
            rows[i] += [at, *range(at + 1 + 4 * n, at + 5 + 4 * n)]
        at += 1 + 4 * len(meeting.players)
    return [np.array(own, dtype=np.int64) for own in rows]


def _robust(run: _Run, samples: FloatArray) -> float:
    return float(_loss(samples) + np.sum(run.laws[0] ** 2) + run.log_sigma[0])


def _loss(samples: FloatArray) -> float:
    """Chi square in which an outlier counts linearly (Huber)."""
    size = np.abs(samples)
    loss = np.where(size < _HUBER, size**2, 2 * _HUBER * size - _HUBER**2)
    return float(np.sum(loss))


def _run(play: Play, theta: FloatArray, rows: Sequence[IntArray] | None = None) -> _Run:
    """Evaluate parameter sets; of each player's samples only some rows."""
    b = len(theta)
    sliding = play.physics.sliding * GRAVITY * np.exp(theta[:, 0])
    rolling = play.physics.rolling * GRAVITY * np.exp(theta[:, 1])
    laws = [theta[:, :2] / np.array(FRICTION_SIGMA)]
    log_sigma = np.zeros(b)
    flights, at = _starts(play, theta, laws)
    times: list[FloatArray] = []
    impulses: list[FloatArray] = []
    spots: list[FloatArray] = []
    befores: list[FloatArray] = []
    for meeting in play.meetings:
        t = theta[:, at]
        k = len(meeting.players)
        after = theta[:, at + 1 : at + 1 + 4 * k].reshape(b, k, 4)
        at += 1 + 4 * k
        states = [
            state_at(flights[i][-1], t, sliding, rolling) for i in meeting.players
        ]
        if k == 2:
            terms = contact_terms(states, after, play.radius, play.physics)
        elif meeting.wall is not None:
            terms = wall_terms(states[0], after[:, 0], meeting.wall, play)
        else:
            terms = strike_terms(after[:, 0])
        laws.append(terms.residual)
        log_sigma = log_sigma + 2 * np.sum(np.log(terms.sigma), axis=1)
        laws.append(order_terms(t, [flights[i][-1].t for i in meeting.players]))
        for n, i in enumerate(meeting.players):
            flights[i].append(
                Flights(t, states[n][0], after[:, n, :2], after[:, n, 2:])
            )
        times.append(t)
        impulses.append(terms.impulse)
        spots.append(np.stack([state[0] for state in states], axis=1))
        befores.append(np.stack([state[1] for state in states], axis=1))
    residuals = []
    for i, player in enumerate(play.players):
        own, cloth = flights[i], (sliding, rolling)
        if rows is not None:
            own = [flight.rows(rows[i]) for flight in own]
            cloth = (sliding[rows[i]], rolling[rows[i]])
        residuals.append(_residuals(player, own, *cloth))
    return _Run(
        np.concatenate(residuals, axis=1) if rows is None else np.empty((b, 0)),
        residuals,
        np.concatenate(laws, axis=1),
        log_sigma,
        times,
        impulses,
        spots,
        befores,
    )


def _starts(
    play: Play, theta: FloatArray, laws: list[FloatArray]
) -> tuple[list[list[Flights]], int]:
    """Return each ball's first flight and where the event parameters begin."""
    at, b = 2, len(theta)
    flights: list[list[Flights]] = []
    for player in play.players:
        n = 2 if player.at_rest else 6
        state = np.zeros((b, 6))
        state[:, :n] = theta[:, at : at + n]
        at += n
        t = np.full(b, player.t_from)
        flights.append([Flights(t, state[:, :2], state[:, 2:4], state[:, 4:])])
        off = state[:, :2] - player.start[:2]
        laws.append(off / _START_SIGMA[0])
        if n == 6:
            laws.append(state[:, 2:4] / _START_SIGMA[1])
            speed = float(np.hypot(*player.start[2:4]))
            laws.append(state[:, 4:] / (_START_SIGMA[2] + _SPINS * speed))
    return flights, at


def _residuals(
    player: Player, flights: Sequence[Flights], sliding: FloatArray, rolling: FloatArray
) -> FloatArray:
    """Whitened residuals of a ball's samples, shape (b, 2 n)."""
    place = places(flights[0], player.t[None], sliding, rolling)
    for flight in flights[1:]:
        later = player.t[None] >= flight.t[:, None]
        first = int(np.argmax(np.any(later, axis=0))) if np.any(later) else None
        if first is None:
            continue
        part = places(flight, player.t[None, first:], sliding, rolling)
        place[:, first:] = np.where(later[:, first:, None], part, place[:, first:])
    off = player.xy - place
    white = np.matmul(player.whitening, off[..., None])
    return np.asarray(white.reshape(len(off), -1))


def _result(play: Play, theta: FloatArray, run: _Run, cost: float) -> Replay:
    jacobian, _ = _linearised(play, theta, run)
    normal = jacobian.T @ jacobian + np.diag(np.full(len(theta), 1e-9))
    _, volume = np.linalg.slogdet(normal)
    covariance = np.linalg.pinv(normal, hermitian=True)
    starts: dict[int, tuple[float, FloatArray]] = {}
    at = 2
    for player in play.players:
        n = 2 if player.at_rest else 6
        state = np.zeros(6)
        state[:n] = theta[at : at + n]
        starts[player.ball] = (player.t_from, state)
        at += n
    t, sigma, after = [], [], []
    for meeting in play.meetings:
        k = len(meeting.players)
        t.append(theta[at])
        sigma.append(np.sqrt(max(covariance[at, at], 0.0)))
        after.append(theta[at + 1 : at + 1 + 4 * k].reshape(k, 4))
        at += 1 + 4 * k
    return Replay(
        float(cost + volume),
        cost,
        _loss(run.samples[0]),
        len(run.samples[0]),
        float(np.sum(run.laws[0] ** 2)) / max(run.laws.shape[1], 1),
        np.array(t),
        np.array(sigma),
        np.array([impulse[0] for impulse in run.impulse]),
        tuple(place[0] for place in run.places),
        tuple(velocity[0] for velocity in run.before),
        tuple(after),
        theta[:2].copy(),
        np.diag(covariance)[:2].copy(),
        starts,
    )
