"""From the frames of one stretch to one chain of sightings per ball, offline.

The whole stretch is known, so every place at which a ball lies still is found first
(`stillness`). Balls leave these places, move, and reach others: only the moving
sightings in between have to be linked, frame by frame, jointly over all balls.
"""

from collections.abc import Sequence
from dataclasses import dataclass
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
from tracking.following.chains import Chain, capped, is_sure
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

_COAST_UNSURE: Final = 2
"""A piece that may be false is looked for over so many frames."""

_LOG_UNSURE: Final = float(np.log(0.2))


@dataclass(slots=True)
class _Tally:
    """Sums over a chain's links so far, so that they need not be made anew."""

    evidence: float = 0.0
    links: int = 0

    def is_sure(self, chain: Chain) -> bool:
        """Whether the chain is sure, see `Chain.is_sure`."""
        resting = len(chain.steps) - 1 - self.links
        return is_sure(resting, self.evidence, self.links)


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
    linker = Linker(frames, rests, table, jitter)
    for step in range(len(frames)):
        linker.advance(step)
    return linker.chains


@dataclass(frozen=True, slots=True, eq=False)
class Linked:
    """What a linker knew before it explained a frame.

    Attributes:
        chains: Never changed.
        tallies: Evidence and number of the links of each of them.
    """

    chains: tuple[Chain, ...]
    tallies: tuple[tuple[float, int], ...]


class Linker:
    """The forward pass: explains one frame after the other.

    Attributes:
        chains: So far, in the order in which they begin.
    """

    def __init__(
        self,
        frames: Sequence[Observations],
        rests: Sequence[Rest],
        table: TableGeometry,
        jitter: float,
    ) -> None:
        """Start before the first frame; for the arguments see `link`."""
        self.frames = frames
        self.rests = rests
        self.table = table
        self.jitter = jitter
        self.chains: list[Chain] = []
        self._tallies: list[_Tally] = []
        self._row_rest: list[dict[int, int]] = [{} for _ in frames]
        self._rest_row: list[dict[int, int]] = []
        for index, rest in enumerate(rests):
            rows = dict(zip(rest.steps.tolist(), rest.rows.tolist(), strict=True))
            self._rest_row.append(rows)
            for step, row in rows.items():
                self._row_rest[step][row] = index
        self._first = [rest.first for rest in rests]
        self._last = [rest.last for rest in rests]

    def linked(self) -> Linked:
        """Return what is known now, to go on from it another time."""
        return Linked(
            tuple(chain.copied() for chain in self.chains),
            tuple((tally.evidence, tally.links) for tally in self._tallies),
        )

    def go_on(self, linked: Linked) -> None:
        """Go on from what was known once, with the same rests up to there."""
        self.chains = [chain.copied() for chain in linked.chains]
        self._tallies = [_Tally(*both) for both in linked.tallies]

    def advance(self, step: int) -> None:
        """Explain one more frame."""
        frame = self.frames[step]
        for chain in self.chains:
            self._see_at_rest(chain, step)
        rows = self._free_rows(step)
        if not len(rows):
            return
        lying = [self._lies(chain, step) for chain in self.chains]
        seekers = [
            chain
            for chain, lies in zip(self.chains, lying, strict=True)
            if not lies and self._is_sought(chain, step)
        ]
        sought = {id(chain) for chain in seekers}
        known = [
            chain
            for chain, lies in zip(self.chains, lying, strict=True)
            if lies or id(chain) in sought
        ]
        self._assign(known, seekers, frame, rows, step)

    def _lies(self, chain: Chain, step: int) -> bool:
        return chain.rest is not None and self._last[chain.rest] >= step

    def _see_at_rest(self, chain: Chain, step: int) -> None:
        if chain.rest is None or not self._lies(chain, step):
            return
        row = self._rest_row[chain.rest].get(step)
        if row is not None:
            self._sight(chain, step, row)

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
            mean, covariance = resting(self.rests[rest].early_xy, frame.covariance[row])
            chain.state = BallState(mean, covariance, frame.t, still=True)
        chain.states.append(chain.state)
        chain.gains.append(gain)
        if gain is not None:
            self._tallies[chain.key].evidence += gain
            self._tallies[chain.key].links += 1

    def _is_sure(self, chain: Chain) -> bool:
        return self._tallies[chain.key].is_sure(chain)

    def _is_sought(self, chain: Chain, step: int) -> bool:
        """Whether a ball that lies nowhere now is looked for in this frame."""
        if not self._is_sure(chain):
            return step - chain.steps[-1] <= _COAST_UNSURE
        patience = _PATIENCE_AT_REST if chain.state.still else _COAST
        return self.frames[step].t - chain.state.t <= patience

    def _free_rows(self, step: int) -> NDArray[np.int64]:
        """Observations that no ball lying in a rest has claimed."""
        owner = self._row_rest[step]
        free = [
            row
            for row in range(len(self.frames[step]))
            if row not in owner or self._first[owner[row]] == step
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
        missed = self._log_missed([sought[id(c)] for c in seekers])
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
            density[i] += 0.0 if self._is_sure(chain) else _LOG_UNSURE
        belief = np.array([c.belief for c in seekers])
        pictures = np.array([float(len(c.steps)) for c in seekers])
        return density + log_same_name(belief, pictures, seen.label_log), winner

    def _log_missed(self, ways: list[tuple[Alternative, ...]]) -> FloatArray:
        """Log-chance that each ball looked for is not seen, shape (seekers,)."""
        middle = np.zeros(2)
        places = np.array([w[0].mean[:2] if w else middle for w in ways])
        on = is_on_table(places.reshape(-1, 2), self.table, margin=0.0)
        moves = np.array([bool(w) for w in ways], dtype=bool)
        still = np.log(1 - _SEEN_AT_START)
        return np.where(moves, np.where(on, np.log(1 - _SEEN), np.log(0.7)), still)

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
        self.chains.append(chain)
        self._tallies.append(_Tally())
        self._sight(chain, step, row)
