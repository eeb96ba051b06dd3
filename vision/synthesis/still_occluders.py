"""Which players and tools are in a single picture, and where."""

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from vision.synthesis.occluders import Occluder
from vision.synthesis.players import (
    draw_body,
    draw_bridge,
    draw_chalk,
    draw_clutter,
    draw_cue,
    draw_hand,
    draw_rack,
)

Floats = NDArray[np.float64]


def draw_occluders(
    rng: np.random.Generator, table: TableGeometry, balls: Floats
) -> list[Occluder]:
    """Draw things that are no balls, lowest first.

    Args:
        rng: Draws.
        table: On and around which they are.
        balls: Places of balls, metres, shape (n, 2), the cue ball first.
    """
    things: list[Occluder] = []
    half = np.array([table.length, table.width]) / 2
    if rng.random() < 0.3:
        place = _beside(rng, half, rng.uniform(0.07, 0.12))
        things.append(draw_chalk(rng, place, table.nose_height))
    while rng.random() < 0.25:
        on_cloth = rng.random() < 0.12
        place = _beside(rng, half, rng.uniform(0.06, 0.5))
        if on_cloth:
            place = rng.uniform(-0.95, 0.95, 2) * half
        height = 0.0 if on_cloth else table.nose_height
        things.append(draw_clutter(rng, place, height))
    if rng.random() < 0.06:
        place = rng.uniform(-0.9, 0.9, 2) * half
        if rng.random() < 0.5:
            place = np.array([half[0] / 2, 0.0]) + rng.normal(0, 0.03, 2)
        things.append(draw_rack(rng, table, place, rng.uniform(0, 2 * np.pi)))
    if rng.random() < 0.35:
        things += _shooter(rng, table, balls[0])
    if rng.random() < 0.08:
        turn = _unit(rng.uniform(0, 2 * np.pi))
        things.append(draw_bridge(rng, balls[0] - turn * rng.uniform(0.1, 0.3), turn))
    if rng.random() < 0.15:
        things += _reaching_player(rng, half, balls)
    if rng.random() < 0.15:
        place = _beside(rng, half, rng.uniform(0.2, 0.5))
        inward = -place / np.linalg.norm(place)
        things += draw_body(rng, place, inward)
    if rng.random() < 0.08:  # a cue that lies about
        turn = _unit(rng.uniform(0, 2 * np.pi))
        tip = np.array([*(rng.uniform(-1.1, 1.1, 2) * half), table.nose_height + 0.01])
        things.append(draw_cue(rng, tip, turn, elevation=0.0))
    return things


def _shooter(
    rng: np.random.Generator, table: TableGeometry, cue_ball: Floats
) -> list[Occluder]:
    """Return cue and bridge hand behind the cue ball, sometimes the head."""
    half = np.array([table.length, table.width]) / 2
    aims = [_unit(rng.uniform(0, 2 * np.pi)) for _ in range(5)]
    aim = min(aims, key=lambda a: _to_edge(cue_ball, -a, half))
    radius = table.ball_radius
    gap = radius + rng.choice([0.0, rng.uniform(0, 0.25)])
    tip = np.array([*(cue_ball - aim * gap), radius * rng.uniform(0.7, 1.4)])
    moving = rng.random() < 0.3
    cue = draw_cue(
        rng,
        tip,
        aim,
        speed=rng.uniform(0.5, 6) if moving else 0.0,
        exposure=float(rng.choice([1 / 30, 1 / 60, 1 / 120])),
    )
    things = []
    if rng.random() < 0.85:
        back = rng.uniform(0.15, 0.35)
        side = np.array([-aim[1], aim[0]]) * rng.normal(0, 0.012)
        toward = _unit(np.arctan2(aim[1], aim[0]) + rng.normal(0, 0.5))
        place = tip[:2] - aim * back + side
        reach = _to_edge(place, -toward, half) + 0.15
        hand = draw_hand(rng, place, toward, "bridge", reach=reach)
        things.append(hand)
    things.append(cue)
    place = tip[:2] - aim * rng.uniform(0.5, 0.9)
    if rng.random() < 0.6 and np.any(np.abs(place) > half):
        things += draw_body(rng, place, aim)
    return things


def _reaching_player(
    rng: np.random.Generator, half: Floats, balls: Floats
) -> list[Occluder]:
    """Return a hand that reaches over the table, often to a ball, and who reaches."""
    target = balls[int(rng.integers(len(balls)))] + rng.normal(0, 0.06, 2)
    if rng.random() < 0.4:
        target = rng.uniform(-1.05, 1.05, 2) * half
    start = _beside(rng, half, 0.3)
    if rng.random() < 0.8:  # from the nearest long rail, along a slant
        start = np.array([target[0], np.copysign(half[1] + 0.3, target[1])])
        start[0] += rng.normal(0, 0.35)
    toward = (target - start) / max(float(np.linalg.norm(target - start)), 0.1)
    pose = str(rng.choice(["open", "fist", "bridge"]))
    height = float(rng.uniform(0.01, 0.12))
    reach = float(np.linalg.norm(target - start))
    hand = draw_hand(rng, target, toward, pose, height=height, reach=reach)
    if rng.random() < 0.4:
        return [hand]
    return [hand, *draw_body(rng, start + toward * rng.uniform(-0.1, 0.1), toward)]


def _beside(rng: np.random.Generator, half: Floats, outside: float) -> Floats:
    """Return a place some way outside the noses, metres."""
    place = rng.uniform(-1, 1, 2) * half
    axis = int(rng.integers(2))
    place[axis] = rng.choice([-1, 1]) * (half[axis] + outside)
    return place


def _to_edge(place: Floats, along: Floats, half: Floats) -> float:
    """Return how far a place is from the noses in a direction, metres."""
    ways = [
        (np.copysign(half[axis], along[axis]) - place[axis]) / along[axis]
        for axis in (0, 1)
        if abs(along[axis]) > 1e-6
    ]
    return float(max(min(ways), 0.0))


def _unit(angle: float) -> Floats:
    return np.array([np.cos(angle), np.sin(angle)])
