"""What a resting ball leans on: its neighbours and cushions take part at once."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from tracking.arrays import FloatArray
from tracking.story import Beat, Stage
from tracking.walls import Wall

AT_ONCE: Final = 2e-4
"""Between events that happen in one instant, seconds."""

_LEANS: Final = 0.003
_AROUND: Final = 0.03


def bundles(
    stage: Stage, beats: Sequence[Beat], walls: Sequence[Wall]
) -> list[tuple[Beat, ...]]:
    """Return each beat alone, and with what the balls struck lean on."""
    out: list[tuple[Beat, ...]] = []
    for beat in beats:
        out.append((beat,))
        if len(beat.balls) != 2:
            continue
        places = _resting(stage, beat.t)
        for ball in beat.balls:
            if ball not in places:
                continue
            for wall in walls:
                gap, _ = wall.gap(places[ball][None], stage.radius)
                if abs(gap[0]) < _LEANS and wall.reaches(places[ball], 0.0):
                    out.append((beat, Beat(beat.t + AT_ONCE, (ball,), wall)))
            for other, place in places.items():
                gap_ball = float(np.hypot(*(place - places[ball]))) - 2 * stage.radius
                if other not in beat.balls and gap_ball < _LEANS:
                    pair = (min(ball, other), max(ball, other))
                    out.append((beat, Beat(beat.t + AT_ONCE, pair)))
    return out


def is_still(stage: Stage, ball: int, t: float) -> bool:
    """Whether a ball lies still around a time."""
    return any(
        start <= t - _AROUND and stop >= t + _AROUND
        for start, stop in stage.rests[ball]
    )


def _resting(stage: Stage, t: float) -> dict[int, FloatArray]:
    """Return where balls lie still just before a time."""
    places: dict[int, FloatArray] = {}
    for ball, spans in enumerate(stage.rests):
        for start, stop in spans:
            if start < t - 0.05 and stop > t - 0.12:
                samples = stage.samples[ball]
                here = (samples.t >= start) & (samples.t <= min(stop, t - 0.02))
                if np.any(here):
                    weight = samples.precision[here, 0, 0]
                    places[ball] = np.average(samples.xy[here], axis=0, weights=weight)
    return places
