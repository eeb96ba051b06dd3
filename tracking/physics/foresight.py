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
from tracking.physics.table_physics import TablePhysics
from tracking.physics.walls import Wall

_DRAWS: Final = 10
_PLACE_SIGMA: Final = 0.0004
_SPEED_SIGMA: Final = (0.005, 0.01)
_MOST_EVENTS: Final = 10
_WEAKEST: Final = 0.02
_ALONG: Final = 0.8
_TICK: Final = 1e-5
_BEHIND: Final = 0.02
_NEVER: Final = 1e9
_SLOWEST: Final = 1e-3


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
    low, share = _SPEED_SIGMA
    moves = np.hypot(*scenery.velocity.T)[:, None] > 0
    for draw in range(_DRAWS):
        off = rng.standard_normal((2, len(scenery.balls), 2)) * (draw > 0)
        place = scenery.place + _PLACE_SIGMA * off[0]
        size = low + share * np.abs(scenery.velocity)
        velocity = scenery.velocity + size * off[1] * moves
        chain = _run(scenery, place, velocity, until - scenery.t)
        key = signature([event.beat for event in chain])
        counts[key] += 2 if draw == 0 else 1
        chains.setdefault(key, chain)
    return [chains[key] for key, _ in counts.most_common()]


def signature(beats: Sequence[Beat]) -> tuple[object, ...]:
    """Return who met what, in order: two accounts with the same one differ in times."""
    return tuple((frozenset(beat.balls), beat.wall) for beat in beats)


def _run(
    scenery: Scenery, place: FloatArray, velocity: FloatArray, left: float
) -> Chain:
    """Let balls run for some seconds and return what they meet."""
    n = len(scenery.balls)
    first, second = np.triu_indices(n, 1)
    velocity = velocity.copy()
    now = 0.0
    out: list[Foreseen] = []
    for _ in range(_MOST_EVENTS):
        pairs = _until_pairs(place, velocity, first, second, 2 * scenery.radius)
        walls = _until_walls(scenery, place, velocity)
        k = int(np.argmin(pairs)) if len(pairs) else -1
        w = divmod(int(np.argmin(walls)), n) if walls.size else None
        wait_pair = float(pairs[k]) if k >= 0 else _NEVER
        wait_wall = float(walls[w]) if w is not None else _NEVER
        wait = min(wait_pair, wait_wall)
        if now + wait > left:
            break
        place = place + velocity * wait
        now += wait
        t = scenery.t + now + _TICK * len(out)
        if wait_pair <= wait_wall:
            a, b = int(first[k]), int(second[k])
            size = _collide(place, velocity, a, b, scenery.physics)
            beat = Beat(t, (scenery.balls[a], scenery.balls[b]))
            after = velocity[[a, b]]
        else:
            assert w is not None  # noqa: S101  # there is a wall to wait for
            wall, ball = scenery.walls[w[0]], w[1]
            size = _reflect(place, velocity, ball, wall, scenery)
            beat = Beat(t, (scenery.balls[ball],), wall)
            after = velocity[[ball]]
        if size > _WEAKEST:
            out.append(Foreseen(beat, after))
    return tuple(out)


def _until_pairs(
    place: FloatArray,
    velocity: FloatArray,
    first: np.ndarray,
    second: np.ndarray,
    apart: float,
) -> FloatArray:
    """How long until each pair of balls touches, seconds."""
    dp, dv = place[first] - place[second], velocity[first] - velocity[second]
    return _until(dp, dv, np.full(len(dp), apart))


def _until(dp: FloatArray, dv: FloatArray, apart: FloatArray) -> FloatArray:
    a = np.sum(dv * dv, axis=-1)
    b = np.sum(dp * dv, axis=-1)
    c = np.sum(dp * dp, axis=-1) - apart**2
    root = b * b - a * c
    hits = (b < -_SLOWEST * apart) & (root > 0)
    wait = (-b - np.sqrt(np.maximum(root, 0.0))) / np.maximum(a, 1e-12)
    return np.asarray(np.where(hits, np.maximum(wait, 0.0), _NEVER))


def _until_walls(
    scenery: Scenery, place: FloatArray, velocity: FloatArray
) -> FloatArray:
    """How long until each ball touches each wall, seconds, shape (walls, balls)."""
    out = np.full((len(scenery.walls), len(place)), _NEVER)
    for i, wall in enumerate(scenery.walls):
        if wall.normal is None:
            apart = np.full(len(place), wall.radius + scenery.radius)
            out[i] = _until(place - wall.anchor, velocity, apart)
            continue
        gap, _ = wall.gap(place, scenery.radius)
        into = -velocity @ wall.normal
        wait = np.maximum(gap, 0.0) / np.maximum(into, 1e-9)
        along = (place + velocity * wait[:, None] - wall.anchor) @ wall.along
        reached = (along > 0) & (along < wall.length) & (gap > -_BEHIND)
        out[i] = np.where((into > _SLOWEST) & reached, wait, _NEVER)
    return out


def _collide(
    place: FloatArray, velocity: FloatArray, a: int, b: int, physics: TablePhysics
) -> float:
    """Let two balls collide, in place; return the change of velocity."""
    normal = place[a] - place[b]
    normal = normal / max(float(np.hypot(*normal)), 1e-9)
    approach = -float((velocity[a] - velocity[b]) @ normal)
    change = (1 + physics.ball_restitution) / 2 * approach
    velocity[a] += change * normal
    velocity[b] -= change * normal
    return change


def _reflect(
    place: FloatArray,
    velocity: FloatArray,
    ball: int,
    wall: Wall,
    scenery: Scenery,
) -> float:
    """Let a cushion send a ball back, in place; return the change of velocity."""
    _, normals = wall.gap(place[ball][None], scenery.radius)
    normal = normals[0]
    into = -float(velocity[ball] @ normal)
    along = velocity[ball] + into * normal
    velocity[ball] = _ALONG * along + scenery.physics.rail_restitution * into * normal
    return (1 + scenery.physics.rail_restitution) * into
