"""Changes of motion that belong together: close in time and in space."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from adjudicator.table import TableGeometry
from tracking.events.causes import Cause, CauseKind
from tracking.events.explain import Account, StillPlace, nothing_cost
from tracking.motion.knots import Knot
from tracking.motion.moments import Moment
from tracking.motion.strike import StrikeFit

_LINK: Final = 0.6
_LINK_SLOW: Final = 2.6
_SLOW: Final = 0.2
_SAME_BALL: Final = 1.3
_NEAR: Final = 0.012
_POOR_FIT: Final = 30.0
_UNEXPLAINED: Final = 14.0


@dataclass(frozen=True, slots=True)
class Cluster:
    """Knots to explain together.

    Attributes:
        knots: Indices of the knots, ascending.
        balls: Indices of the balls, those with knots first, then still bystanders.
        bystanders: Still balls near by that did not move, by their place.
        has_strike: Whether the strike is among the knots.
    """

    knots: tuple[int, ...]
    balls: tuple[int, ...]
    bystanders: tuple[StillPlace, ...]
    has_strike: bool


def find_clusters(
    moments: list[Moment],
    account: Account,
    still: list[StillPlace],
    strike: StrikeFit | None,
    table: TableGeometry,
    frame_interval: float,
    settled: frozenset[int] = frozenset(),
) -> list[Cluster]:
    """Group the knots that one cause each does not explain.

    Args:
        moments: Every change of motion.
        account: One cause for each knot, as far as found.
        still: Where balls lie still.
        strike: The start of the cue ball, or None.
        table: Its noses.
        frame_interval: Seconds.
        settled: Knots that are explained otherwise.

    Returns:
        Clusters in which a cause is missing, fits badly, or three balls take part.
    """
    groups = _components(moments, table.ball_radius, frame_interval, settled)
    causes = {i: cause for cause in account.accepted for i in cause.knots}
    clusters = []
    for group in groups:
        if not _needs_work(group, moments, causes, strike, table, frame_interval):
            continue
        balls = tuple(dict.fromkeys(moments[i].knot.ball for i in group))
        near = _bystanders(group, moments, still, table.ball_radius)
        has_strike = strike is not None and strike.knot in group
        all_balls = balls + tuple(place.ball for place in near)
        clusters.append(Cluster(tuple(group), all_balls, tuple(near), has_strike))
    return clusters


def _components(
    moments: list[Moment],
    radius: float,
    frame_interval: float,
    settled: frozenset[int],
) -> list[list[int]]:
    parent = list(range(len(moments)))

    def root(i: int) -> int:
        while parent[i] != i:
            i = parent[i]
        return i

    usable = [i for i in range(len(moments)) if i not in settled]
    for a, i in enumerate(usable):
        for j in usable[a + 1 :]:
            if _linked(moments[i], moments[j], radius, frame_interval):
                parent[root(j)] = root(i)
    groups: dict[int, list[int]] = {}
    for i in usable:
        groups.setdefault(root(i), []).append(i)
    return list(groups.values())


def _linked(a: Moment, b: Moment, radius: float, frame_interval: float) -> bool:
    if a.knot.stops or b.knot.stops:
        return False
    slow = any(k.starts and _speed(k) < _SLOW for k in (a.knot, b.knot))
    slack = (_LINK_SLOW if slow else _LINK) * frame_interval
    if a.knot.ball == b.knot.ball:
        return abs(a.knot.t_high - b.knot.t_high) < _SAME_BALL * frame_interval
    if a.knot.t_high + slack < b.knot.t_low or b.knot.t_high + slack < a.knot.t_low:
        return False
    return _closest(a, b) < 2 * radius + _NEAR


def _speed(knot: Knot) -> float:
    return float(np.hypot(*knot.right.mean[0, 2:4]))


def _closest(a: Moment, b: Moment) -> float:
    """Least distance of the two balls over the gap between their samples, metres."""
    low = min(a.knot.t_low, b.knot.t_low)
    high = max(a.knot.t_high, b.knot.t_high)
    t = np.linspace(low, high, 9)
    paths = []
    for moment in (a, b):
        knot = moment.knot
        left, _ = knot.left.states(t)
        right, _ = knot.right.states(t)
        paths.append((left[:, :2], right[:, :2]))
    return float(min(np.hypot(*(p - q).T).min() for p in paths[0] for q in paths[1]))


def _needs_work(
    group: list[int],
    moments: list[Moment],
    causes: dict[int, Cause],
    strike: StrikeFit | None,
    table: TableGeometry,
    frame_interval: float,
) -> bool:
    """Whether one cause a knot may not be the whole story."""
    own_strike = strike.knot if strike is not None else -1
    open_knots = [i for i in group if i != own_strike]
    if not open_knots:
        return False
    if len({moments[i].knot.ball for i in group}) < len(group):
        return True
    for i in open_knots:
        cause = causes.get(i)
        if cause is None and nothing_cost(moments[i]) > _UNEXPLAINED:
            return True
        if cause is not None and cause.cost > _POOR_FIT:
            return True
        if cause is not None and _may_also_hit_rail(
            moments[i], cause, table, frame_interval
        ):
            return True
    balls = {moments[i].knot.ball for i in group}
    met = {frozenset(causes[i].balls) for i in group if i in causes}
    return len(balls) >= 3 or (len(balls) == 2 and frozenset(balls) not in met)


def _may_also_hit_rail(
    moment: Moment, cause: Cause, table: TableGeometry, frame_interval: float
) -> bool:
    """Whether a ball in a contact is so near a rail that it may touch it at once."""
    if cause.kind is not CauseKind.CONTACT:
        return False
    half = np.array([table.length, table.width]) / 2 - table.ball_radius
    place = cause.places[cause.balls.index(moment.knot.ball)]
    gap = half - np.abs(place)
    after = moment.knot.right.mean[0, 2:4]
    speed = np.maximum(np.abs(moment.before).max(axis=0), np.abs(after))
    return bool(np.any(gap < 0.003 + 1.2 * frame_interval * speed))


def _bystanders(
    group: list[int], moments: list[Moment], still: list[StillPlace], radius: float
) -> list[StillPlace]:
    taken = {moments[i].knot.ball for i in group}
    out: list[StillPlace] = []
    for place in still:
        if place.ball in taken:
            continue
        where = place.edge.mean[0, :2]
        for i in group:
            knot = moments[i].knot
            if not (place.t_from < knot.t_low and knot.t_high < place.t_to):
                continue
            gap = np.hypot(*(moments[i].place - where).T) - 2 * radius
            if np.min(gap) < _NEAR:
                taken.add(place.ball)
                out.append(place)
                break
    return out
