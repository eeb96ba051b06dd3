"""When the pictures of a recording were really taken.

Presentation times are perfect and lie: pictures are repeated, dropped or unevenly
spaced when recordings are converted. Repeats show in the pictures (`repeats`); the
spacing of the rest shows in the balls, which do not speed up and slow down every
other picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracking.following.repeats import Repeats
from tracking.path import BallPath

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

_PERIODS: Final = (2, 3, 4, 5, 6)

_CLEAR: Final = 0.15
"""Spacings that differ by less than this part count as even."""

_CLEAR_STEP: Final = 2.5
"""A step tells something if the usual one is so many times its doubt."""

_SHORTEST: Final = 0.1
"""Steps shorter than this part of the usual one count as this part."""

_FEWEST_STEPS: Final = 4
"""Steps that every phase of a rhythm must be seen in."""


@dataclass(frozen=True, slots=True)
class TimeBase:
    """True times of the frames of one recording.

    Attributes:
        file_t: Presentation times, seconds, shape (m,).
        is_repeat: Which frames show the picture before once more, shape (m,).
        t: When the picture of each frame was taken, seconds on the scale of
            `file_t`, shape (m,); a repeat has the time of the picture it repeats.
        spacing: Times between pictures in a period, 1 on average; one number if
            they are even.
    """

    file_t: FloatArray
    is_repeat: BoolArray
    t: FloatArray
    spacing: tuple[float, ...]

    def file_time(self, t: float | FloatArray) -> FloatArray:
        """Return at which presentation time a true time is shown, seconds.

        Between two pictures it is interpolated between their first showings.
        """
        shown = ~self.is_repeat
        return np.asarray(np.interp(t, self.t[shown], self.file_t[shown]))


def true_times(
    file_t: FloatArray, repeats: Repeats, paths: Sequence[BallPath] = ()
) -> TimeBase:
    """Estimate when the picture of every frame was taken.

    Pictures that are repeated in a rhythm were taken evenly; where single ones are
    repeated, all others have their own times.

    Args:
        file_t: Presentation times, seconds, increasing, shape (m,).
        repeats: Which frames repeat the one before.
        paths: Balls tracked over these frames; their `frame` counts from the first
            of `file_t`. Without them the spacing of the pictures is not looked at.
    """
    file_t = np.asarray(file_t, dtype=np.float64)
    is_repeat = repeats.is_repeat
    shown = np.flatnonzero(~is_repeat)
    if len(shown) < 3:
        return TimeBase(file_t, is_repeat, file_t.copy(), (1.0,))
    even = file_t[shown]
    if repeats.rhythm is not None:
        even = _evened(even)
    number = np.cumsum(~is_repeat) - 1
    spacing = _find_spacing(number, paths)
    taken = _spaced(even, spacing)
    return TimeBase(file_t, is_repeat, taken[np.maximum(number, 0)], tuple(spacing))


def _evened(t: FloatArray, reach: int = 30) -> FloatArray:
    """Return times without the jitter of a rhythm of repeats, seconds.

    A straight line is fitted around each picture, so that a rate that really changes
    is kept.
    """
    index = np.arange(len(t), dtype=np.float64)
    evened = np.empty(len(t))
    for i in range(len(t)):
        part = slice(max(0, i - reach), i + reach + 1)
        slope, offset = np.polyfit(index[part] - i, t[part], 1)
        del slope
        evened[i] = offset
    steps = np.maximum(np.diff(evened), 1e-4)
    return np.concatenate((evened[:1], evened[0] + np.cumsum(steps)))


def _find_spacing(number: NDArray[np.int64], paths: Sequence[BallPath]) -> FloatArray:
    """Return the times between pictures in a period, 1 on average."""
    steps = [_steps(number, path) for path in paths]
    steps = [ball for ball in steps if len(ball.end)]
    for period in _PERIODS:
        spacing = _spacing_of(period, steps)
        if spacing is not None:
            return spacing
    return np.ones(1)


@dataclass(frozen=True, slots=True)
class _Steps:
    """Steps of one ball between neighbouring pictures.

    Attributes:
        end: Number of the later picture, ascending, shape (n,).
        length: Of each step, metres, shape (n,).
        doubt: Standard deviation of each length, metres, shape (n,).
    """

    end: NDArray[np.int64]
    length: FloatArray
    doubt: FloatArray


def _steps(number: NDArray[np.int64], path: BallPath) -> _Steps:
    picture = number[path.frame]
    way = np.diff(path.xy, axis=0)
    length = np.hypot(way[:, 0], way[:, 1])
    variance = np.trace(path.covariance, axis1=1, axis2=2) / 2
    doubt = np.sqrt(variance[1:] + variance[:-1])
    near = np.diff(picture) == 1
    return _Steps(picture[1:][near], length[near], doubt[near])


def _spacing_of(period: int, steps: Sequence[_Steps]) -> FloatArray | None:
    """Return the spacing of a rhythm of this period, or None if it is not one."""
    phases: list[NDArray[np.int64]] = []
    ratios: list[FloatArray] = []
    for ball in steps:
        usual = _usual_steps(ball, period)
        clear = usual > _CLEAR_STEP * ball.doubt
        share = ball.length[clear] / usual[clear]
        phases.append(ball.end[clear] % period)
        ratios.append(np.log(np.maximum(share, _SHORTEST)))
    phase = np.concatenate([np.zeros(0, np.int64), *phases])
    ratio = np.concatenate([np.zeros(0), *ratios])
    if any((phase == p).sum() < _FEWEST_STEPS for p in range(period)):
        return None
    middle = np.array([np.median(ratio[phase == p]) for p in range(period)])
    left = np.abs(ratio - middle[phase])
    doubt = np.median(left) * 1.25 / np.sqrt(len(ratio) / period)
    differ = np.ptp(middle) > max(_CLEAR, 5 * doubt)
    if not differ or np.median(left) > 0.6 * np.median(np.abs(ratio)):
        return None
    spacing = np.exp(middle)
    return np.asarray(spacing / spacing.mean())


def _usual_steps(ball: _Steps, period: int) -> FloatArray:
    """Return the mean step around each, over whole periods; NaN near a gap."""
    reach = period // 2
    first = int(ball.end[0])
    by_picture = np.full(int(ball.end[-1]) - first + 1 + 2 * reach, np.nan)
    by_picture[ball.end - first + reach] = ball.length
    around = np.lib.stride_tricks.sliding_window_view(by_picture, 2 * reach + 1)
    around = around[ball.end - first]
    whole = around.T.sum(axis=0)
    if period % 2 == 0:
        whole = whole - (around[:, 0] + around[:, -1]) / 2
    return np.asarray(whole / period)


def _spaced(even: FloatArray, spacing: FloatArray) -> FloatArray:
    """Return times of pictures with the rhythm of `spacing`, seconds."""
    if len(spacing) == 1:
        return even
    index = np.arange(1, len(even))
    steps = np.diff(even) * spacing[index % len(spacing)]
    taken = np.concatenate(([0.0], np.cumsum(steps)))
    return np.asarray(taken + even.mean() - taken.mean())
