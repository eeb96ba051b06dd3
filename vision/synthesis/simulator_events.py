"""A finished simulation's collisions as the rulebook's events.

A touch is reported when it begins: bodies that stay together (or part by less than
a tenth of a millimetre) between two collisions touch once, and a ball frozen to a
rail that is pressed into it does not touch it anew.
"""

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.balls import Ball
from adjudicator.events import (
    Contact,
    Event,
    Pocketed,
    Point,
    RailTouch,
    Strike,
)
from vision.synthesis.motion import Motion
from vision.synthesis.motion_events import crossings, rests
from vision.synthesis.simulator_table import CUSHIONS, POCKETS, places_from_simulator
from vision.synthesis.trajectory import MotionState

Floats = NDArray[np.float64]

_PARTED: Final = 0.1e-3
_STILL: Final = 1e-9


def events_from_system(
    system: Any, motion: Motion, speed: float, direction: float
) -> tuple[tuple[Event, ...], float]:
    """Return all events of a simulated shot in order of time, and when it ends.

    Args:
        system: pooltool's simulated system.
        motion: The same shot's paths.
        speed: Of the strike, m/s.
        direction: Of the strike, radians.
    """
    cue_ball = motion.cue_ball
    if cue_ball is None:
        raise AssertionError("a simulated shot always has a cue ball")
    toward = Point(math.cos(direction), math.sin(direction))
    found: list[Event] = [Strike(t=0.0, ball=cue_ball, direction=toward, speed=speed)]
    collisions = _Collisions(motion)
    for event in system.events:
        found.extend(collisions.read(event))
    for ball, path in zip(motion.balls, motion.trajectories, strict=True):
        found.extend(crossings(ball, path, motion.table))
        found.extend(rests(ball, path))
    found.sort(key=lambda event: event.t)
    return tuple(found), _end(motion)


def _end(motion: Motion) -> float:
    """Return when the last ball stops moving across the cloth or has dropped."""
    ends = [0.0]
    for path in motion.trajectories:
        over = path.state[1:] <= int(MotionState.SPIN)
        over |= path.state[1:] == int(MotionState.FALL)
        before = path.state[:-1] >= int(MotionState.SLIDE)
        done = path.t[1:][over & before]
        ends.extend(float(t) for t in done)
    return max(ends)


class _Collisions:
    """Reads collisions one after the other, remembering which bodies touch."""

    def __init__(self, motion: Motion) -> None:
        self._motion = motion
        self._last: dict[tuple[str, str], float] = {}

    def read(self, event: Any) -> list[Event]:
        kind = str(event.event_type)
        if kind == "ball_ball":
            return self._contact(event)
        if kind in ("ball_linear_cushion", "ball_circular_cushion"):
            return self._rail(event)
        if kind == "ball_pocket":
            name, pocket = event.ids
            return [
                Pocketed(t=float(event.time), ball=Ball(name), pocket=POCKETS[pocket])
            ]
        return []

    def _contact(self, event: Any) -> list[Event]:
        t = float(event.time)
        states = {agent.id: agent.initial.state for agent in event.agents}
        first, second = sorted(Ball(name) for name in states)
        key = (first.name, second.name)
        since = self._last.get(key)
        self._last[key] = t
        if since is not None and not self._balls_parted(first, second, since, t):
            return []
        places = tuple(self._place(states[ball.name]) for ball in (first, second))
        moving = frozenset(
            ball
            for ball in (first, second)
            if float(np.linalg.norm(states[ball.name].rvw[1])) > _STILL
        )
        return [
            Contact(
                t=t, balls=(first, second), xy=(places[0], places[1]), moving=moving
            )
        ]

    def _rail(self, event: Any) -> list[Event]:
        t = float(event.time)
        name, segment = event.ids
        ball, part = Ball(name), CUSHIONS[segment]
        key = (name, part.rail.value + (part.pocket or ""))
        since = self._last.get(key, 0.0)
        self._last[key] = t
        if not self._left_rail(event, ball, since, t):
            return []
        state = event.agents[0].initial.state
        return [
            RailTouch(
                t=t,
                ball=ball,
                rail=part.rail,
                xy=self._place(state),
                jaw=part.pocket is not None,
                pocket=part.pocket,
            )
        ]

    def _place(self, state: Any) -> Point:
        place = places_from_simulator(np.array(state.rvw[0]), self._motion.table)
        return Point(float(place[0]), float(place[1]))

    def _balls_parted(self, a: Ball, b: Ball, since: float, t: float) -> bool:
        times = np.linspace(since, t, 9)[1:-1]
        first = self._motion.trajectory(a).position(times)
        second = self._motion.trajectory(b).position(times)
        gaps = np.linalg.norm(first - second, axis=1)
        return bool(gaps.max() - 2 * self._motion.table.ball_radius > _PARTED)

    def _left_rail(self, event: Any, ball: Ball, since: float, t: float) -> bool:
        """Whether the ball was ever clear of the cushion since it touched it last."""
        times = np.linspace(since, t, 9)[:-1]
        places = self._motion.trajectory(ball).position(times)
        now = places_from_simulator(
            np.array(event.agents[0].initial.state.rvw[0]), self._motion.table
        )
        cushion = event.agents[1].initial
        normal = np.array(cushion.get_normal(event.agents[0].initial.state.rvw))
        outward = np.array([normal[1], -normal[0], 0.0])
        if float(outward @ self._velocity(event)) < 0:
            outward = -outward
        clear = (now - places) @ outward
        return bool(clear.max() > _PARTED)

    def _velocity(self, event: Any) -> Floats:
        x, y, z = event.agents[0].initial.state.rvw[1]
        return np.array([y, -x, z])
