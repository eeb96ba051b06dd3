"""Where a cue begins and ends along its axis."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.cue_scene import (
    RIM,
    SHORTEST,
    CueAxis,
    CueLine,
    CueScene,
    cue_width,
    read_at,
)

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

_GAP: Final = 0.03
"""A cue may be unseen over so much of its way, metres."""

_LEAST: Final = 0.5
"""Evidence that still belongs to a cue: thin things do not fill their pixels."""

_ALONG_RAIL: Final = 0.05
"""What runs along a nose nearer than this is its shadow, metres."""

_FROM_EDGE: Final = 0.06
"""A cue comes from a nose or from a hand, not farther from them, metres."""

_ENOUGH: Final = 0.25
"""A cue of which so much is seen is surely one, metres."""

_LAST: Final = 0.06
"""The last part of a cue tells how clearly it is seen, metres."""

_STEP: Final = 0.5


def follow_axis(scene: CueScene, axis: CueAxis) -> CueLine | None:
    """Follow an axis over the bed and return the run of evidence that is the cue."""
    reach = float(np.hypot(*scene.evidence.shape))
    steps = np.arange(-reach, reach, _STEP)
    points = axis.point + steps[:, None] * axis.along
    height, width = scene.evidence.shape
    points = points[((points >= 0) & (points <= [width - 1, height - 1])).all(axis=1)]
    edge = read_at(scene.edge, points)
    value = read_at(scene.evidence, points)
    side = cue_width(scene.metre, scene.blur) * axis.normal
    beside = [read_at(scene.evidence, points + s * side) for s in (-1.0, 1.0)]
    to_ball = scene.to_balls(points)
    free = to_ball > RIM * scene.radius + 0.5
    thin = (value > _LEAST) & free & (np.minimum(*beside) < np.minimum(0.5 * value, 1))
    there = (value > _LEAST) & free
    run = _best_run(there, thin, free, _GAP * scene.metre / _STEP)
    if run is None or float(edge[run].max()) < _ALONG_RAIL * scene.metre:
        return None
    if _starts_at_tip(scene, points[run], edge[run]):
        points, edge, value = points[::-1], edge[::-1], value[::-1]
        thin, to_ball = thin[::-1], to_ball[::-1]
        run = slice(len(points) - run.stop, len(points) - run.start)
    if not _comes_in(scene, points[run], float(edge[run.start])):
        return None
    run = slice(run.start, _half_height(value, thin, run, _LAST * scene.metre))
    return _cue(scene, axis, points, thin, to_ball, run)


def _starts_at_tip(scene: CueScene, points: FloatArray, edge: FloatArray) -> bool:
    """Whether the first point of a run is the cue's tip rather than the last one.

    The tip lies farther inside the noses; where the player leans far over the table
    and both ends do, it is the end nearer to a ball.
    """
    first, last = float(edge[0]), float(edge[-1])
    if min(first, last) < _FROM_EDGE * scene.metre:
        return first > last
    away = scene.to_balls(points[[0, -1]])
    return bool(away[0] < away[1])


def _half_height(value: FloatArray, thin: BoolArray, run: slice, last: float) -> int:
    """Return where a run ends at half of its last part's evidence, not at its blur."""
    part = slice(max(run.stop - round(last / _STEP), run.start), run.stop)
    level = value[part][thin[part]]
    if not len(level):
        return int(run.stop)
    half = 0.5 * float(np.median(level))
    above = np.flatnonzero(value[part] >= half)
    return int(part.start + above[-1] + 1) if len(above) else int(run.stop)


def _best_run(
    there: BoolArray, thin: BoolArray, free: BoolArray, gap: float
) -> slice | None:
    """Return the run with most thin places.

    Args:
        there: Where there is evidence.
        thin: Where it is narrow.
        free: Where no ball is; a cue may pass over or beside a ball.
        gap: That is bridged, places without a ball.
    """
    index = np.flatnonzero(there)
    if not len(index):
        return None
    open_places = np.cumsum(free)[index]
    breaks = np.flatnonzero(np.diff(open_places) > max(gap, 1.0))
    starts = index[np.concatenate(([0], breaks + 1))]
    ends = index[np.concatenate((breaks, [len(index) - 1]))] + 1
    count = [int(thin[a:b].sum()) for a, b in zip(starts, ends, strict=True)]
    best = int(np.argmax(count))
    if not count[best]:
        return None
    return _without_tail(slice(int(starts[best]), int(ends[best])), there, free, gap)


def _without_tail(run: slice, there: BoolArray, free: BoolArray, least: float) -> slice:
    """Cut off what a ball divides from the run and is too short for a cue beyond it."""
    covered = np.flatnonzero(~free[run]) + run.start
    if not len(covered):
        return run
    start, stop = run.start, run.stop
    if there[covered[-1] + 1 : stop].sum() <= least:
        before = np.flatnonzero(there[start : covered[-1]] & free[start : covered[-1]])
        stop = start + int(before[-1]) + 1 if len(before) else stop
    if there[start : covered[0]].sum() <= least:
        after = np.flatnonzero(there[covered[0] : stop] & free[covered[0] : stop])
        start = int(covered[0] + after[0]) if len(after) else start
    return slice(start, stop)


def _comes_in(scene: CueScene, points: FloatArray, edge: float) -> bool:
    """Whether a cue's hind end lies at a nose, or a hand holds it somewhere.

    Args:
        scene: Where the regions are.
        points: Of the run, from its hind end on, shape (n, 2).
        edge: How far its hind end is inside the noses, pixels.
    """
    reach = round(_FROM_EDGE * scene.metre)
    if edge < reach:
        return True
    u, v = np.round(points[0]).astype(int)
    rows = slice(max(v - reach, 0), v + reach + 1)
    columns = slice(max(u - reach, 0), u + reach + 1)
    if scene.covered[rows, columns].any():
        return True
    column, row = np.round(points).astype(int).T
    return bool(scene.covered[row, column].any())


def _cue(
    scene: CueScene,
    axis: CueAxis,
    points: FloatArray,
    thin: BoolArray,
    to_ball: FloatArray,
    run: slice,
) -> CueLine | None:
    length = (run.stop - run.start) * _STEP
    seen = float(thin[run].sum()) * _STEP
    if seen < 0.7 * SHORTEST * scene.metre:
        return None
    tip, gap = points[run.stop - 1], float(to_ball[run.stop - 1])
    at_ball = gap < 1.5 + (0.25 + RIM) * scene.radius
    if at_ball:
        toward = points[run.stop - 1] - points[run.start]
        toward /= max(float(np.hypot(*toward)), 1e-9)
        tip = tip + toward * max(gap, 0.0) / 2
    last = max(2, round(0.02 * scene.metre / _STEP))
    open_end = bool(thin[run.stop - last : run.stop].mean() > 0.5)
    along = 1.0 if open_end else max(0.02 * scene.metre, 1.0)
    sure = min(1.0, seen / (_ENOUGH * scene.metre), seen / (0.35 * length))
    confidence = sure * (1.0 if open_end else 0.6)
    across = 2.0 / np.sqrt(max(axis.support, 1)) + 0.3
    return CueLine(tip, points[run.start], (along, float(across)), at_ball, confidence)
