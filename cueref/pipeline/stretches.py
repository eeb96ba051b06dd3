"""The stream cut where nothing moves, its times mended, its shots found."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.events import Intrusion
from adjudicator.shot import Gap
from adjudicator.table import TableGeometry
from cueref.pipeline.intrusions import CoveredFrame, HiddenWatch, intrusions
from cueref.pipeline.observing import Seen
from tracking.following.camera_shake import steadied
from tracking.following.memory import LinkMemory
from tracking.following.repeats import Repeats, find_repeats
from tracking.following.shots import ShotWindow, find_shots, is_any_moving
from tracking.following.timebase import TimeBase, true_times
from tracking.following.tracker import BallTracker, TrackSnapshot
from tracking.observations import Observations
from tracking.path import BallPath

FloatArray = NDArray[np.float64]

_BEFORE: Final = 1.5
"""Still pictures kept before a movement, seconds."""

_SETTLE: Final = 1.3
"""Nothing moves for so long: the stretch is over, seconds."""

_KNOWN_JITTER, _UNKNOWN_JITTER = 0.05, 0.3
"""Doubt about the time of a picture over their spacing: even, or mended, pictures."""


@dataclass(frozen=True, slots=True, eq=False)
class Stretch:
    """Frames from rest to rest, and the shots in them.

    Attributes:
        frame: Index of each frame, shape (m,), int64.
        time_base: When their pictures were taken; index i is `frame[i]`.
        windows: Shots and movements by hand, in order.
        gaps: When something hid what may have happened to a ball; true times.
        intrusions: Hands, cues and things over the table; true times.
        view: Number of the camera's view in which it ended.
    """

    frame: NDArray[np.int64]
    time_base: TimeBase
    windows: tuple[ShotWindow, ...]
    gaps: tuple[Gap, ...] = ()
    intrusions: tuple[Intrusion, ...] = ()
    view: int | None = None


class StretchCutter:
    """Collects frames and hands them out from rest to rest.

    Attributes:
        snapshot: All balls at the last frame that was looked at, or None.
        moved_at: When a ball last moved in the stretch that goes on; None at rest.
    """

    def __init__(self, table: TableGeometry, *, settle: float = _SETTLE) -> None:
        """Start without any frame.

        Args:
            table: Noses, pockets and ball radius.
            settle: Nothing moves for so long: the stretch is over, seconds.
        """
        self._table = table
        self._tracker = BallTracker(table, jitter=_UNKNOWN_JITTER)
        self._settle = settle
        self._kept: list[Seen] = []
        self.snapshot: TrackSnapshot | None = None
        self.moved_at: float | None = None

    def update(self, seen: Seen) -> list[list[Seen]]:
        """Take one more frame and return the frames of stretches that are over."""
        over = []
        if self._kept and self._kept[-1].view != seen.view:
            over = self.finish()
        if seen.view is None:
            return over
        self._kept.append(seen)
        if seen.observations is not None:
            self.snapshot = self._tracker.update(seen.observations)
            if is_any_moving(self.snapshot, self._table):
                self.moved_at = seen.t
        if self.moved_at is None:
            _forget(self._kept, seen.t - _BEFORE)
        elif seen.t - self.moved_at >= self._settle:
            over.append(list(self._kept))
            self.moved_at = None
            _forget(self._kept, seen.t - self._settle)
        return over

    def so_far(self) -> list[Seen]:
        """Return the frames of the stretch that goes on."""
        return list(self._kept)

    def finish(self) -> list[list[Seen]]:
        """Return the stretch that goes on, if any, and forget everything."""
        over = [list(self._kept)] if self.moved_at is not None else []
        self.moved_at = self.snapshot = None
        self._kept.clear()
        self._tracker.reset()
        return over


def cut_stretches(stream: Iterable[Seen], table: TableGeometry) -> Iterator[Stretch]:
    """Yield the stretches in which balls move, each when it is over.

    Args:
        stream: Every frame, in order.
        table: Noses, pockets and ball radius.
    """
    cutter = StretchCutter(table)
    for seen in stream:
        for kept in cutter.update(seen):
            yield read_stretch(kept, table)
    for kept in cutter.finish():
        yield read_stretch(kept, table)


def _forget(kept: list[Seen], since: float) -> None:
    first = 0
    while first < len(kept) and kept[first].t < since:
        first += 1
    del kept[:first]


class StretchMemory:
    """What was worked out of a stretch that grows, so that it is not done again.

    Attributes:
        covered: Follows what covers the balls.
    """

    def __init__(self, table: TableGeometry) -> None:
        """Start before the first stretch.

        Args:
            table: Noses, pockets and ball radius.
        """
        self._table = table
        self._links = {
            jitter: LinkMemory(table, jitter)
            for jitter in (_KNOWN_JITTER, _UNKNOWN_JITTER)
        }
        self.covered = HiddenWatch()

    def links(self, jitter: float) -> LinkMemory:
        """Return what links the sightings on the pictures' own times."""
        return self._links[jitter]


