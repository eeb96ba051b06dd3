"""How sure an event is: from its misfit and from its lead over the next best."""

import math
from typing import Final

import numpy as np

from adjudicator.table import TableGeometry
from tracking.causes import Cause, CauseKind
from tracking.moments import Moment

_PRESSED: Final = 0.05
_FROZEN_GAP: Final = 0.0005
_GAP_SIGMA: Final = 0.0003
_HIGHEST: Final = 0.995


def confidence_of(cause: Cause, moments: list[Moment], table: TableGeometry) -> float:
    """Belief that a cause is real, in [0, 1]."""
    belief = _belief(cause)
    if cause.kind is CauseKind.RAIL:
        belief *= _begins(cause, moments, table)
    return belief


def _belief(cause: Cause) -> float:
    if cause.shared is not None:
        return min(0.99, cause.shared)
    lead = 1.0 / (1.0 + math.exp(-(cause.gain - 4.0) / 3.0))
    fit = 1.0 / (1.0 + math.exp((cause.cost - 60.0) / 20.0))
    return min(_HIGHEST, lead * (0.5 + 0.5 * fit))


def _begins(cause: Cause, moments: list[Moment], table: TableGeometry) -> float:
    """Chance that the touch is a new one: a ball frozen to the rail only presses it."""
    ball = cause.balls[0]
    for moment in moments:
        knot = moment.knot
        soon = knot.t_low - 1e-6 <= cause.t <= knot.t_high + _PRESSED
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
