"""Where the fit of a play begins: each ball's state after each of its beats."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import numpy as np

from tracking.arrays import FloatArray
from tracking.motion.edges import fit_edge
from tracking.motion.samples import Samples
from tracking.physics.arithmetic import FLOATS
from tracking.physics.beats import Beat, Stage
from tracking.physics.flight import GRAVITY, Flight, state_at
from tracking.physics.play import Meeting, Player

_AT_ONCE: Final = 0.012
_FEWEST: Final = 4
_LONG_ENOUGH: Final = 0.006


def meetings_of(
    stage: Stage,
    players: Sequence[Player],
    own: Sequence[Beat],
    known: Mapping[Beat, Mapping[int, FloatArray]],
    foreseen: Mapping[Beat, Mapping[int, FloatArray]] = MappingProxyType({}),
    *,
    by_law: bool = False,
) -> tuple[Meeting, ...]:
    """Return the beats of a play with a first guess of what came after each.

    Args:
        stage: Samples and the like.
        players: Balls of the play.
        own: Its beats, in order of time.
        known: Each ball's state after beats that were judged before.
        foreseen: Each ball's velocity after beats that a simulation proposes.
        by_law: Whether the laws of collision count for more than one to three samples.
    """
    index = {player.ball: i for i, player in enumerate(players)}
    sliding = stage.physics.sliding * GRAVITY
    rolling = stage.physics.rolling * GRAVITY
    now = [_flight(p.t_from, p.start) for p in players]
    meetings: list[Meeting] = []
    for n, beat in enumerate(own):
        who = tuple(index[ball] for ball in beat.balls)
        states = [
            np.array(state_at(now[i], beat.t, sliding, rolling, FLOATS)) for i in who
        ]
        after = _guessed(beat, states, stage)
        for k, ball in enumerate(beat.balls):
            if beat in foreseen:
                after[k] += np.tile(foreseen[beat][ball] - after[k, :2], 2)
                continue
            seen = known.get(beat, {}).get(ball)
            if seen is None:
                later = own[n + 1 :]
                player = players[who[k]]
                seen = _shown(stage, beat, later, player, states[k], few=not by_law)
            if seen is not None:
                after[k] = seen[2:]
        meetings.append(Meeting(beat.t, who, beat.wall, after))
        for k, i in enumerate(who):
            now[i] = _flight(beat.t, np.concatenate((states[k][:2], after[k])))
    return tuple(meetings)


def _flight(t: float, state: FloatArray) -> Flight[float]:
    return Flight(t, *state.tolist())


def _shown(
    stage: Stage,
    beat: Beat,
    later: Sequence[Beat],
    player: Player,
    before: FloatArray,
    *,
    few: bool,
) -> FloatArray | None:
    """State of a ball after a beat as the samples after it show it, or None."""
    samples, ball = stage.samples[player.ball], player.ball
    times = [b.t for b in later if ball in b.balls]
    seen = _seen_after(samples, player, beat.t, times)
    if beat.is_fixed:
        crowded = bool(times) and times[0] - beat.t < _AT_ONCE
        if seen is None or crowded:
            seen = _first_way(samples, beat.t, before[:2])
        if seen is not None:
            seen[2:] += _given_away(stage, later, beat, ball)
        return seen
    if seen is None and few:
        until = min(min(times, default=np.inf), float(player.t[-1]) + 1e-6)
        seen = _way_on(samples, beat.t, until, before[:2])
    if seen is not None:
        share = 1.0 if beat.wall is None else 0.6
        seen[4:] = before[4:] + share * (seen[2:4] - before[2:4])
    return seen


def _guessed(beat: Beat, states: Sequence[FloatArray], stage: Stage) -> FloatArray:
    """Velocity and slip after a beat by the laws of collision, shape (k, 4)."""
    after = np.array([state[2:] for state in states])
    if beat.wall is not None:
        _, normal = beat.wall.gap(states[0][None, :2], stage.radius)
        into = -float(after[0, :2] @ normal[0])
        change = max(into, 0.0) * (1 + stage.physics.rail_restitution) * normal[0]
        after[0, :2] += change
        after[0, 2:] += 0.6 * change
    elif len(states) == 2:
        between = states[0][:2] - states[1][:2]
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
    return state_through(samples, int(index[0]), int(index[-1]) + 1, t)


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
            state = state_through(samples, int(index[0]), int(index[-1]) + 1, beat.t)
            total += np.tile(state[2:4], 2)
    return total


def _way_on(
    samples: Samples, t: float, until: float, place: FloatArray
) -> FloatArray | None:
    """State after a beat from the one to three samples before the next, or None."""
    index = np.flatnonzero((samples.t > t) & (samples.t < until))
    if len(index) == 0:
        return None
    first, last = int(index[0]), int(index[-1])
    if len(index) > 1:
        velocity = (samples.xy[last] - samples.xy[first]) / (
            samples.t[last] - samples.t[first]
        )
    elif samples.t[last] - t > _LONG_ENOUGH:
        velocity = (samples.xy[last] - place) / (samples.t[last] - t)
    else:
        return None
    return np.concatenate((place, velocity, velocity))


def _first_way(samples: Samples, t: float, place: FloatArray) -> FloatArray | None:
    """State after the strike from the first sample after it, or None."""
    index = int(np.searchsorted(samples.t, t + 0.003))
    if index >= len(samples):
        return None
    velocity = (samples.xy[index] - place) / (samples.t[index] - t)
    return np.concatenate((place, velocity, velocity))


def state_through(samples: Samples, start: int, stop: int, t: float) -> FloatArray:
    """State at `t` of the motion through samples that begin there, shape (6,)."""
    edge = fit_edge(samples, start, stop, t, +1)
    known = edge.slides < 1.0
    slide = np.sum(
        (edge.weight * np.where(known, edge.slides, 0.0))[:, None] * edge.mean[:, 6:8],
        axis=0,
    )
    slip = -3.5 * slide
    size = float(np.hypot(*slip))
    slip = slip * min(1.0, 2.5 / max(size, 1e-9))
    return np.concatenate((edge.state(t), slip))
