"""Closeness proposes touches: one for each approach."""

import numpy as np

from adjudicator.events import Rail
from tests.tracking.billiards import TABLE, path
from tracking.physics.near_passes import near_passes
from tracking.physics.walls import walls_of

SIDE = TABLE.width / 2 - TABLE.ball_radius


def times_at_left(legs) -> list[float]:
    """When a ball comes near to the left rail."""
    found = near_passes(
        [path(0, legs, sigma=0.0002)], walls_of(TABLE), TABLE.ball_radius
    )
    return [
        beat.t
        for beat in found
        if beat.wall and beat.wall.rail is Rail.LEFT and not beat.wall.is_jaw
    ]


def test_a_ball_that_comes_back_to_a_cushion_that_it_stayed_near_comes_anew() -> None:
    away = (0.0, (0.4, SIDE), (-0.9, -0.042))
    comes = (0.13, (0.285, SIDE - 0.0055), (-0.1, 0.12))
    leaves = (0.16, (0.282, SIDE - 0.0019), (-0.05, -0.08))
    times = times_at_left([away, comes, leaves])
    assert any(abs(t - 0.16) < 0.03 for t in times)


def test_a_ball_that_rolls_along_a_cushion_does_not_come_anew() -> None:
    times = times_at_left([(0.0, (0.9, SIDE - 0.001), (-0.3, 0.0))])
    assert len(times) <= 3
    assert np.all(np.diff(times) > 0.03)
