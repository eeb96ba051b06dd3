"""What really happened on a table: exact paths of all balls and exact events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from adjudicator.balls import Ball
from adjudicator.events import Event, Intrusion, Point, RackOpened
from adjudicator.shot import Layout
from adjudicator.table import TableGeometry
from vision.synthesis.errors import InvalidMotionError
from vision.synthesis.rotation import matrix_from_quaternion, orientation
from vision.synthesis.trajectory import (
    PLAYED_STATES,
    MotionState,
    Trajectory,
)

Floats = NDArray[np.float64]

_TOUCHING = 0.3e-3
"""Balls or a rail nearer than this are frozen, metres."""


@dataclass(frozen=True)
class Motion:
    """Exact motion of all balls of one shot, or of several one after another.

    Time zero is the strike of a single shot. Before the first event everything lies
    as at the start, after `t_end` as at the end.

    Attributes:
        table: The table it happens on.
        balls: k balls; the order of every array's first axis.
        trajectories: One a ball.
        start_orientations: Unit quaternions (w, x, y, z) before the start, `(k, 4)`.
        events: In order of time.
        t_end: When all balls are at rest, seconds.
        cue_ball: The ball that the tip strikes (the first one if there are several
            shots), or None.

    Raises:
        InvalidMotionError: Numbers of balls, paths and orientations differ, or a
            ball occurs twice.
    """

    table: TableGeometry
    balls: tuple[Ball, ...]
    trajectories: tuple[Trajectory, ...]
    start_orientations: Floats
    events: tuple[Event, ...]
    t_end: float
    cue_ball: Ball | None

    def __post_init__(self) -> None:
        """Check that everything is there once for each ball."""
        count = len(self.balls)
        start = np.array(self.start_orientations, dtype=np.float64)
        if len(self.trajectories) != count or start.shape != (count, 4):
            raise InvalidMotionError(
                f"{count} balls need {count} trajectories and orientations, got "
                f"{len(self.trajectories)} and {start.shape}"
            )
        if len(set(self.balls)) != count:
            raise InvalidMotionError(f"a ball occurs twice in {self.balls}")
        start.flags.writeable = False
        object.__setattr__(self, "start_orientations", start)

    @cached_property
    def _index(self) -> Mapping[Ball, int]:
        return {ball: index for index, ball in enumerate(self.balls)}

    def trajectory(self, ball: Ball) -> Trajectory:
        """Return the path of one ball.

        Raises:
            InvalidMotionError: The ball takes no part.
        """
        if ball not in self._index:
            raise InvalidMotionError(f"{ball} takes no part in this motion")
        return self.trajectories[self._index[ball]]

    def positions(self, t: Floats) -> Floats:
        """Return ball centres at times `(m,)`, metres, table frame, `(k, m, 3)`."""
        t = np.atleast_1d(np.asarray(t, dtype=np.float64))
        return np.stack([path.position(t) for path in self.trajectories])

    def velocities(self, t: Floats) -> Floats:
        """Return velocities at times `(m,)`, m/s, `(k, m, 3)`."""
        t = np.atleast_1d(np.asarray(t, dtype=np.float64))
        return np.stack([path.velocity(t) for path in self.trajectories])

    def states(self, t: Floats) -> NDArray[np.int8]:
        """Return `MotionState`s at times `(m,)`, `(k, m)`."""
        t = np.atleast_1d(np.asarray(t, dtype=np.float64))
        return np.stack([path.state_at(t) for path in self.trajectories])

    def on_table(self, t: Floats) -> NDArray[np.bool_]:
        """Return which balls are in play on the surface at times `(m,)`, `(k, m)`."""
        played = np.array([int(state) for state in PLAYED_STATES], dtype=np.int8)
        shown: NDArray[np.bool_] = np.isin(self.states(t), played)
        return shown

    def visible(self, t: Floats) -> NDArray[np.bool_]:
        """Return which balls exist above or in the table at times `(m,)`, `(k, m)`.

        A ball that falls into a pocket, lies off the table or is in a hand exists.
        """
        shown: NDArray[np.bool_] = self.states(t) != int(MotionState.GONE)
        return shown

    def quaternions(self, t: Floats) -> Floats:
        """Return orientations at times `(m,)` as unit quaternions, `(k, m, 4)`."""
        t = np.atleast_1d(np.asarray(t, dtype=np.float64))
        pairs = zip(self.trajectories, self.start_orientations, strict=True)
        return np.stack([orientation(path, start, t) for path, start in pairs])

    def orientations(self, t: Floats) -> Floats:
        """Return rotation matrices at times `(m,)`, ball to table, `(k, m, 3, 3)`."""
        return matrix_from_quaternion(self.quaternions(t))

    def layout(self, t: float) -> Layout:
        """Return where the balls in play lie at one time, frozen ones named."""
        when = np.array([t])
        places = self.positions(when)[:, 0, :2]
        shown = self.on_table(when)[:, 0]
        balls = {
            ball: Point(float(x), float(y))
            for ball, (x, y), here in zip(self.balls, places, shown, strict=True)
            if here
        }
        return layout_of(balls, self.table)

    def shifted(self, dt: float) -> "Motion":
        """Return the same motion `dt` seconds later, events too."""
        return replace(
            self,
            trajectories=tuple(path.shifted(dt) for path in self.trajectories),
            events=tuple(shift_event(event, dt) for event in self.events),
            t_end=self.t_end + dt,
        )


def shift_event(event: Event, dt: float) -> Event:
    """Return the same event `dt` seconds later."""
    if isinstance(event, RackOpened | Intrusion):
        return replace(event, t=event.t + dt, t_to=event.t_to + dt)
    return replace(event, t=event.t + dt)


def layout_of(balls: Mapping[Ball, Point], table: TableGeometry) -> Layout:
    """Return the layout of balls at rest, with frozen rails and pairs worked out."""
    frozen_rail = {}
    reach = table.ball_radius + _TOUCHING
    for ball, xy in balls.items():
        for nose in table.noses:
            away = (xy.x - nose.start.x) * nose.normal.x
            away += (xy.y - nose.start.y) * nose.normal.y
            along = _along(nose.start, nose.end, xy)
            if away <= reach and 0.0 <= along <= 1.0:
                frozen_rail[ball] = nose.rail
    return Layout(balls, frozen_rail, _frozen_pairs(balls, table.ball_radius))


def _along(start: Point, end: Point, xy: Point) -> float:
    dx, dy = end.x - start.x, end.y - start.y
    return ((xy.x - start.x) * dx + (xy.y - start.y) * dy) / (dx * dx + dy * dy)


def _frozen_pairs(
    balls: Mapping[Ball, Point], radius: float
) -> frozenset[tuple[Ball, Ball]]:
    names: Sequence[Ball] = sorted(balls)
    pairs = set()
    for index, first in enumerate(names):
        for second in names[index + 1 :]:
            dx = balls[first].x - balls[second].x
            dy = balls[first].y - balls[second].y
            if np.hypot(dx, dy) <= 2 * radius + _TOUCHING:
                pairs.add((first, second))
    return frozenset(pairs)


def join(motions: Sequence[Motion]) -> Motion:
    """Return several motions on one table as one: each takes over when it starts.

    Args:
        motions: In order of time, already shifted to where they belong. A ball that a
            later one does not name keeps its last place; one that appears only later
            does not exist before.

    Raises:
        InvalidMotionError: There are none, or the tables differ.
    """
    if not motions or any(m.table != motions[0].table for m in motions):
        raise InvalidMotionError("join needs motions, all on the same table")
    paths: dict[Ball, Trajectory] = {}
    starts: dict[Ball, Floats] = {}
    for motion in motions:
        rows = zip(
            motion.balls, motion.trajectories, motion.start_orientations, strict=True
        )
        for ball, path, start in rows:
            if ball in paths:
                paths[ball] = paths[ball].followed_by(path)
                continue
            starts[ball] = start
            paths[ball] = path if motion is motions[0] else _appearing(path)
    events = sorted((e for m in motions for e in m.events), key=lambda event: event.t)
    return Motion(
        motions[0].table,
        tuple(paths),
        tuple(paths.values()),
        np.array(list(starts.values())),
        tuple(events),
        motions[-1].t_end,
        next((m.cue_ball for m in motions if m.cue_ball is not None), None),
    )


def _appearing(path: Trajectory) -> Trajectory:
    x, y, z = (float(value) for value in path.p[0])
    gone = Trajectory.at_rest((x, y, z), MotionState.GONE, float(path.t[0]) - 1e6)
    return gone.followed_by(path)
