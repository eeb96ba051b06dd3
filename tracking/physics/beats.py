"""A shot as a list of beats: who met what, when."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tracking.motion.samples import Samples
from tracking.physics.table_physics import TablePhysics
from tracking.physics.walls import Wall

AT_ONCE: Final = 2e-4
"""Between events that happen in one instant, seconds."""

JOINED: Final = 0.10
"""Beats of one ball nearer than this are judged together, seconds."""

MOST_BEATS: Final = 6
"""Beats judged together at most, unless they crowd."""

CROWDED: Final = 0.025
"""Beats of one ball nearer than this are not torn apart, seconds."""

_MOST_CROWDED: Final = 10


@dataclass(frozen=True, slots=True, eq=False)
class Beat:
    """One event: a strike (one ball, no wall), a contact, or the touch of a wall.

    Attributes:
        t: Seconds.
        balls: Indices of the balls.
        wall: What a single ball touches.
        is_fixed: Whether it is not to be questioned (the strike).
    """

    t: float
    balls: tuple[int, ...]
    wall: Wall | None = None
    is_fixed: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """What does not depend on the beats.

    Attributes:
        samples: Of each ball.
        rests: For each ball the spans in which it lies still, seconds.
        barred: For each ball times between which nothing may be looked at: openings
            and drops, seconds.
        walls: Noses, jaws and facings.
        radius: Of the balls, metres.
        physics: Of the table.
        interval: Typical time between two pictures, seconds.
    """

    samples: tuple[Samples, ...]
    rests: tuple[tuple[tuple[float, float], ...], ...]
    barred: tuple[tuple[tuple[float, float], ...], ...]
    walls: tuple[Wall, ...]
    radius: float
    physics: TablePhysics
    interval: float = 1 / 60


def neighbours(beats: Sequence[Beat], seed: Iterable[int]) -> list[int]:
    """Return the beats to judge together with some of them, in order of time."""
    chosen = set(seed)
    while len(chosen) < _MOST_CROWDED:
        reach = JOINED if len(chosen) < MOST_BEATS else CROWDED
        near = [
            (min(_apart(beats[i], beats[k]) for k in chosen), i)
            for i in range(len(beats))
            if i not in chosen
        ]
        near = [one for one in near if one[0] < reach]
        if not near:
            break
        chosen.add(min(near)[1])
    return sorted(chosen, key=lambda i: beats[i].t)


def _apart(a: Beat, b: Beat) -> float:
    if set(a.balls).isdisjoint(b.balls):
        return float("inf")
    return abs(a.t - b.t)


def shifted(beat: Beat, t: float) -> Beat:
    """Return the beat at another time."""
    return replace(beat, t=t)
