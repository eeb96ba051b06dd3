"""When balls move: episodes of movement within a stretch of paths."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracking.path import BallPath

FloatArray = NDArray[np.float64]

_REACH: Final = 0.12
"""Speeds are measured over so long before and after a picture, seconds."""

_SLOWEST: Final = 0.012
"""Slower than this is lying still, m/s."""

_SIGMAS: Final = 4.0
_NO_TIME: Final = 1e-9

_LEAST_WAY: Final = 0.01
"""Smaller movements alone are no shot, metres."""

_LEAST_WAY_ALONE: Final = 0.03
"""Smaller movements of one ball while no other moves are no shot, metres."""

_LEAST_SPEED: Final = 0.06
"""Slower movements alone are no shot, m/s."""

_ROLLING_DECELERATION: Final = 0.1
"""m/s²."""

_SLACK: Final = 0.0015
"""Movement that counts as lying still beside the noise, metres."""


@dataclass(frozen=True, slots=True)
class Episode:
    """A time in which at least one ball moves, with all at rest before and after.

    Attributes:
        t_from: When the first ball starts, seconds.
        t_to: When the last ball stops, seconds.
        first: Key of the ball that starts first.
        movers: Keys of all balls that move.
        opened: Whether the balls were at rest before it.
        closed: Whether they were seen at rest after it.
        stops: When each ball stopped that was seen at rest after it, seconds.
    """

    t_from: float
    t_to: float
    first: int
    movers: frozenset[int]
    opened: bool
    closed: bool
    stops: Mapping[int, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Span:
    key: int
    way: float
    speed: float
    t_from: float
    t_to: float
    opened: bool
    closed: bool
    stays: bool


def find_episodes(
    paths: Sequence[BallPath], t_end: float, *, pause: float = 0.4
) -> tuple[Episode, ...]:
    """Find the episodes of movement.

    Args:
        paths: All balls over a stretch.
        t_end: Last time that pictures cover, seconds.
        pause: All balls rest at least so long between two episodes, seconds.
    """
    spans = sorted(
        (span for path in paths for span in _spans(path, t_end)),
        key=lambda span: span.t_from,
    )
    large = [span for span in spans if _is_large(span, spans)]
    spans = [span for span in spans if _is_beside(span, large)]
    groups: list[list[_Span]] = []
    for span in spans:
        if groups and span.t_from < max(s.t_to for s in groups[-1]) + pause:
            groups[-1].append(span)
        else:
            groups.append([span])
    return tuple(_episode(group) for group in groups)


def _episode(spans: list[_Span]) -> Episode:
    return Episode(
        spans[0].t_from,
        max(span.t_to for span in spans),
        spans[0].key,
        frozenset(span.key for span in spans),
        all(span.opened for span in spans[:1]),
        all(span.closed for span in spans),
        {span.key: span.t_to for span in spans if span.stays},
    )


def _is_large(span: _Span, spans: list[_Span]) -> bool:
    """Whether a movement is a ball's: far enough, or not alone."""
    if span.way < _LEAST_WAY or span.speed < _LEAST_SPEED:
        return False
    return span.way > _LEAST_WAY_ALONE or any(
        other.key != span.key
        and other.way > _LEAST_WAY
        and other.speed > _LEAST_SPEED
        and other.t_from < span.t_to
        and span.t_from < other.t_to
        for other in spans
    )


def _is_beside(span: _Span, large: list[_Span]) -> bool:
    """Whether a movement is a large one or goes with one."""
    return any(
        span is other or other.t_from <= span.t_from <= other.t_to for other in large
    )


def _spans(path: BallPath, t_end: float) -> list[_Span]:
    """Return the times in which one ball moves."""
    if len(path) < 3:
        return []
    moves = is_moving(path)
    edges = np.diff(np.concatenate(([0], moves.astype(np.int64), [0])))
    starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1) - 1
    spans = []
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        way = _displacement(path, start, end)
        if way < _least_way(path, start):
            continue
        vanished = end == len(path) - 1
        spans.append(
            _Span(
                path.key,
                way,
                _top_speed(path, start, end),
                start_time(path, start),
                stop_time(path, end),
                opened=start > 0,
                closed=not vanished or t_end - float(path.t[end]) > 3 * _REACH,
                stays=not vanished,
            )
        )
    return spans


def _displacement(path: BallPath, start: int, end: int) -> float:
    """Return how far a ball gets, and does not come back from, metres."""
    before = path.xy[max(start - 5, 0) : start + 1]
    after = path.xy[end : end + 6]
    if end >= len(path) - 2:
        return float(np.hypot(*(after[-1] - before[0])))
    return float(np.hypot(*(np.median(after, axis=0) - np.median(before, axis=0))))


