"""The play around some beats of a shot: which balls, which of their samples."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

import numpy as np

from tracking.arrays import FloatArray
from tracking.motion.samples import Samples
from tracking.physics.beats import Beat, Stage
from tracking.physics.first_guess import meetings_of, state_through
from tracking.physics.play import Outset, Play, Player

WINDOW: Final = 0.35
"""How far around its beats a play looks, seconds."""

_MARGIN: Final = 0.002
_KEPT: Final = 0.06
_LONG_REST: Final = 2.0
_SMALLEST_SIGMA: Final = 0.00015
_FEWEST: Final = 4
_FAST: Final = 1.0


def make_play(
    stage: Stage,
    beats: Sequence[Beat],
    chosen: Sequence[int],
    extra: Sequence[int] = (),
    span: tuple[float, float] | None = None,
    after: Mapping[Beat, Mapping[int, FloatArray]] = MappingProxyType({}),
    foreseen: Mapping[Beat, Mapping[int, FloatArray]] = MappingProxyType({}),
    warm: Mapping[int, tuple[float, FloatArray]] = MappingProxyType({}),
) -> Play | None:
    """Return the play of some beats; None if a ball was not seen enough.

    Args:
        stage: Samples and the like.
        beats: All beats of the shot; those not chosen bound what is looked at.
        chosen: Indices of beats to play, in order of time.
        extra: Balls that take part besides those of the beats.
        span: First and last time to look at; None takes the beats with a margin.
        after: What is known of each ball's state after some beats: x, y, vx, vy, ux,
            uy.
        foreseen: The velocity that a simulation gives it after some beats.
        warm: For some balls when the part of another account begins, and its state.
    """
    own = [beats[i] for i in chosen]
    balls = list(dict.fromkeys([b for beat in own for b in beat.balls] + list(extra)))
    if span is None:
        span = own[0].t - WINDOW, own[-1].t + WINDOW
    others = [beat for i, beat in enumerate(beats) if i not in set(chosen)]
    players = []
    for ball in balls:
        player = _player(stage, ball, own, others, span, after)
        if player is None:
            return None
        players.append(player)
    outsets = []
    for starting in _ways_to_start(players, warm):
        starts = tuple(player.start for player in starting)
        for meetings in (
            meetings_of(stage, starting, own, after),
            meetings_of(stage, starting, own, after, foreseen, by_law=True),
        ):
            outsets.append(Outset(starts, meetings))
    shown = outsets[0].meetings
    return Play(tuple(players), shown, tuple(outsets), stage.radius, stage.physics)


def _ways_to_start(
    players: list[Player], warm: Mapping[int, tuple[float, FloatArray]]
) -> list[list[Player]]:
    """The players, and again as another account has them or, if they are fast, sliding.

    A few samples do not show the slip of a ball, and a fit that begins with a rolling
    ball does not find it.
    """
    other = []
    for player in players:
        t_from, state = warm.get(player.ball, (math.nan, player.start))
        velocity, slip = player.start[2:4], player.start[4:]
        speed = float(np.hypot(*velocity))
        if t_from == player.t_from:
            other.append(replace(player, start=state))
        elif not player.at_rest and speed > _FAST and np.hypot(*slip) < speed / 2:
            start = np.concatenate((player.start[:4], velocity))
            other.append(replace(player, start=start))
        else:
            other.append(player)
    differs = any(a is not b for a, b in zip(players, other, strict=True))
    return [players, other] if differs else [players]


def _player(
    stage: Stage,
    ball: int,
    own: Sequence[Beat],
    others: Sequence[Beat],
    span: tuple[float, float],
    after: Mapping[Beat, Mapping[int, FloatArray]],
) -> Player | None:
    mine = [beat.t for beat in own if ball in beat.balls]
    first, last = (mine[0], mine[-1]) if mine else (sum(span) / 2, sum(span) / 2)
    lo, hi = span
    since: Beat | None = None
    for beat in others:
        if ball in beat.balls:
            if beat.t <= first:
                if beat.t + _MARGIN > lo:
                    lo, since = beat.t + _MARGIN, beat
            elif beat.t >= last:
                hi = min(hi, beat.t - _MARGIN)
    for start, stop in stage.barred[ball]:
        if start <= first and stop < last:
            lo = max(lo, min(stop, first))
        elif stop > last:
            hi = min(hi, max(start, last))
    samples = stage.samples[ball]
    for start, stop in stage.rests[ball]:
        # All that a ball showed while it lay still tells where it lay.
        if start < lo + 1e-6 and stop > min(first, hi) - 0.04 and lo == span[0]:
            lo = max(start - 1e-6, lo - _LONG_REST)
    keep = (samples.t > lo) & (samples.t < hi)
    if np.count_nonzero(keep) < 2:
        return None
    t = samples.t[keep]
    precision = samples.precision[keep]
    t_from = min(float(t[0]), first)
    still = any(
        start <= t_from + 1e-6
        and stop >= min(first, hi) - 0.04
        and (since is None or start > since.t - _MARGIN)
        for start, stop in stage.rests[ball]
    )
    guess = _start(samples, keep, t_from, first, still=still)
    known = None if since is None or still else after.get(since, {}).get(ball)
    if known is not None and np.count_nonzero(t < first) < _FEWEST:
        guess = known.copy()
        guess[:2] += known[2:4] * (t_from - (lo - _MARGIN))
    xy = samples.xy[keep]
    if still:
        t, xy, precision = _merged(t, xy, precision, first - _KEPT)
    whitening = np.linalg.cholesky(precision).transpose(0, 2, 1)
    return Player(ball, t_from, t, xy, whitening, guess, still)


def _merged(
    t: FloatArray, xy: FloatArray, precision: FloatArray, until: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Replace the samples of a still ball up to a time by their mean."""
    n = int(np.searchsorted(t, until))
    if n < 3:
        return t, xy, precision
    total = np.sum(precision[:n], axis=0)
    pull = np.einsum("nij,nj->i", precision[:n], xy[:n])
    mean = np.linalg.solve(total, pull)
    total = np.linalg.inv(np.linalg.inv(total) + np.eye(2) * _SMALLEST_SIGMA**2)
    return (
        np.append(t[n - 1], t[n:]),
        np.vstack((mean, xy[n:])),
        np.concatenate((total[None], precision[n:])),
    )


def _start(
    samples: Samples, keep: np.ndarray, t_from: float, first: float, *, still: bool
) -> FloatArray:
    """First guess of a ball's state where its part begins."""
    index = np.flatnonzero(keep)
    before = index[samples.t[index] < first]
    if still:
        use = before if len(before) else index[:1]
        weight = samples.precision[use, 0, 0]
        mean = np.average(samples.xy[use], axis=0, weights=weight)
        return np.concatenate((mean, np.zeros(4)))
    if len(before) < 2:
        before = index[:3]
    return state_through(samples, int(before[0]), int(before[-1]) + 1, t_from)
