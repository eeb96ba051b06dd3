"""Touches in a pocket's mouth that no picture shows by themselves.

A ball that falls is gone before the next picture. Its way leads on into the mouth;
where it would run through a jaw or a facing, it has touched it. A ball that stays there
rattles between the jaws faster than pictures follow: one touch is told, and where it
came as near to the jaw on the other side, that one may have been touched, too.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from adjudicator.table import TableGeometry
from tracking.arrays import FloatArray
from tracking.events.analysis import Analysis
from tracking.events.causes import Cause, CauseKind
from tracking.events.endings import EndingKind
from tracking.motion.edges import fit_edge
from tracking.physics.walls import Wall, walls_of

_SHAPE_SIGMA: Final = 0.002
_FEWEST: Final = 2
_LONGEST: Final = 0.06
_STEPS: Final = 61
_LATE: Final = 0.004
_BEFORE: Final = 1e-4
_CLEAR: Final = -0.003
_SLACK: Final = 0.004
_MOST: Final = 0.9
_FROM: Final = 0.6
_VAGUE: Final = 0.45
_LEAST: Final = 0.1
_SPEED_SIGMA: Final = 0.03
_RATTLES: Final = 0.3
_SMOOTHED: Final = 3
_SPREAD: Final = 0.05


def touched_at_the_drop(analysis: Analysis, table: TableGeometry) -> Analysis:
    """Return the analysis with the touches of jaws that no picture shows.

    Args:
        analysis: With its final account.
        table: Its pockets.
    """
    found = []
    for ball, ending in enumerate(analysis.endings):
        if ending.kind is not EndingKind.POCKETED:
            continue
        walls = [w for w in walls_of(table) if w.pocket is ending.pocket]
        touches = [_touch(analysis, ball, walls, table, left_out=n) for n in (0, 1)]
        best = max(
            (touch for touch in touches if touch is not None),
            key=lambda cause: cause.chance or 0.0,
            default=None,
        )
        if best is not None:
            found.append(best)
    sure = [cause for cause in found if (cause.chance or 0.0) >= _FROM]
    vague = [
        replace(cause, chance=min(cause.chance or 0.0, _VAGUE))
        for cause in found
        if (cause.chance or 0.0) < _FROM
    ]
    account = analysis.account
    accepted = sorted((*account.accepted, *sure), key=lambda cause: cause.t)
    account = replace(account, accepted=tuple(accepted), lost=(*account.lost, *vague))
    return replace(analysis, account=account)


def rattled(analysis: Analysis, table: TableGeometry) -> Analysis:
    """Return the analysis with the other jaws that balls in a mouth may have touched.

    Args:
        analysis: With its final account.
        table: Its pockets.
    """
    account = analysis.account
    told = [cause for cause in account.accepted if cause.kind is CauseKind.JAW]
    others = [_other_jaw(analysis, cause, table) for cause in told]
    both = {(cause.balls, cause.pocket, cause.rail) for cause in told}
    fresh = [
        other
        for other in others
        if other is not None and (other.balls, other.pocket, other.rail) not in both
    ]
    account = replace(account, lost=(*account.lost, *fresh))
    return replace(analysis, account=account)


def _other_jaw(analysis: Analysis, told: Cause, table: TableGeometry) -> Cause | None:
    """The jaw across a mouth, if the ball came to it after it touched the first."""
    ball = told.balls[0]
    ending = analysis.endings[ball]
    samples = analysis.samples[ball]
    later = [c.t for c in analysis.account.accepted if ball in c.balls and c.t > told.t]
    until = min([told.t + _RATTLES, ending.t, *later])
    part = (samples.t > told.t) & (samples.t < until)
    if np.count_nonzero(part) < _SMOOTHED:
        return None
    even = np.ones(_SMOOTHED) / _SMOOTHED
    t, x, y = (
        np.convolve(value[part], even, "valid")
        for value in (samples.t, samples.xy[:, 0], samples.xy[:, 1])
    )
    xy = np.stack((x, y), axis=1)
    noise = 1.0 / math.sqrt(float(samples.precision[part, 0, 0].mean()) * _SMOOTHED)
    best = (_LEAST, 0, told.rail)
    for wall in walls_of(table):
        if wall.pocket is not told.pocket or wall.rail is told.rail:
            continue
        gap, _ = wall.gap(xy, table.ball_radius)
        beside = np.array([wall.reaches(place, _SLACK) for place in xy])
        gap = np.where(beside, gap, np.inf)
        at = int(np.argmin(gap))
        far = float(gap[at]) / math.hypot(noise, _SHAPE_SIGMA)
        chance = 0.5 * math.erfc(far / math.sqrt(2))
        if chance > best[0]:
            best = (chance, at, wall.rail)
    chance, at, rail = best
    if rail is told.rail:
        return None
    return replace(
        told,
        knots=(),
        t=float(t[at]),
        sigma_t=_SPREAD,
        places=xy[None, at],
        rail=rail,
        chance=min(chance, _VAGUE),
    )


def _touch(
    analysis: Analysis,
    ball: int,
    walls: Sequence[Wall],
    table: TableGeometry,
    *,
    left_out: int,
) -> Cause | None:
    """The likeliest touch on the way on from the last picture but `left_out`."""
    ending = analysis.endings[ball]
    samples = analysis.samples[ball]
    own = [c.t for c in analysis.account.accepted if ball in c.balls]
    seen = samples.t < ending.t
    stop = int(np.count_nonzero(seen)) - left_out
    start = int(np.searchsorted(samples.t, max(own, default=-np.inf)))
    if stop - start < _FEWEST:
        return None
    t_last = float(samples.t[stop - 1])
    last = fit_edge(samples, start, stop, t_last, -1)
    t = np.linspace(t_last, min(ending.t, t_last + _LONGEST) + _LATE, _STEPS)
    mean, covariance = last.states(t)
    hole = next(p for p in table.pockets if p.name is ending.pocket)
    away = np.hypot(*(mean[:, :2] - np.array(hole.center)).T) - hole.radius
    on_table = slice(0, max(int(np.argmax(away < 0)) or len(t), 2))
    t, mean, covariance = t[on_table], mean[on_table], covariance[on_table]
    best: tuple[float, float, Wall, int] | None = None
    for wall in walls:
        chance, at = _chance(wall, t - t_last, mean, covariance, table.ball_radius)
        if best is None or chance > best[0]:
            best = (chance, float(t[at]), wall, at)
    if best is None or best[0] < _LEAST:
        return None
    chance, when, wall, at = best
    return Cause(
        CauseKind.JAW,
        (),
        (ball,),
        min(when, ending.t - _BEFORE),
        0.01,
        0.0,
        0.0,
        float(np.hypot(*mean[at, 2:4])),
        mean[None, at, :2],
        wall.rail,
        wall.pocket,
        None,
        frozenset((ball,)),
        min(chance, _MOST),
    )


def _chance(
    wall: Wall,
    since: FloatArray,
    mean: FloatArray,
    covariance: FloatArray,
    radius: float,
) -> tuple[float, int]:
    """Chance that a way runs through a wall, and the index of the first time."""
    gap, normal = wall.gap(mean[:, :2], radius)
    normal = np.broadcast_to(normal, (len(gap), 2))
    beside = np.array([wall.reaches(place, _SLACK) for place in mean[:, :2]])
    own = np.einsum("ni,nij,nj->n", normal, covariance[:, :2, :2], normal)
    sigma = np.sqrt(own + _SHAPE_SIGMA**2 + (_SPEED_SIGMA * since) ** 2)
    depth = np.where(beside, -gap / sigma, -np.inf)
    deepest = int(np.argmax(depth))
    if not math.isfinite(depth[deepest]) or gap[0] < _CLEAR or deepest == 0:
        return 0.0, deepest
    inside = np.flatnonzero(beside & (gap < 0))
    first = int(inside[0]) if len(inside) else deepest
    return 0.5 * math.erfc(-float(depth[deepest]) / math.sqrt(2)), first
