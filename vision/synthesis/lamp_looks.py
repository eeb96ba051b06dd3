"""Rooms: which lamps hang where."""

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from vision.synthesis.colours import variant_rng
from vision.synthesis.light import Lamps, make_lamps

Floats = NDArray[np.float64]


def draw_lamps(rng: np.random.Generator, variant: int, table: TableGeometry) -> Lamps:
    """Draw the lamps of a room.

    Args:
        rng: Draws what varies within a variant.
        variant: Number of the room, 0..15.
        table: Under the lamps.
    """
    make = variant_rng("lamps", variant)
    kinds = (_pendants, _box, _frame, _panels, _spot, _tubes)
    kind = kinds[int(make.choice(6, p=[0.2, 0.2, 0.2, 0.15, 0.1, 0.15]))]
    positions, radii = kind(make, table)
    positions[:, :2] += rng.normal(0, 0.08, 2)
    share = make.uniform(0.8, 1.2, len(radii))
    warm = rng.normal(0, 0.05)
    tints = _tints(make, warm, len(radii))
    if make.random() < 0.25:  # a window
        side = make.uniform(-np.pi, np.pi)
        window = [[3 * np.cos(side), 3 * np.sin(side), make.uniform(0.9, 2.0)]]
        positions = np.concatenate([positions, window])
        radii = np.append(radii, make.uniform(0.4, 0.8))
        share = np.append(share, share.sum() * make.uniform(0.1, 0.8))
        tints = np.vstack([tints, _tint(-make.uniform(0, 0.15))])
    ambient = rng.uniform(0.15, 0.6) * _tint(-warm / 2)
    return make_lamps(
        positions, radii, share, tints, ambient, float(rng.uniform(0.2, 0.9))
    )


def _tints(make: np.random.Generator, warm: float, count: int) -> Floats:
    """Return the colour of each lamp, blue first; in some rooms they differ."""
    each = np.full(count, warm)
    if make.random() < 0.25:  # tubes replaced one by one, warm beside cold
        each += make.choice([-1, 1], count) * make.uniform(0.04, 0.14)
    return np.array([_tint(one) for one in each])


def _tint(warm: float) -> Floats:
    return np.array([1 - warm, 1.0, 1 + warm])


def _pendants(make: np.random.Generator, table: TableGeometry) -> tuple[Floats, Floats]:
    count = int(make.integers(2, 5))
    along = np.linspace(-1, 1, count) * table.length * 0.32
    height = make.uniform(0.8, 1.2)
    positions = np.stack([along, np.zeros(count), np.full(count, height)], axis=1)
    return positions, np.full(count, make.uniform(0.1, 0.2))


def _box(make: np.random.Generator, table: TableGeometry) -> tuple[Floats, Floats]:
    """Return a long light box as discs side by side."""
    along = np.linspace(-1, 1, 6) * table.length * make.uniform(0.25, 0.42)
    height, half = make.uniform(0.9, 1.6), make.uniform(0.08, 0.3)
    rows = [
        np.stack([along, np.full(6, side * half), np.full(6, height)], axis=1)
        for side in (-1, 1)
    ]
    return np.concatenate(rows), np.full(12, make.uniform(0.08, 0.16))


def _tubes(make: np.random.Generator, table: TableGeometry) -> tuple[Floats, Floats]:
    """Return strip lamps: one to three long tubes or LED profiles."""
    count, discs = int(make.integers(1, 4)), 7
    long = make.uniform(0.5, 0.8)
    along = np.linspace(-0.5, 0.5, discs) * table.length * long
    height = make.uniform(0.8, 2.2)
    across = np.linspace(-1, 1, count) if count > 1 else np.zeros(1)
    rows = [
        np.stack([along, np.full(discs, y), np.full(discs, height)], axis=1)
        for y in across * make.uniform(0.15, 0.6)
    ]
    if make.random() < 0.2:  # they hang across the table
        rows = [row[:, [1, 0, 2]] for row in rows]
    return np.concatenate(rows), np.full(count * discs, make.uniform(0.02, 0.06))


def _frame(make: np.random.Generator, table: TableGeometry) -> tuple[Floats, Floats]:
    """Return lamps around the table, as over a television table."""
    turn = np.linspace(0, 2 * np.pi, 10, endpoint=False) + make.uniform(0, 0.6)
    positions = np.stack(
        [
            np.cos(turn) * table.length * make.uniform(0.3, 0.6),
            np.sin(turn) * table.width * make.uniform(0.4, 0.8),
            np.full(10, make.uniform(1.2, 2.4)),
        ],
        axis=1,
    )
    return positions, np.full(10, make.uniform(0.06, 0.14))


def _panels(make: np.random.Generator, table: TableGeometry) -> tuple[Floats, Floats]:
    """Return ceiling panels, not centred on the table."""
    columns, rows = int(make.integers(2, 4)), int(make.integers(1, 3))
    x, y = np.meshgrid(
        np.linspace(-1, 1, columns) * table.length * 0.6,
        np.linspace(-1, 1, rows) * make.uniform(0.6, 1.4),
    )
    x, y = x.ravel() + make.normal(0, 0.6), y.ravel() + make.normal(0, 0.4)
    height = np.full(x.size, make.uniform(1.7, 2.6))
    return np.stack([x, y, height], axis=1), np.full(x.size, make.uniform(0.15, 0.35))


def _spot(make: np.random.Generator, table: TableGeometry) -> tuple[Floats, Floats]:
    """Return one or two strong small lamps off the middle: hard shadows."""
    count = int(make.integers(1, 3))
    positions = np.stack(
        [
            make.uniform(-0.6, 0.6, count) * table.length,
            make.uniform(-0.9, 0.9, count) * table.width,
            make.uniform(1.2, 2.4, count),
        ],
        axis=1,
    )
    return positions, make.uniform(0.03, 0.09, count)
