"""Still balls that moved although nothing on the table touched them.

While a hand or a cue is over the table it is taken for the cause; otherwise the ball
moved by itself. Both are only believed far from every ball that moves.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from adjudicator.events import Event, Intruder, Intrusion, SelfMoved, Touched
from tracking.arrays import FloatArray
from tracking.events.analysis import Analysis
from tracking.events.causes import CauseKind
from tracking.events.naming import ball_of_key
from tracking.events.report import point
from tracking.motion.knots import Knot

_LEAST: Final = 0.003
_SLACK: Final = 0.25
_FAR: Final = 0.12
_BY_HAND: Final = 0.7
_ALONE: Final = 0.45
_UNSURE: Final = 0.15
_AROUND: Final = 0.25
_DATED: Final = 0.2
_TOUCHES: Final = (
    Intruder.HAND,
    Intruder.CUE,
    Intruder.SLEEVE,
    Intruder.BRIDGE,
    Intruder.PERSON,
)


def unforced_moves(
    analysis: Analysis, intrusions: Sequence[Intrusion] = ()
) -> list[Event]:
    """List the starts for which no cause was found, with who may have caused them."""
    events: list[Event] = []
    for i in analysis.account.unexplained:
        knot = analysis.moments[i].knot
        if not knot.starts or _is_struck(analysis, knot):
            continue
        path = analysis.paths[knot.ball]
        before = knot.left.mean[0, :2]
        after = path.xy[-min(len(path), 5) :].mean(axis=0)
        moved = float(np.hypot(*(after - before)))
        if moved < _LEAST:
            continue
        t = knot.t_low
        ball = ball_of_key(path.key)
        by = _intruder(t, intrusions)
        alone = _nearest_mover(analysis, knot.ball, t, before) > _FAR
        if by is not None:
            sure = _BY_HAND if alone else _UNSURE
            events.append(Touched(t=t, ball=ball, by=by, moved=moved, confidence=sure))
            continue
        events.append(
            SelfMoved(
                t=t,
                ball=ball,
                from_xy=point(before),
                to_xy=point(after),
                confidence=_ALONE if alone else _UNSURE,
            )
        )
    return events


def _is_struck(analysis: Analysis, knot: Knot) -> bool:
    """Whether a contact that was accepted explains a start that is dated too early."""
    return any(
        cause.kind is CauseKind.CONTACT
        and knot.ball in cause.balls
        and knot.t_low - _DATED <= cause.t <= knot.t_high + _DATED
        for cause in analysis.account.accepted
    )


def _intruder(t: float, intrusions: Sequence[Intrusion]) -> Intruder | None:
    for intrusion in intrusions:
        over = intrusion.t - _SLACK <= t <= intrusion.t_to + _SLACK
        if over and intrusion.kind in _TOUCHES:
            return intrusion.kind
    return None


def _nearest_mover(analysis: Analysis, ball: int, t: float, place: FloatArray) -> float:
    """Distance between surfaces, roughly: of centres to any ball that moves then."""
    nearest = float("inf")
    for other, path in enumerate(analysis.paths):
        near = np.abs(path.t - t) < _AROUND
        if other == ball or np.count_nonzero(near) < 2:
            continue
        xy = path.xy[near]
        if np.all(np.ptp(xy, axis=0) < _LEAST):
            continue
        nearest = min(nearest, float(np.hypot(*(xy - place).T).min()))
    return nearest
