"""What all balls at rest do together is done by the camera, and is taken out.

A hand-held camera is followed picture by picture, but not exactly: balls that lie still
creep over the table together, by millimetres. Their common motion, a shift, a turn and
a change of size, is estimated from the balls at rest, smoothed over time, and
subtracted from every ball.

Source: Rauch, Tung, Striebel (1965), "Maximum likelihood estimates of linear dynamic
systems": the smoother.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from tracking.following.stillness import find_rests
from tracking.observations import Observations

FloatArray = NDArray[np.float64]

_ROUNDS: Final = 4
"""Rounds in which places and shake are estimated in turn."""

_SPREAD: Final = np.array([0.005, 0.005, 0.003, 0.003])
"""Shake of a camera that is followed: shift, metres, turn, radians, and size."""

_STEP: Final = np.array([0.0006, 0.0006, 0.0004, 0.0004])
"""By how much it changes from one picture to the next."""

_FEWEST_BALLS: Final = 3
"""Balls at rest in a picture that tell what they do together."""

_SLACK: Final = 0.0003
_GATE: Final = 4.0
"""Deviations by which a sighting at rest may be off."""


@dataclass(frozen=True, slots=True, eq=False)
class _Sightings:
    """Sightings of balls at rest.

    Attributes:
        step: Position of the frame, shape (n,).
        place: Which rest, shape (n,).
        xy: Metres, shape (n, 2).
        sigma: Standard deviation per axis, metres, shape (n,).
    """

    step: NDArray[np.int64]
    place: NDArray[np.int64]
    xy: FloatArray
    sigma: FloatArray


def steadied(
    frames: Sequence[Observations], table: TableGeometry
) -> list[Observations]:
    """Return the frames of a moving camera as a steady one would have seen them.

    Args:
        frames: Of one stretch, in order of time, repeated pictures left out.
        table: Its balls are looked at.
    """
    seen = _at_rest(frames, table.ball_radius)
    if not len(seen.step):
        return list(frames)
    shake = np.zeros((len(frames), 4))
    for _ in range(_ROUNDS):
        shake = _smoothed(seen, _offsets(seen, shake), len(frames))
    return [
        replace(frame, xy=frame.xy - _moved(frame.xy, shake[step]))
        for step, frame in enumerate(frames)
    ]


def _at_rest(frames: Sequence[Observations], ball_radius: float) -> _Sightings:
    rests = find_rests(frames, ball_radius=ball_radius)
    rows = [
        (step, place, row)
        for place, rest in enumerate(rests)
        for step, row in zip(rest.steps.tolist(), rest.rows.tolist(), strict=True)
    ]
    table = np.array(rows, dtype=np.int64).reshape(-1, 3)
    xy = [frames[step].xy[row] for step, _, row in rows]
    variance = [np.trace(frames[step].covariance[row]) / 2 for step, _, row in rows]
    return _Sightings(
        table[:, 0], table[:, 1], np.array(xy).reshape(-1, 2), np.sqrt(variance)
    )


def _basis(xy: FloatArray) -> FloatArray:
    """Return d(motion)/d(shift x, shift y, turn, size), shape (n, 2, 4)."""
    x, y = xy[:, 0], xy[:, 1]
    one, zero = np.ones_like(x), np.zeros_like(x)
    return np.stack(
        (np.stack((one, zero, -y, x), axis=1), np.stack((zero, one, x, y), axis=1)),
        axis=1,
    )


def _moved(xy: FloatArray, shake: FloatArray) -> FloatArray:
    """Return by how much a shake moves points, metres, shape (n, 2)."""
    moved: FloatArray = _basis(xy) @ shake
    return moved


def _offsets(seen: _Sightings, shake: FloatArray) -> FloatArray:
    """Return how far each sighting is from where its ball lies, shape (n, 2)."""
    motion = np.einsum("nij,nj->ni", _basis(seen.xy), shake[seen.step])
    steady = seen.xy - motion
    offsets = np.zeros((len(seen.step), 2))
    for place in range(int(seen.place.max()) + 1):
        own = seen.place == place
        offsets[own] = seen.xy[own] - np.median(steady[own], axis=0)
    return offsets


def _smoothed(seen: _Sightings, offsets: FloatArray, count: int) -> FloatArray:
    """Return the shake of each frame, shape (count, 4).

    It wanders, and tends to nothing where no ball lies still.
    """
    keep = 1 - (_STEP / _SPREAD) ** 2 / 2
    noise = np.diag(_SPREAD**2 * (1 - keep**2))
    mean, covariance = np.zeros(4), np.diag(_SPREAD**2)
    means, covariances = np.empty((count, 4)), np.empty((count, 4, 4))
    order = np.argsort(seen.step, kind="stable")
    edges = np.searchsorted(seen.step[order], np.arange(count + 1))
    for step in range(count):
        if step:
            mean = keep * mean
            covariance = keep[:, None] * covariance * keep + noise
        own = order[edges[step] : edges[step + 1]]
        mean, covariance = _updated(mean, covariance, seen, offsets, own)
        means[step], covariances[step] = mean, covariance
    for step in range(count - 2, -1, -1):
        ahead = keep[:, None] * covariances[step] * keep + noise
        gain = np.linalg.solve(ahead, keep[:, None] * covariances[step]).T
        means[step] += gain @ (means[step + 1] - keep * means[step])
    return means


def _updated(
    mean: FloatArray,
    covariance: FloatArray,
    seen: _Sightings,
    offsets: FloatArray,
    own: NDArray[np.int64],
) -> tuple[FloatArray, FloatArray]:
    """Return the shake after the balls at rest of one frame were seen."""
    if len(own) < _FEWEST_BALLS:
        return mean, covariance
    basis = _basis(seen.xy[own])
    left = offsets[own] - basis @ mean
    middle = np.median(left, axis=0)
    near = np.hypot(*(left - middle).T) <= _GATE * seen.sigma[own] + _SLACK
    rows = basis[near].reshape(-1, 4)
    weight = np.repeat(seen.sigma[own][near] ** -2, 2)
    precision = np.linalg.inv(covariance) + (rows.T * weight) @ rows
    covariance = np.linalg.inv(precision)
    right = (rows.T * weight) @ left[near].ravel()
    corrected: FloatArray = mean + covariance @ right
    return corrected, covariance
