"""Shots by the event-driven simulator pooltool, as exact motions (`Motion`).

The first call in a process compiles for up to a minute. Do not run several processes
at once: the compiler's cache is not safe for that.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.balls import Ball
from adjudicator.events import Point
from adjudicator.table import TableGeometry
from vision.synthesis.errors import UnphysicalShotError
from vision.synthesis.motion import Motion
from vision.synthesis.rotation import random_quaternions
from vision.synthesis.simulator_collisions import ball_collision
from vision.synthesis.simulator_events import events_from_system
from vision.synthesis.simulator_paths import trajectories_from_system
from vision.synthesis.simulator_table import (
    load_simulator,
    simulator_table,
    to_simulator,
)

Floats = NDArray[np.float64]

_MAX_EVENTS: Final = 3000
_POOL_DENSITY: Final = 0.170 / 0.028575**3


@dataclass(frozen=True, slots=True)
class PhysicsParameters:
    """Constants of balls, cloth and cushions.

    Defaults are those of a usual pool table (billiards.colostate.edu, "physical
    properties of a pool ball, a cue, and a table").

    Attributes:
        sliding_friction: Ball on cloth, sliding.
        rolling_friction: Ball on cloth, rolling.
        spin_friction: Spinning in place, as a multiple of the ball radius (1/m).
        ball_restitution: Of two balls.
        ball_friction: Factor on the measured friction of two balls.
        rail_restitution: Of the cushion.
        rail_friction: Of the cushion.
        gravity: m/s^2.
    """

    sliding_friction: float = 0.2
    rolling_friction: float = 0.01
    spin_friction: float = 10 * 2 / 5 / 9
    ball_restitution: float = 0.95
    ball_friction: float = 1.0
    rail_restitution: float = 0.85
    rail_friction: float = 0.2
    gravity: float = 9.81

    @classmethod
    def draw(cls, rng: np.random.Generator) -> "PhysicsParameters":
        """Return constants of some table that a club may have."""
        return cls(
            sliding_friction=float(rng.uniform(0.15, 0.25)),
            rolling_friction=float(rng.uniform(0.006, 0.014)),
            spin_friction=float(rng.uniform(0.35, 0.55)),
            ball_restitution=float(rng.uniform(0.92, 0.98)),
            ball_friction=float(rng.uniform(0.6, 1.4)),
            rail_restitution=float(rng.uniform(0.76, 0.90)),
            rail_friction=float(rng.uniform(0.12, 0.24)),
        )


def simulate(
    table: TableGeometry,
    balls: Mapping[Ball, Point],
    cue_ball: Ball,
    *,
    speed: float,
    direction: float,
    side_spin: float = 0.0,
    top_spin: float = 0.0,
    elevation: float = 0.0,
    physics: PhysicsParameters | None = None,
    start_orientations: Floats | None = None,
) -> Motion:
    """Simulate one shot from the strike until all balls are at rest.

    Args:
        table: The table; its ball radius holds for all balls.
        balls: Where every ball lies; the cue ball among them.
        cue_ball: The ball that the tip strikes.
        speed: Of the cue ball just after the strike, m/s.
        direction: Of the strike, radians from the x axis toward the y axis.
        side_spin: Where the tip strikes, from -1 (right) to 1 (left).
        top_spin: From -1 (bottom) to 1 (top).
        elevation: Of the cue, radians.
        physics: Constants; None takes the defaults.
        start_orientations: Quaternions before the shot in the order of `balls`,
            `(k, 4)`; None draws them by the shot's own numbers.

    Returns:
        The motion; time zero is the strike.

    Raises:
        MissingSimulatorError: pooltool is not installed.
        UnphysicalShotError: Balls overlap at the start, or the simulation fails.
    """
    _check_start(table, balls, cue_ball)
    physics = physics or PhysicsParameters()
    system = _system(table, balls, physics)
    _strike(
        system.balls[cue_ball.name], speed, direction, side_spin, top_spin, elevation
    )
    pooltool = load_simulator()
    try:
        pooltool.simulate(
            system, engine=_engine(physics), inplace=True, max_events=_MAX_EVENTS
        )
    except (AssertionError, ZeroDivisionError, FloatingPointError) as error:
        raise UnphysicalShotError(f"the simulator failed: {error!r}") from error
    if len(system.events) > _MAX_EVENTS:
        raise UnphysicalShotError(f"no rest within {_MAX_EVENTS} events")
    names = tuple(balls)
    paths = trajectories_from_system(system, names, table)
    if start_orientations is None:
        rng = np.random.default_rng(abs(hash((speed, direction))) % 2**32)
        start_orientations = random_quaternions(len(names), rng)
    motion = Motion(table, names, paths, start_orientations, (), 0.0, cue_ball)
    events, t_end = events_from_system(system, motion, speed, direction)
    return replace(motion, events=events, t_end=t_end)


def _check_start(
    table: TableGeometry, balls: Mapping[Ball, Point], cue_ball: Ball
) -> None:
    if cue_ball not in balls:
        raise UnphysicalShotError(f"the cue ball {cue_ball} is not on the table")
    places = np.array(list(balls.values()), dtype=np.float64)
    gaps = np.linalg.norm(places[:, None] - places[None], axis=2)
    np.fill_diagonal(gaps, np.inf)
    if gaps.min(initial=np.inf) < 2 * table.ball_radius - 1e-6:
        raise UnphysicalShotError(
            f"two balls overlap: centres {gaps.min()} m apart, expected at least "
            f"{2 * table.ball_radius} m"
        )


def _system(
    table: TableGeometry, balls: Mapping[Ball, Point], physics: PhysicsParameters
) -> Any:
    pooltool = load_simulator()
    made = {
        ball.name: pooltool.Ball.create(
            ball.name,
            xy=to_simulator(xy, table),
            m=_POOL_DENSITY * table.ball_radius**3,
            R=table.ball_radius,
            u_s=physics.sliding_friction,
            u_r=physics.rolling_friction,
            u_sp_proportionality=physics.spin_friction,
            e_c=physics.rail_restitution,
            f_c=physics.rail_friction,
            g=physics.gravity,
        )
        for ball, xy in balls.items()
    }
    return pooltool.System(
        cue=pooltool.Cue(V0=0.0), table=simulator_table(table), balls=made
    )


def _strike(
    ball: Any,
    speed: float,
    direction: float,
    side_spin: float,
    top_spin: float,
    elevation: float,
) -> None:
    """Give the cue ball the state just after the tip, scaled to the wanted speed."""
    from pooltool.physics.resolve.stick_ball.instantaneous_point import cue_strike

    velocity, turn = cue_strike(
        m=ball.params.m,
        M=0.54,
        R=ball.params.R,
        V0=1.0,
        phi=math.degrees(direction) + 90.0,
        theta=math.degrees(elevation),
        a=side_spin,
        b=top_spin,
        throttle_english=True,
    )
    scale = speed / float(np.linalg.norm(velocity))
    ball.state.rvw[1] = velocity * scale
    ball.state.rvw[2] = turn * scale
    ball.state.s = 2


@lru_cache(maxsize=64)
def _engine(physics: PhysicsParameters) -> Any:
    load_simulator()
    from pooltool.physics.engine import PhysicsEngine
    from pooltool.physics.resolve.ball_cushion.han_2005.model import (
        Han2005Circular,
        Han2005Linear,
    )
    from pooltool.physics.resolve.ball_pocket import CanonicalBallPocket
    from pooltool.physics.resolve.resolver import Resolver
    from pooltool.physics.resolve.stick_ball.instantaneous_point import (
        InstantaneousPoint,
    )
    from pooltool.physics.resolve.transition import CanonicalTransition

    return PhysicsEngine(
        resolver=Resolver(
            ball_ball=ball_collision(physics.ball_restitution, physics.ball_friction),
            ball_linear_cushion=Han2005Linear(),
            ball_circular_cushion=Han2005Circular(),
            ball_pocket=CanonicalBallPocket(),
            stick_ball=InstantaneousPoint(throttle_english=True),
            transition=CanonicalTransition(),
        )
    )
