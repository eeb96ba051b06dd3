"""Judged beats as causes again, each with the belief that it earned."""

import math
from dataclasses import replace
from typing import Final

import numpy as np

from tracking.events.analysis import Analysis
from tracking.events.causes import Cause, CauseKind
from tracking.physics.beats import Beat, Stage
from tracking.physics.judgement import WEAKEST, Judged
from tracking.physics.resting import is_still

_NEAR_KNOT: Final = 0.05
_LEAVES: Final = 0.004
_CLEAR_IMPULSE: Final = 0.06
_DOUBTED: Final = 0.3
_UNEXPLAINED: Final = 0.6
_CERTAIN: Final = 0.99
_SUREST: Final = 0.999
_SUREST_ROUGH: Final = 0.998
_SUREST_JAW: Final = 0.985
_AGAIN: Final = 0.7
"""Belief that a beat beyond doubt happened: dated within a millisecond, less well, at a
jaw, where balls rattle, and less well, of a pair that has only just touched.

Of 1,870 touches of 800 training shots that were dated within a millisecond none was
wrong, of 1,790 others two, of 218 of jaws three, and of 18 second contacts within 30 ms
six. Touches count as right that are dated within 60 ms: rulings hang on what happened.
"""

_WELL_DATED: Final = 0.001
_POOR: Final = 2.0
_STRAINED: Final = 8.0
_WEAK: Final = 0.1
_ILL_EXPLAINED: Final = 0.6


def belief_of(judged: Judged, *, is_again: bool = False) -> float:
    """Return the belief in a beat of the final account, from its lead.

    Args:
        judged: The beat with what its replay gave.
        is_again: Whether the same two balls touched just before.
    """
    surest = _SUREST
    if judged.sigma_t >= _WELL_DATED:
        surest = _AGAIN if is_again else _SUREST_ROUGH
    if judged.beat.wall is not None and judged.beat.wall.is_jaw:
        surest = _SUREST_JAW
    belief = surest / (1.0 + math.exp(-min((judged.lead - 4.0) / 3.0, 9.0)))
    if judged.impulse < WEAKEST:
        return min(belief, _DOUBTED)
    if judged.impulse < _WEAK and (judged.misfit > _POOR or judged.strain > _STRAINED):
        return min(belief, _ILL_EXPLAINED)
    return belief


def lost_belief_of(judged: Judged) -> float:
    """Return the belief in a touch that was possible and that evidence did not show."""
    return 0.45 / (1.0 + math.exp(-min(max((judged.lead - 2.0) / 3.0, -50.0), 8.0)))


def cause_of(draft: Analysis, judged: Judged, chance: float) -> Cause:
    """Return a judged beat as a cause that is believed by `chance`."""
    beat = judged.beat
    kind = CauseKind.CONTACT
    rail, pocket = None, None
    if beat.wall is not None:
        kind = CauseKind.JAW if beat.wall.is_jaw else CauseKind.RAIL
        rail, pocket = beat.wall.rail, beat.wall.pocket
    knots = []
    for ball in beat.balls:
        near = [
            (abs((m.knot.t_low + m.knot.t_high) / 2 - beat.t), i)
            for i, m in enumerate(draft.moments)
            if m.knot.ball == ball and not m.knot.stops
        ]
        if near and min(near)[0] < _NEAR_KNOT:
            knots.append(min(near)[1])
    speeds = np.hypot(judged.before[:, 0], judged.before[:, 1])
    moving = frozenset(
        ball for ball, speed in zip(beat.balls, speeds, strict=True) if speed > _LEAVES
    )
    return Cause(
        kind,
        tuple(knots),
        beat.balls,
        beat.t,
        judged.sigma_t,
        judged.misfit,
        judged.lead,
        judged.impulse,
        judged.places,
        rail,
        pocket,
        None,
        moving,
        chance,
    )


def unjudged(cause: Cause, left: float, *, is_unexplained: bool) -> Cause:
    """A cause that no replay bears out: the balls were seen too little, or in vain.

    Args:
        cause: Of the draft.
        left: Chance that it is a new touch, not one that lasts from before the shot.
        is_unexplained: Whether replays failed.
    """
    if is_unexplained:
        return replace(cause, chance=_UNEXPLAINED * left)
    if cause.impulse > _CLEAR_IMPULSE:
        return cause if left > _CERTAIN else replace(cause, chance=left)
    return replace(cause, chance=_DOUBTED * left, moving=frozenset(cause.balls[:1]))


def unseen_touch(beat: Beat, stage: Stage, chance: float) -> Cause:
    """A touch that no change of motion shows, as a cause that was weighed."""
    wall = beat.wall
    places = [
        [np.interp(beat.t, samples.t, samples.xy[:, axis]) for axis in (0, 1)]
        for samples in (stage.samples[ball] for ball in beat.balls)
    ]
    return Cause(
        CauseKind.CONTACT if wall is None else CauseKind.RAIL,
        (),
        beat.balls,
        beat.t,
        0.05,
        0.0,
        0.0,
        0.0,
        np.array(places),
        None if wall is None else wall.rail,
        None,
        None,
        frozenset(b for b in beat.balls if not is_still(stage, b, beat.t)),
        chance,
    )
