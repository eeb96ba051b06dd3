"""Pieces of one ball's way are joined over the time in which it was not seen."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from tracking.following.association import assign
from tracking.following.chains import (
    Chain,
    looks_up_to,
    may_go_on,
    same_names,
    state_at_start,
)
from tracking.following.departures import departed, without_flitting
from tracking.following.hypotheses import BallState, alternatives, log_density
from tracking.following.places import (
    depth_in_pocket,
    is_in_hole,
    is_on_bed,
    is_on_table,
)
from tracking.observations import Observations

FloatArray = NDArray[np.float64]

_FEWEST_UNSEEN: Final = 3
"""Pictures that miss a moving ball before the link over them is weighed anew."""

_WEAK: Final = 5.0
"""Links of less evidence are weighed anew after one picture already, nats."""

_LONGEST_GAP: Final = 1.5
"""Seconds that a moving ball may be unseen."""

_LOG_FRESH: Final = float(np.log(0.01))
"""Density of pieces that begin by themselves, 1/m²."""

_SLACK: Final = 0.0015
"""Movement that counts as lying still beside the noise, metres."""

_EVIDENCE_A_NAT, _MOST_UNLIKELY = 12.0, 10.0
"""Evidence of links counts for so little, and for so much at most, nats."""

_OVER_THE_NOSE: Final = 0.012
"""A ball seen so far beyond a nose has left: it lies nowhere right after, metres."""

_LOG_LOST: Final = float(np.log(0.1))


def stitch(
    chains: Sequence[Chain],
    frames: Sequence[Observations],
    table: TableGeometry,
    *,
    jitter: float = 0.1,
) -> list[Chain]:
    """Drop false pieces and join the others, best pairs first, until none fits.

    Args:
        chains: Pieces; their keys stay those of the earlier piece.
        frames: The frames that they were linked over.
        table: Noses, pockets and ball radius.
        jitter: Standard deviation of a picture's time as part of the interval.
    """
    whole = [piece for chain in chains for piece in _parted(chain, frames)]
    pieces = _returned([c for c in whole if c.is_sure], frames, table)
    pieces = departed(pieces, frames, table)
    for key, piece in enumerate(pieces):
        piece.key = key
    while True:
        ends = [c for c in pieces if c.steps[-1] < len(frames) - 1]
        starts = [c for c in pieces if c.steps[0] > 0]
        gain = _gains(ends, starts, frames, table, jitter)
        fresh = np.array([-_unlikely_alone(chain) for chain in starts])
        result = assign(gain, np.full(len(ends), _LOG_LOST), fresh)
        if not len(result.tracks):
            return without_flitting(pieces, frames)
        pieces = _joined(
            pieces,
            [
                (ends[a], starts[b])
                for a, b in zip(result.tracks, result.rows, strict=True)
            ],
        )


def _unlikely_alone(chain: Chain) -> float:
    """How unlikely it is that a piece is no ball's way, nats.

    No ball comes from nowhere: the surer a piece is a ball, the more it needs another
    piece from which it goes on.
    """
    return min(chain.evidence / _EVIDENCE_A_NAT, _MOST_UNLIKELY)


def _parted(chain: Chain, frames: Sequence[Observations]) -> list[Chain]:
    """Cut a chain where its ball was unseen for a while and did not lie still.

    What was linked over such a gap frame by frame is weighed anew, with all that is
    known of what comes after the gap.
    """
    cuts = []
    for i in range(1, len(chain.steps)):
        gain, step = chain.gains[i], chain.steps[i] - chain.steps[i - 1]
        weak = gain is not None and gain < _WEAK
        if gain is not None and step > (1 if weak else _FEWEST_UNSEEN):
            cuts.append(i)
    edges = [0, *cuts, len(chain.steps)]
    return [
        _part(chain, slice(first, last), frames)
        for first, last in itertools.pairwise(edges)
    ]


def _part(chain: Chain, part: slice, frames: Sequence[Observations]) -> Chain:
    """Return some of a chain's sightings as a chain of their own."""
    piece = replace(
        chain,
        steps=chain.steps[part],
        rows=chain.rows[part],
        places=chain.places[part],
        states=chain.states[part],
        gains=[None, *chain.gains[part][1:]],
    )
    piece.state, piece.rest = piece.states[-1], piece.places[-1]
    piece.belief = looks_up_to(piece, len(piece.steps) - 1, frames)
    return piece


def _returned(
    pieces: list[Chain], frames: Sequence[Observations], table: TableGeometry
) -> list[Chain]:
    """Put balls back that only seemed to leave their places.

    A hand or a cue over a ball can look like a ball that leaves. If a ball is seen at
    the old place afterwards, and what left came to rest nowhere and in no pocket, then
    nothing left.
    """
    gone: set[int] = set()
    for late in pieces:
        if late.steps[0] == 0 or late.places[0] is None or id(late) in gone:
            continue
        for early in pieces:
            if early is late or id(early) in gone:
                continue
            last = _left_at(early, late, frames, table)
            if last is not None:
                early.belief = looks_up_to(early, last, frames)
                early.cut(last)
                early.append(late)
                gone.add(id(late))
                break
    return [piece for piece in pieces if id(piece) not in gone]


