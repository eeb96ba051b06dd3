"""A tight cluster that opens: one event, because nothing can resolve its contacts.

A dozen contacts within two milliseconds hang on micrometres. What can be known is
which ball was struck first (the path of the ball that came, met with the still
places), which balls took part, and everything that happened afterwards.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from adjudicator.table import TableGeometry
from tracking.arrays import FloatArray
from tracking.events.causes import Cause, CauseKind
from tracking.events.explain import StillPlace
from tracking.motion.moments import Moment
from tracking.motion.strike import start_time

_TOUCHING: Final = 0.005
_FEWEST_BALLS: Final = 5
_FEWEST_STARTS: Final = 3
_LASTS: Final = 0.03
_ASIDE: Final = 0.0012
_SUREST: Final = 0.995
_SLOPPY: Final = 6.0


@dataclass(frozen=True, slots=True)
class Opening:
    """One cluster that opened.

    Attributes:
        balls: Indices of the balls of the cluster that moved.
        t: Of the first contact, seconds.
        t_to: When the cluster has come apart, seconds.
        first: The first contact, or None if it was not seen.
        knots: Indices of the knots that need no other cause.
    """

    balls: tuple[int, ...]
    t: float
    t_to: float
    first: Cause | None
    knots: frozenset[int]


def find_openings(
    moments: list[Moment],
    still: list[StillPlace],
    table: TableGeometry,
    frame_interval: float,
) -> list[Opening]:
    """Find clusters of touching still balls that start together.

    Args:
        moments: Every change of motion.
        still: Where balls lie still.
        table: Its ball radius.
        frame_interval: Seconds.
    """
    starts = {
        m.knot.ball: i for i, m in reversed(list(enumerate(moments))) if m.knot.starts
    }
    places: dict[int, FloatArray] = {}
    for place in still:
        places.setdefault(place.ball, place.edge.mean[0, :2])
    openings = []
    for group in _touching(places, 2 * table.ball_radius + _TOUCHING):
        if len(group) < _FEWEST_BALLS:
            continue
        movers = [ball for ball in group if ball in starts]
        early = _started_together(movers, starts, moments, frame_interval)
        if len(early) >= _FEWEST_STARTS:
            own = {ball: starts[ball] for ball in early}
            near = {ball: places[ball] for ball in group}
            openings.append(_opening(own, near, moments, table, frame_interval))
    return openings


def _touching(places: dict[int, FloatArray], reach: float) -> list[list[int]]:
    """Groups of balls that are linked by touching neighbours."""
    groups: list[list[int]] = []
    left = list(places)
    while left:
        group = [left.pop()]
        for ball in group:
            near = [
                other
                for other in left
                if np.hypot(*(places[other] - places[ball])) < reach
            ]
            group += near
            left = [other for other in left if other not in near]
        groups.append(sorted(group))
    return groups


def _started_together(
    group: list[int],
    starts: dict[int, int],
    moments: list[Moment],
    frame_interval: float,
) -> list[int]:
    """Balls of a group that started while it came apart.

    A slow start is dated a few pictures wrong, so the instant is where most are.
    """
    low = {ball: moments[starts[ball]].knot.t_low for ball in group}
    span = max(_LASTS, 1.6 * frame_interval) + frame_interval
    best: list[int] = []
    for t in low.values():
        together = [ball for ball in group if t - 1e-9 <= low[ball] <= t + span]
        if len(together) > len(best):
            best = together
    if not best:
        return []
    t = min(low[ball] for ball in best)
    slack = _SLOPPY * frame_interval
    return [ball for ball in group if t - slack <= low[ball] <= t + span + slack]


def _opening(
    starts: dict[int, int],
    places: dict[int, FloatArray],
    moments: list[Moment],
    table: TableGeometry,
    frame_interval: float,
) -> Opening:
    low, high = _span(starts, moments)
    t_to = min(high, low + frame_interval + max(_LASTS, 2.2 * frame_interval))
    first = _first_contact(starts, places, moments, table)
    t = float(np.median([start_time(moments[i]) for i in starts.values()]))
    if first is not None:
        t = first.t
    knots = set(starts.values())
    balls = set(starts)
    for i, moment in enumerate(moments):
        inside = moment.knot.t_low >= low - 1e-9 and moment.knot.t_high <= t_to + 1e-9
        if moment.knot.ball in balls and inside:
            knots.add(i)
    if first is not None:
        knots.update(first.knots)
    return Opening(tuple(sorted(balls)), t, max(t, t_to), first, frozenset(knots))


def _span(starts: dict[int, int], moments: list[Moment]) -> tuple[float, float]:
    """Where the middle half of the starts lies, seconds."""
    low = [moments[i].knot.t_low for i in starts.values()]
    high = [moments[i].knot.t_high for i in starts.values()]
    return float(np.quantile(low, 0.25)), float(np.quantile(high, 0.75))


def _first_contact(
    starts: dict[int, int],
    places: dict[int, FloatArray],
    moments: list[Moment],
    table: TableGeometry,
) -> Cause | None:
    """Whom the ball that came met first, by its path before."""
    low, high = _span(starts, moments)
    best: Cause | None = None
    for i, moment in enumerate(moments):
        knot = moment.knot
        if knot.ball in places or knot.left.at_rest:
            continue
        if knot.t_high < low - _LASTS or knot.t_low > high + _LASTS:
            continue
        met = _first_met(moment, i, starts, places, table)
        if met is not None and (best is None or met.t < best.t):
            best = met
    return best


def _first_met(
    moment: Moment,
    index: int,
    starts: dict[int, int],
    places: dict[int, FloatArray],
    table: TableGeometry,
) -> Cause | None:
    knot = moment.knot
    t = np.linspace(knot.t_low - 0.02, knot.t_high + 0.02, 400)
    mean, covariance = knot.left.states(t)
    way = mean[:, :2]
    met = _met(way, places, table)
    if met is None:
        return None
    at, ball = met
    velocity = mean[at, 2:]
    speed = float(np.hypot(*velocity))
    aside = np.array([-velocity[1], velocity[0]]) / max(speed, 1e-9)
    own = float(aside @ covariance[at, :2, :2] @ aside)
    sure = _share(way, aside, np.hypot(_ASIDE, np.sqrt(own)), ball, places, table)
    return Cause(
        CauseKind.CONTACT,
        (index, starts[ball]) if ball in starts else (index,),
        (knot.ball, ball),
        float(t[at]),
        0.001,
        0.0,
        0.0,
        speed,
        np.stack((way[at], places[ball])),
        shared=sure,
        chance=_SUREST * sure,
    )


def _met(
    way: FloatArray, places: dict[int, FloatArray], table: TableGeometry
) -> tuple[int, int] | None:
    """Index of the place at which a ball on its way meets another, and which one."""
    hits = []
    for ball, place in places.items():
        inside = np.hypot(*(way - place).T) < 2 * table.ball_radius
        if np.any(inside):
            hits.append((int(np.argmax(inside)), ball))
    return min(hits, default=None)


def _share(
    way: FloatArray,
    aside: FloatArray,
    sigma: float,
    ball: int,
    places: dict[int, FloatArray],
    table: TableGeometry,
) -> float:
    """Chance that a ball is met first, whatever the error of the way sideways."""
    offsets = np.linspace(-3.0, 3.0, 25)
    weights = np.exp(-(offsets**2) / 2)
    same = np.zeros(len(offsets))
    for i, offset in enumerate(offsets):
        met = _met(way + offset * sigma * aside, places, table)
        same[i] = met is not None and met[1] == ball
    return float(np.sum(weights * same) / np.sum(weights))
