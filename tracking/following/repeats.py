"""Which frames of a recording show the picture before once more.

Recordings of 25 pictures a second in a file of 30 or 60 frames repeat pictures in a
fixed rhythm. The change between neighbouring frames shows the rhythm wherever
something moves; elsewhere the rhythm goes on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracking.observations import Observations

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

_RHYTHMS: Final = (
    (1, 2),
    (1, 3),
    (2, 3),
    (1, 4),
    (3, 4),
    (2, 5),
    (3, 5),
    (4, 5),
    (5, 6),
    (5, 12),
    (24, 25),
)
"""Distinct pictures out of so many frames (30 in 60, 24 in 30, 25 in 30, ...)."""

_LOW: Final = 0.4
"""A repeat changes less than this part of what its neighbourhood changes."""

_AROUND: Final = 19
"""Frames whose changes tell what is usual in the middle of them."""

_COPY: Final = 0.12
"""The same for a repeat outside of any rhythm, which nothing else speaks for."""

_MOVED: Final = 0.002
"""A ball that is seen this far from its place in the picture before moved, metres."""

_CLEAR_SCORE: Final = 0.5
"""Less sure observations come and go."""

_ERROR: Final = 0.06
"""Share of frames whose change misleads."""

_LEAST_GAIN: Final = 12.0
"""Nats by which a rhythm must beat "no repeats"."""

_STRETCH: Final = 120
"""Frames over which the phase of the rhythm is taken as fixed."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How often pictures are new.

    Attributes:
        distinct: New pictures in a period.
        period: Frames in a period.
    """

    distinct: int
    period: int


@dataclass(frozen=True, slots=True, eq=False)
class Repeats:
    """Which frames show the picture before once more.

    Attributes:
        is_repeat: Shape (m,); the first frame is no repeat.
        rhythm: How often pictures are new; None if repeats come as they like.
    """

    is_repeat: BoolArray
    rhythm: Rhythm | None = None


def find_repeats(
    change: Sequence[float] | FloatArray,
    seen: Sequence[Observations | None] = (),
) -> Repeats:
    """Tell which frames repeat the picture before.

    Args:
        change: Mean absolute difference of the table's region to the frame before,
            grey levels, shape (m,); the first one counts for nothing, and neither
            does one that is not known (NaN).
        seen: What each frame shows, if it was looked at: a ball that moved tells that
            a picture outside of any rhythm is new, however little changed.
    """
    values = np.asarray(change, dtype=np.float64)
    usual = _usual(values)
    low, active = _low_and_active(values, usual, _LOW)
    rhythm = _find_rhythm(low, active)
    if rhythm is not None:
        repeats = _in_rhythm(rhythm, low, active)
    else:
        copies, active = _low_and_active(values, usual, _COPY)
        repeats = copies & active & _is_isolated(copies)
        for i in np.flatnonzero(repeats[: len(seen)]).tolist():
            repeats[i] = i > 0 and not _has_moved(seen[i - 1], seen[i])
    repeats[:1] = False
    return Repeats(repeats, rhythm)


def _has_moved(before: Observations | None, after: Observations | None) -> bool:
    """Whether a ball is seen where none was in the picture before."""
    if before is None or after is None or not len(after):
        return False
    if not len(before):
        return True
    clear = after.score > _CLEAR_SCORE
    away = np.hypot(*(after.xy[:, None] - before.xy[None]).transpose(2, 0, 1))
    sigma = np.sqrt(np.trace(after.covariance, axis1=1, axis2=2) / 2)
    moved = clear & (away.min(axis=1) > np.maximum(_MOVED, 4 * sigma))
    return bool(moved.any())


def _usual(change: FloatArray) -> FloatArray:
    """Return the change that is usual around each frame, shape (m,)."""
    m = len(change)
    usual = np.zeros(m)
    if not m:
        return usual
    padded = np.concatenate((change[1:], np.full(max(0, _AROUND + 1 - m), np.nan)))
    near = np.lib.stride_tricks.sliding_window_view(padded, _AROUND)
    whole = np.isfinite(near).all(axis=1)
    middle = np.arange(len(near)) + 1 + _AROUND // 2
    usual[middle[whole]] = np.percentile(near[whole], 75, axis=1)
    for i in np.setdiff1d(np.arange(m), middle[whole]).tolist():
        some = change[max(1, i - _AROUND // 2) : i + _AROUND // 2 + 1]
        some = some[np.isfinite(some)]
        usual[i] = np.percentile(some, 75) if len(some) else 0.0
    return usual


def _low_and_active(
    change: FloatArray, usual: FloatArray, part: float
) -> tuple[BoolArray, BoolArray]:
    """Tell which frames change less than a part of the usual, and where that tells."""
    m = len(change)
    known = np.isfinite(change)
    known[:1] = False
    if not known.any():
        return np.zeros(m, dtype=bool), np.zeros(m, dtype=bool)
    floor = np.percentile(change[known], 10)
    active = (usual > max(3.0 * floor, 0.02)) & known
    return np.where(known, change, np.inf) < part * usual, active


def _find_rhythm(low: BoolArray, active: BoolArray) -> Rhythm | None:
    none = _log_fit(np.zeros(len(low), dtype=bool), low, active)
    best, best_gain = None, _LEAST_GAIN
    for distinct, period in _RHYTHMS:
        rhythm = Rhythm(distinct, period)
        repeats = _in_rhythm(rhythm, low, active)
        gain = _log_fit(repeats, low, active) - none - np.log(period)
        right = (repeats == low)[active].mean() if active.any() else 0.0
        if gain > best_gain and right > 0.8:
            best, best_gain = rhythm, gain
    return best


def _log_fit(repeats: BoolArray, low: BoolArray, active: BoolArray) -> float:
    agree = (repeats == low)[active]
    return float(np.log(1 - _ERROR) * agree.sum() + np.log(_ERROR) * (~agree).sum())


def _in_rhythm(rhythm: Rhythm, low: BoolArray, active: BoolArray) -> BoolArray:
    """Return the repeats of a rhythm, its phase fitted stretch by stretch."""
    m = len(low)
    index = np.arange(m)
    phases = np.arange(rhythm.period)
    patterns = np.array([_pattern(rhythm, index + phase) for phase in phases])
    repeats = np.zeros(m, dtype=bool)
    before: int | None = None
    for start in range(0, m, _STRETCH):
        part = slice(start, start + _STRETCH)
        fits = np.array([_log_fit(p[part], low[part], active[part]) for p in patterns])
        if before is not None:
            fits[before] += 4.0
        before = int(fits.argmax())
        repeats[part] = patterns[before][part]
    return repeats


def _pattern(rhythm: Rhythm, index: NDArray[np.int64]) -> BoolArray:
    """Tell which frames repeat: the number of the picture does not rise."""
    number = -((-index * rhythm.distinct) // rhythm.period)
    before = -((-(index - 1) * rhythm.distinct) // rhythm.period)
    return np.asarray(number == before)


def _is_isolated(repeats: BoolArray) -> BoolArray:
    """Tell which low frames stand between frames that change."""
    left = np.concatenate(([False], repeats[:-1]))
    right = np.concatenate((repeats[1:], [False]))
    return ~(left & right)
