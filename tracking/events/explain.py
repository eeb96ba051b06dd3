"""Give every change of motion its cause: candidates, then the best consistent set."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from adjudicator.table import TableGeometry
from tracking.events.causes import (
    Cause,
    CauseKind,
    Fit,
    fit_contact,
    fit_jaw,
    fit_rail,
    fit_send_off,
    fit_touch,
    jaw_rail,
)
from tracking.motion.edges import Edge
from tracking.motion.knots import Knot
from tracking.motion.moments import Moment

_NEVER_ALONE: Final = 8.0
_MOVED: Final = 200.0
_MOVED_MOST: Final = 30.0
_CREEP: Final = 0.03
_RAIL_BONUS: Final = 3.0
_TOUCH_COST: Final = 6.0
_NEAR: Final = 0.03
_WORST: Final = 400.0


@dataclass(frozen=True, slots=True)
class StillPlace:
    """A stretch in which a ball lies still.

    Attributes:
        ball: Index of the ball.
        t_from: Seconds.
        t_to: Seconds.
        edge: Its place.
        is_last: Whether the ball was not seen again although pictures went on.
    """

    ball: int
    t_from: float
    t_to: float
    edge: Edge
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """Causes that were accepted and those that lost.

    Attributes:
        accepted: In order of time; every knot has at most one.
        lost: The others that were better than nothing.
        unexplained: Knots whose jump stays without a cause.
    """

    accepted: tuple[Cause, ...]
    lost: tuple[Cause, ...]
    unexplained: tuple[int, ...]


def nothing_cost(moment: Moment) -> float:
    """Cost of leaving a knot without a cause: a still ball never starts alone."""
    if not moment.knot.starts:
        return moment.nothing
    speed = float(np.hypot(*moment.knot.right.mean[0, 2:4]))
    moved = min(_MOVED * max(speed - _CREEP, 0.0), _MOVED_MOST)
    return moment.nothing + _NEVER_ALONE + moved


def find_causes(
    moments: list[Moment], still: list[StillPlace], table: TableGeometry
) -> list[Cause]:
    """List every cause of every knot that is better than nothing."""
    found: list[Cause] = []
    for i, moment in enumerate(moments):
        found += _rails(i, moment, table)
        found += _touches(i, moment, still, table.ball_radius)
        for j in range(i + 1, len(moments)):
            cause = _contact(i, j, moments, table.ball_radius)
            if cause is not None:
                found.append(cause)
    return [cause for cause in found if cause.gain > 0 and cause.cost < _WORST]


def choose(moments: list[Moment], causes: list[Cause]) -> Account:
    """Take causes greedily, the clearest first; each knot is explained once."""
    order = sorted(causes, key=lambda cause: 2 * cause.cost - cause.gain)
    used: set[int] = set()
    accepted: list[Cause] = []
    lost: list[Cause] = []
    for cause in order:
        if used.isdisjoint(cause.knots):
            accepted.append(cause)
            used.update(cause.knots)
        else:
            lost.append(cause)
    left_over = tuple(
        i
        for i, moment in enumerate(moments)
        if i not in used and nothing_cost(moment) > 14.0
    )
    accepted.sort(key=lambda cause: cause.t)
    return Account(tuple(accepted), tuple(lost), left_over)


def _contact(i: int, j: int, moments: list[Moment], radius: float) -> Cause | None:
    a, b = moments[i], moments[j]
    if a.knot.ball == b.knot.ball or not _may_meet(a, b, radius):
        return None
    result = fit_contact(a, b, radius)
    if result is None:
        return None
    fit, places = result
    gain = nothing_cost(a) + nothing_cost(b) - fit.cost
    return _cause(
        CauseKind.CONTACT, (i, j), (a.knot.ball, b.knot.ball), fit, gain, places
    )


def _cause(
    kind: CauseKind,
    knots: tuple[int, ...],
    balls: tuple[int, ...],
    fit: Fit,
    gain: float,
    places: np.ndarray[tuple[int, ...], np.dtype[np.floating]],
) -> Cause:
    return Cause(
        kind, knots, balls, fit.t, fit.sigma_t, fit.cost, gain, fit.impulse, places
    )


def _may_meet(a: Moment, b: Moment, radius: float) -> bool:
    if a.t[-1] < b.t[0] or b.t[-1] < a.t[0]:
        return False
    middle_a, middle_b = a.place[len(a.t) // 2], b.place[len(b.t) // 2]
    reach = sum(float(np.ptp(m.place, axis=0).max()) for m in (a, b))
    return float(np.hypot(*(middle_a - middle_b))) < 2 * radius + _NEAR + reach


def _rails(i: int, moment: Moment, table: TableGeometry) -> list[Cause]:
    out: list[Cause] = []
    ball, radius = moment.knot.ball, table.ball_radius
    if moment.knot.starts:
        return out
    for nose in table.noses:
        fit = fit_rail(moment, nose, radius)
        if fit is not None:
            gain = moment.nothing - fit.cost + _RAIL_BONUS
            places = moment.place[fit.at][None]
            cause = _cause(CauseKind.RAIL, (i,), (ball,), fit, gain, places)
            out.append(replace(cause, rail=nose.rail))
    for pocket in table.pockets:
        jaw = fit_jaw(moment, pocket, radius)
        if jaw is not None:
            fit, which = jaw
            gain = moment.nothing - fit.cost
            places = moment.place[fit.at][None]
            cause = _cause(CauseKind.JAW, (i,), (ball,), fit, gain, places)
            rail = jaw_rail(pocket, which, table)
            out.append(replace(cause, rail=rail, pocket=pocket.name))
    return out


def _touches(
    i: int, moment: Moment, still: list[StillPlace], radius: float
) -> list[Cause]:
    """Contacts with balls that lie still and show no change."""
    out: list[Cause] = []
    if moment.knot.starts:
        return out
    for place in still:
        gone = place.is_last and _ends_near(place, moment)
        if place.ball == moment.knot.ball:
            continue
        if not gone and not _covers(place, moment.knot):
            continue
        where = place.edge.mean[0, :2]
        gap = np.hypot(*(moment.place - where).T) - 2 * radius
        if np.min(np.abs(gap)) > _NEAR:
            continue
        count = len(moment.t)
        spots = np.broadcast_to(where, (count, 2))
        doubt = np.broadcast_to(place.edge.covariance[0, :2, :2], (count, 2, 2))
        fit_it = fit_send_off if gone else fit_touch
        fit, places = fit_it(moment, spots, doubt, radius)
        gain = moment.nothing - fit.cost - (0.0 if gone else _TOUCH_COST)
        balls = (moment.knot.ball, place.ball)
        out.append(_cause(CauseKind.CONTACT, (i,), balls, fit, gain, places))
    return out


def _ends_near(place: StillPlace, moment: Moment) -> bool:
    return bool(moment.t[0] <= place.t_to <= moment.t[-1])


def _covers(place: StillPlace, knot: Knot) -> bool:
    return place.t_from < knot.t_low and knot.t_high < place.t_to
