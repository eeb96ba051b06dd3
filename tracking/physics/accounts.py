"""Accounts of some beats: whether they can be, explain enough, and what they cost."""

from collections.abc import Sequence
from typing import Final

from tracking.arrays import FloatArray
from tracking.physics.beats import Beat
from tracking.physics.judgement import WEAKEST
from tracking.physics.replay import Replay

_POOR: Final = 1.35
_STRAINED: Final = 4.0
_FAILED: Final = 5.0
_ADD: Final = 9.0
_ADD_JAW: Final = 1.0


IMPOSSIBLE: Final = 500.0
"""Added to the cost of an account that cannot be: it is kept to be mended."""


def is_possible(beats: Sequence[Beat], found: Replay) -> bool:
    """Return whether every touch, in order of time, pushed the balls apart."""
    return not idle_beats(beats, found)


def idle_beats(beats: Sequence[Beat], found: Replay) -> list[Beat]:
    """Return the touches, of beats in order of time, that pushed nothing apart."""
    return [
        beat
        for k, beat in enumerate(beats)
        if not beat.is_fixed and found.impulse[k] <= WEAKEST
    ]


def velocities_after(
    beats: Sequence[Beat], found: Replay
) -> dict[Beat, dict[int, FloatArray]]:
    """Return what each ball does after each of some beats, in order of time, m/s."""
    return {
        beat: dict(zip(beat.balls, found.after[k][:, :2], strict=True))
        for k, beat in enumerate(beats)
    }


def is_poor(beats: Sequence[Beat], found: Replay) -> bool:
    """Return whether an account leaves so much that others are looked for."""
    return (
        found.misfit > _POOR * found.count
        or found.strain > _STRAINED
        or not is_possible(beats, found)
    )


def has_failed(found: Replay) -> bool:
    """Return whether a replay explains so little that its times and states are void."""
    return found.misfit > _FAILED * found.count


def price(beat: Beat, base: Sequence[Beat]) -> float:
    """Return what a further beat must gain: little for a ball that rattles already."""
    wall = beat.wall
    if wall is None or not wall.is_jaw:
        return _ADD
    rattles = any(
        b.wall is not None and b.wall.pocket is wall.pocket and b.balls == beat.balls
        for b in base
    )
    return _ADD_JAW if rattles else _ADD
