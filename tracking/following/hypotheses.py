"""Where a ball may be in the next picture: it rolls on, a rail turns it, it is hit.

One ball has up to three alternatives, each a normal density over the table with its
probability. Association mixes them; the winner tells how the estimate goes on.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from tracking.following.association import log_gauss, log_started
from tracking.following.kalman import (
    ROLLING_DECELERATION,
    SLIDING_NOISE,
    predict,
    started,
    update,
)

FloatArray = NDArray[np.float64]

RESTITUTION: Final = 0.75
"""Part of the speed into a rail that a ball keeps."""

_CHANCE: Final = 0.02
"""That something deflects a ball between two pictures although nothing is near."""

_CONTACT_CHANCE: Final = 0.5

_FULL_STEP: Final = 0.4
"""Chance that a ball that just started is about as fast as its first step tells."""

_LATE_STARTS: Final = (1.8, 3.0, 5.0, 9.0, 16.0)
"""How much faster than its first step a ball may be that started late in it."""

_RAIL_CHANCE: Final = 0.7


@dataclass(frozen=True, slots=True)
class BallState:
    """What is known of one ball at the time of its last sighting.

    Attributes:
        mean: x, y, vx, vy, shape (4,).
        covariance: Shape (4, 4).
        t: Time, seconds.
        still: Whether it lies still.
        young: Whether it lay still until the sighting before: it started somewhere
            in between, so that it is faster than its way tells.
    """

    mean: FloatArray
    covariance: FloatArray
    t: float
    still: bool
    young: bool = False


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way in which a ball may have come to where it is seen.

    Attributes:
        mean: State at the new time, shape (4,).
        covariance: Shape (4, 4).
        log_chance: Log-probability of the alternative.
        smooth: Whether the estimate goes on through it; otherwise the velocity is
            taken from the way itself.
    """

    mean: FloatArray
    covariance: FloatArray
    log_chance: float
    smooth: bool


def alternatives(
    states: Sequence[BallState], t: float, table: TableGeometry, jitter: float
) -> tuple[tuple[Alternative, ...], ...]:
    """Return the alternatives of each ball at time t; none for a ball that lies still.

    Args:
        states: All balls on the table.
        t: Time of the next picture, seconds.
        table: Noses and ball radius.
        jitter: Standard deviation of a picture's time as part of the interval.
    """
    rolled = [_rolled(state, t, jitter) for state in states]
    near = _near_contact(states, rolled, 2 * table.ball_radius)
    fastest = max((float(np.hypot(*s.mean[2:])) for s in states), default=0.0)
    return tuple(
        ()
        if state.still
        else _moving(state, moved, t - state.t, table, near[i], fastest)
        for i, (state, moved) in enumerate(zip(states, rolled, strict=True))
    )


def near_contact(
    states: Sequence[BallState], t: float, ball_radius: float
) -> NDArray[np.bool_]:
    """Tell which balls may touch a moving one by time t, shape (balls,).

    Args:
        states: All balls on the table.
        t: Time of the next picture, seconds.
        ball_radius: Metres.
    """
    rolled = [_rolled(state, t, 0.0) for state in states]
    return _near_contact(states, rolled, 2 * ball_radius)


def _rolled(state: BallState, t: float, jitter: float) -> tuple[FloatArray, FloatArray]:
    dt = max(t - state.t, 0.0)
    if state.still:
        return state.mean, state.covariance
    mean, covariance = predict(
        state.mean, state.covariance, dt, ROLLING_DECELERATION, SLIDING_NOISE
    )
    covariance = covariance.copy()
    covariance[:2, :2] += _untimely(state.mean[2:], dt, jitter)
    return mean, covariance


def _untimely(velocity: FloatArray, dt: float, jitter: float) -> FloatArray:
    """Covariance of a place because the time of the picture is doubtful, (2, 2)."""
    slip = velocity * (jitter * dt)
    return np.outer(slip, slip)


def _near_contact(
    states: Sequence[BallState],
    rolled: Sequence[tuple[FloatArray, FloatArray]],
    touching: float,
) -> NDArray[np.bool_]:
    """Tell which balls may touch another one on their way, shape (balls,)."""
    count = len(states)
    near = np.zeros(count, dtype=bool)
    if count < 2:
        return near
    start = np.array([state.mean[:2] for state in states])
    end = np.array([mean[:2] for mean, _ in rolled])
    spread = np.array([np.sqrt(np.trace(cov[:2, :2])) for _, cov in rolled])
    gap = start[:, None] - start[None]
    way = (end - start)[:, None] - (end - start)[None]
    length = np.maximum((way**2).sum(-1), 1e-12)
    part = np.clip(-(gap * way).sum(-1) / length, 0.0, 1.3)
    closest = np.hypot(*(gap + part[..., None] * way).transpose(2, 0, 1))
    margin = touching + 0.012 + 2 * (spread[:, None] + spread[None])
    close = closest < margin
    np.fill_diagonal(close, val=False)
    moves = ~np.array([state.still for state in states])
    return np.asarray((close & (moves[:, None] | moves[None])).any(axis=1))


