"""A small event simulation of a few balls for a few milliseconds, many at once.

Balls move in straight lines between events; contacts are pairwise with restitution and
friction, walls reflect. All samples advance together, each by its own next event.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from tracking.arrays import FloatArray, IntArray
from tracking.physics.walls import Wall

_MOST_EVENTS: Final = 28
_NEVER: Final = 1e9
_SLOWEST: Final = 1e-4
_BEHIND: Final = 0.02


@dataclass(frozen=True, slots=True)
class Laws:
    """Collision constants of each sample, shape (s,) each.

    Attributes:
        restitution: Of two balls.
        friction: Between two balls.
        rail_normal: Share of the normal speed that a wall gives back.
        rail_tangential: Share of the tangential speed that it leaves.
    """

    restitution: FloatArray
    friction: FloatArray
    rail_normal: FloatArray
    rail_tangential: FloatArray


@dataclass(slots=True)
class World:
    """State of all samples; advanced in place by `advance`.

    Attributes:
        position: Shape (s, b, 2), metres.
        velocity: Shape (s, b, 2), m/s.
        code: What happened, in order; -1 where nothing did, shape (s, k). Pairs come
            first, then wall after wall with each of the balls.
        time: When, seconds since the start, shape (s, k).
        impulse: Change of velocity along the normal, m/s, shape (s, k).
        after: Velocities of both balls, or of one twice, afterwards, (s, k, 2, 2).
        count: Number of events so far, shape (s,).
        now: Time reached, seconds.
    """

    position: FloatArray
    velocity: FloatArray
    code: IntArray
    time: FloatArray
    impulse: FloatArray
    after: FloatArray
    count: IntArray
    now: float = 0.0


def start_world(position: FloatArray, velocity: FloatArray) -> World:
    """Return samples at time zero without events."""
    s = len(position)
    return World(
        position.copy(),
        velocity.copy(),
        np.full((s, _MOST_EVENTS), -1, dtype=np.int64),
        np.zeros((s, _MOST_EVENTS)),
        np.zeros((s, _MOST_EVENTS)),
        np.zeros((s, _MOST_EVENTS, 2, 2)),
        np.zeros(s, dtype=np.int64),
    )


@functools.cache
def pairs_of(balls: int) -> tuple[IntArray, IntArray]:
    """Return the two members of every pair, in the order of their codes."""
    first, second = np.triu_indices(balls, 1)
    return first.astype(np.int64), second.astype(np.int64)


def advance(
    world: World, until: float, walls: Sequence[Wall], radius: float, laws: Laws
) -> None:
    """Move all samples to the time `until`, seconds since the start.

    Args:
        world: Moved in place.
        until: Seconds.
        walls: What single balls can meet.
        radius: Of the balls, metres.
        laws: Of collision.
    """
    left = np.full(len(world.position), until - world.now)
    clock = np.full(len(left), world.now)
    pairs = pairs_of(world.position.shape[1])
    active = np.arange(len(left))
    for _ in range(_MOST_EVENTS):
        wait, code = _next_event(world, active, pairs, walls, radius)
        step = np.minimum(wait, left[active])
        world.position[active] += world.velocity[active] * step[:, None, None]
        clock[active] += step
        left[active] -= step
        happens = (wait <= left[active] + step) & (world.count[active] < _MOST_EVENTS)
        active, code = active[happens], code[happens]
        if len(active) == 0:
            break
        slot = world.count[active]
        impulse, after = _resolve(world, active, code, walls, laws)
        world.impulse[active, slot], world.after[active, slot] = impulse, after
        world.code[active, slot] = code
        world.time[active, slot] = clock[active]
        world.count[active] += 1
    world.now = until


def members_of(
    code: int, balls: int, walls: Sequence[Wall]
) -> tuple[tuple[int, ...], Wall | None]:
    """Return the balls of an event, by their place, and the wall that one meets."""
    first, second = pairs_of(balls)
    if code < len(first):
        return (int(first[code]), int(second[code])), None
    wall, ball = divmod(code - len(first), balls)
    return (ball,), walls[wall]


def _next_event(
    world: World,
    active: IntArray,
    pairs: tuple[IntArray, IntArray],
    walls: Sequence[Wall],
    radius: float,
) -> tuple[FloatArray, IntArray]:
    position, velocity = world.position[active], world.velocity[active]
    waits = [_pair_waits(position, velocity, *pairs, radius)]
    waits += [_wall_waits(position, velocity, wall, radius) for wall in walls]
    wait = np.concatenate(waits, axis=1)
    code = np.argmin(wait, axis=1)
    return wait[np.arange(len(code)), code], code


def _pair_waits(
    position: FloatArray,
    velocity: FloatArray,
    first: IntArray,
    second: IntArray,
    radius: float,
) -> FloatArray:
    return _until(
        position[:, first] - position[:, second],
        velocity[:, first] - velocity[:, second],
        2 * radius,
    )


def _until(dp: FloatArray, dv: FloatArray, apart: float) -> FloatArray:
    """How long until two things touch, seconds."""
    a = dv[..., 0] * dv[..., 0] + dv[..., 1] * dv[..., 1]
    b = dp[..., 0] * dv[..., 0] + dp[..., 1] * dv[..., 1]
    c = dp[..., 0] * dp[..., 0] + dp[..., 1] * dp[..., 1] - apart**2
    root = b * b - a * c
    hit = (b < -_SLOWEST * apart) & (root > 0)
    wait = (-b - np.sqrt(np.maximum(root, 0.0))) / np.maximum(a, 1e-12)
    return np.asarray(np.where(hit, np.maximum(wait, 0.0), _NEVER))


def _wall_waits(
    position: FloatArray, velocity: FloatArray, wall: Wall, radius: float
) -> FloatArray:
    """How long until each ball touches a wall, seconds, shape (s, b)."""
    away = position - wall.anchor
    if wall.normal is None:
        return _until(away, velocity, wall.radius + radius)
    gap, into = away @ wall.normal - radius, -(velocity @ wall.normal)
    wait = np.maximum(gap, 0.0) / np.maximum(into, 1e-9)
    along = away @ wall.along + wait * (velocity @ wall.along)
    reached = (along > 0) & (along < wall.length) & (gap > -_BEHIND)
    return np.asarray(np.where((into > _SLOWEST) & reached, wait, _NEVER))


def _resolve(
    world: World,
    active: IntArray,
    code: IntArray,
    walls: Sequence[Wall],
    laws: Laws,
) -> tuple[FloatArray, FloatArray]:
    """Apply the events; return their impulses and the velocities after them."""
    impulse, after = np.zeros(len(active)), np.zeros((len(active), 2, 2))
    for one in np.unique(code).tolist():
        same = code == one
        rows = active[same]
        balls, wall = members_of(one, world.position.shape[1], walls)
        if wall is None:
            impulse[same] = _collide(world, rows, balls[0], balls[1], laws)
        else:
            impulse[same] = _reflect(world, rows, balls[0], wall, laws)
        after[same, 0] = world.velocity[rows, balls[0]]
        after[same, 1] = world.velocity[rows, balls[-1]]
    return impulse, after


def _collide(world: World, rows: IntArray, a: int, b: int, laws: Laws) -> FloatArray:
    normal = world.position[rows, a] - world.position[rows, b]
    normal /= np.maximum(np.hypot(normal[:, 0], normal[:, 1]), 1e-9)[:, None]
    relative = world.velocity[rows, a] - world.velocity[rows, b]
    approach = -np.sum(relative * normal, axis=1)
    impulse = (1 + laws.restitution[rows]) / 2 * approach
    tangent = np.stack((-normal[:, 1], normal[:, 0]), axis=1)
    slip = np.sum(relative * tangent, axis=1)
    throw = -np.clip(
        slip / 7, -laws.friction[rows] * impulse, laws.friction[rows] * impulse
    )
    change = impulse[:, None] * normal + throw[:, None] * tangent
    world.velocity[rows, a] += change
    world.velocity[rows, b] -= change
    return np.asarray(impulse)


def _reflect(
    world: World, rows: IntArray, ball: int, wall: Wall, laws: Laws
) -> FloatArray:
    _, normal = wall.gap(world.position[rows, ball], 0.0)
    velocity = world.velocity[rows, ball]
    into = -np.sum(velocity * normal, axis=1)[:, None]
    along = velocity + into * normal
    kept, given = laws.rail_tangential[rows, None], laws.rail_normal[rows, None]
    world.velocity[rows, ball] = kept * along + given * into * normal
    return np.asarray(into[:, 0] * (1 + laws.rail_normal[rows]))
