"""Feather touches: still balls that lie elsewhere after another one passed them.

A ball that is only grazed moves by a millimetre or less, which no picture shows, but
the means of all pictures before and after do. How far the passing ball was from it
tells little more: a graze is a matter of hundredths of a millimetre. Both are weighed,
with how seldom grazes are.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from scipy.special import i0e

from tracking.arrays import FloatArray
from tracking.physics.beats import Beat, Stage
from tracking.physics.resting import is_still

_BEFORE: Final = 0.03
_AFTER: Final = 0.2
_LONGEST: Final = 2.0
_FEWEST: Final = 6
_TOLD: Final = 0.06
"""A told touch of the pair within this time is the same one, seconds."""

_BESIDE: Final = 0.1
"""Around the passage the way of the moving ball is fitted for so long, seconds."""

_AT_ONCE: Final = 0.003
_COMES: Final = 0.02
"""A ball that moved for less time before did not come but leave, seconds."""

_FARTHEST: Final = 0.005
"""A ball that moves farther is seen to move, metres."""

_DRIFT: Final = 0.00015
"""By so much a still ball seems to move for other reasons, as shadows, metres."""

_GAP_SIGMA: Final = 0.0003
_TURNED: Final = 0.3
_STEPS: Final = 50
_MOST_LASTING: Final = 0.8
_LEAST: Final = 0.01
_WAY_OF_SPEED: Final = 2.4
"""A ball that gets a speed of v m/s along the line of centres from a full one rolls
this times v squared metres: five sevenths of it is left once it rolls, and rolling
takes 0.1 m/s^2 of it."""


def grazes(
    stage: Stage, proposals: Sequence[Beat], beats: Sequence[Beat]
) -> list[tuple[Beat, float]]:
    """List touches of still balls that nothing but their new places tells of.

    Args:
        stage: Samples and rests.
        proposals: Touches that closeness makes possible.
        beats: What is told.

    Returns:
        The touches, each with its chance.
    """
    out = []
    for beat in proposals:
        if len(beat.balls) != 2 or _is_told(beat, beats):
            continue
        for mover, still in (beat.balls, beat.balls[::-1]):
            chance = _chance(stage, beat, mover, still, beats)
            if chance > _LEAST:
                out.append((beat, chance))
    return out


def _is_told(beat: Beat, beats: Sequence[Beat]) -> bool:
    return any(
        set(other.balls) == set(beat.balls) and abs(other.t - beat.t) < _TOLD
        for other in beats
    )


def _chance(
    stage: Stage, beat: Beat, mover: int, still: int, beats: Sequence[Beat]
) -> float:
    """Chance that a ball that passed a still one touched it."""
    parts = list(_parts(stage, beat.t, still, beats))
    if len(parts) != 2:
        return 0.0
    before, after = parts
    passing = _passing(stage, beat, mover, beats, before.mean(axis=0))
    if passing is None:
        return 0.0
    place, velocity, noise = passing
    away = before.mean(axis=0) - place
    apart = float(np.hypot(*away))
    shift = after.mean(axis=0) - before.mean(axis=0)
    along = float(shift @ away) / apart
    far, sigma = float(np.hypot(*shift)), _deviation(before, after)
    speed = float(np.hypot(*velocity))
    gap, doubt = apart - 2 * stage.radius, math.hypot(noise, _GAP_SIGMA)
    # How thin a touch moves a ball by a metre, times how likely it came so near.
    thin = stage.radius / (_WAY_OF_SPEED * max(speed, 1e-3) ** 2)
    near = _density(gap / doubt) / doubt
    touched = thin * near * _moved(along, far, sigma)
    passed = _below(gap / doubt) * _density(far / sigma) * _density(0.0) / sigma**2
    return touched / max(touched + passed, 1e-300)


def _moved(along: float, far: float, sigma: float) -> float:
    """Density of the shift of a ball pushed by any way up to the farthest, 1/m.

    Args:
        along: Shift along the line of centres, metres.
        far: In all; what lies against the ball may turn it any way.
        sigma: Of the shift in each direction, metres.
    """
    across = math.sqrt(max(far**2 - along**2, 0.0))
    straight = _density(across / sigma) / sigma
    straight *= _below((_FARTHEST - along) / sigma) - _below(-along / sigma)
    pushed = np.linspace(0.0, _FARTHEST, _STEPS)
    round_ = np.exp(-(((pushed - far) / sigma) ** 2) / 2)
    round_ *= i0e(pushed * far / sigma**2) / (2 * math.pi * sigma**2)
    anyhow = float(np.sum(round_)) * _FARTHEST / _STEPS
    return (1 - _TURNED) * straight + _TURNED * anyhow


def _parts(
    stage: Stage, t: float, still: int, beats: Sequence[Beat]
) -> Iterator[FloatArray]:
    """Yield where a ball was seen before and after a time while it lay still."""
    samples = stage.samples[still]
    own = [beat.t for beat in beats if still in beat.balls]
    for start, stop in stage.rests[still]:
        if not start < t < stop:
            continue
        since = max([start, t - _LONGEST, *(one for one in own if one < t)])
        until = min([stop, t + _LONGEST, *(one for one in own if one > t)])
        for low, high in ((since, t - _BEFORE), (t + _AFTER, until - _BEFORE)):
            seen = (samples.t > low) & (samples.t < high)
            if np.count_nonzero(seen) >= _FEWEST:
                yield samples.xy[seen]


def _passing(
    stage: Stage, beat: Beat, mover: int, beats: Sequence[Beat], other: FloatArray
) -> tuple[FloatArray, FloatArray, float] | None:
    """Return place, velocity and deviation of a moving ball nearest to a place.

    None if it was seen too little, lies still, or only leaves from there.
    """
    samples = stage.samples[mover]
    own = [one.t for one in beats if mover in one.balls]
    low = max([beat.t - _BESIDE, *(t for t in own if t < beat.t + _AT_ONCE)])
    high = min([beat.t + _BESIDE, *(t for t in own if t >= beat.t + _AT_ONCE)])
    part = (samples.t > low) & (samples.t < high)
    if low > beat.t - _COMES or is_still(stage, mover, beat.t):
        return None
    if np.count_nonzero(part) < _FEWEST:
        return None
    t, xy = samples.t[part] - beat.t, samples.xy[part]
    basis = np.stack((np.ones_like(t), t, t * t), axis=1)
    solution = np.linalg.lstsq(basis, xy, rcond=None)[0]
    spread = math.sqrt(float(np.mean((xy - basis @ solution) ** 2)))
    soon = np.linspace(-stage.interval, stage.interval, _STEPS)
    way = np.stack((np.ones_like(soon), soon, soon * soon), axis=1) @ solution
    at = int(np.argmin(np.hypot(*(way - other).T)))
    velocity = solution[1] + 2 * soon[at] * solution[2]
    return way[at], velocity, spread * math.sqrt(2 * 3 / len(t))


def _deviation(before: FloatArray, after: FloatArray) -> float:
    """Standard deviation of the difference of two means, with noise that lasts."""
    parts = [part - part.mean(axis=0) for part in (before, after)]
    variance = float(np.mean(np.concatenate(parts) ** 2))
    product = float(np.mean(np.concatenate([p[1:] * p[:-1] for p in parts])))
    lasting = min(max(product / max(variance, 1e-12), 0.0), _MOST_LASTING)
    share = (1 + lasting) / (1 - lasting) * sum(1 / len(part) for part in parts)
    return math.sqrt(variance * share + _DRIFT**2)


def _density(z: float) -> float:
    return math.exp(-z * z / 2) / math.sqrt(2 * math.pi)


def _below(z: float) -> float:
    return 0.5 * math.erfc(-z / math.sqrt(2))
