"""How a ball turns: quaternions by integrating an angular velocity.

Quaternions are (w, x, y, z), of unit length, and turn the ball's own axes into the
table frame.
"""

import numpy as np
from numpy.typing import NDArray

from vision.synthesis.trajectory import Trajectory

Floats = NDArray[np.float64]

_STEP = 1 / 500
"""Longest step of the integration, seconds: below 0.01 degrees of error a shot."""


def quaternion_from_turn(turn: Floats) -> Floats:
    """Return the quaternion of a rotation vector.

    Args:
        turn: Axis times angle, radians, shape `(..., 3)`.

    Returns:
        Shape `(..., 4)`.
    """
    angle = np.linalg.norm(turn, axis=-1, keepdims=True)
    scale = np.sinc(angle / (2 * np.pi)) / 2
    return np.concatenate([np.cos(angle / 2), turn * scale], axis=-1)


def multiply(left: Floats, right: Floats) -> Floats:
    """Return the Hamilton product, `(..., 4)`: turn by `right`, then by `left`."""
    w1, x1, y1, z1 = np.moveaxis(left, -1, 0)
    w2, x2, y2, z2 = np.moveaxis(right, -1, 0)
    product: Floats = np.stack(
        [
            w1 * w2 - x1 * x2 - y1 * y2 - z1 * z2,
            w1 * x2 + x1 * w2 + y1 * z2 - z1 * y2,
            w1 * y2 - x1 * z2 + y1 * w2 + z1 * x2,
            w1 * z2 + x1 * y2 - y1 * x2 + z1 * w2,
        ],
        axis=-1,
    )
    return product


def matrix_from_quaternion(quaternion: Floats) -> Floats:
    """Return the rotation matrices `(..., 3, 3)` of unit quaternions `(..., 4)`."""
    w, x, y, z = np.moveaxis(quaternion, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def random_quaternions(count: int, rng: np.random.Generator) -> Floats:
    """Return uniformly drawn orientations, `(count, 4)`."""
    drawn = rng.normal(size=(count, 4))
    unit: Floats = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
    return unit


def orientation(trajectory: Trajectory, start: Floats, t: Floats) -> Floats:
    """Return a ball's orientation at each time.

    The angular velocity is linear in each piece; each step uses its middle value.

    Args:
        trajectory: Of the ball.
        start: Quaternion before the first piece, `(4,)`.
        t: Times, seconds, `(m,)`, in any order.

    Returns:
        Unit quaternions, `(m, 4)`.
    """
    t = np.asarray(t, dtype=np.float64)
    knots = _knots(trajectory, t)
    middle = (knots[:-1] + knots[1:]) / 2
    turn = trajectory.angular_velocity(middle) * np.diff(knots)[:, None]
    moving = np.any(turn != 0.0, axis=1)
    steps = quaternion_from_turn(turn)
    path = np.empty((len(knots), 4))
    path[0] = start
    current = np.asarray(start, dtype=np.float64)
    for index in range(len(steps)):
        if moving[index]:
            current = multiply(steps[index], current)
        path[index + 1] = current
    path /= np.linalg.norm(path, axis=1, keepdims=True)
    found: Floats = path[np.searchsorted(knots, t)]
    return found


def _knots(trajectory: Trajectory, t: Floats) -> Floats:
    """Return all times where a step begins or ends: pieces, queries, a fine grid."""
    first = min(float(trajectory.t[0]), float(t.min()))
    last = max(float(t.max()), first)
    inner = trajectory.t[(trajectory.t > first) & (trajectory.t < last)]
    rough = np.unique(np.concatenate([[first, last], t, inner]))
    turning = np.any(trajectory.angular_velocity(rough[:-1]) != 0.0, axis=1)
    pieces = [rough]
    for begin, end in zip(rough[:-1][turning], rough[1:][turning], strict=True):
        count = int((end - begin) / _STEP)
        if count:
            pieces.append(np.linspace(begin, end, count + 1, endpoint=False)[1:])
    return np.unique(np.concatenate(pieces))
