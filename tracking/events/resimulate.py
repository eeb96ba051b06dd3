"""Explain knots together by simulating them: which events turn before into after?

States before the cluster are drawn from their fits, a small event simulation runs
each draw through the cluster, and the outcome is compared with the samples inside and
the motion afterwards. Cross-entropy steps narrow the draws down; the best run's events
are the answer, the share of good runs that hold an event is its confidence.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from adjudicator.table import TableGeometry
from tracking.arrays import FloatArray, quadratic_form
from tracking.events.actors import Actor, cluster_end, find_actors
from tracking.events.causes import Cause, CauseKind
from tracking.events.clusters import Cluster
from tracking.motion.moments import Moment
from tracking.motion.samples import Samples
from tracking.motion.strike import StrikeFit
from tracking.physics.collisions import Laws, World, advance, members_of, start_world
from tracking.physics.walls import Wall, walls_of

_DRAWS: Final = 320
_GENERATIONS: Final = 4
_MOST_GENERATIONS: Final = 9
_ELITE: Final = 0.12
_LAWS: Final = ((0.94, 0.03), (0.05, 0.03), (0.78, 0.08), (0.78, 0.14))
_PLACE_TOLERANCE: Final = 0.001
_SPEED_TOLERANCE: Final = (0.04, 0.06)
_TEMPERATURE: Final = 4.0
_WEAKEST: Final = 0.02
_WORST_PER_BALL: Final = 20.0
_BETTER: Final = 0.6


@dataclass(frozen=True, slots=True)
class Explanation:
    """What the best run says about a cluster.

    Attributes:
        causes: Its events.
        cost: Its misfit, chi square.
        per_ball: Misfit per ball.
        complete: Whether every ball that changed took part.
    """

    causes: tuple[Cause, ...]
    cost: float
    per_ball: float
    complete: bool

    def is_better(self, cost: float, *, whole: bool) -> bool:
        """Whether it may replace an account of the same knots.

        Args:
            cost: Chi square of that account.
            whole: Whether that account leaves nothing unexplained.
        """
        if not self.complete:
            return False
        if whole and self.cost > _BETTER * cost:
            return False
        return self.per_ball < _WORST_PER_BALL or self.cost < _BETTER * cost


@dataclass(frozen=True, slots=True)
class _Course:
    """What every draw runs through.

    Attributes:
        actors: The balls.
        span: First and last time, seconds.
        noses: What they can run into.
        radius: Of the balls, metres.
    """

    actors: tuple[Actor, ...]
    span: tuple[float, float]
    noses: tuple[Wall, ...]
    radius: float


def explain_cluster(
    cluster: Cluster,
    moments: list[Moment],
    samples: Sequence[Samples],
    strike: StrikeFit | None,
    table: TableGeometry,
) -> Explanation:
    """Find the events of a cluster."""
    t0 = min(moments[i].knot.t_low for i in cluster.knots)
    t1 = cluster_end(cluster, moments, samples)
    own_strike = strike if cluster.has_strike else None
    actors = find_actors(cluster, moments, samples, own_strike, (t0, t1))
    noses = tuple(wall for wall in walls_of(table) if not wall.is_jaw)
    course = _Course(tuple(actors), (t0, t1), noses, table.ball_radius)
    rng = np.random.default_rng(len(cluster.knots) * 7919 + cluster.knots[0])
    size = 4 * len(actors) + 5
    center, width = np.zeros(size), np.ones(size)
    best: tuple[float, FloatArray] = (np.inf, center)
    z = np.empty((0, size))
    for generation in range(_MOST_GENERATIONS):
        known = best[0]
        z = center + width * rng.standard_normal((_DRAWS, size))
        z[0] = best[1]
        world, laws = _draw(z, course)
        cost = _run(world, laws, course) + np.sum(z * z, axis=1)
        order = np.argsort(cost)
        if cost[order[0]] < best[0]:
            best = (float(cost[order[0]]), z[order[0]].copy())
        elite = z[order[: int(_ELITE * _DRAWS)]]
        center = np.mean(elite, axis=0)
        width = np.maximum(np.std(elite, axis=0), 0.05 if generation < 3 else 0.02)
        if generation >= _GENERATIONS and best[0] > 0.93 * known:
            break
    return _explanation(z, best, course, moments)


def _draw(z: FloatArray, course: _Course) -> tuple[World, Laws]:
    """Turn standard draws into states and laws."""
    actors, duration = course.actors, course.span[1] - course.span[0]
    s, b = len(z), len(actors)
    state = np.empty((s, b, 4))
    for i, actor in enumerate(actors):
        state[:, i] = actor.mean + z[:, 4 * i : 4 * i + 4] @ actor.root.T
    values = [m + sd * z[:, 4 * b + k] for k, (m, sd) in enumerate(_LAWS)]
    laws = Laws(
        np.clip(values[0], 0.5, 1.0),
        np.clip(values[1], 0.0, 0.3),
        np.clip(values[2], 0.3, 1.0),
        np.clip(values[3], 0.2, 1.1),
    )
    position, velocity = state[..., :2], state[..., 2:]
    delay = duration / (1 + np.exp(-1.7 * z[:, -1]))
    for i, actor in enumerate(actors):
        if actor.is_cue:
            position[:, i] -= velocity[:, i] * delay[:, None]
    return start_world(position, velocity), laws


def _run(world: World, laws: Laws, course: _Course) -> FloatArray:
    """Run all draws through the cluster and return their misfits, shape (s,)."""
    actors, span, around = course.actors, course.span, (course.noses, course.radius)
    cost = np.zeros(len(world.position))
    stops = sorted({float(t) for actor in actors for t in actor.inside_t})
    for t in stops:
        advance(world, max(t - span[0], world.now), *around, laws)
        for i, actor in enumerate(actors):
            for k in np.flatnonzero(actor.inside_t == t):
                residual = world.position[:, i] - actor.inside_xy[k]
                covariance = actor.inside_covariance[k] + np.eye(2) * (
                    _PLACE_TOLERANCE**2
                )
                cost += quadratic_form(residual, covariance[None])
    advance(world, max(span[1] - span[0], world.now), *around, laws)
    for i, actor in enumerate(actors):
        state = np.concatenate((world.position[:, i], world.velocity[:, i]), axis=1)
        floor, share = _SPEED_TOLERANCE
        loose = floor + share * float(np.hypot(*actor.after[2:]))
        covariance = actor.after_covariance + np.diag(
            [_PLACE_TOLERANCE**2, _PLACE_TOLERANCE**2, loose**2, loose**2]
        )
        cost += quadratic_form(state - actor.after, covariance[None])
    return cost


def _explanation(
    z: FloatArray,
    best: tuple[float, FloatArray],
    course: _Course,
    moments: list[Moment],
) -> Explanation:
    """Read the best run's events and how many good runs share them."""
    actors, span = course.actors, course.span
    draws = np.vstack((best[1][None], z))
    world, laws = _draw(draws, course)
    cost = _run(world, laws, course) + np.sum(draws * draws, axis=1)
    weight = np.exp(-(cost - cost.min()) / _TEMPERATURE)
    weight /= np.sum(weight)
    causes = []
    for slot in range(int(world.count[0])):
        if world.impulse[0, slot] < _WEAKEST:
            continue
        code = int(world.code[0, slot])
        shared = float(weight @ np.any(world.code == code, axis=1))
        t = span[0] + float(world.time[0, slot])
        cause = _cause(code, t, float(world.impulse[0, slot]), shared, course, moments)
        causes.append((cause, slot))
    placed = tuple(cause for cause, _ in causes)
    part = {ball for cause in placed for ball in cause.balls}
    movers = {actor.ball for actor in actors if actor.knots and not actor.is_cue}
    total = float(cost[0])
    return Explanation(placed, total, total / len(actors), movers <= part)


def _cause(
    code: int,
    t: float,
    impulse: float,
    shared: float,
    course: _Course,
    moments: list[Moment],
) -> Cause:
    places_of, wall = members_of(code, len(course.actors), course.noses)
    members = [course.actors[i] for i in places_of]
    kind = CauseKind.CONTACT if wall is None else CauseKind.RAIL
    rail = None if wall is None else wall.rail
    knots = tuple(_nearest(actor, t, moments) for actor in members if actor.knots)
    places = np.stack([_place(actor, t, moments) for actor in members])
    return Cause(
        kind,
        knots,
        tuple(actor.ball for actor in members),
        t,
        0.002,
        0.0,
        0.0,
        impulse,
        places,
        rail,
        None,
        shared,
    )


def _nearest(actor: Actor, t: float, moments: list[Moment]) -> int:
    return min(
        actor.knots,
        key=lambda i: abs(t - (moments[i].knot.t_low + moments[i].knot.t_high) / 2),
    )


def _place(actor: Actor, t: float, moments: list[Moment]) -> FloatArray:
    if not actor.knots:
        return actor.mean[:2]
    moment = moments[_nearest(actor, t, moments)]
    at = int(np.argmin(np.abs(moment.t - t)))
    return np.asarray(moment.place[at])
