"""Simulated shots as a tracker would see them: exact paths plus measured noise."""

from dataclasses import dataclass

import numpy as np

from adjudicator.balls import Ball, Discipline
from adjudicator.events import Event
from adjudicator.shot import ShotKind
from adjudicator.table import TableGeometry
from tracking.path import BallPath
from vision.synthesis.intents import Intent
from vision.synthesis.motion import Motion
from vision.synthesis.shots import ScriptedShot, shot

LEAD = 0.8
"""Pictures before the strike and after rest, seconds."""


@dataclass(frozen=True, slots=True)
class Noise:
    """How positions are disturbed.

    Attributes:
        fps: Pictures a second.
        sigma: Of a centre, metres.
        stated: Sigma that the paths claim; None is the true one.
        missing: Share of pictures in which a ball is not found.
        hidden: Share of balls that are covered once for 0.2-0.5 s.
        bias: Amplitude of a slowly varying error of the map, metres.
        memory: Correlation of the noise from picture to picture.
        radius_error: Added to the ball radius that the extractor is told, metres.
        along: Error along the motion for each m/s: a streak's centre, seconds.
        uneven: Standard deviation of the times that the pictures claim, seconds.
        spread: Sigma varies from shot to shot by up to this factor.
    """

    fps: float = 60.0
    sigma: float = 0.001
    stated: float | None = None
    missing: float = 0.0
    hidden: float = 0.0
    bias: float = 0.0
    memory: float = 0.0
    radius_error: float = 0.0
    along: float = 0.0
    uneven: float = 0.0
    spread: float = 1.0


MEASURED = Noise(
    sigma=0.0008,
    missing=0.02,
    bias=0.0012,
    memory=0.4,
    along=0.0002,
    uneven=0.0003,
    spread=1.5,
)
"""As the recordings' own tracks: jitter with a memory, streaks, gaps, a bent map."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One shot: what the extractor gets, and the truth.

    Attributes:
        seed: Of the shot.
        kind: Break or shot.
        discipline: The game.
        paths: One for each ball; the key is the index in `balls`.
        balls: Names in the truth.
        table: As the extractor is told.
        cue_key: The cue ball where the game has one, or None.
        struck: Index of the ball that the tip struck.
        window: First and last picture, seconds.
        motion: The truth.
    """

    seed: int
    kind: ShotKind
    discipline: Discipline
    paths: tuple[BallPath, ...]
    balls: tuple[Ball, ...]
    table: TableGeometry
    cue_key: int | None
    struck: int
    window: tuple[float, float]
    motion: Motion

    @property
    def events(self) -> tuple[Event, ...]:
        """What really happened."""
        return self.motion.events


def make_scene(
    seed: int, discipline: Discipline, noise: Noise, *, opening: bool
) -> Scene:
    """Draw one shot (a break if `opening`) and disturb its positions."""
    return disturbed(draw_shot(seed, discipline, opening=opening), noise)


def draw_shot(seed: int, discipline: Discipline, *, opening: bool) -> ScriptedShot:
    """Draw one shot, all intentions alike, or a break."""
    dice = np.random.default_rng([seed, 78])
    tried = [intent for intent in Intent if intent is not Intent.BREAK]
    intent = Intent.BREAK if opening else tried[int(dice.integers(len(tried)))]
    return shot(seed, discipline, intent=intent)


def disturbed(drawn: ScriptedShot, noise: Noise) -> Scene:
    """Return what a tracker would see of a shot."""
    motion = drawn.motion
    rng = np.random.default_rng([drawn.seed, 77])
    start = -LEAD + float(rng.random()) / noise.fps
    t = np.arange(start, motion.t_end + LEAD, 1.0 / noise.fps)
    sigma = noise.sigma * float(noise.spread ** rng.uniform(-1.0, 1.0))
    claimed = t + np.clip(rng.normal(scale=1.0, size=len(t)), -3, 3) * noise.uneven
    paths = tuple(
        _path(i, motion, (t, claimed), noise, sigma, rng)
        for i in range(len(motion.balls))
    )
    struck = motion.balls.index(drawn.cue_ball)
    radius = motion.table.ball_radius + noise.radius_error
    table = motion.table
    if noise.radius_error:
        table = table.scaled(table.length, table.width, radius)
    return Scene(
        drawn.seed,
        drawn.kind,
        drawn.discipline,
        paths,
        motion.balls,
        table,
        struck if drawn.cue_ball.is_cue_ball else None,
        struck,
        (float(claimed[0]), float(claimed[-1])),
        motion,
    )


def _path(
    index: int,
    motion: Motion,
    times: tuple[np.ndarray, np.ndarray],
    noise: Noise,
    sigma: float,
    rng: np.random.Generator,
) -> BallPath:
    t, claimed = times
    trajectory = motion.trajectories[index]
    places = trajectory.position(t)[:, :2]
    velocity = trajectory.velocity(t)[:, :2]
    seen = motion.on_table(t)[index]
    seen &= rng.random(len(t)) >= noise.missing
    if rng.random() < noise.hidden:
        covered = rng.uniform(0.0, max(motion.t_end, 0.1))
        seen &= ~((t > covered) & (t < covered + rng.uniform(0.2, 0.5)))
    error = rng.normal(size=places.shape)
    for i in range(1, len(error)):
        fresh = np.sqrt(1 - noise.memory**2)
        error[i] = noise.memory * error[i - 1] + fresh * error[i]
    xy = places + error * sigma + noise.bias * _warp(places)
    covariance = np.tile(np.eye(2) * (noise.stated or sigma) ** 2, (len(t), 1, 1))
    if noise.along:
        xy += velocity * (rng.normal(size=len(t)) * noise.along)[:, None]
        smear = velocity * noise.along
        covariance += smear[:, :, None] * smear[:, None, :]
    frame = np.arange(len(t))
    return BallPath(index, claimed[seen], frame[seen], xy[seen], covariance[seen])


def _warp(xy: np.ndarray) -> np.ndarray:
    """A smooth unit error field over the table, the same for all balls."""
    x, y = xy[:, 0], xy[:, 1]
    return np.stack((np.sin(2.3 * x + 1.3 * y), np.cos(3.1 * y + 0.9 * x)), axis=1)
