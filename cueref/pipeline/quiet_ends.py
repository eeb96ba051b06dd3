"""Whether balls do nothing but lie, roll out or stay in their pockets at an end."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.events import Crossing, Event, Intrusion, Pocketed, Rest
from adjudicator.table import TableGeometry
from adjudicator.validity import balls_of
from cueref.pipeline.free_roll import do_ways_meet, is_way_free
from cueref.pipeline.rolling_out import has_gone
from tracking.events.extraction_result import Extraction
from tracking.events.naming import ball_of_key
from tracking.following.shots import has_dropped
from tracking.path import BallPath

FloatArray = NDArray[np.float64]

_OVERLAP: Final = 0.15
"""Sightings before the end of an account must fit to those after it, seconds."""

_SEEN: Final = 0.1
"""A ball on the table is seen so shortly before the end, seconds."""

_SLACK, _MOST = 0.0015, 0.004
_SIGMAS: Final = 4.0
"""Doubt about a place: least and most, metres, and in deviations of a sighting."""

_GAINS: Final = 1.05
_GAIN: Final = 0.01
"""A ball that rolls out is not faster later than before: factor, and m/s."""

_FEWEST: Final = 3
"""Sightings after an account that tell that a ball only rolls on."""

_SURE: Final = 0.99
"""Belief in a drop that was seen in several pictures."""

_STEPS: Final = 24


def is_quiet(
    found: Extraction,
    before: Sequence[BallPath],
    now: Sequence[BallPath],
    end: float,
    table: TableGeometry,
) -> bool:
    """Whether nothing happened since an account of a shot but balls that roll out.

    Args:
        found: The account.
        before: The paths that it rests on.
        now: The same balls, seen for longer.
        end: Of what the account rests on, seconds.
        table: Noses, pockets and ball radius.
    """
    for path in now:
        later = path.xy[path.t > end]
        if has_gone(found.events, path.key) and len(later):
            sure = _is_sure(found.events, path.key)
            if not (sure and has_dropped(later, table).all()):
                return False
    old = [path for path in before if not has_gone(found.events, path.key)]
    new = [path for path in now if not has_gone(found.events, path.key)]
    if not (_all_seen(old) and _all_seen(new)):
        return False
    ends = [path.between(end - _OVERLAP, np.inf) for path in new]
    rolling = np.array([not _lies(path) for path in ends], dtype=bool)
    return all(
        _rolls_out(path, end) and _is_known(found.events, path.key, end)
        for path, rolls in zip(ends, rolling, strict=True)
        if rolls
    ) and _is_clear(ends, rolling, table)


def _is_sure(events: Sequence[Event], key: int) -> bool:
    """Whether a ball has left the table as surely as more pictures can tell."""
    own = [e for e in events if isinstance(e, Pocketed) and e.ball is ball_of_key(key)]
    return bool(own) and own[-1].confidence >= _SURE


def _all_seen(paths: Sequence[BallPath]) -> bool:
    """Whether all balls are seen up to the end."""
    ends = [float(path.t[-1]) for path in paths]
    return not ends or min(ends) > max(ends) - _SEEN


def _doubt(path: BallPath) -> float:
    sigma = np.sqrt(np.trace(path.covariance, axis1=1, axis2=2).max() / 2)
    return float(min(_SLACK + _SIGMAS * sigma, _MOST))


def _lies(path: BallPath) -> bool:
    away = np.hypot(*(path.xy - np.median(path.xy, axis=0)).T)
    return bool((away < _doubt(path)).all())


def _rolls_out(path: BallPath, end: float) -> bool:
    """Whether a ball goes straight on, and is never faster than it was before."""
    first = int(np.searchsorted(path.t, end, "right")) - 1
    if first < 1 or len(path) < first + _FEWEST:
        return False
    start, stop = path.xy[:3].mean(axis=0), path.xy[-3:].mean(axis=0)
    way = (stop - start) / np.hypot(*(stop - start))
    along = (path.xy - start) @ way
    aside = (path.xy - start) @ np.array([-way[1], way[0]])
    doubt = _doubt(path)
    if (np.abs(aside) > doubt).any() or (np.diff(along) < -doubt).any():
        return False
    parts = [0, first, (first + len(path)) // 2, len(path) - 1]
    speeds = np.diff(along[parts]) / np.diff(path.t[parts])
    return bool((speeds[1:] <= _GAINS * speeds[:-1] + _GAIN).all())


def _is_known(events: Sequence[Event], key: int, end: float) -> bool:
    """Whether what happened to a ball last was seen for a while after it."""
    ball = ball_of_key(key)
    own = [
        event.t
        for event in events
        if not isinstance(event, Crossing | Intrusion | Rest)
        and ball in balls_of(event)
    ]
    return max(own, default=-np.inf) < end - _OVERLAP


def _is_clear(
    ends: Sequence[BallPath], rolling: NDArray[np.bool_], table: TableGeometry
) -> bool:
    """Whether nothing was in the way of the balls that rolled."""
    if not rolling.any():
        return True
    t = np.linspace(ends[0].t[0], max(path.t[-1] for path in ends), _STEPS)
    ways = np.array([_places(path, t) for path in ends])
    for i in np.flatnonzero(rolling).tolist():
        if not is_way_free(ends[i].xy[0], ends[i].xy[-1], table):
            return False
        if do_ways_meet(ways[i], np.delete(ways, i, axis=0), table).any():
            return False
    return True


def _places(path: BallPath, t: FloatArray) -> FloatArray:
    return np.column_stack([np.interp(t, path.t, axis) for axis in path.xy.T])
