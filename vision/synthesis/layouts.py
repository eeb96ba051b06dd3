"""Random places of balls: scattered, frozen, racked, at rails, over pockets."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from vision.synthesis.arrays import floats64
from vision.synthesis.ball_looks import SetKind

Floats = NDArray[np.float64]


def draw_names(rng: np.random.Generator, kind: SetKind) -> list[str]:
    """Draw which balls of a set are there, the cue ball first.

    Args:
        rng: Draws.
        kind: Of the set.
    """
    if kind is SetKind.SNOOKER:
        colours = ["yellow", "green", "brown", "blue", "pink", "black"]
        names = ["red"] * int(rng.integers(0, 16)) + _some(rng, colours)
        return ["cue", *names]
    if kind is SetKind.ENGLISH:
        reds, yellows = int(rng.integers(0, 8)), int(rng.integers(0, 8))
        return ["cue", *["red"] * reds, *["yellow"] * yellows, "black"]
    if kind is SetKind.PYRAMID:
        return ["colored", *_some(rng, [f"white-{n}" for n in range(1, 16)])]
    if kind is SetKind.BONUS:
        others = [f"{c}-{n}" for c in ("purple", "orange") for n in range(1, 5)]
        return ["cue", *_some(rng, [*others, "bonus"])]
    last = int(rng.choice([9, 10, 15], p=[0.35, 0.1, 0.55]))
    return ["cue", *_some(rng, [str(n) for n in range(1, last + 1)])]


def _some(rng: np.random.Generator, names: Sequence[str]) -> list[str]:
    count = len(names) if rng.random() < 0.3 else int(rng.integers(1, len(names) + 1))
    return [str(name) for name in rng.permutation(list(names))[:count]]


def draw_places(rng: np.random.Generator, table: TableGeometry, count: int) -> Floats:
    """Draw centres of balls that do not overlap, metres, shape (count, 2).

    Args:
        rng: Draws.
        table: On which they lie.
        count: How many; the first is the cue ball.
    """
    style = rng.choice(["scatter", "rack", "cluster"], p=[0.68, 0.16, 0.16])
    taken: list[Floats] = []
    if style == "rack" and count > 4:
        taken = list(_rack(rng, table, count - 1))
    while len(taken) < count:
        place = _candidate(rng, table, taken, clustered=style == "cluster")
        if _free(place, taken, table.ball_radius):
            taken.append(place)
    if style == "rack" and count > 4:
        taken = taken[-1:] + taken[:-1]
    return np.array(taken[:count])


def _candidate(
    rng: np.random.Generator,
    table: TableGeometry,
    taken: Sequence[Floats],
    *,
    clustered: bool,
) -> Floats:
    radius = table.ball_radius
    half = np.array([table.length, table.width]) / 2 - radius
    choice = rng.random()
    if taken and choice < (0.6 if clustered else 0.15):  # frozen or nearly
        base = taken[int(rng.integers(len(taken)))]
        turn = rng.uniform(0, 2 * np.pi)
        gap = rng.choice([1e-5, rng.uniform(0, 0.5)]) * radius
        place = base + (2 * radius + gap) * np.array([np.cos(turn), np.sin(turn)])
        return place if np.all(np.abs(place) < half) else rng.uniform(-half, half)
    place = rng.uniform(-half, half)
    if choice > 0.85:  # at a rail
        axis = int(rng.integers(2))
        place[axis] = rng.choice([-1, 1]) * (half[axis] - rng.choice([0, 0.004]))
    elif choice > 0.79:  # in the jaws or over a lip
        pocket = table.pockets[int(rng.integers(6))]
        center = np.array(pocket.center)
        axis = -center / np.linalg.norm(center)
        place = center + axis * pocket.radius * rng.uniform(1.0, 1.7)
    return floats64(place)


def _free(place: Floats, taken: Sequence[Floats], radius: float) -> bool:
    return all(float(np.hypot(*(place - t))) >= 2 * radius for t in taken)


def _rack(rng: np.random.Generator, table: TableGeometry, count: int) -> Floats:
    """Return a triangle or a diamond at the foot spot."""
    diamond = count <= 9 and rng.random() < 0.8
    rows = [1, 2, 3, 2, 1] if diamond else [1, 2, 3, 4, 5]
    step = 2 * table.ball_radius * (1 + rng.choice([2e-4, rng.uniform(0, 0.02)]))
    places = [
        (table.length / 4 + n * step * np.sqrt(3) / 2, (m - (row - 1) / 2) * step)
        for n, row in enumerate(rows)
        for m in range(row)
    ]
    flip = rng.choice([-1.0, 1.0])
    return floats64(np.array(places[:count]) * np.array([flip, 1.0]))


def draw_turns(rng: np.random.Generator, count: int) -> Floats:
    """Draw rotations, evenly over all of them, shape (count, 3, 3)."""
    q = rng.normal(size=(count, 4))
    w, x, y, z = (q / np.linalg.norm(q, axis=1, keepdims=True)).T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), -1, 0)