def read_ahead(kept: list[Seen], table: TableGeometry, memory: StretchMemory) -> None:
    """Work out of a stretch that goes on what will still hold when it is over.

    Args:
        kept: Its frames so far.
        table: Noses, pockets and ball radius.
        memory: Remembers it for `read_stretch`.
    """
    repeats, base = _times(kept)
    even = not repeats.is_repeat.any()
    memory.links(_jitter(even=even)).link(_pictures(kept, base, table))
    memory.covered.take(_covered(kept, base))


def read_stretch(
    kept: list[Seen], table: TableGeometry, memory: StretchMemory | None = None
) -> Stretch:
    """Find the shots of a stretch on mended times.

    Args:
        kept: Its frames.
        table: Noses, pockets and ball radius.
        memory: What was read ahead of it; the result is the same without it.
    """
    memory = memory or StretchMemory(table)
    frame = np.array([seen.frame for seen in kept], dtype=np.int64)
    file_t = np.array([seen.t for seen in kept])
    repeats, base = _times(kept)
    jitter = _jitter(even=not repeats.is_repeat.any())
    pictures = _pictures(kept, base, table)
    windows = find_shots(pictures, table, jitter=jitter, memory=memory.links(jitter))
    paths = [_from_first(path, frame) for w in windows for path in w.paths]
    mended = true_times(file_t, repeats, paths)
    if len(mended.spacing) > 1:
        pictures = _pictures(kept, mended, table)
        windows = find_shots(pictures, table, jitter=_jitter(even=True))
    found = [path.xy for window in windows for path in window.paths]
    ways = np.concatenate(found) if found else None
    gaps, intruders = intrusions(_covered(kept, mended), memory.covered, ways)
    return Stretch(frame, mended, windows, gaps, intruders, kept[-1].view)


def _times(kept: list[Seen]) -> tuple[Repeats, TimeBase]:
    """Return which frames repeat the one before, and when the others were taken."""
    # While the camera moves, what changes between pictures tells nothing.
    change = [seen.change if seen.is_steady else np.nan for seen in kept]
    repeats = find_repeats(change, [seen.observations for seen in kept])
    return repeats, true_times(np.array([seen.t for seen in kept]), repeats)


def _jitter(*, even: bool) -> float:
    return _KNOWN_JITTER if even else _UNKNOWN_JITTER


def _covered(kept: list[Seen], base: TimeBase) -> list[CoveredFrame]:
    """Return what covers the table in every picture that was looked at."""
    return [
        CoveredFrame(float(t), seen.observations, seen.occlusion)
        for seen, t, repeat in zip(kept, base.t, base.is_repeat, strict=True)
        if seen.observations is not None and seen.occlusion is not None and not repeat
    ]


def _pictures(
    kept: list[Seen], base: TimeBase, table: TableGeometry
) -> list[Observations]:
    """Return what every picture that was looked at shows, at the time it was taken."""
    frames: list[Observations] = []
    for seen, repeat, t in zip(kept, base.is_repeat, base.t, strict=True):
        if seen.observations is not None and not repeat:
            frames.append(seen.observations.at(float(t)))
    if not all(seen.is_steady for seen in kept):
        frames = steadied(frames, table)
    return frames


def _from_first(path: BallPath, frame: NDArray[np.int64]) -> BallPath:
    """Return the path with frames counted from the first of the stretch."""
    return BallPath(
        path.key,
        path.t,
        np.searchsorted(frame, path.frame),
        path.xy,
        path.covariance,
    )
