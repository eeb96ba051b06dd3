"""When slight touches happened: told from a longer stretch of the balls' ways.

A touch that hardly changes a velocity is a faint bend between two ways. A third of a
second of them leaves its time open by several pictures, a second by less; over long
distances the map's own bends count, so fast balls are followed for less time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from tracking.physics.accounts import IMPOSSIBLE
from tracking.physics.beats import Beat, Stage, neighbours
from tracking.physics.judgement import Judged
from tracking.physics.story import WINDOW
from tracking.physics.trials import Scene, Trials

_SLIGHT: Final = 0.15
_VAGUE: Final = 0.005
_LONGEST: Final = 1.0
_WAY: Final = 0.6
_WORSE: Final = 1.4
_CLEAR: Final = 30.0
_TICK: Final = 1e-6
_AROUND: Final = 0.1


def reach_of(stage: Stage, beats: Sequence[Beat]) -> float:
    """Return how far around some beats their balls can be followed, seconds."""
    fastest = 0.0
    for beat in beats:
        for ball in beat.balls:
            samples = stage.samples[ball]
            near = np.abs(samples.t - beat.t) < _AROUND
            if np.count_nonzero(near) > 1:
                way = np.ptp(samples.xy[near], axis=0)
                fastest = max(
                    fastest, float(np.hypot(*way)) / float(np.ptp(samples.t[near]))
                )
    return float(np.clip(_WAY / max(fastest, 1e-9), WINDOW, _LONGEST))


def redated(
    trials: Trials, beats: Sequence[Beat], judged: Mapping[Beat, Judged]
) -> dict[Beat, Judged]:
    """Return slight touches at the times, and as clear, as a longer look has them.

    Args:
        trials: Replay accounts.
        beats: The final account, in order of time.
        judged: What is known of them.
    """
    out: dict[Beat, Judged] = {}
    for i, beat in enumerate(beats):
        known = judged.get(beat)
        if known is None or beat.is_fixed or not _is_vague(known):
            continue
        group = [beats[k] for k in neighbours(beats, [i])]
        better = _looked_at(trials, beat, known, group, beats)
        if better is not None and _keeps_order(better, beat, beats, out):
            out[beat] = better
    return out


def _is_vague(judged: Judged) -> bool:
    return abs(judged.impulse) < _SLIGHT and judged.sigma_t > _VAGUE


def _looked_at(
    trials: Trials,
    beat: Beat,
    known: Judged,
    group: Sequence[Beat],
    beats: Sequence[Beat],
) -> Judged | None:
    """The beat as a replay over a longer stretch has it, if that explains as well."""
    reach = reach_of(trials.stage, [beat])
    if reach <= WINDOW:
        return None
    scene = Scene(
        tuple(group),
        tuple(b for b in beats if b not in group),
        tuple(dict.fromkeys(ball for b in group for ball in b.balls)),
        (group[0].t - reach, group[-1].t + reach),
    )
    found = trials.replayed(group, scene)
    if found is None or found.cost >= IMPOSSIBLE:
        return None
    misfit = found.misfit / max(found.count, 1)
    k = list(group).index(beat)
    if misfit > _WORSE * max(known.misfit, 1.0) or found.sigma_t[k] > known.sigma_t:
        return None
    lead = known.lead
    if lead < _CLEAR:
        without = trials.replayed([b for b in group if b is not beat], scene, found)
        lead = lead if without is None else without.cost - found.cost
    return replace(
        known,
        lead=lead,
        beat=replace(beat, t=float(found.t[k])),
        sigma_t=float(found.sigma_t[k]),
        places=found.places[k],
    )


def _keeps_order(
    better: Judged, beat: Beat, beats: Sequence[Beat], moved: Mapping[Beat, Judged]
) -> bool:
    """Whether no other beat of the same balls lies between the old and new time."""
    lo, hi = sorted((beat.t, better.beat.t))
    for other in beats:
        if other is beat or set(other.balls).isdisjoint(beat.balls):
            continue
        t = moved[other].beat.t if other in moved else other.t
        if lo - _TICK <= t <= hi + _TICK:
            return False
    return True
