"""Which shots a clip shows: drawn from a seed, or written down for the samples."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from adjudicator.balls import Discipline
from adjudicator.events import Point, RailTouch
from adjudicator.table import TABLES, TableGeometry, TableKind
from vision.synthesis.clip_plan import ClipPlan, plan_clip, with_shove
from vision.synthesis.errors import UnphysicalShotError
from vision.synthesis.intents import Intent
from vision.synthesis.mid_game import is_free
from vision.synthesis.outcomes import Outcome
from vision.synthesis.scripted import fly_off
from vision.synthesis.shots import ScriptedShot, follow_up, shot

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Step:
    """One shot of a script: what is tried and what must come of it."""

    intent: Intent
    outcome: Outcome = Outcome.ANY


@dataclass(frozen=True, slots=True)
class Script:
    """A clip written down: game, table, and its shots in order.

    Attributes:
        discipline: The game.
        seed: Of everything that the steps leave open.
        steps: At least one.
        table: Where it is played.
        object_balls: How many are up at the start unless it starts with a break.
        crf: Quality of its video: higher where the noise of its camera costs much.
    """

    discipline: Discipline
    seed: int
    steps: tuple[Step, ...]
    table: TableGeometry
    object_balls: int | None = None
    crf: int = 20


_POOL: Final = TABLES[TableKind.POOL_9FT]
_PYRAMID: Final = TABLES[TableKind.PYRAMID_12FT]

SAMPLES: Final[dict[str, Script]] = {
    "nine_ball": Script(
        Discipline.NINE_BALL,
        2_099_006,
        (
            Step(Intent.BREAK, Outcome.LEGAL_BREAK),
            Step(Intent.SAFETY, Outcome.WRONG_BALL),
        ),
        _POOL,
    ),
    "eight_ball": Script(
        Discipline.EIGHT_BALL,
        2_099_000,
        (Step(Intent.POT, Outcome.SCRATCH), Step(Intent.POT, Outcome.CALLED_POT)),
        _POOL,
        object_balls=6,
    ),
    "straight_pool": Script(
        Discipline.STRAIGHT_POOL,
        2_099_004,
        (Step(Intent.POT, Outcome.CALLED_POT), Step(Intent.SAFETY, Outcome.NO_RAIL)),
        _POOL,
        object_balls=8,
    ),
    "bonus_ball": Script(
        Discipline.BONUS_BALL,
        2_099_010,
        (Step(Intent.BREAK, Outcome.DRY_BREAK), Step(Intent.POT, Outcome.CALLED_POT)),
        _POOL,
        crf=29,
    ),
    "pyramid": Script(
        Discipline.PYRAMID,
        2_099_011,
        (
            Step(Intent.SAFETY, Outcome.TWO_RAILS),
            Step(Intent.SAFETY, Outcome.ONE_RAIL),
        ),
        _PYRAMID,
        object_balls=11,
    ),
}
"""The clips that come with the project, by name."""

_OUTCOMES: Final = {
    Outcome.ANY: 0.5,
    Outcome.POT: 0.12,
    Outcome.SCRATCH: 0.08,
    Outcome.WRONG_BALL: 0.08,
    Outcome.NO_RAIL: 0.08,
    Outcome.NO_CONTACT: 0.04,
    Outcome.TWO_RAILS: 0.05,
    Outcome.ONE_RAIL: 0.05,
}
"""How often an outcome is asked for; impossible ones become any."""

_FLIGHTS: Final = 0.15
"""Share of clips in which a ball may jump a rail, if one is fast enough."""
_FAST: Final = 1.5
"""Slowest ball that may, m/s."""
_SHOVES: Final = 0.12
"""Share of clips in which a hand shoves a ball after the last shot."""

_POTS: Final = (Outcome.POT, Outcome.SCRATCH)


def draw_clip_plan(
    seed: int, discipline: Discipline, *, shots: int | None = None
) -> ClipPlan:
    """Return what happens in the clip of a seed.

    Args:
        seed: Of the clip; its split decides which looks it may have.
        discipline: The game.
        shots: How many; None draws one or two.

    Raises:
        MissingSimulatorError: pooltool is not installed.
    """
    rng = np.random.default_rng([seed, 23, list(Discipline).index(discipline)])
    count = shots or int(rng.integers(1, 3))
    played = [_first(seed, discipline, _draw_step(rng))]
    while len(played) < count:
        played.append(_next(seed + len(played), played[-1], _draw_step(rng)))
    played[-1] = _perhaps_off_table(played[-1], rng)
    return _with_incident(plan_clip(played, seed), rng)


def _perhaps_off_table(played: ScriptedShot, rng: np.random.Generator) -> ScriptedShot:
    """Now and then let a fast ball jump the rail that it touches last."""
    if rng.random() > _FLIGHTS:
        return played
    motion = played.motion
    touches = [e for e in motion.events if isinstance(e, RailTouch) and not e.jaw]
    for touch in reversed(touches):
        before = np.array([touch.t - 1e-6])
        speed = float(np.linalg.norm(motion.trajectory(touch.ball).velocity(before)))
        if speed < _FAST:
            continue
        try:
            return replace(played, motion=fly_off(motion, touch.ball, touch))
        except UnphysicalShotError as error:
            _LOG.debug("%s does not fly off here: %s", touch.ball, error)
    return played


def _with_incident(plan: ClipPlan, rng: np.random.Generator) -> ClipPlan:
    """Now and then let a hand shove a ball near a long rail when all is over."""
    balls = plan.motion.layout(plan.duration).balls
    limit = plan.table.width / 2 - 0.45
    near = [ball for ball, xy in sorted(balls.items()) if abs(xy.y) > limit]
    if not near or rng.random() > _SHOVES:
        return plan
    ball = near[int(rng.integers(len(near)))]
    moved = float(rng.uniform(0.004, 0.06))
    others = {name: xy for name, xy in balls.items() if name is not ball}
    side = 1.0 if balls[ball].y > 0 else -1.0
    to = Point(balls[ball].x, balls[ball].y - side * moved)
    return with_shove(plan, ball, moved) if is_free(to, plan.table, others) else plan


def _draw_step(rng: np.random.Generator) -> Step | None:
    outcomes = list(_OUTCOMES)
    outcome = outcomes[int(rng.choice(len(outcomes), p=list(_OUTCOMES.values())))]
    if outcome is Outcome.ANY:
        return None
    return Step(Intent.POT if outcome in _POTS else Intent.SAFETY, outcome)


def _first(seed: int, discipline: Discipline, step: Step | None) -> ScriptedShot:
    if step is not None:
        try:
            return shot(seed, discipline, intent=step.intent, outcome=step.outcome)
        except UnphysicalShotError as error:
            _LOG.debug("seed %d: any shot will do: %s", seed, error)
    return shot(seed, discipline)


def _next(seed: int, before: ScriptedShot, step: Step | None) -> ScriptedShot:
    wished = step or Step(Intent.SAFETY)
    try:
        return follow_up(seed, before, intent=wished.intent, outcome=wished.outcome)
    except UnphysicalShotError:
        return follow_up(seed, before, intent=Intent.HARD)


def play_script(script: Script) -> ClipPlan:
    """Return what happens in a written clip.

    Raises:
        UnphysicalShotError: Its seed does not lead to the outcomes.
    """
    first, *rest = script.steps
    played = [
        shot(
            script.seed,
            script.discipline,
            intent=first.intent,
            outcome=first.outcome,
            table=script.table,
            object_balls=script.object_balls,
        )
    ]
    for step in rest:
        played.append(_follow(script, played, step))
    return plan_clip(played, script.seed)


def _follow(script: Script, played: Sequence[ScriptedShot], step: Step) -> ScriptedShot:
    return follow_up(script.seed, played[-1], intent=step.intent, outcome=step.outcome)
