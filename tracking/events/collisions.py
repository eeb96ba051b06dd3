"""A small event simulation of a few balls for a few milliseconds, many at once.

Balls move in straight lines between events; contacts are pairwise with restitution and
friction, rails reflect. All samples advance together, each by its own next event.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from adjudicator.events import Rail
from adjudicator.table import TableGeometry
from tracking.arrays import FloatArray, IntArray

_MOST_EVENTS: Final = 28
_NEVER: Final = 1e9
RAILS: Final = (Rail.HEAD, Rail.FOOT, Rail.RIGHT, Rail.LEFT)
"""Rails by number: code of a rail touch = pairs + 4 * ball + number."""


@dataclass(frozen=True, slots=True)
class Laws:
    """Collision constants of each sample, shape (s,) each.

    Attributes:
        restitution: Of two balls.
        friction: Between two balls.
        rail_normal: Share of the normal speed that a rail gives back.
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
        code: What happened, in order; -1 where nothing did, shape (s, k).
        time: When, seconds since the start, shape (s, k).
        impulse: Change of velocity along the normal, m/s, shape (s, k).
        count: Number of events so far, shape (s,).
        now: Time reached, seconds.
    """

    position: FloatArray
    velocity: FloatArray
    code: IntArray
    time: FloatArray
    impulse: FloatArray
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
        np.zeros(s, dtype=np.int64),
    )


def pairs_of(balls: int) -> tuple[IntArray, IntArray]:
    """Return the two members of every pair, in the order of their codes."""
    first, second = np.triu_indices(balls, 1)
    return first.astype(np.int64), second.astype(np.int64)


def advance(world: World, until: float, table: TableGeometry, laws: Laws) -> None:
    """Move all samples to the time `until`, seconds since the start."""
    left = np.full(len(world.position), until - world.now)
    clock = np.full(len(left), world.now)
    first, second = pairs_of(world.position.shape[1])
    active = np.arange(len(left))
    for _ in range(_MOST_EVENTS):
        wait, code = _next_event(world, active, first, second, table)
        step = np.minimum(wait, left[active])
        world.position[active] += world.velocity[active] * step[:, None, None]
        clock[active] += step
        left[active] -= step
        happens = (wait <= left[active] + step) & (world.count[active] < _MOST_EVENTS)
        active, code = active[happens], code[happens]
        if len(active) == 0:
            break
        impulse = _resolve(world, active, code, (first, second), laws)
        slot = world.count[active]
        world.code[active, slot] = code
        world.time[active, slot] = clock[active]
        world.impulse[active, slot] = impulse
        world.count[active] += 1
    world.now = until


def _next_event(
    world: World,
    active: IntArray,
    first: IntArray,
    second: IntArray,
    table: TableGeometry,
) -> tuple[FloatArray, IntArray]:
    position, velocity = world.position[active], world.velocity[active]
    waits = [_pair_waits(position, velocity, first, second, table.ball_radius)]
    waits.append(_rail_waits(position, velocity, table))
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
    dp = position[:, first] - position[:, second]
    dv = velocity[:, first] - velocity[:, second]
    a = np.sum(dv * dv, axis=2)
    b = np.sum(dp * dv, axis=2)
    c = np.sum(dp * dp, axis=2) - 4 * radius**2
    root = b * b - a * c
    hit = (b < -1e-9) & (root > 0)
    wait = (-b - np.sqrt(np.maximum(root, 0.0))) / np.maximum(a, 1e-12)
    return np.asarray(np.where(hit, np.maximum(wait, 0.0), _NEVER))


def _rail_waits(
    position: FloatArray, velocity: FloatArray, table: TableGeometry
) -> FloatArray:
    half = np.array([table.length, table.width]) / 2 - table.ball_radius
    reach = [_nose_reach(table, Rail.HEAD), _nose_reach(table, Rail.LEFT)]
    waits = np.full((*position.shape[:2], 4), _NEVER)
    for rail in range(4):
        axis, sign = rail // 2, 1.0 if rail % 2 else -1.0
        speed = sign * velocity[..., axis]
        gap = half[axis] - sign * position[..., axis]
        other = np.abs(position[..., 1 - axis])
        on_nose = (other < reach[axis][1]) & (other >= reach[axis][0])
        wait = np.maximum(gap, 0.0) / np.maximum(speed, 1e-9)
        waits[..., rail] = np.where((speed > 1e-4) & on_nose, wait, _NEVER)
    return waits.reshape(len(position), -1)


def _nose_reach(table: TableGeometry, rail: Rail) -> tuple[float, float]:
    """Between which distances from the middle of the rail its noses lie, metres."""
    axis = 1 if rail is Rail.HEAD else 0
    ends = [
        abs(end[axis])
        for nose in table.noses
        if nose.rail is rail
        for end in (nose.start, nose.end)
    ]
    return (min(ends) if rail is Rail.LEFT else 0.0), max(ends)


def _resolve(
    world: World,
    active: IntArray,
    code: IntArray,
    pairs: tuple[IntArray, IntArray],
    laws: Laws,
) -> FloatArray:
    """Apply the events and return their impulses."""
    n_pairs = len(pairs[0])
    impulse = np.zeros(len(active))
    is_pair = code < n_pairs
    rows = active[is_pair]
    if len(rows):
        a, b = pairs[0][code[is_pair]], pairs[1][code[is_pair]]
        impulse[is_pair] = _collide(world, rows, a, b, laws)
    rows = active[~is_pair]
    if len(rows):
        ball, rail = np.divmod(code[~is_pair] - n_pairs, 4)
        impulse[~is_pair] = _reflect(world, rows, ball, rail, laws)
    return impulse


def _collide(
    world: World, rows: IntArray, a: IntArray, b: IntArray, laws: Laws
) -> FloatArray:
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
    world: World, rows: IntArray, ball: IntArray, rail: IntArray, laws: Laws
) -> FloatArray:
    axis = rail // 2
    velocity = world.velocity[rows, ball]
    n = np.arange(len(rows))
    normal = velocity[n, axis]
    velocity[n, axis] = -laws.rail_normal[rows] * normal
    velocity[n, 1 - axis] *= laws.rail_tangential[rows]
    world.velocity[rows, ball] = velocity
    return np.asarray(np.abs(normal) * (1 + laws.rail_normal[rows]))
