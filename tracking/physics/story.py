"""A shot as a list of beats (who met what, when), and the play around some of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import numpy as np

from tracking.arrays import FloatArray
from tracking.motion.edges import fit_edge
from tracking.motion.samples import Samples
from tracking.physics.flight import GRAVITY, Flights, state_at
from tracking.physics.replay import Meeting, Play, Player
from tracking.physics.table_physics import TablePhysics
from tracking.physics.walls import Wall

WINDOW: Final = 0.35
"""How far around its beats a play looks, seconds."""

JOINED: Final = 0.10
"""Beats of one ball nearer than this are judged together, seconds."""

MOST_BEATS: Final = 6
"""Beats judged together at most."""

_MARGIN: Final = 0.002
_KEPT: Final = 0.06
_LONG_REST: Final = 2.0
_SMALLEST_SIGMA: Final = 0.00015
_AT_ONCE: Final = 0.012
_FEWEST: Final = 4


@dataclass(frozen=True, slots=True, eq=False)
class Beat:
    """One event: a strike (one ball, no wall), a contact, or the touch of a wall.

    Attributes:
        t: Seconds.
        balls: Indices of the balls.
        wall: What a single ball touches.
        is_fixed: Whether it is not to be questioned (the strike).
    """

    t: float
    balls: tuple[int, ...]
    wall: Wall | None = None
    is_fixed: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """What does not depend on the beats.

    Attributes:
        samples: Of each ball.
        rests: For each ball the spans in which it lies still, seconds.
        walls: For each ball times between which nothing may be looked at: openings
            and drops, seconds.
        radius: Of the balls, metres.
        physics: Of the table.
    """

    samples: tuple[Samples, ...]
    rests: tuple[tuple[tuple[float, float], ...], ...]
    barred: tuple[tuple[tuple[float, float], ...], ...]
    radius: float
    physics: TablePhysics


def neighbours(beats: Sequence[Beat], seed: Iterable[int]) -> list[int]:
    """Return the beats to judge together with some of them, in order of time."""
    chosen = set(seed)
    while len(chosen) < MOST_BEATS:
        near = [
            (min(_apart(beats[i], beats[k]) for k in chosen), i)
            for i in range(len(beats))
            if i not in chosen
        ]
        near = [one for one in near if one[0] < JOINED]
        if not near:
            break
        chosen.add(min(near)[1])
    return sorted(chosen, key=lambda i: beats[i].t)


def _apart(a: Beat, b: Beat) -> float:
    if set(a.balls).isdisjoint(b.balls):
        return float("inf")
    return abs(a.t - b.t)


def make_play(
    stage: Stage,
    beats: Sequence[Beat],
    chosen: Sequence[int],
    extra: Sequence[int] = (),
    span: tuple[float, float] | None = None,
    after: Mapping[Beat, Mapping[int, FloatArray]] = MappingProxyType({}),
) -> Play | None:
    """Return the play of some beats; None if a ball was not seen enough.

    Args:
        stage: Samples and the like.
        beats: All beats of the shot; those not chosen bound what is looked at.
        chosen: Indices of beats to play, in order of time.
        extra: Balls that take part besides those of the beats.
        span: First and last time to look at; None takes the beats with a margin.
        after: What is known of each ball's state after beats that are not chosen:
            x, y, vx, vy, ux, uy.
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
    return _with_meetings(stage, tuple(players), own)


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
    return _state(samples, int(before[0]), int(before[-1]) + 1, t_from)


def _state(samples: Samples, start: int, stop: int, t: float) -> FloatArray:
    """State at `t` of the motion through samples that begin there, shape (6,)."""
    edge = fit_edge(samples, start, stop, t, +1)
    mean, _ = edge.states(np.array([t]))
    known = edge.slides < 1.0
    slide = np.sum(
        (edge.weight * np.where(known, edge.slides, 0.0))[:, None] * edge.mean[:, 6:8],
        axis=0,
    )
    slip = -3.5 * slide
    size = float(np.hypot(*slip))
    slip = slip * min(1.0, 2.5 / max(size, 1e-9))
    return np.concatenate((mean[0], slip))


