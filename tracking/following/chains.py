"""One ball's sightings in a stretch: what linking makes, and stitching joins."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracking.following.association import log_same_name
from tracking.following.hypotheses import BallState
from tracking.following.kalman import resting
from tracking.observations import Observations

FloatArray = NDArray[np.float64]

_BELIEF_STEP: Final = 3.0
"""Most that one picture may tell about a name, nats."""

_OTHER_NAME: Final = -1.0
"""Looks that speak more against one ball than this are of two, nats."""

_FEWEST_AT_REST: Final = 4
_LEAST_EVIDENCE: Final = 12.0
_LEAST_PER_LINK: Final = 4.0
"""Nats per link; false observations reach about 2, balls 6 to 12."""


@dataclass(slots=True)
class Chain:
    """One ball's sightings while they are being linked.

    Attributes:
        key: Which ball.
        state: At the last sighting.
        belief: Log-likelihood of the past under each name, shape (k,).
        steps: Positions of the frames that show it.
        rows: The observation in each of them.
        rest: Index of the rest that it lies in, or None.
        places: The rest that each sighting belongs to, or None.
        states: What was known at each sighting.
        gains: How much likelier each sighting's link is than a false observation,
            nats; None where the ball lies still, and at the first sighting.
    """

    key: int
    state: BallState
    belief: FloatArray
    steps: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    rest: int | None = None
    places: list[int | None] = field(default_factory=list)
    states: list[BallState] = field(default_factory=list)
    gains: list[float | None] = field(default_factory=list)

    def copied(self) -> "Chain":
        """Return a chain that can be changed without this one."""
        return Chain(
            self.key,
            self.state,
            self.belief,
            list(self.steps),
            list(self.rows),
            self.rest,
            list(self.places),
            list(self.states),
            list(self.gains),
        )

    def cut(self, last: int) -> None:
        """Drop what comes after a sighting; the belief stays as it is."""
        after = slice(last + 1, None)
        del self.steps[after], self.rows[after], self.places[after]
        del self.states[after], self.gains[after]
        self.state, self.rest = self.states[-1], self.places[-1]

    def append(self, late: "Chain") -> None:
        """Go on with a later piece of the same ball."""
        self.steps += late.steps
        self.rows += late.rows
        self.places += late.places
        self.states += late.states
        self.gains += late.gains
        self.belief = self.belief + late.belief
        self.state, self.rest = late.state, late.rest

    @property
    def evidence(self) -> float:
        """How much likelier the links are than false observations, nats."""
        return sum(gain for gain in self.gains if gain is not None)

    @property
    def links(self) -> int:
        """Number of links between moving sightings."""
        return sum(gain is not None for gain in self.gains)

    @property
    def resting(self) -> int:
        """Number of sightings, but the first, at a place where the ball lies still."""
        return len(self.steps) - 1 - self.links

    @property
    def is_sure(self) -> bool:
        """Whether the sightings are a ball rather than a row of false observations."""
        return is_sure(self.resting, self.evidence, self.links)


def is_sure(resting: int, evidence: float, links: int) -> bool:
    """Whether sightings are a ball, by what is known of their links.

    Args:
        resting: Number of sightings at a place where the ball lies still.
        evidence: Of the links between the others, nats.
        links: Their number.
    """
    return resting >= _FEWEST_AT_REST or (
        evidence >= _LEAST_EVIDENCE and evidence >= _LEAST_PER_LINK * links
    )


def looks_up_to(chain: Chain, last: int, frames: Sequence[Observations]) -> FloatArray:
    """Return the log-likelihood of the sightings up to one, per name, shape (k,)."""
    pairs = zip(chain.steps[: last + 1], chain.rows[: last + 1], strict=True)
    looks = np.array([frames[step].label_log[row] for step, row in pairs])
    return np.asarray(np.sum(capped(looks), axis=0))


def same_names(ends: Sequence[Chain], starts: Sequence[Chain]) -> FloatArray:
    """Return how much likelier pieces are of one ball by their looks, nats, (e, s).

    Args:
        ends: Earlier pieces.
        starts: Later ones; their looks count for four pictures at most.
    """
    pictures = [
        np.array([float(len(c.steps)) for c in side]) for side in (ends, starts)
    ]
    beliefs = [np.array([c.belief for c in side]) for side in (ends, starts)]
    tempered = beliefs[1] * np.minimum(1.0, 4.0 / pictures[1])[:, None]
    return log_same_name(beliefs[0], pictures[0], tempered)


def may_go_on(
    early: Chain, last: int, late: Chain, frames: Sequence[Observations]
) -> bool:
    """Whether a ball as seen up to one sighting and a later piece may look the same."""
    before = replace(
        early,
        belief=looks_up_to(early, last, frames),
        steps=early.steps[: last + 1],
    )
    return bool(same_names([before], [late])[0, 0] > _OTHER_NAME)


def capped(label_log: FloatArray) -> FloatArray:
    """Return log-likelihoods that tell at most `_BELIEF_STEP` nats, shape (..., k)."""
    if label_log.size == 0:
        return label_log
    top = label_log.max(axis=-1, keepdims=True)
    return np.asarray(np.maximum(label_log - top, -_BELIEF_STEP))


def state_at_start(chain: Chain, frames: Sequence[Observations]) -> BallState:
    """Return what is known of a chain's ball when it begins.

    Args:
        chain: At least one sighting.
        frames: The frames that it was linked over.
    """
    steps, rows = chain.steps[:4], chain.rows[:4]
    t = np.array([frames[step].t for step in steps])
    xy = np.array([frames[s].xy[r] for s, r in zip(steps, rows, strict=True)])
    noise = frames[steps[0]].covariance[rows[0]]
    mean, covariance = resting(xy[0], noise)
    way = xy[-1] - xy[0]
    if len(t) < 2 or np.hypot(*way) < 4 * np.sqrt(np.trace(noise)):
        covariance[2:, 2:] = np.eye(2) * 2.0**2
        return BallState(mean, covariance, float(t[0]), still=len(t) >= 4)
    mean[2:] = np.polyfit(t - t[0], xy, 1)[0]
    covariance[2:, 2:] = np.eye(2) * (0.2 * np.hypot(*mean[2:]) + 0.02) ** 2
    return BallState(mean, covariance, float(t[0]), still=False)
