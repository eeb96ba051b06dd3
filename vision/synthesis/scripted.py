"""What the simulator cannot do: hands, lips, flights, and touches made to measure.

Every function returns a `Motion` of its own or changes one, with exact events.
"""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.balls import Ball
from adjudicator.events import (
    Contact,
    Event,
    Intruder,
    OffTable,
    PickedUp,
    Placed,
    PocketName,
    Point,
    RailTouch,
    SelfDropped,
    Touched,
)
from adjudicator.table import TableGeometry
from vision.synthesis.errors import UnphysicalShotError
from vision.synthesis.motion import Motion
from vision.synthesis.physics import PhysicsParameters, simulate
from vision.synthesis.rotation import random_quaternions
from vision.synthesis.simulator_paths import Piece, fall_into, trajectory_from_pieces
from vision.synthesis.trajectory import MotionState, Trajectory

Floats = NDArray[np.float64]

_ZERO: Final = np.zeros(3)
_CARRY_HEIGHT: Final = 0.12
"""How high a hand carries a ball above its place, metres."""
_ROLL_SLOWING: Final = 0.1
"""Of a ball that creeps to the edge of a pocket, m/s^2."""


def still(
    table: TableGeometry,
    balls: Mapping[Ball, Point],
    *,
    start_orientations: Floats | None = None,
    cue_ball: Ball | None = None,
    seed: int = 0,
) -> Motion:
    """Return balls that lie where they are and never move."""
    rng = np.random.default_rng(seed)
    if start_orientations is None:
        start_orientations = random_quaternions(len(balls), rng)
    paths = tuple(
        Trajectory.at_rest((xy.x, xy.y, table.ball_radius)) for xy in balls.values()
    )
    return Motion(table, tuple(balls), paths, start_orientations, (), 0.0, cue_ball)


def _changed(
    motion: Motion, ball: Ball, path: Trajectory, events: tuple[Event, ...], t: float
) -> Motion:
    """Return a motion with another path for one ball, more events, and a later end."""
    paths = [
        path if name is ball else old
        for name, old in zip(motion.balls, motion.trajectories, strict=True)
    ]
    merged = tuple(sorted([*motion.events, *events], key=lambda event: event.t))
    return replace(
        motion, trajectories=tuple(paths), events=merged, t_end=max(motion.t_end, t)
    )


def _glide(t: float, start: Floats, end: Floats, lasts: float) -> list[Piece]:
    """Return a smooth move by hand: speed up until the middle, slow down after it."""
    half = lasts / 2
    pull = (end - start) / (half * half)
    speed = pull * half
    middle = (start + end) / 2
    held = MotionState.HELD
    return [
        Piece(t, start, _ZERO, pull, _ZERO, _ZERO, held),
        Piece(t + half, middle, speed, -pull, _ZERO, _ZERO, held),
    ]


def _resting(t: float, place: Floats) -> Piece:
    return Piece(t, place, _ZERO, _ZERO, _ZERO, _ZERO, MotionState.REST)


def place_by_hand(
    table: TableGeometry,
    ball: Ball,
    xy: Point,
    *,
    entry: Point,
    lasts: float = 1.2,
    seed: int = 0,
) -> Motion:
    """Return a ball that a hand brings from outside and puts down.

    Args:
        table: The table.
        ball: Which ball.
        xy: Where it is put, metres.
        entry: Where the hand comes from, outside the table, metres.
        lasts: From the entry to the cloth, seconds.
        seed: Of the ball's orientation.
    """
    radius = table.ball_radius
    high = radius + _CARRY_HEIGHT
    above = np.array([xy.x, xy.y, high])
    down = np.array([xy.x, xy.y, radius])
    carried = _glide(0.0, np.array([entry.x, entry.y, high]), above, 0.7 * lasts)
    lowered = _glide(0.7 * lasts, above, down, 0.3 * lasts)
    path = trajectory_from_pieces([*carried, *lowered, _resting(lasts, down)])
    start = random_quaternions(1, np.random.default_rng(seed))
    placed = Placed(t=lasts, ball=ball, xy=xy)
    return Motion(table, (ball,), (path,), start, (placed,), lasts, None)


def pick_up(motion: Motion, ball: Ball, t: float, away: Point) -> Motion:
    """Return a motion in which a hand takes a resting ball away.

    Args:
        motion: Where the ball rests from `t` on.
        ball: Which ball.
        t: When the hand takes it, seconds.
        away: Where the hand leaves, outside the table, metres.
    """
    path = motion.trajectory(ball)
    place = path.position(np.array([t]))[0]
    high = place + np.array([0.0, 0.0, _CARRY_HEIGHT])
    out = np.array([away.x, away.y, high[2]])
    pieces = [*_glide(t, place, high, 0.3), *_glide(t + 0.3, high, out, 0.8)]
    gone = Piece(t + 1.1, out, _ZERO, _ZERO, _ZERO, _ZERO, MotionState.GONE)
    later = trajectory_from_pieces([*pieces, gone])
    event = PickedUp(t=t, ball=ball, xy=Point(float(place[0]), float(place[1])))
    return _changed(motion, ball, path.followed_by(later), (event,), t + 1.1)


