"""How sure an event is: from its misfit and from its lead over the next best."""

import math
from typing import Final

import numpy as np

from adjudicator.table import TableGeometry
from tracking.events.causes import Cause, CauseKind
from tracking.events.explain import Account
from tracking.motion.moments import Moment

_PRESSED: Final = 0.05
_FROZEN_GAP: Final = 0.0003
_GAP_SIGMA: Final = 0.0003
_HIGHEST: Final = 0.995
_SIMULATED: Final = 0.95


def confidence_of(
    cause: Cause, account: Account, moments: list[Moment], table: TableGeometry
) -> float:
    """Belief that an accepted cause is real, in [0, 1]."""
    if cause.chance is not None:
        return cause.chance
    rivals = [lost for lost in account.lost if _contradicts(lost, cause)]
    shares = [share_against(lost, cause) for lost in rivals]
    belief = _belief(cause) * (1.0 - max(shares, default=0.0))
    if cause.kind is CauseKind.RAIL:
        belief *= _begins(cause, moments, table)
    return belief


def lost_confidence(lost: Cause, account: Account) -> float:
    """Belief in a cause that lost against the accepted ones, below one half."""
    if lost.chance is not None:
        return min(0.49, lost.chance)
    knots = set(lost.knots)
    winners = [c for c in account.accepted if not knots.isdisjoint(c.knots)]
    shares = [share_against(lost, winner) for winner in winners]
    return min(0.49, _belief(lost) * min(shares, default=0.49))


def share_against(lost: Cause, winner: Cause) -> float:
    """Chance of a cause that lost, against the one that won, in [0, 1/2]."""
    if winner.shared is not None:
        return 0.0
    lead = max(winner.gain - lost.gain, 0.0) + max(lost.cost - winner.cost, 0.0)
    return 1.0 / (1.0 + math.exp(min(lead / 2, 50.0)))


def _contradicts(lost: Cause, cause: Cause) -> bool:
    """Whether a ruling could differ: another ball, or a ball instead of a rail."""
    if set(lost.knots).isdisjoint(cause.knots):
        return False
    if CauseKind.CONTACT not in (lost.kind, cause.kind):
        return False
    return set(lost.balls) != set(cause.balls)


def _belief(cause: Cause) -> float:
    if cause.shared is not None:
        return _SIMULATED * cause.shared
    lead = 1.0 / (1.0 + math.exp(-(cause.gain - 2.0) / 2.5))
    fit = 1.0 / (1.0 + math.exp((cause.cost - 60.0) / 20.0))
    return min(_HIGHEST, lead * (0.5 + 0.5 * fit))


def _begins(cause: Cause, moments: list[Moment], table: TableGeometry) -> float:
    """Chance that the touch is a new one: a ball frozen to the rail only presses it."""
    ball = cause.balls[0]
    for moment in moments:
        knot = moment.knot
        soon = knot.t_low - _PRESSED <= cause.t <= knot.t_high + _PRESSED
        if knot.ball != ball or not knot.starts or not soon:
            continue
        place = knot.left.mean[0, :2]
        gaps = [
            float((place - np.array(nose.start)) @ np.array(nose.normal))
            for nose in table.noses
            if nose.rail is cause.rail
        ]
        gap = min(gaps) - table.ball_radius
        variance = float(np.trace(knot.left.covariance[0, :2, :2])) / 2
        z = (gap - _FROZEN_GAP) / math.sqrt(variance + _GAP_SIGMA**2)
        return 0.5 * math.erfc(-z / math.sqrt(2))
    return 1.0