def _left_at(
    early: Chain, late: Chain, frames: Sequence[Observations], table: TableGeometry
) -> int | None:
    """Return the last sighting at the place where the later piece begins, or None."""
    if early.steps[-1] >= len(frames) - 1:
        return None
    for last in range(len(early.places) - 1, -1, -1):
        ends = last + 1 == len(early.places) or (
            early.places[last + 1] != early.places[last]
        )
        if early.places[last] is None or not ends:
            continue
        if _is_back(early, last, late, frames, table):
            return last
    return None


def _is_back(
    early: Chain,
    last: int,
    late: Chain,
    frames: Sequence[Observations],
    table: TableGeometry,
) -> bool:
    if early.steps[last] >= late.steps[0]:
        return False
    old = frames[early.steps[last]].xy[early.rows[last]]
    new = frames[late.steps[0]].xy[late.rows[0]]
    noise = frames[late.steps[0]].covariance[late.rows[0]]
    if np.hypot(*(old - new)) > 5 * np.sqrt(np.trace(noise) / 2) + _SLACK:
        return False
    end = frames[early.steps[-1]].xy[early.rows[-1]]
    moved = early.steps[-1] > early.steps[last]
    potted = depth_in_pocket(end[None], table)[0] > -2 * table.ball_radius
    if moved and potted:
        return False
    return may_go_on(early, last, late, frames)


def _joined(pieces: list[Chain], pairs: list[tuple[Chain, Chain]]) -> list[Chain]:
    """Join every pair; a chain of three pieces is joined in two rounds."""
    gone: set[int] = set()
    used: set[int] = set()
    for early, late in pairs:
        if id(early) in used or id(late) in used:
            continue
        used |= {id(early), id(late)}
        gone.add(id(late))
        early.append(late)
    return [piece for piece in pieces if id(piece) not in gone]


def _gains(
    ends: list[Chain],
    starts: list[Chain],
    frames: Sequence[Observations],
    table: TableGeometry,
    jitter: float,
) -> FloatArray:
    gain = np.full((len(ends), len(starts)), -np.inf)
    if 0 in gain.shape:
        return gain
    names = same_names(ends, starts)
    begun = [state_at_start(chain, frames) for chain in starts]
    for i, end in enumerate(ends):
        dropped = is_in_hole(end.state.mean[None, :2], table, margin=0.01)[0]
        flown = not is_on_table(end.state.mean[None, :2], table, _OVER_THE_NOSE)[0]
        for j, start in enumerate(starts):
            gap = begun[j].t - end.state.t
            if end is start or not 0 < gap <= _LONGEST_GAP:
                continue
            if dropped and not is_in_hole(begun[j].mean[None, :2], table, 0.0)[0]:
                continue
            if flown and start.places[0] is not None:
                continue
            if _is_too_far(end.state, begun[j], table):
                continue
            ways = _either_way(end.state, begun[j], table, jitter)
            gain[i, j] = ways + names[i, j] - _LOG_FRESH
    return gain


def _is_too_far(end: BallState, start: BallState, table: TableGeometry) -> bool:
    """Whether a ball would have to come out of a pocket's mouth faster than it went in.

    On the bed another ball may hit it while it is unseen; in a mouth none does that
    does not push it in.
    """
    if is_on_bed(end.mean[None, :2], table, margin=0.0)[0]:
        return False
    doubt = np.sqrt(np.trace(end.covariance[2:, 2:]) / 2)
    fastest = float(np.hypot(*end.mean[2:])) + 2 * doubt
    way = float(np.hypot(*(start.mean[:2] - end.mean[:2])))
    return bool(way > fastest * (start.t - end.t) + table.ball_radius)


def _either_way(
    end: BallState, start: BallState, table: TableGeometry, jitter: float
) -> float:
    """Log-density of the start seen from the end, or of the end from the start.

    What happens while a ball is unseen may spoil one of the two, seldom both.
    """
    turned = replace(
        start, mean=np.concatenate((start.mean[:2], -start.mean[2:])), t=-start.t
    )
    origin = replace(end, t=-end.t)
    forward = _one_way(end, start, table, jitter)
    backward = _one_way(turned, origin, table, jitter)
    return float(np.logaddexp(forward, backward) - np.log(2))


def _one_way(
    come: BallState, goal: BallState, table: TableGeometry, jitter: float
) -> float:
    (ways,) = alternatives([come], goal.t, table, jitter)
    noise = goal.covariance[None, :2, :2]
    each = log_density(come, ways, goal.t, goal.mean[None, :2], noise)
    return float(np.logaddexp.reduce(each, axis=0)[0])
