"""From the frames of one stretch to one chain of sightings per ball, offline.

The whole stretch is known, so every place at which a ball lies still is found first
(`stillness`). Balls leave these places, move, and reach others: only the moving
sightings in between have to be linked, frame by frame, jointly over all balls.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from tracking.following.association import (
    assign,
    blurred,
    log_false,
    log_same_name,
    log_streak,
)
from tracking.following.hypotheses import (
    Alternative,
    BallState,
    alternatives,
    log_density,
    moved_on,
)
from tracking.following.kalman import resting
from tracking.following.places import is_on_table
from tracking.following.stillness import Rest
from tracking.observations import Observations

FloatArray = NDArray[np.float64]

_COAST: Final = 0.35
"""A moving ball that is not seen is looked for so long, seconds."""

_PATIENCE_AT_REST: Final = 1.5
"""A ball that vanished from its place is looked for so long, seconds."""

_SEEN: Final = 0.85
"""Chance that a moving ball on the table is detected."""

_SEEN_AT_START: Final = 0.5
"""Chance that a ball that vanished from its place is seen moving."""

_LEAST_SCORE: Final = 0.35
"""A less sure observation may go on a ball's way, but begins none."""

_BELIEF_STEP: Final = 3.0
"""Most that one picture may tell about a name, nats."""


_FEWEST_AT_REST: Final = 4

_LEAST_EVIDENCE: Final = 12.0
_LEAST_PER_LINK: Final = 4.0
"""Nats per link; false observations reach about 2, balls 6 to 12."""

_COAST_UNSURE: Final = 2
"""A piece that may be false is looked for over so many frames."""

_LOG_UNSURE: Final = float(np.log(0.2))


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
        return self.resting >= _FEWEST_AT_REST or (
            self.evidence >= _LEAST_EVIDENCE
            and self.evidence >= _LEAST_PER_LINK * self.links
        )


def link(
    frames: Sequence[Observations],
    rests: Sequence[Rest],
    table: TableGeometry,
    *,
    jitter: float = 0.1,
) -> list[Chain]:
    """Link the sightings of a stretch into chains, one per ball or piece of a ball.

    Args:
        frames: In order of time, repeated pictures left out.
        rests: Of the same frames.
        table: Noses, pockets and ball radius.
        jitter: Standard deviation of a picture's time as part of the interval.

    Returns:
        Chains in the order in which they begin.
    """
    linker = _Linker(frames, rests, table, jitter)
    for step in range(len(frames)):
        linker.advance(step)
    return linker.chains


