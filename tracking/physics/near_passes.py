"""When balls came so near to each other, or to a cushion, that they may touch."""

import itertools
from collections.abc import Sequence
from typing import Final

import numpy as np

from tracking.arrays import BoolArray, FloatArray, IntArray
from tracking.path import BallPath
from tracking.physics.beats import Beat
from tracking.physics.walls import Wall

_NEAR: Final = 0.006
_NEAR_JAW: Final = 0.012
_LONGEST_STEP: Final = 0.12
_MOVES: Final = 0.0012
_BESIDE: Final = 0.01
_AS_NEAR: Final = 0.0015
_APART: Final = 0.03
_DIP: Final = 0.0025
"""A ball that goes away from a cushion by so much and comes back comes anew, metres."""

_BENT: Final = 0.25
_FAST_STEP: Final = 0.03
_HALF_WAY: Final = 0.6


def near_passes(
    paths: Sequence[BallPath], walls: Sequence[Wall], radius: float
) -> list[Beat]:
    """List possible touches by closeness alone, one for each approach.

    Args:
        paths: Of the balls.
        walls: Noses and jaws.
        radius: Of the balls, metres.
    """
    movers = [bool(np.any(np.ptp(path.xy, axis=0) > 0.015)) for path in paths]
    found: list[Beat] = []
    for a, b in itertools.combinations(range(len(paths)), 2):
        if movers[a] or movers[b]:
            found += [Beat(t, (a, b)) for t in _meetings(paths[a], paths[b], radius)]
    for a, path in enumerate(paths):
        if movers[a]:
            for wall in walls:
                found += [Beat(t, (a,), wall) for t in _touches(path, wall, radius)]
    return sorted(found, key=lambda beat: beat.t)


def _meetings(a: BallPath, b: BallPath, radius: float) -> list[float]:
    _, ia, ib = np.intersect1d(a.frame, b.frame, return_indices=True)
    if len(ia) < 3:
        return []
    t = a.t[ia]
    between = a.xy[ia] - b.xy[ib]
    step = np.diff(between, axis=0)
    length = np.sum(step**2, axis=1)
    share = np.clip(
        -np.sum(between[:-1] * step, axis=1) / np.maximum(length, 1e-12), 0, 1
    )
    closest = np.hypot(*(between[:-1] + share[:, None] * step).T)
    moves = _moving(a, ia) | _moving(b, ib)
    # A fast ball may turn between two pictures: the straight way misses the place.
    reach = 2 * radius + _NEAR + _BENT * np.maximum(np.sqrt(length) - _FAST_STEP, 0.0)
    near = (closest < reach) & moves & (np.diff(t) < _LONGEST_STEP)
    times = t[:-1] + share * np.diff(t)
    return [float(times[k]) for k in _lowest(near, closest, times)]


def _moving(path: BallPath, index: IntArray) -> BoolArray:
    """Whether a ball moves in each step, judged over a few pictures."""
    xy = path.xy[index]
    n = len(xy)
    wide = np.zeros(n - 1, dtype=bool)
    for k in (3, 6):
        if n > 2 * k:
            far = np.hypot(*(xy[2 * k :] - xy[: -2 * k]).T) > 4 * _MOVES
            for shift in range(2 * k):
                wide[shift : shift + len(far)] |= far
    return wide


def _touches(path: BallPath, wall: Wall, radius: float) -> list[float]:
    if len(path) < 3:
        return []
    gap, _ = wall.gap(path.xy, radius)
    if wall.normal is not None:
        position = (path.xy - wall.anchor) @ wall.along
        beside = (position > -_BESIDE) & (position < wall.length + _BESIDE)
        near = (gap < (_NEAR_JAW if wall.is_jaw else _NEAR)) & beside
    else:
        beside = np.zeros(len(gap), dtype=bool)
        near = gap < _NEAR_JAW
    steps = (near[:-1] | near[1:] | _turns(gap, near_if=beside)) & _moving(
        path, np.arange(len(path))
    )
    lower = np.minimum(gap[:-1], gap[1:])
    times = np.where(gap[:-1] < gap[1:], path.t[:-1], path.t[1:])
    return [float(times[k]) for k in _lowest(steps, lower, times)]


def _turns(gap: FloatArray, near_if: BoolArray) -> BoolArray:
    """Steps in which a ball that came on may have met the nose and turned back."""
    out = np.zeros(len(gap) - 1, dtype=bool)
    step = np.diff(gap)
    if len(step) < 3:
        return out
    speed = np.maximum(np.abs(step[:-2]), np.abs(step[2:]))
    lower = np.minimum(gap[1:-2], gap[2:-1])
    turned = (step[:-2] < 0) & (step[2:] > 0)
    out[1:-1] = turned & (lower < _NEAR + _HALF_WAY * speed)
    return out & near_if[:-1] & near_if[1:]


def _lowest(near: BoolArray, value: FloatArray, t: FloatArray) -> list[int]:
    """Index of the first and last of the least values in each run of true values.

    Balls that come together touch first when they are near, balls that lie together
    when they part. One that stays near all the time may come and go several times.
    """
    marks = np.diff(np.concatenate(([0], near.astype(np.int64), [0])))
    starts, stops = np.flatnonzero(marks == 1), np.flatnonzero(marks == -1)
    out: list[int] = []
    for a, b in zip(starts, stops, strict=True):
        low = np.flatnonzero(value[a:b] < np.min(value[a:b]) + _AS_NEAR) + a
        middle = int(a + np.argmin(value[a:b]))
        own = [int(low[0])]
        for k in (middle, int(low[-1]), *(int(a) + v for v in _valleys(value[a:b]))):
            if min(abs(t[k] - t[other]) for other in own) > _APART:
                own.append(k)
        out += sorted(own)
    return out


def _valleys(value: FloatArray) -> list[int]:
    """Indices of the lowest values between clear rises."""
    out: list[int] = []
    lowest, highest = 0, 0
    falls = True
    for k in range(len(value)):
        if falls:
            lowest = k if value[k] < value[lowest] else lowest
            if value[k] > value[lowest] + _DIP:
                out.append(lowest)
                highest, falls = k, False
        else:
            highest = k if value[k] > value[highest] else highest
            if value[k] < value[highest] - _DIP:
                lowest, falls = k, True
    return [*out, lowest] if falls and len(value) else out
