"""Which observation is which ball: gates, likelihoods and the joint assignment.

Every alternative is a density over the table (1/m²) or a probability, so that a ball
that was missed, an observation that is no known ball, a ball that rolls on and a ball
that something deflected are compared on one scale.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

FloatArray = NDArray[np.float64]

FASTEST: Final = 13.0
"""No ball is faster, m/s (a hard break reaches 12)."""

_NAME_DOUBT: Final = 0.1
"""Share of pictures whose colours tell nothing (shadow, glare, blur)."""

_PICTURES_THAT_COUNT: Final = 6.0
"""Pictures of one ball are alike: so many of them tell all that any number does."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """Which track got which observation.

    Attributes:
        tracks: Indices of the tracks that were seen, shape (p,).
        rows: The observation of each of them, shape (p,).
        missed: Indices of the tracks that no observation belongs to.
        fresh: Indices of the observations that belong to no track.
    """

    tracks: NDArray[np.int64]
    rows: NDArray[np.int64]
    missed: NDArray[np.int64]
    fresh: NDArray[np.int64]


def assign(
    log_likelihood: FloatArray, log_missed: FloatArray, log_fresh: FloatArray
) -> Assignment:
    """Find the most likely joint explanation of one frame.

    Args:
        log_likelihood: Of each pair of track and observation, nats, -inf where
            impossible, shape (tracks, observations).
        log_missed: Of each track not being seen, nats, shape (tracks,).
        log_fresh: Of each observation being none of the tracks, nats, shape
            (observations,).
    """
    count, seen = log_likelihood.shape
    gain = log_likelihood - log_missed[:, None] - log_fresh[None, :]
    pairs_t, pairs_o = linear_sum_assignment(-np.maximum(gain, 0.0))
    real = gain[pairs_t, pairs_o] > 0
    tracks, rows = pairs_t[real].astype(np.int64), pairs_o[real].astype(np.int64)
    return Assignment(tracks, rows, _others(count, tracks), _others(seen, rows))


def _others(count: int, chosen: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers below `count` that were not chosen."""
    left = np.ones(count, dtype=bool)
    left[chosen] = False
    return np.flatnonzero(left)


def log_gauss(offset: FloatArray, covariance: FloatArray) -> FloatArray:
    """Log-density of a plane normal distribution, nats, 1/m².

    Args:
        offset: From the mean, metres, shape (..., 2).
        covariance: Shape (..., 2, 2).
    """
    a, b, d = covariance[..., 0, 0], covariance[..., 0, 1], covariance[..., 1, 1]
    determinant = a * d - b * b
    x, y = offset[..., 0], offset[..., 1]
    distance = (d * x * x - 2 * b * x * y + a * y * y) / determinant
    return np.asarray(-distance / 2 - np.log(2 * np.pi) - np.log(determinant) / 2)


def log_started(
    offset: FloatArray, dt: FloatArray, smallest: float = 0.002
) -> FloatArray:
    """Log-density of where a ball is that left its place within the last dt.

    Its speed may have any order of magnitude, so the distance is log-uniform.

    Args:
        offset: From its place, metres, shape (..., 2).
        dt: Since it was last seen there, seconds, broadcasts against (...).
        smallest: Distance that is still called lying there, metres.
    """
    farthest = np.maximum(FASTEST * dt, 2 * smallest)
    distance = np.maximum(np.hypot(offset[..., 0], offset[..., 1]), smallest)
    density = -np.log(2 * np.pi * distance**2 * np.log(farthest / smallest))
    return np.asarray(np.where(distance <= farthest, density, -np.inf))


def log_same_name(
    belief: FloatArray, pictures: FloatArray, label_log: FloatArray
) -> FloatArray:
    """How much the colours speak for a pair, nats, shape (tracks, observations).

    Args:
        belief: Log-likelihood of each track's past under each name, shape (t, k).
        pictures: Number of pictures in it, shape (t,).
        label_log: Log-likelihood of each observation under each name, shape (n, k).
    """
    names = label_log.shape[1]
    if names == 0:
        return np.zeros((len(belief), len(label_log)))
    weight = np.minimum(1.0, _PICTURES_THAT_COUNT / np.maximum(pictures, 1.0))
    posterior = _doubted(belief * weight[:, None])
    likelihood = _doubted(label_log)
    return np.asarray(np.log(posterior @ likelihood.T * names))


def _doubted(log_likelihood: FloatArray) -> FloatArray:
    top = log_likelihood.max(axis=1, keepdims=True, initial=-np.inf)
    weight = np.exp(log_likelihood - top)
    share = weight / weight.sum(axis=1, keepdims=True)
    return np.asarray((1 - _NAME_DOUBT) * share + _NAME_DOUBT / share.shape[1])


def log_false(score: FloatArray) -> FloatArray:
    """Log-density of observations that are no known ball, by score, 1/m², shape (n,).

    A detector that is sure is seldom wrong; one that hesitates often is.

    Args:
        score: Detector confidence in [0, 1], shape (n,).
    """
    return np.asarray(np.log(0.05) + 3.0 * (0.5 - score))


def log_streak(way: FloatArray, streak: FloatArray, blunt: float) -> FloatArray:
    """How badly the blur of a ball fits the way that it would have come, nats, <= 0.

    Args:
        way: From the ball's last place to the observation, metres, shape (..., 2).
        streak: Blur of the observation, either sign, shape (..., 2).
        blunt: Blur that a still ball may show, metres.
    """
    length = np.hypot(way[..., 0], way[..., 1])
    blur = np.hypot(streak[..., 0], streak[..., 1])
    across = np.abs(way[..., 0] * streak[..., 1] - way[..., 1] * streak[..., 0])
    across = across / np.maximum(length, 1e-9)
    misfit = (across / (blunt + 0.15 * blur)) ** 2 / 2
    too_far = np.maximum(blur - 1.5 * length - blunt, 0.0) / blunt
    return np.asarray(-np.minimum(misfit + too_far**2 / 2, 4.0))


def blurred(covariance: FloatArray, streak: FloatArray) -> FloatArray:
    """Covariance of centres with the doubt along their blur, m², shape (n, 2, 2).

    Args:
        covariance: Of the centres, shape (n, 2, 2).
        streak: Blur, metres, shape (n, 2).
    """
    along = 0.15 * streak
    return np.asarray(covariance + along[:, :, None] * along[:, None, :])
