"""The player of a clip: cue and bridge hand of every strike, hands that carry balls."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import PchipInterpolator

from adjudicator.table import TableGeometry
from vision.synthesis.clip_plan import CUE_IN, CUE_OUT, CarryPlan, ClipPlan, StrikePlan
from vision.synthesis.occluders import Occluder
from vision.synthesis.players import draw_body, draw_cue, draw_hand

Floats = NDArray[np.float64]

_AWAY: Final = 1.9
"""How far back cue and hand are when they are not over the table, metres."""
_SHOULDERS: Final = 0.9
"""From the cue ball back to the player's shoulders, metres."""
_BRIDGE: Final = 0.21
"""From the cue ball back to the bridge hand, metres."""


def occluders_at(plan: ClipPlan, t: float, exposure: float) -> tuple[Occluder, ...]:
    """Return the player's things at one time, lowest first.

    Args:
        plan: What happens.
        t: Middle of the exposure, seconds from the first frame.
        exposure: Seconds.
    """
    found: list[Occluder] = []
    for number, strike in enumerate(plan.strikes):
        since = t - strike.t
        if CUE_IN - 0.1 < since < CUE_OUT + 0.1:
            found.extend(_shooter(plan, strike, since, exposure, plan.seed + number))
    for carry in plan.carries:
        if carry.t_from - 0.1 < t < carry.t_to + 0.6:
            found.append(_carrier(plan, carry, t))
    return tuple(found)


def cue_gap(strike: StrikePlan, since: float) -> float:
    """Return how far the tip is behind the ball's surface, metres.

    Negative after the strike: the follow-through.

    Args:
        strike: Whose cue.
        since: Seconds from the strike.
    """
    return float(_stroke(round(strike.speed, 3))(since))


@lru_cache(maxsize=64)
def _stroke(speed: float) -> PchipInterpolator:
    """Return the tip's distance over time: approach, three swings, strike, return."""
    pull = float(np.clip(0.03 + 0.035 * speed, 0.05, 0.26))
    through = float(np.clip(0.025 * speed, 0.006, 0.14))
    swing = 0.04 + pull / 3
    keys = (
        (CUE_IN - 0.1, _AWAY),
        (CUE_IN, _AWAY),
        (-1.12, 0.03),
        (-0.98, 0.03 + swing),
        (-0.82, 0.018),
        (-0.66, 0.03 + swing),
        (-0.5, 0.012),
        (-0.42, 0.012),
        (-0.16 - 0.05 * pull, pull),
        (0.0, 0.0),
        (0.07, -through),
        (0.45, -through),
        (CUE_OUT, _AWAY),
        (CUE_OUT + 0.1, _AWAY),
    )
    times, gaps = zip(*keys, strict=True)
    return PchipInterpolator(times, gaps)


def _shooter(
    plan: ClipPlan, strike: StrikePlan, since: float, exposure: float, seed: int
) -> Sequence[Occluder]:
    table = plan.table
    toward = np.array([math.cos(strike.direction), math.sin(strike.direction)])
    gap = cue_gap(strike, since)
    behind = table.ball_radius + gap
    rise = strike.elevation
    tip = np.array([*(np.array(strike.xy) - toward * behind * math.cos(rise)), 0.0])
    tip[2] = table.ball_radius + behind * math.sin(rise)
    later = cue_gap(strike, since + exposure / 2) - cue_gap(
        strike, since - exposure / 2
    )
    cue = draw_cue(
        np.random.default_rng(plan.seed),
        tip,
        toward,
        elevation=rise,
        speed=-later / max(exposure, 1e-6),
        exposure=exposure,
        seed=plan.seed,
    )
    hand = _bridge_hand(table, strike, toward, since, seed)
    return (hand, cue, *_shooter_body(plan, strike, toward, since))


def _shooter_body(
    plan: ClipPlan, strike: StrikePlan, toward: Floats, since: float
) -> tuple[Occluder, ...]:
    """Return shoulders and head behind the cue, over the table if it must be."""
    place = np.array(strike.xy) - toward * (_SHOULDERS + float(_hand_way()(since)))
    rng = np.random.default_rng([plan.seed, 6])
    return draw_body(rng, place, toward)


def _outside(table: TableGeometry, place: Floats) -> bool:
    """Whether a place is not over the playing surface."""
    x, y = (abs(float(value)) for value in place)
    return x > table.length / 2 or y > table.width / 2


def _bridge_hand(
    table: TableGeometry, strike: StrikePlan, toward: Floats, since: float, seed: int
) -> Occluder:
    away = float(_hand_way()(since))
    place = np.array(strike.xy) - toward * (_BRIDGE + away)
    height = table.nose_height + 0.01 if _outside(table, place) else 0.004
    rng = np.random.default_rng([seed, 5])
    return draw_hand(rng, place, toward, "bridge", height=height)


@lru_cache(maxsize=1)
def _hand_way() -> PchipInterpolator:
    """Return how far the bridge hand is behind its place over time, metres."""
    times = (CUE_IN - 0.1, CUE_IN, -1.15, 0.5, CUE_OUT, CUE_OUT + 0.1)
    return PchipInterpolator(times, (_AWAY, _AWAY, 0.0, 0.0, _AWAY, _AWAY))


def _carrier(plan: ClipPlan, carry: CarryPlan, t: float) -> Occluder:
    """Return the hand that reaches for a ball or brings it, lets go and leaves."""
    path = plan.motion.trajectory(carry.ball)
    inside = np.clip(t, carry.t_in, carry.t_to)
    place = path.position(np.array([inside]))[0]
    end = path.position(np.array([carry.t_to]))[0, :2]
    entry = np.array(carry.entry)
    toward = (end - entry) / np.linalg.norm(end - entry)
    leaving = float(np.clip((t - carry.t_to) / 0.5, 0.0, 1.0))
    reach = max(carry.t_in - carry.t_from, 1e-6)
    coming = float(np.clip((carry.t_in - t) / reach, 0.0, 1.0))
    away = max(leaving, coming)
    back = toward * (0.035 + 1.3 * away**1.5)
    pose = "fist" if away == 0.0 else "open"
    height = float(place[2]) - 0.02 + 0.08 * away
    rng = np.random.default_rng([plan.seed, 8])
    return draw_hand(rng, place[:2] - back, toward, pose, height=max(height, 0.01))
