"""What a resting ball leans on: its neighbours and cushions take part at once."""

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from tracking.arrays import FloatArray
from tracking.physics.beats import AT_ONCE, Beat, Stage
from tracking.physics.noses import NoseMark, nose_at, place_along
from tracking.physics.walls import Wall

_LEANS: Final = 0.003
_AROUND: Final = 0.03
_CLOSE_BY: Final = 0.015
_FOLLOWS: Final = 0.004
_JUST: Final = 0.12
_JAW_SIGMA: Final = 0.0015
NO_GAP: Final = 0.0001
"""Nearer balls touch a cushion, metres."""

_AS_MANY: Final = 0.01
"""As many balls are frozen to a cushion as lie within this of it, metres."""


def bundles(
    stage: Stage, beats: Sequence[Beat], walls: Sequence[Wall]
) -> list[tuple[Beat, ...]]:
    """Return each beat alone, and with what its balls lean on or run into at once."""
    out: list[tuple[Beat, ...]] = []
    for beat in beats:
        out.append((beat,))
        if len(beat.balls) != 2 and not beat.is_fixed:
            continue
        places = _resting(stage, beat.t)
        for ball in beat.balls:
            if ball not in places:
                out += [(beat, near) for near in _beside(stage, beat, ball, walls)]
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


def _beside(stage: Stage, beat: Beat, ball: int, walls: Sequence[Wall]) -> list[Beat]:
    """Touches of cushions that a moving ball is so near to that they follow at once."""
    samples = stage.samples[ball]
    place = np.array(
        [np.interp(beat.t, samples.t, samples.xy[:, axis]) for axis in (0, 1)]
    )
    out = []
    for wall in walls:
        gap, _ = wall.gap(place[None], stage.radius)
        if not wall.is_jaw and gap[0] < _CLOSE_BY and wall.reaches(place, 0.0):
            out.append(Beat(beat.t + _FOLLOWS, (ball,), wall))
    return out


def has_left(stage: Stage, beat: Beat, noses: Sequence[NoseMark] = ()) -> float:
    """Chance that a touch of a wall is a new one: not pressed since before the shot.

    Args:
        stage: Where balls lay.
        beat: The touch.
        noses: Where touches showed the noses.
    """
    if beat.wall is None:
        return 1.0
    place = leant_from(stage, beat)
    if place is None:
        return 1.0
    xy, sigma = place
    gap, _ = beat.wall.gap(xy[None], stage.radius)
    if beat.wall.is_jaw:
        return _free(float(gap[0]), math.hypot(sigma, _JAW_SIGMA))
    at = place_along(beat.wall.rail, xy)
    offset, doubt = nose_at(noses, beat.wall.rail, at)
    return _free(float(gap[0]) - offset, math.hypot(sigma, doubt))


def leant_from(stage: Stage, beat: Beat) -> tuple[FloatArray, float] | None:
    """Return where a ball lay that touches a wall as it is moved, and the deviation.

    None if the ball moved before.
    """
    ball = beat.balls[0]
    samples = stage.samples[ball]
    for start, stop in stage.rests[ball]:
        if not (start < beat.t - 0.05 and stop > beat.t - _JUST):
            continue
        here = (samples.t >= start) & (samples.t <= min(stop, beat.t - 0.02))
        if np.any(here):
            weight = samples.precision[here, 0, 0]
            place = np.average(samples.xy[here], axis=0, weights=weight)
            return place, 1 / math.sqrt(weight.sum())
    return None


def _free(gap: float, sigma: float) -> float:
    """Chance that a ball whose gap to a cushion was measured is not frozen to it."""

    def beyond(least: float) -> float:
        return 0.5 * math.erfc((least - gap) / sigma / math.sqrt(2))

    free = beyond(NO_GAP)
    here = math.exp(-((gap / sigma) ** 2) / 2) / math.sqrt(2 * math.pi)
    frozen = here * _AS_MANY / sigma + beyond(0.0) - free
    return free / (free + frozen) if free > 0 else 0.0


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
