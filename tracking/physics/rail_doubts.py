"""Touches of cushions whose order or very existence the samples cannot tell.

A ball that creeps against a cushion changes its motion by next to nothing: it may have
touched or not, and the time of the touch is vague. Whether a cushion was touched after
the first contact decides many fouls, so both are told as doubtful events.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from tracking.arrays import BoolArray
from tracking.motion.samples import Samples
from tracking.physics.beats import Beat, Stage, shifted
from tracking.physics.judgement import Judged, is_repeated
from tracking.physics.noses import NoseMark, nose_at, place_along
from tracking.physics.resting import NO_GAP, is_still
from tracking.physics.walls import Wall

_WIDER: Final = 1.5
_LEAST: Final = 0.004
_TICK: Final = 1e-4
_MAY_TOUCH: Final = 0.3
_COMES: Final = 0.0005
_SMOOTHED: Final = 0.25
_PARAMETERS: Final = 3
_FEW: Final = 4
_BEFORE: Final = 0.03


def _untold(first: Beat, second: Beat) -> float | None:
    """Nothing but the times tells the order."""
    del first, second
    return None


def vague_orders(
    beats: Sequence[Beat],
    judged: dict[Beat, Judged],
    struck: int | None,
    exchanged: Callable[[Beat, Beat], float | None] = _untold,
) -> list[tuple[Judged, Judged, float]]:
    """List touches that may lie on the other side of the first contact.

    Args:
        beats: What is told.
        judged: What is known of each.
        struck: The ball that the tip struck.
        exchanged: Tells the chance that two beats came the other way round.

    Returns:
        The touch, the same on the other side, and the chance of that.
    """
    first = next(
        (b for b in beats if len(b.balls) == 2 and struck in b.balls and b in judged),
        None,
    )
    if first is None:
        return []
    out = []
    for beat in beats:
        if beat.wall is None or beat not in judged:
            continue
        own = judged[beat]
        sigma = _WIDER * math.hypot(own.sigma_t, judged[first].sigma_t) + 1e-6
        apart = beat.t - first.t
        chance = 0.5 * math.erfc(abs(apart) / sigma / math.sqrt(2))
        if chance > _LEAST:
            told = exchanged(beat, first)
            chance = chance if told is None else min(told, 0.5)
        if chance > _LEAST:
            other = shifted(beat, first.t - math.copysign(_TICK, apart))
            out.append((own, replace(own, beat=other), chance))
    return out


def vague_touches(
    stage: Stage,
    proposals: Sequence[Beat],
    beats: Sequence[Beat],
    noses: Sequence[NoseMark] = (),
) -> list[tuple[Beat, float]]:
    """List cushions that a ball came so near to that it may have touched them.

    Args:
        stage: Samples and the like.
        proposals: Touches that closeness makes possible.
        beats: What is told.
        noses: Where touches showed the noses.

    Returns:
        The touches, each with its chance.
    """
    out = []
    for beat in proposals:
        wall = beat.wall
        if wall is None or wall.is_jaw or is_repeated(beat, beats):
            continue
        chance = _chance_of(stage, beat, wall, beats, noses)
        if chance > _LEAST:
            out.append((beat, chance))
    return out


def _chance_of(
    stage: Stage,
    beat: Beat,
    wall: Wall,
    beats: Sequence[Beat],
    noses: Sequence[NoseMark],
) -> float:
    """Chance that a ball that came slowly up to a nose reached it.

    Its way is smoothed by a parabola, between the beats beside it and as far as the
    nose goes: beyond its ends lie jaws. A ball that lies still or does not come nearer
    does not touch; nor does one that still comes nearer when another wall turns it.
    """
    ball = beat.balls[0]
    samples = stage.samples[ball]
    own = [other for other in beats if ball in other.balls]
    since = max([beat.t - _SMOOTHED, *(b.t for b in own if b.t <= beat.t)])
    ends = min((b for b in own if b.t > beat.t), key=lambda b: b.t, default=None)
    turned = ends is not None and ends.wall is not None
    until = beat.t + _SMOOTHED if ends is None else min(ends.t, beat.t + _SMOOTHED)
    part = _beside(samples, wall, since, beat.t, until)
    if np.count_nonzero(part) < 2 * _FEW or is_still(stage, ball, beat.t - _BEFORE):
        return 0.0
    t, xy = samples.t[part] - beat.t, samples.xy[part]
    gap, _ = wall.gap(xy, stage.radius)
    basis = np.stack((np.ones_like(t), t, t * t), axis=1)
    solution = np.linalg.lstsq(basis, gap, rcond=None)[0]
    way = basis @ solution
    nearest = int(np.argmin(way))
    if way[0] - way[nearest] < _COMES or (turned and nearest == len(way) - 1):
        return 0.0
    at = place_along(wall.rail, xy[nearest])
    offset, doubt = nose_at(noses, wall.rail, at)
    noise = math.sqrt(float(np.mean((gap - way) ** 2)) * _PARAMETERS / len(t))
    far = (float(way[nearest]) - offset - NO_GAP) / math.hypot(noise, doubt)
    return min(0.5 * math.erfc(far / math.sqrt(2)), _MAY_TOUCH)


def _beside(
    samples: Samples, wall: Wall, since: float, t: float, until: float
) -> BoolArray:
    """Samples between two times while the ball was beside a nose, around `t`."""
    part = (samples.t > since) & (samples.t < until)
    for k in np.flatnonzero(part):
        if wall.reaches(samples.xy[k], 0.0):
            continue
        part &= (
            samples.t > samples.t[k] if samples.t[k] < t else samples.t < samples.t[k]
        )
    return part
