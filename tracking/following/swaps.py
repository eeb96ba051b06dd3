"""Balls that start at once and were taken for each other are told apart afterwards.

When a rack opens, ten balls start between two pictures, blurred and faint, so that one
is easily followed as another. Once they lie still again their looks are clear: the ways
before and after the start are paired once more, all together.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from tracking.following.association import log_same_name, log_started
from tracking.following.chains import Chain, looks_up_to
from tracking.observations import Observations

FloatArray = NDArray[np.float64]

_AT_ONCE: Final = 0.15
"""Balls that leave their places within so long of each other start at once, seconds."""

_LEAST_GAIN: Final = 2.0
"""Nats by which another pairing must be likelier than the one that was followed."""

_CLEAR: Final = 4
"""Sightings at rest that show the looks of a ball."""

_LOOKS: Final = 3.0
"""Sightings that the looks of one ball count for: neighbours are alike."""


@dataclass(frozen=True, slots=True)
class _Start:
    """A chain leaves a place: `at` is its first sighting elsewhere."""

    chain: Chain
    at: int


def untangled(
    chains: Sequence[Chain], frames: Sequence[Observations]
) -> tuple[Chain, ...]:
    """Return the chains with exchanged continuations where that is likelier.

    Args:
        chains: One per ball; changed in place.
        frames: The frames that they were linked over.
    """
    starts = sorted(
        (start for chain in chains for start in _starts(chain)),
        key=lambda start: _left(start, frames),
    )
    # From the last to the first, so that what was found of later ones stays true.
    for group in reversed(_at_once(starts, frames)):
        _untangle(_first_of_each(group), frames)
    return tuple(chains)


def _at_once(
    starts: Sequence[_Start], frames: Sequence[Observations]
) -> list[list[_Start]]:
    groups: list[list[_Start]] = []
    for start in starts:
        t = _left(start, frames)
        if groups and t - _left(groups[-1][-1], frames) <= _AT_ONCE:
            groups[-1].append(start)
        else:
            groups.append([start])
    return groups


def _starts(chain: Chain) -> list[_Start]:
    places = itertools.pairwise(chain.places)
    return [
        _Start(chain, i + 1)
        for i, (place, following) in enumerate(places)
        if place is not None and following != place
    ]


def _left(start: _Start, frames: Sequence[Observations]) -> float:
    """Return when the ball was last seen at its place, seconds."""
    return frames[start.chain.steps[start.at - 1]].t


def _first_of_each(group: Sequence[_Start]) -> list[_Start]:
    first = {id(start.chain): start for start in reversed(group)}
    return list(first.values())


def _untangle(group: Sequence[_Start], frames: Sequence[Observations]) -> None:
    """Exchange what follows the starts of some balls if another pairing is likelier."""
    if len(group) < 2:
        return
    score = _motion(group, frames) + _looks_alike(group, frames)
    score = np.maximum(score, -1e6)
    rows, columns = linear_sum_assignment(-score)
    gain = score[rows, columns].sum() - np.trace(score)
    if gain < _LEAST_GAIN:
        return
    tails = [_tail(start) for start in group]
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        if row != column:
            chain = group[row].chain
            _continue(group[row], tails[column])
            chain.belief = looks_up_to(chain, len(chain.steps) - 1, frames)


def _motion(group: Sequence[_Start], frames: Sequence[Observations]) -> FloatArray:
    """Log-density of each continuation's first sighting for each place, (n, n)."""
    score = np.full((len(group), len(group)), -np.inf)
    # A mark where a ball lay may have kept it there a little too long.
    t = min(_left(start, frames) for start in group)
    for i, start in enumerate(group):
        place, _ = _sighting(start.chain, start.at - 1, frames)
        for j, other in enumerate(group):
            seen, then = _sighting(other.chain, other.at, frames)
            if then > t:
                score[i, j] = log_started(seen - place, np.array(then - t))
    return score


def _sighting(
    chain: Chain, index: int, frames: Sequence[Observations]
) -> tuple[FloatArray, float]:
    frame = frames[chain.steps[index]]
    return frame.xy[chain.rows[index]], frame.t


def _looks_alike(group: Sequence[_Start], frames: Sequence[Observations]) -> FloatArray:
    """How much the looks before and after speak for each pair, nats, shape (n, n)."""
    before = [_look(start.chain, 0, start.at, frames) for start in group]
    after = [
        _look(start.chain, start.at, len(start.chain.steps), frames) for start in group
    ]
    pictures = np.full(len(group), _LOOKS)
    return log_same_name(np.array(before) * _LOOKS, pictures, np.array(after) * _LOOKS)


def _look(
    chain: Chain, first: int, stop: int, frames: Sequence[Observations]
) -> FloatArray:
    """Mean log-likelihood of a ball's looks, at rest if it was seen so, shape (k,)."""
    at_rest = [i for i in range(first, stop) if chain.places[i] is not None]
    chosen = at_rest if len(at_rest) >= _CLEAR else range(first, stop)
    looks = [frames[chain.steps[i]].label_log[chain.rows[i]] for i in chosen]
    return np.asarray(np.mean(looks, axis=0))


def _tail(start: _Start) -> Chain:
    """Return a chain's columns from a start on."""
    chain, part = start.chain, slice(start.at, None)
    return Chain(
        chain.key,
        chain.state,
        chain.belief,
        chain.steps[part],
        chain.rows[part],
        chain.rest,
        chain.places[part],
        chain.states[part],
        chain.gains[part],
    )


def _continue(start: _Start, tail: Chain) -> None:
    """Let a chain go on as another one did."""
    chain = start.chain
    kept = int(np.searchsorted(chain.steps[: start.at], tail.steps[0]))
    part = slice(kept, None)
    chain.steps[part] = tail.steps
    chain.rows[part] = tail.rows
    chain.places[part] = tail.places
    chain.states[part] = tail.states
    chain.gains[part] = tail.gains
    chain.state, chain.rest = tail.state, tail.rest
