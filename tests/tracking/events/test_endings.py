"""How a path ends that breaks off while the ball still moves."""

import numpy as np
import pytest

from adjudicator.events import PocketName
from adjudicator.table import TABLES, TableKind
from tracking.events.endings import Ending, EndingKind, find_ending
from tracking.motion.knots import cut
from tracking.motion.samples import prepare
from tracking.path import BallPath

TABLE = TABLES[TableKind.POOL_9FT]
CORNER = np.array([TABLE.length, TABLE.width]) / 2


def ending(xy: np.ndarray, fps: float = 30.0) -> Ending:
    m = len(xy)
    path = BallPath(
        0,
        np.arange(m) / fps,
        np.arange(m),
        xy,
        np.tile(np.eye(2) * 1e-6, (m, 1, 1)),
    )
    (samples,) = prepare((path,))
    return find_ending(path, samples, cut(samples), TABLE, m / fps + 1.0, 1 / fps)


def rolling(last: np.ndarray, velocity: tuple[float, float], m: int = 12) -> np.ndarray:
    back = np.arange(m - 1, -1, -1)[:, None] / 30
    return last - np.array(velocity) * back


def test_a_fast_ball_that_vanishes_on_its_way_into_a_corner_has_dropped():
    found = ending(rolling(CORNER - 0.065, (1.8, 1.7)))
    assert found.kind is EndingKind.POCKETED
    assert found.pocket is PocketName.FOOT_LEFT


def test_it_has_dropped_even_if_its_last_sightings_stand_still():
    way = rolling(CORNER - 0.065, (1.8, 1.7))
    found = ending(np.vstack((way, way[-1] + 0.0005)))
    assert found.kind is EndingKind.POCKETED


@pytest.mark.parametrize("velocity", [(-1.8, -1.7), (0.05, 0.05)])
def test_one_that_leaves_the_corner_or_creeps_far_from_it_has_not(velocity):
    found = ending(rolling(CORNER - 0.16, velocity))
    assert found.kind is not EndingKind.POCKETED


def test_a_ball_that_vanishes_in_the_open_is_only_unseen():
    assert ending(rolling(np.zeros(2), (1.0, 0.4))).kind is EndingKind.UNSEEN


def test_a_fallen_ball_that_seems_to_come_back_to_the_edge_fell_when_it_came():
    pocket = next(p for p in TABLE.pockets if p.name is PocketName.CENTER_LEFT)
    middle, out = np.array(pocket.center), np.array([0.0, -1.0])
    way = [middle + out * (pocket.radius + 0.02 * k) for k in range(8, 0, -1)]
    inside = [middle + out * (pocket.radius + d) for d in (-0.01, -0.03, -0.02, 0.004)]
    found = ending(np.array(way + inside * 3))
    assert found.kind is EndingKind.POCKETED
    assert found.t == pytest.approx(8 / 30)


def test_a_fast_ball_last_seen_over_the_cushion_has_left_the_table():
    over = np.array([0.3, TABLE.width / 2 - TABLE.ball_radius + 0.015])
    found = ending(rolling(over, (0.5, 2.5)))
    assert found.kind is EndingKind.OFF_TABLE
    assert found.confidence > 0.8


def test_a_ball_last_seen_at_the_cushion_has_not_left_for_that():
    at = np.array([0.3, TABLE.width / 2 - TABLE.ball_radius + 0.002])
    assert ending(rolling(at, (0.5, 2.5))).kind is EndingKind.UNSEEN


def test_a_ball_that_rattles_on_the_edge_falls_after_its_last_turn():
    pocket = next(p for p in TABLE.pockets if p.name is PocketName.CENTER_LEFT)
    edge = np.array(pocket.center) - (0.0, pocket.radius)
    # It comes along the rail, is stopped by the far jaw on the edge, and sinks.
    steps = np.arange(-6, 2)[:, None]
    comes = edge + np.hstack((0.018 * steps, 0.004 * steps - 0.001))
    turns = comes[-1] + np.array([(-0.012, 0.002), (-0.02, 0.02), (-0.02, 0.05)])
    found = ending(np.vstack((comes, turns)))
    assert found.kind is EndingKind.POCKETED
    assert found.t == pytest.approx(len(comes) / 30)
