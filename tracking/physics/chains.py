"""Accounts in which crowded beats are replaced by what physics foresees there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from tracking.arrays import FloatArray
from tracking.physics.accounts import has_failed
from tracking.physics.beats import CROWDED, Beat, Stage
from tracking.physics.foresight import Scenery, foreseen, signature
from tracking.physics.judgement import is_same_wall
from tracking.physics.replay import Replay

_AHEAD: Final = 0.03
_PICTURES_AHEAD: Final = 1.8
_PICTURES_CROWDED: Final = 1.5
_PICTURES_BACK: Final = 4.0
_CLEAR: Final = 1e-3
_BEFORE: Final = 1e-4
_REACH: Final = 0.35
_LOOK_BACK: Final = 0.05
_FEWEST: Final = 3
_MOST_CHAINS: Final = 3
_SAME: Final = 0.03


@dataclass(frozen=True, slots=True)
class ChainAccount:
    """An account with a foreseen chain in it.

    Attributes:
        beats: In order of time.
        after: Velocity of each ball after the beats of the chain, m/s.
    """

    beats: tuple[Beat, ...]
    after: dict[Beat, dict[int, FloatArray]]


@dataclass(frozen=True, slots=True)
class _Known:
    """An account with what is known of it.

    Attributes:
        stage: Samples and the like.
        base: Its beats, in order of time.
        t: Times of these, seconds.
        best: Its replay.
        others: The beats of other groups.
    """

    stage: Stage
    base: Sequence[Beat]
    t: FloatArray
    best: Replay
    others: Sequence[Beat]


def foreseen_accounts(
    stage: Stage,
    base: Sequence[Beat],
    best: Replay,
    others: Sequence[Beat],
    *,
    poor: bool,
) -> list[ChainAccount]:
    """Return accounts with a foreseen chain in place of each crowd of beats.

    Args:
        stage: Samples and the like.
        base: The account so far, in order of time.
        best: Its replay.
        others: The beats of other groups: what they hold already is left out.
        poor: Whether the account is poor: then single beats are looked at, too.
    """
    t = np.array([beat.t for beat in base]) if has_failed(best) else best.t
    known = _Known(stage, base, t, best, others)
    ahead = max(_AHEAD, _PICTURES_AHEAD * stage.interval)
    crowds = _crowds(t, max(CROWDED, _PICTURES_CROWDED * stage.interval))
    ends = [float(t[i]) - _CLEAR for i, _ in crowds[1:]]
    out: list[ChainAccount] = []
    for (i, j), end in zip(crowds, [*ends, np.inf], strict=False):
        if poor or j - i > 1:
            until = min(float(t[j - 1]) + ahead, end)
            out += _instead(known, i, j, until, poor=poor)
    return out


def _instead(
    known: _Known, i: int, j: int, until: float, *, poor: bool
) -> list[ChainAccount]:
    """Accounts with another chain in place of the beats from `i` to before `j`."""
    scenery = _scenery(known, i)
    if scenery is None:
        return []
    base = known.base
    start = [b for b in base[i:j] if b.is_fixed]
    tried = set() if poor else {signature(base[i + len(start) : j])}
    out = []
    for chain in foreseen(scenery, until)[: _MOST_CHAINS + 1]:
        own = [one for one in chain if not _is_there(one.beat, known.others)]
        beats = [one.beat for one in own]
        if not own or signature(beats) in tried:
            continue
        tried.add(signature(beats))
        after = {
            one.beat: dict(zip(one.beat.balls, one.after, strict=True)) for one in own
        }
        whole = sorted((*base[:i], *start, *beats, *base[j:]), key=lambda b: b.t)
        out.append(ChainAccount(tuple(whole), after))
    return out


def _crowds(t: FloatArray, near: float) -> list[tuple[int, int]]:
    """Runs of beats that follow each other within a time, as half-open ranges."""
    out: list[tuple[int, int]] = []
    for k in range(len(t)):
        if out and t[k] - t[k - 1] < near:
            out[-1] = (out[-1][0], k + 1)
        else:
            out.append((k, k + 1))
    return out


def _scenery(known: _Known, i: int) -> Scenery | None:
    """The balls just before beat `i` and what is near them; None if one is unseen."""
    stage, first = known.stage, known.base[i]
    t0 = float(known.t[i]) + (_BEFORE if first.is_fixed else -_BEFORE)
    states = _states(known, i, t0)
    if not set(first.balls) <= states.keys():
        return None
    centre = states[first.balls[0]][0]
    near = {
        ball: state
        for ball, state in states.items()
        if ball in first.balls or np.hypot(*(state[0] - centre)) < _REACH
    }
    place = np.array([state[0] for state in near.values()])
    velocity = np.array([state[1] for state in near.values()])
    walls = tuple(
        wall
        for wall in stage.walls
        if float(np.min(wall.gap(place, stage.radius)[0])) < _REACH
    )
    return Scenery(t0, tuple(near), place, velocity, walls, stage.radius, stage.physics)


def _states(
    known: _Known, i: int, t0: float
) -> dict[int, tuple[FloatArray, FloatArray]]:
    """Place and velocity of every ball that is known at `t0`, before beat `i`."""
    failed = has_failed(known.best) and not known.base[i].is_fixed
    states = {}
    for ball in range(len(known.stage.samples)):
        state = None
        if not failed:
            state = _state_before(known.base, known.best, i, ball, t0)
        if state is None:
            beats = [*known.base, *known.others]
            state = _state_seen(known.stage, ball, t0, beats)
        if state is not None:
            states[ball] = state
    return states


def _state_before(
    base: Sequence[Beat], best: Replay, i: int, ball: int, t0: float
) -> tuple[FloatArray, FloatArray] | None:
    """Place and velocity of a ball that has a beat of the account, or None."""
    for k in range(i, len(base)):
        if ball not in base[k].balls:
            continue
        at = base[k].balls.index(ball)
        if base[k].is_fixed:
            return best.places[k][at], best.after[k][at, :2]
        velocity = best.before[k][at]
        return best.places[k][at] - velocity * (float(best.t[k]) - t0), velocity
    return None


def _state_seen(
    stage: Stage, ball: int, t0: float, beats: Sequence[Beat]
) -> tuple[FloatArray, FloatArray] | None:
    """Place and velocity of another ball from its samples, or None."""
    samples = stage.samples[ball]
    for start, stop in stage.rests[ball]:
        if start <= t0 <= stop:
            here = (samples.t >= start) & (samples.t <= stop)
            weight = samples.precision[here, 0, 0]
            if np.any(here):
                mean = np.average(samples.xy[here], axis=0, weights=weight)
                return mean, np.zeros(2)
    since = max((b.t for b in beats if ball in b.balls and b.t < t0), default=-np.inf)
    back = max(_LOOK_BACK, _PICTURES_BACK * stage.interval)
    here = (samples.t > max(t0 - back, since)) & (samples.t <= t0)
    if np.count_nonzero(here) < _FEWEST:
        return None
    t = samples.t[here] - t0
    line = np.polynomial.polynomial.polyfit(t, samples.xy[here], 1)
    return line[0], line[1]


def _is_there(beat: Beat, others: Sequence[Beat]) -> bool:
    return any(
        set(beat.balls) == set(other.balls)
        and is_same_wall(beat, other)
        and abs(beat.t - other.t) < _SAME
        for other in others
    )
