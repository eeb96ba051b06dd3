"""Touches that last: two balls that stay together touch once, when they come together.

A ball that runs after another presses against it again and again. Nobody could call
these separate contacts: a second contact of a pair needs balls that parted before it.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from tracking.arrays import FloatArray
from tracking.physics.beats import Beat
from tracking.physics.judgement import Judged

_PARTED: Final = 0.0012
"""Nobody sees balls part that came less far apart than this, metres."""

_SLIGHT: Final = 0.1
"""A contact that changes a velocity by more is one of its own, m/s."""

_AT_ONCE: Final = 0.004
"""Further events this soon after a contact belong to its instant, seconds."""


def once_each(beats: Sequence[Beat], judged: Mapping[Beat, Judged]) -> list[Beat]:
    """Leave out contacts of a pair that has not parted since its last contact.

    Args:
        beats: The final account, in order of time.
        judged: What is known of them.
    """
    kept: list[Beat] = []
    for beat in beats:
        apart = _apart_since(kept, beat, judged)
        if apart is None or apart > _PARTED or judged[beat].impulse > _SLIGHT:
            kept.append(beat)
    return kept


def _apart_since(
    earlier: Sequence[Beat], beat: Beat, judged: Mapping[Beat, Judged]
) -> float | None:
    """How far a pair came apart since its last contact; None if something came between.

    Balls that part with one speed and come back with another were apart by about an
    eighth of their sum times the time between.
    """
    pair = set(beat.balls)
    first = next((b for b in reversed(earlier) if set(b.balls) == pair), None)
    if len(pair) != 2 or first is None or first not in judged or beat not in judged:
        return None
    velocity, begun = [], first.t
    for ball in beat.balls:
        last = next(b for b in reversed(earlier) if ball in b.balls)
        if last.t > first.t + _AT_ONCE or last not in judged:
            return None
        velocity.append(judged[last].after[last.balls.index(ball), :2])
        begun = max(begun, last.t)
    parting = _closing(np.array(velocity), judged[beat].places)
    coming = _closing(judged[beat].before, judged[beat].places)
    return (abs(parting) + abs(coming)) * (beat.t - begun) / 8


def _closing(velocity: FloatArray, places: FloatArray) -> float:
    """Speed at which two balls come together, m/s."""
    between = places[0] - places[1]
    between = between / max(float(np.hypot(*between)), 1e-9)
    return -float((velocity[0] - velocity[1]) @ between)
