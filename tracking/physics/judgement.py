"""A beat with what its replay says, and which beats are the same touch."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tracking.arrays import FloatArray
from tracking.physics.beats import AT_ONCE, Beat
from tracking.physics.replay import Replay

_SAME: Final = 0.04

WEAKEST: Final = 0.008
"""Change of velocity below which nothing touched, m/s."""

Bundle = tuple[Beat, ...]
"""Beats that are added together."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A beat with what its replay says.

    Attributes:
        beat: At its best time.
        sigma_t: Seconds.
        lead: Evidence against the account without it, as minus two log; large is sure.
        impulse: m/s.
        places: Of its balls, metres.
        before: Velocities before, m/s.
        after: Velocities and slips after, m/s, shape (k, 4).
        misfit: Chi square per coordinate of the group.
        strain: Chi square of the laws of collision per law of the group.
        nose: Where the samples alone have the nose that it touches, metres.
        nose_variance: Of that, square metres; infinite where nothing tells.
    """

    beat: Beat
    sigma_t: float
    lead: float
    impulse: float
    places: FloatArray
    before: FloatArray
    after: FloatArray
    misfit: float
    strain: float
    nose: float = 0.0
    nose_variance: float = math.inf


def judged_of(beat: Beat, k: int, result: Replay, lead: float) -> Judged:
    """Return a beat as a replay has it in place `k`."""
    return Judged(
        replace(beat, t=float(result.t[k])),
        float(result.sigma_t[k]),
        lead,
        float(result.impulse[k]),
        result.places[k],
        result.before[k],
        result.after[k],
        result.misfit / max(result.count, 1),
        result.strain,
        float(result.nose[k]),
        float(result.nose_variance[k]),
    )


def news_of(bundle: Bundle, base: Sequence[Beat]) -> Bundle:
    """Return what of a bundle is not there yet, at the time of what is there."""
    fresh = []
    shift = 0.0
    for beat in bundle:
        there = [other for other in base if is_repeated(beat, [other])]
        if there and is_repeated(beat, base):
            shift = there[0].t - beat.t
        else:
            fresh.append(replace(beat, t=beat.t + shift))
    return tuple(fresh)


def after_strike(bundle: Bundle, strike: Beat) -> Bundle:
    """Return a bundle that begins with a contact of the struck ball after the strike.

    It lay still before, and what it touched was there.
    """
    late = strike.t + AT_ONCE - bundle[0].t
    balls = bundle[0].balls
    if late <= 0 or len(balls) < 2 or strike.balls[0] not in balls:
        return bundle
    return tuple(replace(beat, t=beat.t + late) for beat in bundle)


def is_repeated(beat: Beat, base: Sequence[Beat]) -> bool:
    """Whether the same touch is there already, with nothing else between."""
    for other in base:
        if set(other.balls) != set(beat.balls) or not is_same_wall(other, beat):
            continue
        lo, hi = sorted((other.t, beat.t))
        between = any(
            lo < b.t < hi and set(b.balls) & set(beat.balls)
            for b in base
            if b is not other
        )
        if hi - lo < _SAME and not between:
            return True
    return False


def is_same_wall(a: Beat, b: Beat) -> bool:
    """Whether two beats touch the same nose or jaw, or none."""
    if a.wall is None or b.wall is None:
        return a.wall is b.wall
    return a.wall.rail is b.wall.rail and a.wall.pocket is b.wall.pocket