def nudge(
    motion: Motion,
    ball: Ball,
    t: float,
    to: Point,
    *,
    by: Intruder = Intruder.HAND,
    lasts: float = 0.25,
) -> Motion:
    """Return a motion in which a resting ball is shoved along the cloth.

    Args:
        motion: Where the ball rests from `t` on.
        ball: Which ball.
        t: When it is touched, seconds.
        to: Where it lies afterwards, metres.
        by: Who shoves it.
        lasts: Of the move, seconds.
    """
    path = motion.trajectory(ball)
    start = path.position(np.array([t]))[0]
    end = np.array([to.x, to.y, motion.table.ball_radius])
    shoved = [*_glide(t, start, end, lasts), _resting(t + lasts, end)]
    moved = float(np.linalg.norm(end - start))
    event = Touched(t=t, ball=ball, by=by, moved=moved)
    later = trajectory_from_pieces(shoved)
    return _changed(motion, ball, path.followed_by(later), (event,), t + lasts)


def lip_place(table: TableGeometry, pocket: PocketName, turn: float = 0.0) -> Point:
    """Return where a ball hangs on the very edge of a pocket.

    Args:
        table: The table.
        pocket: Which pocket.
        turn: Off the pocket's axis, radians.
    """
    hole = next(p for p in table.pockets if p.name is pocket)
    first, second = hole.jaws
    middle = Point((first.x + second.x) / 2, (first.y + second.y) / 2)
    axis = math.atan2(middle.y - hole.center.y, middle.x - hole.center.x) + turn
    reach = hole.radius + 0.001
    return Point(
        hole.center.x + reach * math.cos(axis), hole.center.y + reach * math.sin(axis)
    )


def drop_by_itself(motion: Motion, ball: Ball, pocket: PocketName, t: float) -> Motion:
    """Return a motion in which a ball hanging on a lip tips over and falls.

    Args:
        motion: Where the ball rests on the lip (see `lip_place`) from `t` on.
        ball: Which ball.
        pocket: That it hangs over.
        t: When it starts to move, seconds.
    """
    hole = next(p for p in motion.table.pockets if p.name is pocket)
    path = motion.trajectory(ball)
    start = path.position(np.array([t]))[0]
    inward = np.array([hole.center.x - start[0], hole.center.y - start[1], 0.0])
    inward /= np.linalg.norm(inward)
    way = float(math.dist(start[:2], hole.center) - hole.radius + 0.002)
    lasts = math.sqrt(2 * way / _ROLL_SLOWING)
    pull = _ROLL_SLOWING * inward
    turn = np.cross(np.array([0.0, 0.0, 1.0]), pull) / motion.table.ball_radius
    creeping = Piece(t, start, _ZERO, pull, _ZERO, turn, MotionState.ROLL)
    place, v, w = creeping.after(lasts)
    falling = fall_into(hole, motion.table, t + lasts, place, v, w)
    later = trajectory_from_pieces([creeping, *falling])
    event = SelfDropped(t=t + lasts, ball=ball, pocket=pocket)
    return _changed(motion, ball, path.followed_by(later), (event,), t + lasts)


def fly_off(motion: Motion, ball: Ball, touch: RailTouch, up: float = 1.6) -> Motion:
    """Return a motion in which a ball jumps the rail instead of bouncing back.

    Args:
        motion: A shot in which nothing meets the ball after that touch.
        ball: Which ball.
        touch: Its touch of a straight cushion, one of the motion's events.
        up: Speed upward that the cushion gives it, m/s.

    Raises:
        UnphysicalShotError: Other events depend on the ball after the touch.
    """
    later_events = [e for e in motion.events if e.t > touch.t]
    if any(isinstance(e, Contact) and ball in e.balls for e in later_events):
        raise UnphysicalShotError(f"{ball} meets other balls after {touch.t} s")
    path = motion.trajectory(ball)
    place = path.position(np.array([touch.t]))[0]
    v = path.velocity(np.array([touch.t - 1e-6]))[0] * 0.8 + np.array([0, 0, up])
    spin = path.angular_velocity(np.array([touch.t - 1e-6]))[0]
    gravity = np.array([0.0, 0.0, -9.81])
    flight = Piece(touch.t, place, v, gravity, spin, _ZERO, MotionState.FALL)
    lands = (up + math.sqrt(up * up + 2 * 9.81 * 0.8)) / 9.81
    on_floor, _, _ = flight.after(lands)
    gone = Piece(
        touch.t + lands, on_floor, _ZERO, _ZERO, _ZERO, _ZERO, MotionState.GONE
    )
    left = OffTable(t=touch.t, ball=ball, xy=Point(float(place[0]), float(place[1])))
    kept = tuple(
        e for e in motion.events if e.t <= touch.t or getattr(e, "ball", None) != ball
    )
    events = tuple(sorted([*kept, left], key=lambda event: event.t))
    later = trajectory_from_pieces([flight, gone])
    found = _changed(motion, ball, path.followed_by(later), (), touch.t)
    return replace(found, events=events)


def feather(
    table: TableGeometry,
    balls: Mapping[Ball, Point],
    cue_ball: Ball,
    target: Ball,
    *,
    overlap: float,
    speed: float,
    physics: PhysicsParameters | None = None,
) -> Motion:
    """Return a shot whose cue ball brushes a ball by a chosen amount.

    Args:
        table: The table.
        balls: All places, metres.
        cue_ball: The ball struck.
        target: The ball brushed, on the right of the cue ball's path.
        overlap: By how much the path is nearer than two radii, metres; negative
            for a miss by that much.
        speed: m/s.
        physics: Constants.
    """
    start, place = balls[cue_ball], balls[target]
    distance = math.dist(start, place)
    off = math.asin((2 * table.ball_radius - overlap) / distance)
    direction = math.atan2(place.y - start.y, place.x - start.x) + off
    return simulate(
        table, balls, cue_ball, speed=speed, direction=direction, physics=physics
    )
