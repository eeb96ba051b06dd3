"""Realistic shots of all five games, each from one seed.

A seed names a table, a layout, an intention and a player's errors, so a data set is
a range of seeds. Shots of a wished outcome (a scratch, a wrong ball first) are found
by playing on until one happens.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.events import Pocketed, Point
from adjudicator.shot import ShotKind
from adjudicator.table import TABLES, TableGeometry, TableKind
from vision.synthesis.errors import UnphysicalShotError
from vision.synthesis.intents import Intent, draw_stroke
from vision.synthesis.mid_game import free_place, mid_game
from vision.synthesis.motion import Motion
from vision.synthesis.outcomes import Outcome, has_outcome
from vision.synthesis.physics import PhysicsParameters, simulate
from vision.synthesis.racks import break_layout
from vision.synthesis.rotation import random_quaternions

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ScriptedShot:
    """One shot of a game with its truth.

    Attributes:
        motion: Paths and events; time zero is the strike.
        discipline: The game.
        seed: That made it.
        kind: Break or shot.
        intent: What was tried.
        direction: Of the strike, radians.
        elevation: Of the cue, radians.
        target: The ball meant to be hit first, or None.
        pocket: The pocket meant, by name, or None.
        physics: Constants of table and balls.
    """

    motion: Motion
    discipline: Discipline
    seed: int
    kind: ShotKind
    intent: Intent
    direction: float
    elevation: float
    target: Ball | None = None
    pocket: str | None = None
    physics: PhysicsParameters = field(default_factory=PhysicsParameters)

    @property
    def cue_ball(self) -> Ball:
        """The ball that the tip strikes."""
        cue_ball = self.motion.cue_ball
        if cue_ball is None:
            raise UnphysicalShotError("a scripted shot needs a cue ball")
        return cue_ball


_SHARES: Final = {
    Intent.BREAK: 0.12,
    Intent.POT: 0.34,
    Intent.KICK: 0.10,
    Intent.BANK: 0.08,
    Intent.SAFETY: 0.14,
    Intent.HARD: 0.14,
    Intent.STRAY: 0.08,
}
"""How often each intention is drawn."""

_TABLES: Final = {
    True: ((TableKind.PYRAMID_12FT, 0.7), (TableKind.PYRAMID_10FT, 0.15),
           (TableKind.PYRAMID_9FT, 0.15)),
    False: ((TableKind.POOL_9FT, 0.7), (TableKind.POOL_8FT, 0.15),
            (TableKind.POOL_7FT, 0.15)),
}  # fmt: skip

_ATTEMPTS: Final = 200


def draw_table(discipline: Discipline, rng: np.random.Generator) -> TableGeometry:
    """Return a table that the game is played on, mostly the full-size one."""
    kinds = _TABLES[discipline is Discipline.PYRAMID]
    shares = [share for _, share in kinds]
    return TABLES[kinds[int(rng.choice(len(kinds), p=shares))][0]]


def shot(
    seed: int,
    discipline: Discipline,
    *,
    intent: Intent | None = None,
    outcome: Outcome = Outcome.ANY,
    table: TableGeometry | None = None,
    object_balls: int | None = None,
) -> ScriptedShot:
    """Make one shot of a game from a seed.

    Args:
        seed: Names the shot; see `seeds.SEEDS` for the ranges.
        discipline: The game.
        intent: What is tried; None draws it.
        outcome: What must happen; other shots are thrown away.
        table: Where; None draws it.
        object_balls: How many are up (not for a break); None draws it.

    Raises:
        MissingSimulatorError: pooltool is not installed.
        UnphysicalShotError: No shot of this outcome was found.
    """
    rng = np.random.default_rng([seed, _number_of(discipline)])
    table = table or draw_table(discipline, rng)
    intent = intent or Intent(
        str(rng.choice([i.value for i in _SHARES], p=list(_SHARES.values())))
    )
    physics = PhysicsParameters.draw(rng)

    def draw() -> tuple[dict[Ball, Point], Ball]:
        if intent is Intent.BREAK:
            return break_layout(discipline, table, rng)
        return mid_game(discipline, table, rng, object_balls)

    return _search(seed, discipline, intent, outcome, table, physics, draw, rng)


def follow_up(
    seed: int,
    before: ScriptedShot,
    *,
    intent: Intent | None = None,
    outcome: Outcome = Outcome.ANY,
) -> ScriptedShot:
    """Make the next shot of a game: from where the balls came to rest.

    A cue ball that dropped is put back by hand (in pyramid another ball is played).

    Args:
        seed: Of this shot.
        before: The shot before.
        intent: What is tried; None tries to pot.
        outcome: What must happen.

    Raises:
        UnphysicalShotError: No shot of this outcome was found.
    """
    motion, discipline = before.motion, before.discipline
    rng = np.random.default_rng([seed, 99, _number_of(discipline)])
    left = dict(motion.layout(motion.t_end + 1.0).balls)

    def draw() -> tuple[dict[Ball, Point], Ball]:
        balls = _parted(left, motion.table)
        fixed = BALL_SETS[discipline].cue_ball
        if fixed is None:
            names = sorted(balls)
            return balls, names[int(rng.integers(len(names)))]
        if fixed not in balls:
            balls[fixed] = free_place(motion.table, balls, rng)
        return balls, fixed

    found = _search(
        seed,
        discipline,
        intent or Intent.POT,
        outcome,
        motion.table,
        before.physics,
        draw,
        rng,
    )
    return replace(found, motion=_turned_like(found.motion, motion, rng))


def went_as_called(shot: ScriptedShot) -> bool:
    """Whether the ball meant, and no other, dropped into the pocket meant."""
    down = [event for event in shot.motion.events if isinstance(event, Pocketed)]
    if len(down) != 1:
        return False
    return down[0].ball is shot.target and down[0].pocket.value == shot.pocket


def _number_of(discipline: Discipline) -> int:
    return list(Discipline).index(discipline)


def _parted(left: Mapping[Ball, Point], table: TableGeometry) -> dict[Ball, Point]:
    """Push balls that rest closer than the simulator accepts a micrometre apart."""
    places = {ball: np.array(xy) for ball, xy in left.items()}
    names = list(places)
    for _ in range(20):
        for index, first in enumerate(names):
            for second in names[index + 1 :]:
                apart = places[second] - places[first]
                gap = float(np.linalg.norm(apart))
                missing = 2 * table.ball_radius + 1e-6 - gap
                if missing > 0:
                    places[first] = places[first] - apart / gap * (missing / 2 + 1e-8)
                    places[second] = places[second] + apart / gap * (missing / 2 + 1e-8)
    return {ball: Point(float(x), float(y)) for ball, (x, y) in places.items()}


def _turned_like(motion: Motion, before: Motion, rng: np.random.Generator) -> Motion:
    """Return a motion whose balls start as turned as the one before left them."""
    last = before.quaternions(np.array([before.t_end + 10.0]))[:, 0]
    known = dict(zip(before.balls, last, strict=True))
    fresh = random_quaternions(len(motion.balls), rng)
    starts = [
        known.get(ball, quaternion)
        for ball, quaternion in zip(motion.balls, fresh, strict=True)
    ]
    return replace(motion, start_orientations=np.array(starts))


def _search(
    seed: int,
    discipline: Discipline,
    intent: Intent,
    outcome: Outcome,
    table: TableGeometry,
    physics: PhysicsParameters,
    draw: Callable[[], tuple[dict[Ball, Point], Ball]],
    rng: np.random.Generator,
) -> ScriptedShot:
    for _ in range(_ATTEMPTS):
        balls, cue_ball = draw()
        stroke = draw_stroke(intent, discipline, table, balls, cue_ball, outcome, rng)
        if stroke is None:
            continue
        try:
            motion = simulate(
                table,
                balls,
                cue_ball,
                speed=stroke.speed,
                direction=stroke.direction,
                side_spin=stroke.side_spin,
                top_spin=stroke.top_spin,
                elevation=stroke.elevation,
                physics=physics,
                start_orientations=random_quaternions(len(balls), rng),
            )
        except UnphysicalShotError as error:
            _LOG.debug("seed %d: this stroke is drawn anew: %s", seed, error)
            continue
        if not has_outcome(motion, discipline, outcome):
            continue
        found = ScriptedShot(
            motion,
            discipline,
            seed,
            ShotKind.BREAK if intent is Intent.BREAK else ShotKind.SHOT,
            intent,
            stroke.direction,
            stroke.elevation,
            stroke.target,
            stroke.pocket,
            physics,
        )
        if outcome is not Outcome.CALLED_POT or went_as_called(found):
            return found
    raise UnphysicalShotError(
        f"seed {seed}: no {intent} of {discipline} with outcome {outcome} in "
        f"{_ATTEMPTS} attempts: choose another seed or intention"
    )