class _Linker:
    """The forward pass."""

    def __init__(
        self,
        frames: Sequence[Observations],
        rests: Sequence[Rest],
        table: TableGeometry,
        jitter: float,
    ) -> None:
        self.frames = frames
        self.rests = rests
        self.table = table
        self.jitter = jitter
        self.chains: list[Chain] = []
        self._row_rest: list[dict[int, int]] = [{} for _ in frames]
        for index, rest in enumerate(rests):
            for step, row in zip(rest.steps, rest.rows, strict=True):
                self._row_rest[step][int(row)] = index

    def advance(self, step: int) -> None:
        """Explain one more frame."""
        frame = self.frames[step]
        for chain in self.chains:
            self._see_at_rest(chain, step)
        seekers = [c for c in self.chains if self._is_sought(c, step)]
        known = [c for c in self.chains if c in seekers or self._lies(c, step)]
        rows = self._free_rows(step)
        self._assign(known, seekers, frame, rows, step)

    def _lies(self, chain: Chain, step: int) -> bool:
        return chain.rest is not None and self.rests[chain.rest].last >= step

    def _see_at_rest(self, chain: Chain, step: int) -> None:
        if chain.rest is None or not self._lies(chain, step):
            return
        rest = self.rests[chain.rest]
        place = int(np.searchsorted(rest.steps, step))
        if rest.steps[place] == step:
            self._sight(chain, step, int(rest.rows[place]))

    def _sight(
        self, chain: Chain, step: int, row: int, gain: float | None = None
    ) -> None:
        frame = self.frames[step]
        chain.steps.append(step)
        chain.rows.append(row)
        chain.belief = chain.belief + capped(frame.label_log[row])
        rest = self._row_rest[step].get(row)
        chain.rest = rest
        chain.places.append(rest)
        if rest is not None:
            mean, covariance = resting(self.rests[rest].xy, frame.covariance[row])
            chain.state = BallState(mean, covariance, frame.t, still=True)
        chain.states.append(chain.state)
        chain.gains.append(gain)

    def _is_sought(self, chain: Chain, step: int) -> bool:
        if self._lies(chain, step):
            return False
        if not chain.is_sure:
            return step - chain.steps[-1] <= _COAST_UNSURE
        patience = _PATIENCE_AT_REST if chain.state.still else _COAST
        return self.frames[step].t - chain.state.t <= patience

    def _free_rows(self, step: int) -> NDArray[np.int64]:
        """Observations that no ball lying in a rest has claimed."""
        owner = self._row_rest[step]
        free = [
            row
            for row in range(len(self.frames[step]))
            if row not in owner or self.rests[owner[row]].first == step
        ]
        return np.array(free, dtype=np.int64)

    def _assign(
        self,
        known: list[Chain],
        seekers: list[Chain],
        frame: Observations,
        rows: NDArray[np.int64],
        step: int,
    ) -> None:
        ways = alternatives([c.state for c in known], frame.t, self.table, self.jitter)
        sought = {id(c): w for c, w in zip(known, ways, strict=True)}
        seen = frame[rows]
        noise = blurred(seen.covariance, seen.streak)
        density, winner = self._likelihood(seekers, sought, seen, noise)
        missed = np.array([self._log_missed(sought[id(c)]) for c in seekers])
        fresh = log_false(seen.score)
        result = assign(density, missed, fresh)
        for track, row in zip(result.tracks, result.rows, strict=True):
            chain = seekers[track]
            ways_of = sought[id(chain)]
            way = ways_of[winner[track, row]] if ways_of else None
            chain.state = moved_on(chain.state, way, frame.t, seen.xy[row], noise[row])
            gain = float(density[track, row] - missed[track] - fresh[row])
            self._sight(chain, step, int(rows[row]), gain)
        for row in result.fresh:
            self._begin(frame, step, int(rows[row]))

    def _likelihood(
        self,
        seekers: list[Chain],
        sought: dict[int, tuple[Alternative, ...]],
        seen: Observations,
        noise: FloatArray,
    ) -> tuple[FloatArray, NDArray[np.int64]]:
        shape = (len(seekers), len(seen))
        density = np.full(shape, -np.inf)
        winner = np.zeros(shape, dtype=np.int64)
        if 0 in shape:
            return density, winner
        for i, chain in enumerate(seekers):
            each = log_density(chain.state, sought[id(chain)], seen.t, seen.xy, noise)
            density[i] = np.logaddexp.reduce(each, axis=0)
            winner[i] = each.argmax(axis=0)
            way = seen.xy - chain.state.mean[:2]
            density[i] += log_streak(way, seen.streak, self.table.ball_radius / 3)
            density[i] += np.log(_SEEN_AT_START if chain.state.still else _SEEN)
            density[i] += 0.0 if chain.is_sure else _LOG_UNSURE
        belief = np.array([c.belief for c in seekers])
        pictures = np.array([float(len(c.steps)) for c in seekers])
        return density + log_same_name(belief, pictures, seen.label_log), winner

    def _log_missed(self, ways: tuple[Alternative, ...]) -> float:
        if not ways:
            return float(np.log(1 - _SEEN_AT_START))
        on = is_on_table(ways[0].mean[None, :2], self.table, margin=0.0)[0]
        return float(np.log(1 - _SEEN if on else 0.7))

    def _begin(self, frame: Observations, step: int, row: int) -> None:
        on = is_on_table(frame.xy[row][None], self.table, margin=0.02)[0]
        if not on or frame.score[row] < _LEAST_SCORE:
            return
        mean, covariance = resting(frame.xy[row], frame.covariance[row])
        covariance[2:, 2:] = np.eye(2) * 2.0**2
        chain = Chain(
            len(self.chains),
            BallState(mean, covariance, frame.t, still=False),
            np.zeros(frame.label_log.shape[1]),
        )
        self._sight(chain, step, row)
        self.chains.append(chain)


def looks_up_to(chain: Chain, last: int, frames: Sequence[Observations]) -> FloatArray:
    """Return the log-likelihood of the sightings up to one, per name, shape (k,)."""
    pairs = zip(chain.steps[: last + 1], chain.rows[: last + 1], strict=True)
    looks = [capped(frames[step].label_log[row]) for step, row in pairs]
    return np.asarray(np.sum(looks, axis=0))


def capped(label_log: FloatArray) -> FloatArray:
    """Return a log-likelihood that tells at most `_BELIEF_STEP` nats, shape (k,)."""
    if label_log.size == 0:
        return label_log
    return np.asarray(np.maximum(label_log - label_log.max(), -_BELIEF_STEP))


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