def _top_speed(path: BallPath, start: int, end: int) -> float:
    """Return the highest speed over a few pictures, m/s."""
    first, last = max(start - 1, 0), min(end + 1, len(path) - 1)
    step = min(3, last - first)
    if step < 1:
        return 0.0
    part, t = path.xy[first : last + 1], path.t[first : last + 1]
    way = np.hypot(*(part[step:] - part[:-step]).T)
    return float((way / (t[step:] - t[:-step])).max())


def _least_way(path: BallPath, index: int) -> float:
    sigma = np.sqrt(np.trace(path.covariance[index]) / 2)
    return float(max(5 * sigma, 2 * _SLACK))


def is_moving(path: BallPath) -> NDArray[np.bool_]:
    """Tell at which sightings the ball moves, shape (m,).

    The mean place just after a picture is compared with the one just before.
    """
    here = np.arange(len(path))
    first = np.searchsorted(path.t, path.t - _REACH)
    stop = np.searchsorted(path.t, path.t + _REACH, "right")
    # Sums of rows up to each: means of any row of pictures from two of them.
    rows = np.column_stack((path.t - path.t[:1], path.xy))
    sums = np.concatenate((np.zeros((1, 3)), np.cumsum(rows, axis=0)))
    early = (sums[here + 1] - sums[first]) / (here + 1 - first)[:, None]
    late = (sums[stop] - sums[here]) / (stop - here)[:, None]
    span, *way = (late - early).T
    sigma = np.sqrt(np.trace(path.covariance, axis1=1, axis2=2) / 2)
    count = np.minimum(here + 1 - first, stop - here)
    doubt = _SIGMAS * sigma * np.sqrt(2.0 / count)
    moving = (span > _NO_TIME) & (np.hypot(*way) > doubt + _SLOWEST * span)
    return _filled(moving, path.t)


def _filled(moving: NDArray[np.bool_], t: FloatArray) -> NDArray[np.bool_]:
    """Close pauses that are too short to be a rest."""
    filled = moving.copy()
    indices = np.flatnonzero(moving)
    for left, right in itertools.pairwise(indices.tolist()):
        if t[right] - t[left] < 2 * _REACH:
            filled[left:right] = True
    return filled


def start_time(path: BallPath, index: int) -> float:
    """Return when a ball left its place, between two pictures, seconds.

    Args:
        path: The ball.
        index: A sighting near the start of its movement.
    """
    early = path.t < path.t[index] - _REACH / 4
    before = path.xy[early][-20:] if early.any() else path.xy[:1]
    place = np.median(before, axis=0)
    away = np.hypot(*(path.xy - place).T)
    sigma = np.sqrt(np.trace(path.covariance, axis1=1, axis2=2) / 2)
    left = np.flatnonzero((away > 4 * sigma + _SLACK) & (np.arange(len(path)) >= index))
    if not len(left) or left[0] == 0 or left[0] + 1 >= len(path):
        return float(path.t[index])
    k = int(left[0])
    speed = np.hypot(*(path.xy[k + 1] - path.xy[k])) / (path.t[k + 1] - path.t[k])
    way_back = away[k] / speed if speed > 0 else 0.0
    return float(max(path.t[k] - way_back, path.t[k - 1]))


def stop_time(path: BallPath, index: int) -> float:
    """Return when a ball came to rest, seconds.

    Its last clear distance from where it ends tells how long it still rolled.

    Args:
        path: The ball.
        index: The last sighting at which it clearly moves.
    """
    after = path.xy[index + 1 :][-20:]
    if len(after) < 4:
        return float(path.t[index])
    place = np.median(path.xy[index + 1 :][-12:], axis=0)
    smooth = np.array([path.xy[k : k + 3].mean(0) for k in range(len(path) - 2)])
    away = np.hypot(*(smooth - place).T)
    sigma = np.sqrt(np.trace(path.covariance[1:-1], axis1=1, axis2=2) / 2)
    clear = np.flatnonzero(away > 3 * sigma / np.sqrt(3) + _SLACK / 2)
    clear = clear[(clear + 1 >= index) & (clear + 1 <= index + 15)]
    if not len(clear):
        return float(path.t[index])
    k = int(clear[-1])
    left = np.sqrt(2 * away[k] / _ROLLING_DECELERATION)
    return float(min(path.t[k + 1] + left, path.t[k + 1] + 0.4))


def mean_place(
    path: BallPath, t_from: float, t_to: float
) -> tuple[float, float] | None:
    """Return the median place of a ball over some time, metres, or None if unseen."""
    part = (path.t >= t_from) & (path.t <= t_to)
    if not part.any():
        return None
    x, y = np.median(path.xy[part], axis=0)
    return float(x), float(y)
