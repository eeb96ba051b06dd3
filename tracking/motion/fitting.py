"""Piecewise physics of one ball for drawing, tables and crossings."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from tracking.arrays import FloatArray
from tracking.motion.samples import Samples
from tracking.motion.segmentation import ROLL_ACCELERATION, SLIDE_ACCELERATION, Segment
from tracking.motion.trajectory import FittedPath, MotionKind, Piece

_PIN_SIGMA: Final = 0.0003
_PRIOR_POSITION: Final = 0.05
_PRIOR_VELOCITY: Final = 6.0
_SAME_CUT: Final = 4
_SAME_TIME: Final = 0.08


def fit_path(
    samples: Samples,
    segments: list[Segment],
    joints: Mapping[int, tuple[float, FloatArray]],
    t_end: float,
) -> FittedPath:
    """Fit one polynomial to each segment, tied together at the joints.

    Args:
        samples: Of the ball.
        segments: Its pieces of motion.
        joints: For each first sample of a segment: when and where the motion changed.
        t_end: Until when the last piece lasts at least, seconds.
    """
    pieces = []
    for piece in segments:
        start = joints.get(piece.start)
        stop = joints.get(piece.stop)
        t_from = start[0] if start else float(samples.t[piece.start])
        last = float(samples.t[piece.stop - 1])
        t_to = stop[0] if stop else max(last, t_end)
        if t_to <= t_from:
            continue
        pieces.append(_fit_piece(samples, piece, (t_from, t_to), (start, stop)))
    return FittedPath(samples.key, tuple(pieces))


def cut_at(
    samples: Samples,
    segments: list[Segment],
    t: float,
    joints: dict[int, tuple[float, FloatArray]],
    place: FloatArray,
) -> list[Segment]:
    """Move the nearest cut to an event, or make one there, and tie it to its place.

    Args:
        samples: Of the ball.
        segments: Its pieces of motion.
        t: Of the event, seconds.
        joints: Is given the event under the first sample after it.
        place: Of the ball then, metres, shape (2,).
    """
    k = int(np.searchsorted(samples.t, t))
    if not 0 < k < len(samples):
        return segments
    starts = {piece.start: piece.kind for piece in segments}
    near = [a for a in starts if 0 < abs(a - k) <= _SAME_CUT and a > 0]
    fixed = [a for a in near if a not in joints or abs(joints[a][0] - t) < _SAME_TIME]
    kind = MotionKind.SLIDE
    if k in starts:
        kind = starts[k]
    elif fixed:
        old = min(fixed, key=lambda a: abs(a - k))
        kind = starts.pop(old)
        joints.pop(old, None)
    else:
        piece = next(p for p in segments if p.start <= k < p.stop)
        kind = piece.kind if piece.kind is not MotionKind.REST else MotionKind.SLIDE
    starts[k] = kind
    joints[k] = (t, place)
    order = sorted(starts)
    stops = [*order[1:], len(samples)]
    return [Segment(a, b, starts[a]) for a, b in zip(order, stops, strict=True)]


def _fit_piece(
    samples: Samples,
    piece: Segment,
    span: tuple[float, float],
    pins: tuple[tuple[float, FloatArray] | None, tuple[float, FloatArray] | None],
) -> Piece:
    part = slice(piece.start, piece.stop)
    t, xy = samples.t[part], samples.xy[part]
    variance = np.trace(samples.covariance[part], axis1=1, axis2=2) / 2
    for pin in pins:
        if pin is not None:
            t, xy = np.append(t, pin[0]), np.vstack((xy, pin[1]))
            variance = np.append(variance, _PIN_SIGMA**2)
    d = t - span[0]
    basis = np.stack((np.ones(len(d)), d, d * d / 2), axis=1)
    acceleration = {
        MotionKind.REST: 1e-6,
        MotionKind.ROLL: ROLL_ACCELERATION,
        MotionKind.SLIDE: SLIDE_ACCELERATION,
    }[piece.kind]
    velocity = 1e-6 if piece.kind is MotionKind.REST else _PRIOR_VELOCITY
    prior = np.diag([_PRIOR_POSITION**-2, velocity**-2, acceleration**-2])
    normal = basis.T @ (basis / variance[:, None]) + prior
    origin = xy[0]
    solution = np.linalg.solve(normal, basis.T @ ((xy - origin) / variance[:, None]))
    sigma = float(np.sqrt(np.linalg.inv(normal)[0, 0]))
    return Piece(
        piece.kind,
        span[0],
        span[1],
        solution[0] + origin,
        solution[1],
        solution[2],
        sigma,
    )
