"""What physics foresees from a state: which balls and walls meet next, in which order.

Several events may come between two pictures: a ball that is hit runs into a neighbour
or a cushion and comes back. Samples alone do not propose such chains; a simulation of
a few hundredths of a second from the state before them does. States are known within
their noise only, so a few draws are run and the different chains are returned.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from tracking.arrays import FloatArray
from tracking.physics.beats import Beat
from tracking.physics.collisions import (
    Laws,
    World,
    advance,
    members_of,
    start_world,
)
from tracking.physics.table_physics import TablePhysics
from tracking.physics.walls import Wall

_DRAWS: Final = 10
_PLACE_SIGMA: Final = 0.0004
_SPEED_SIGMA: Final = (0.005, 0.01)
_MOST_EVENTS: Final = 10
_WEAKEST: Final = 0.02
_ALONG: Final = 0.8
_TICK: Final = 1e-5


@dataclass(frozen=True, slots=True)
class Foreseen:
    """One event of a simulation.

    Attributes:
        beat: The event.
        after: Velocity of each of its balls afterwards, m/s, shape (k, 2).
    """

    beat: Beat
    after: FloatArray


Chain = tuple[Foreseen, ...]
"""Events in order of time."""


@dataclass(frozen=True, slots=True)
class Scenery:
    """Balls at one moment, and what they can meet.

    Attributes:
        t: Seconds.
        balls: Indices of the balls.
        place: Metres, shape (n, 2).
        velocity: m/s, shape (n, 2).
        walls: Near them.
        radius: Of the balls, metres.
        physics: Of the table.
    """

    t: float
    balls: tuple[int, ...]
    place: FloatArray
    velocity: FloatArray
    walls: tuple[Wall, ...]
    radius: float
    physics: TablePhysics


def foreseen(scenery: Scenery, until: float) -> list[Chain]:
    """Return the chains of events up to a time, the likeliest first.

    Args:
        scenery: The balls before them.
        until: Seconds.
    """
    rng = np.random.default_rng(0)
    chains: dict[tuple[object, ...], Chain] = {}
    counts: Counter[tuple[object, ...]] = Counter()
    off = rng.standard_normal((_DRAWS, 2, len(scenery.balls), 2))
    off[0] = 0.0
    low, share = _SPEED_SIGMA
    moves = np.hypot(*scenery.velocity.T)[:, None] > 0
    size = moves * (low + share * np.abs(scenery.velocity))
    world = start_world(
        scenery.place + _PLACE_SIGMA * off[:, 0], scenery.velocity + size * off[:, 1]
    )
    laws = _laws(scenery.physics)
    advance(world, until - scenery.t, scenery.walls, scenery.radius, laws)
    for draw in range(_DRAWS):
        chain = _chain(scenery, world, draw)
        key = signature([event.beat for event in chain])
        counts[key] += 2 if draw == 0 else 1
        chains.setdefault(key, chain)
    return [chains[key] for key, _ in counts.most_common()]


def signature(beats: Sequence[Beat]) -> tuple[object, ...]:
    """Return who met what, in order: two accounts with the same one differ in times."""
    return tuple((frozenset(beat.balls), beat.wall) for beat in beats)


def _laws(physics: TablePhysics) -> Laws:
    values = physics.ball_restitution, 0.0, physics.rail_restitution, _ALONG
    return Laws(*(np.full(_DRAWS, value) for value in values))


def _chain(scenery: Scenery, world: World, draw: int) -> Chain:
    """The events of one draw; what hardly changes a velocity is left out."""
    out: list[Foreseen] = []
    for slot in range(min(int(world.count[draw]), _MOST_EVENTS)):
        if world.impulse[draw, slot] <= _WEAKEST:
            continue
        code = int(world.code[draw, slot])
        members, wall = members_of(code, len(scenery.balls), scenery.walls)
        t = scenery.t + float(world.time[draw, slot]) + _TICK * len(out)
        beat = Beat(t, tuple(scenery.balls[i] for i in members), wall)
        out.append(Foreseen(beat, world.after[draw, slot, : len(members)]))
    return tuple(out)
