"""The balls of a cluster: how they come in, what is seen, how they go out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from tracking.arrays import FloatArray
from tracking.events.clusters import Cluster
from tracking.motion.edges import Edge, fit_edge
from tracking.motion.knots import Knot
from tracking.motion.moments import Moment
from tracking.motion.samples import Samples
from tracking.motion.strike import StrikeFit

_CLEAR_WAY: Final = 0.006


@dataclass(frozen=True, slots=True)
class Actor:
    """One ball of a cluster: its motion before and after, and samples inside.

    Attributes:
        ball: Index of the ball.
        mean: State at the start: x, y, vx, vy, shape (4,).
        root: Square root of its covariance, shape (4, 4).
        after: State at the end, or None if nothing is known, shape (4,).
        after_covariance: Shape (4, 4).
        inside_t: Times of samples inside, shape (n,).
        inside_xy: Shape (n, 2).
        inside_covariance: Shape (n, 2, 2).
        knots: Indices of its knots.
        is_cue: Whether it starts by the strike.
    """

    ball: int
    mean: FloatArray
    root: FloatArray
    after: FloatArray
    after_covariance: FloatArray
    inside_t: FloatArray
    inside_xy: FloatArray
    inside_covariance: FloatArray
    knots: tuple[int, ...]
    is_cue: bool


def find_actors(
    cluster: Cluster,
    moments: list[Moment],
    samples: Sequence[Samples],
    strike: StrikeFit | None,
    span: tuple[float, float],
) -> list[Actor]:
    """Gather the balls of a cluster over a time span, seconds."""
    places = {place.ball: place for place in cluster.bystanders}
    actors = []
    for ball in cluster.balls:
        own = tuple(i for i in cluster.knots if moments[i].knot.ball == ball)
        if own:
            knots = sorted((moments[i].knot for i in own), key=lambda k: k.index)
            struck = strike is not None and strike.ball == ball
            actors.append(_mover(ball, own, knots, samples[ball], span, struck=struck))
        else:
            edge = places[ball].edge
            mean, covariance = edge.states(np.array([span[0]]))
            actors.append(_bystander(ball, mean[0], covariance[0]))
    return _with_strike(actors)


def _mover(
    ball: int,
    own: tuple[int, ...],
    knots: list[Knot],
    samples: Samples,
    span: tuple[float, float],
    *,
    struck: bool,
) -> Actor:
    mean, covariance = knots[0].left.states(np.array([span[0]]))
    right, stop = _settled(knots[-1], samples, span[1])
    after, after_covariance = right.states(np.array([span[1]]))
    inside = slice(knots[0].index, stop)
    still = knots[0].left.at_rest
    return Actor(
        ball,
        _at_rest(mean[0]) if still else mean[0],
        _root(covariance[0], still=still),
        after[0],
        after_covariance[0],
        samples.t[inside],
        samples.xy[inside],
        samples.covariance[inside],
        own,
        struck and still,
    )


def cluster_end(
    cluster: Cluster, moments: list[Moment], samples: Sequence[Samples]
) -> float:
    """When the cluster is over: one sample after the last change, seconds."""
    ends = []
    for i in cluster.knots:
        knot = moments[i].knot
        t = samples[knot.ball].t
        has_next = knot.right.stop - knot.index > 3 and not knot.right.at_rest
        ends.append(float(t[knot.index + 1]) if has_next else knot.t_high)
    return max(ends)


def _settled(knot: Knot, samples: Samples, t_end: float) -> tuple[Edge, int]:
    """The motion after a cluster, from samples that lie after its end."""
    right = knot.right
    first = int(np.searchsorted(samples.t, t_end - 1e-6))
    if right.at_rest or right.stop - first < 2:
        return right, knot.index
    return fit_edge(samples, first, right.stop, float(samples.t[first]), +1), first


def _bystander(ball: int, mean: FloatArray, covariance: FloatArray) -> Actor:
    none = np.empty(0)
    return Actor(
        ball,
        _at_rest(mean),
        _root(covariance, still=True),
        _at_rest(mean),
        covariance,
        none,
        none.reshape(0, 2),
        none.reshape(0, 2, 2),
        (),
        is_cue=False,
    )


def _at_rest(mean: FloatArray) -> FloatArray:
    return np.array([mean[0], mean[1], 0.0, 0.0])


def _root(covariance: FloatArray, *, still: bool) -> FloatArray:
    root = np.zeros((4, 4))
    if still:
        root[:2, :2] = np.linalg.cholesky(covariance[:2, :2] + np.eye(2) * 1e-10)
        return root
    floor = np.diag([1e-10, 1e-10, 1e-6, 1e-6])
    return np.asarray(np.linalg.cholesky(covariance + floor))


def _with_strike(actors: list[Actor]) -> list[Actor]:
    """Give the struck ball the momentum that the balls have afterwards."""
    total = np.sum([_first_velocity(actor) for actor in actors], axis=0)
    speeds = [float(np.hypot(*actor.after[2:])) for actor in actors]
    wide = 0.3 + 0.4 * max(speeds)
    out = []
    for actor in actors:
        if not actor.is_cue:
            out.append(actor)
            continue
        root = actor.root.copy()
        root[2:, 2:] = np.eye(2) * wide
        mean = np.concatenate((actor.mean[:2], total))
        out.append(replace(actor, mean=mean, root=root))
    return out


def _first_velocity(actor: Actor) -> FloatArray:
    """Rough velocity just after a ball's first change of motion, m/s, shape (2,)."""
    after = actor.after[2:]
    if len(actor.inside_t) == 0 or np.any(actor.mean[2:] != 0):
        return after
    way = actor.inside_xy[0] - actor.mean[:2]
    length = float(np.hypot(*way))
    if length < _CLEAR_WAY:
        return after
    return np.asarray(way / length * float(np.hypot(*after)))
