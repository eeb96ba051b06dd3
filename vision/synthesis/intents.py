"""How a player strikes: an intention, an aim, a speed, spin, and errors."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np

from adjudicator.balls import Ball, Discipline
from adjudicator.events import Point
from adjudicator.table import TableGeometry
from vision.synthesis.aims import Aim, banks, difficulty, direct, kicks, pots
from vision.synthesis.outcomes import Outcome, balls_on


class Intent(StrEnum):
    """What the player tries."""

    BREAK = "break"
    POT = "pot"
    KICK = "kick"
    BANK = "bank"
    SAFETY = "safety"
    HARD = "hard"
    STRAY = "stray"


@dataclass(frozen=True, slots=True)
class Stroke:
    """How the cue ball is struck (see `physics.simulate`)."""

    speed: float
    direction: float
    side_spin: float
    top_spin: float
    elevation: float
    target: Ball | None = None
    pocket: str | None = None


def draw_stroke(
    intent: Intent,
    discipline: Discipline,
    table: TableGeometry,
    balls: Mapping[Ball, Point],
    cue_ball: Ball,
    outcome: Outcome,
    rng: np.random.Generator,
) -> Stroke | None:
    """Return how a player would strike, errors included, or None: nothing to play."""
    on = balls_on(discipline, frozenset(balls), cue_ball)
    if outcome is Outcome.WRONG_BALL:
        on = set(balls) - on - {cue_ball}
    targets = sorted(on)
    if not targets:
        return None
    aim = _aim(intent, table, balls, cue_ball, targets, rng)
    if aim is None:
        return None
    error = float(rng.normal(0.0, _ERRORS[intent]))
    return Stroke(
        speed=_speed(intent, aim, outcome, rng),
        direction=aim.direction + error,
        side_spin=float(np.clip(rng.normal(0, 0.25), -0.6, 0.6)),
        top_spin=float(np.clip(rng.normal(0.1, 0.35), -0.7, 0.7)),
        elevation=float(np.radians(min(rng.exponential(3.0), 15.0))),
        target=aim.target,
        pocket=None if aim.pocket is None else aim.pocket.name.value,
    )


_ERRORS: Final = {
    Intent.BREAK: 0.006,
    Intent.POT: 0.0018,
    Intent.KICK: 0.006,
    Intent.BANK: 0.004,
    Intent.SAFETY: 0.012,
    Intent.HARD: 0.010,
    Intent.STRAY: 0.15,
}
"""Standard deviation of the direction, radians: of a good club player."""


def _aim(
    intent: Intent,
    table: TableGeometry,
    balls: Mapping[Ball, Point],
    cue_ball: Ball,
    targets: list[Ball],
    rng: np.random.Generator,
) -> Aim | None:
    target = targets[int(rng.integers(len(targets)))]
    if intent is Intent.BREAK:
        nearest = min(targets, key=lambda b: (balls[b].x - table.foot_spot.x) ** 2
                      + balls[b].y ** 2)  # fmt: skip
        return direct(balls, cue_ball, nearest)
    if intent is Intent.POT:
        ways = pots(table, balls, cue_ball, targets)
        easy = [way for way in ways if difficulty(way) < 1.5] or ways
        return easy[int(rng.integers(min(3, len(easy))))] if easy else None
    if intent is Intent.KICK:
        ways = kicks(table, balls, cue_ball, target)
        return ways[int(rng.integers(len(ways)))]
    if intent is Intent.BANK:
        ways = banks(table, balls, cue_ball, target)
        return ways[0] if ways else None
    aim = direct(balls, cue_ball, target)
    offset = float(rng.uniform(-1, 1)) * 2 * table.ball_radius / aim.distance
    return replace(
        aim, direction=aim.direction + float(np.arcsin(np.clip(offset, -1, 1)))
    )


def _speed(
    intent: Intent, aim: Aim, outcome: Outcome, rng: np.random.Generator
) -> float:
    """Return the speed of the cue ball after the strike, m/s."""
    if outcome in (Outcome.NO_RAIL, Outcome.ONE_RAIL):
        return float(np.sqrt(0.25 * aim.distance) + rng.uniform(0.05, 0.5))
    if outcome is Outcome.POOR_BREAK:
        return float(np.sqrt(0.25 * aim.distance) + rng.uniform(0.05, 0.35))
    if intent is Intent.BREAK:
        return float(rng.uniform(6.0, 10.0))
    if intent is Intent.HARD:
        return float(rng.uniform(3.0, 9.0))
    if intent is Intent.SAFETY:
        return float(np.sqrt(0.25 * aim.distance) + rng.uniform(0.2, 1.2))
    way = aim.distance + 1.5 * aim.onward / max(np.cos(aim.cut), 0.3)
    needed = np.sqrt(0.4 * way)
    return float(np.clip(needed * rng.uniform(1.2, 2.4) + 0.3, 0.5, 7.0))