def _moving(
    state: BallState,
    moved: tuple[FloatArray, FloatArray],
    dt: float,
    table: TableGeometry,
    near: np.bool_,
    fastest: float,
) -> tuple[Alternative, ...]:
    mean, covariance = moved
    folded = _folded(mean, table)
    hit = _CONTACT_CHANCE if near else _CHANCE
    speed = float(np.hypot(*state.mean[2:]))
    if folded is not None:
        hit = max(hit, 0.2)
    turned = 0.0 if folded is None else _RAIL_CHANCE * (1 - hit)
    found = [Alternative(mean, covariance, np.log(1 - hit - turned), smooth=True)]
    if folded is not None:
        loose = covariance.copy()
        loose[:2, :2] += np.eye(2) * (0.2 * speed * dt) ** 2
        loose[2:, 2:] += np.eye(2) * (0.3 * speed) ** 2
        found.append(Alternative(folded, loose, np.log(turned), smooth=True))
    found.append(_deflected(state, dt, hit, fastest if near else speed))
    if not state.young:
        return tuple(found)
    slower = [
        replace(way, log_chance=way.log_chance + np.log(_FULL_STEP)) for way in found
    ]
    return (*slower, *_faster(state, dt))


def _faster(state: BallState, dt: float) -> tuple[Alternative, ...]:
    """Return the ways of a ball that started late before its last sighting."""
    velocity = state.mean[2:]
    chance = float(np.log((1 - _FULL_STEP) / len(_LATE_STARTS)))
    ways = []
    for factor in _LATE_STARTS:
        way = velocity * (factor * dt)
        across = np.array([-way[1], way[0]])
        covariance = np.eye(4) * 4.0
        covariance[:2, :2] = (
            state.covariance[:2, :2]
            + np.outer(way, way) * 0.3**2
            + np.outer(across, across) * 0.08**2
            + np.eye(2) * 0.003**2
        )
        mean = np.concatenate((state.mean[:2] + way, velocity * factor))
        ways.append(Alternative(mean, covariance, chance, smooth=False))
    return tuple(ways)


def _deflected(state: BallState, dt: float, hit: float, reach: float) -> Alternative:
    speed = float(np.hypot(*state.mean[2:]))
    sigma = 0.5 * max(reach, speed, 0.2) * dt + 0.002
    covariance = np.zeros((4, 4))
    covariance[:2, :2] = np.eye(2) * sigma**2 + state.covariance[:2, :2]
    covariance[2:, 2:] = np.eye(2) * (0.5 * max(reach, 0.2)) ** 2
    place = state.mean[:2] + 0.4 * state.mean[2:] * dt
    mean = np.concatenate((place, np.zeros(2)))
    return Alternative(mean, covariance, float(np.log(hit)), smooth=False)


def _folded(mean: FloatArray, table: TableGeometry) -> FloatArray | None:
    """Return the state reflected at the rails that it crosses, or None."""
    limit = np.array([table.length / 2, table.width / 2]) - table.ball_radius
    beyond = np.abs(mean[:2]) - limit
    out = (beyond > 0) & (mean[:2] * mean[2:] > 0)
    if not out.any():
        return None
    folded = mean.copy()
    side = np.sign(mean[:2])
    folded[:2] = np.where(out, side * (limit - RESTITUTION * beyond), mean[:2])
    folded[2:] = np.where(out, -RESTITUTION * mean[2:], mean[2:])
    return folded


def log_density(
    state: BallState,
    ways: Sequence[Alternative],
    t: float,
    xy: FloatArray,
    noise: FloatArray,
) -> FloatArray:
    """Log-density of each observation under each alternative, shape (a, n).

    Args:
        state: The ball at its last sighting.
        ways: Its alternatives; empty for a ball that lay still.
        t: Time of the observations, seconds.
        xy: Observed centres, metres, shape (n, 2).
        noise: Their covariances, shape (n, 2, 2).
    """
    if not ways:
        return log_started(xy - state.mean[:2], np.array(t - state.t))[None]
    return np.array(
        [
            way.log_chance
            + log_gauss(xy - way.mean[:2], way.covariance[:2, :2] + noise)
            for way in ways
        ]
    )


def moved_on(
    state: BallState,
    way: Alternative | None,
    t: float,
    xy: FloatArray,
    noise: FloatArray,
) -> BallState:
    """Return the ball's state after it was seen at xy.

    Args:
        state: At its last sighting.
        way: The alternative that explains the sighting; None for a ball that lay
            still.
        t: Time of the sighting, seconds.
        xy: Observed centre, metres, shape (2,).
        noise: Its covariance, shape (2, 2).
    """
    dt = max(t - state.t, 1e-6)
    velocity = (xy - state.mean[:2]) / dt
    if way is not None and way.smooth:
        mean, covariance = update(way.mean, way.covariance, xy, noise)
        return BallState(mean, covariance, t, still=False)
    sigma = 0.5 * float(np.hypot(*velocity)) + 0.1
    mean, covariance = started(xy, noise, velocity, sigma)
    return BallState(mean, covariance, t, still=False, young=state.still)
