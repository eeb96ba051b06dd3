"""Touches of cushions whose order or very existence the samples cannot tell.

A ball that creeps against a cushion changes its motion by next to nothing: it may have
touched or not, and the time of the touch is vague. Whether a cushion was touched after
the first contact decides many fouls, so both are told as doubtful events.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from tracking.physics.beats import Beat, Stage, shifted
from tracking.physics.judgement import Judged, is_repeated

_WIDER: Final = 1.5
_LEAST: Final = 0.004
_TICK: Final = 1e-4
_CLOSE: Final = 0.002
_MAY_TOUCH: Final = 0.1
_FEW: Final = 4


def vague_orders(
    beats: Sequence[Beat], judged: dict[Beat, Judged], struck: int | None
) -> list[tuple[Judged, Judged, float]]:
    """List touches that may lie on the other side of the first contact.

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
            other = shifted(beat, first.t - math.copysign(_TICK, apart))
            out.append((own, replace(own, beat=other), chance))
    return out


def vague_touches(
    stage: Stage, proposals: Sequence[Beat], beats: Sequence[Beat]
) -> list[tuple[Beat, float]]:
    """List cushions that a ball came so near to that it may have touched them."""
    out = []
    for beat in proposals:
        wall = beat.wall
        if wall is None or wall.is_jaw or is_repeated(beat, beats):
            continue
        samples = stage.samples[beat.balls[0]]
        k = int(np.searchsorted(samples.t, beat.t))
        near = slice(max(k - _FEW, 0), k + _FEW)
        if k - _FEW < 0 or k + _FEW > len(samples):
            continue
        place = samples.xy[near].mean(axis=0)
        gap, _ = wall.gap(place[None], stage.radius)
        if gap[0] < _CLOSE:
            out.append((beat, _MAY_TOUCH))
    return out
