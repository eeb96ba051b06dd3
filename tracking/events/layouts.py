"""Layouts before and after a shot: averaged places, frozen balls, gaps."""

import itertools
from collections.abc import Sequence
from typing import Final

import numpy as np

from adjudicator.events import Rail
from adjudicator.table import TableGeometry
from tracking.arrays import FloatArray
from tracking.events.extraction_result import StillBall, StillLayout, StillPair
from tracking.motion.edges import Edge

_PAIR_REACH: Final = 0.006
_FROZEN_PAIR: Final = 0.0010
_FROZEN_RAIL: Final = 0.0015
_MAP_SIGMA: Final = 0.0005


def make_layout(
    places: Sequence[tuple[int, Edge]], table: TableGeometry
) -> StillLayout:
    """Build a layout from the still places of balls, by key."""
    balls = tuple(_still_ball(key, edge, table) for key, edge in places)
    pairs = []
    for a, b in itertools.combinations(balls, 2):
        gap = float(np.hypot(*(a.xy - b.xy))) - 2 * table.ball_radius
        if gap > _PAIR_REACH:
            continue
        sigma = float(np.sqrt(a.sigma**2 + b.sigma**2 + _MAP_SIGMA**2))
        first, second = sorted((a.key, b.key))
        frozen = gap < max(_FROZEN_PAIR, 2 * sigma)
        pairs.append(StillPair((first, second), gap, sigma, frozen))
    return StillLayout(balls, tuple(pairs))


def _still_ball(key: int, edge: Edge, table: TableGeometry) -> StillBall:
    xy = edge.mean[0, :2]
    sigma = float(np.sqrt(np.trace(edge.covariance[0, :2, :2]) / 2))
    rail, gap = _nearest_rail(xy, table)
    limit = max(_FROZEN_RAIL, 2 * float(np.hypot(sigma, _MAP_SIGMA)))
    return StillBall(key, xy, sigma, rail if gap < limit else None, gap)


def _nearest_rail(xy: FloatArray, table: TableGeometry) -> tuple[Rail | None, float]:
    best: tuple[Rail | None, float] = (None, float("inf"))
    for nose in table.noses:
        start, end = np.array(nose.start), np.array(nose.end)
        along = (xy - start) @ (end - start) / np.sum((end - start) ** 2)
        gap = float((xy - start) @ np.array(nose.normal)) - table.ball_radius
        if 0 <= along <= 1 and gap < best[1]:
            best = (nose.rail, gap)
    return best