def _with_meetings(
    stage: Stage, players: tuple[Player, ...], own: Sequence[Beat]
) -> Play:
    index = {player.ball: i for i, player in enumerate(players)}
    sliding = np.array([stage.physics.sliding * GRAVITY])
    rolling = np.array([stage.physics.rolling * GRAVITY])
    now = [
        Flights(
            np.array([p.t_from]),
            p.start[None, :2],
            p.start[None, 2:4],
            p.start[None, 4:],
        )
        for p in players
    ]
    meetings: list[Meeting] = []
    for n, beat in enumerate(own):
        who = tuple(index[ball] for ball in beat.balls)
        t = np.array([beat.t])
        states = [state_at(now[i], t, sliding, rolling) for i in who]
        after = _guessed(beat, states, stage)
        for k, ball in enumerate(beat.balls):
            later = [b.t for b in own[n + 1 :] if ball in b.balls]
            seen = _seen_after(stage.samples[ball], players[who[k]], beat.t, later)
            crowded = bool(later) and later[0] - beat.t < _AT_ONCE
            if beat.is_fixed and (seen is None or crowded):
                seen = _first_way(stage.samples[ball], beat.t, states[k][0][0])
            if seen is not None and beat.is_fixed:
                seen[2:] += _given_away(stage, own[n + 1 :], beat, ball)
            if seen is not None:
                change = seen[2:4] - states[k][1][0]
                share = 1.0 if beat.wall is None else 0.6
                after[k, :2] = seen[2:4]
                after[k, 2:] = states[k][2][0] + share * change
                if len(beat.balls) == 1 and beat.wall is None:
                    after[k, 2:] = seen[4:]
        meetings.append(Meeting(beat.t, who, beat.wall, after))
        for k, i in enumerate(who):
            now[i] = Flights(
                t, states[k][0], after[k : k + 1, :2], after[k : k + 1, 2:]
            )
    return Play(players, tuple(meetings), stage.radius, stage.physics)


def _guessed(
    beat: Beat, states: Sequence[tuple[FloatArray, ...]], stage: Stage
) -> FloatArray:
    """Velocity and slip after a beat by the laws of collision, shape (k, 4)."""
    after = np.array([np.concatenate((s[1][0], s[2][0])) for s in states])
    if beat.wall is not None:
        _, normal = beat.wall.gap(states[0][0], stage.radius)
        into = -float(after[0, :2] @ normal[0])
        change = max(into, 0.0) * (1 + stage.physics.rail_restitution) * normal[0]
        after[0, :2] += change
        after[0, 2:] += 0.6 * change
    elif len(states) == 2:
        between = states[0][0][0] - states[1][0][0]
        normal = between / max(float(np.hypot(*between)), 1e-9)
        approach = -float((after[0, :2] - after[1, :2]) @ normal)
        change = max(approach, 0.0) * (1 + stage.physics.ball_restitution) / 2 * normal
        for k, sign in enumerate((1.0, -1.0)):
            after[k, :2] += sign * change
            after[k, 2:] += sign * change
    return after


def _seen_after(
    samples: Samples, player: Player, t: float, later: Sequence[float]
) -> FloatArray | None:
    """State after a beat from the samples up to the ball's next one, or None."""
    stop = min(min(later, default=np.inf), float(player.t[-1]) + 1e-6, t + 0.3)
    index = np.flatnonzero((samples.t > t) & (samples.t < stop))
    if len(index) < _FEWEST:
        return None
    return _state(samples, int(index[0]), int(index[-1]) + 1, t)


def _given_away(
    stage: Stage, later: Sequence[Beat], strike: Beat, ball: int
) -> FloatArray:
    """Velocity and slip that the struck ball passed on at once to balls it touched."""
    total = np.zeros(4)
    for beat in later:
        at_once = beat.t - strike.t < _AT_ONCE and len(beat.balls) == 2
        if not at_once or ball not in beat.balls:
            continue
        other = next(b for b in beat.balls if b != ball)
        samples = stage.samples[other]
        index = np.flatnonzero((samples.t > beat.t) & (samples.t < beat.t + 0.1))
        if len(index) >= _FEWEST:
            state = _state(samples, int(index[0]), int(index[-1]) + 1, beat.t)
            total += np.tile(state[2:4], 2)
    return total


def _first_way(samples: Samples, t: float, place: FloatArray) -> FloatArray | None:
    """State after the strike from the first sample after it, or None."""
    index = int(np.searchsorted(samples.t, t + 0.003))
    if index >= len(samples):
        return None
    velocity = (samples.xy[index] - place) / (samples.t[index] - t)
    return np.concatenate((place, velocity, velocity))


def shifted(beat: Beat, t: float) -> Beat:
    """Return the beat at another time."""
    return replace(beat, t=t)
