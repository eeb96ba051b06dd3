"""What physics foresees: which balls and cushions meet next, in which order."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.events import Rail
from tests.tracking.billiards import DIAMETER, TABLE
from tracking.physics.foresight import Scenery, foreseen, signature
from tracking.physics.table_physics import TablePhysics
from tracking.physics.walls import Wall, walls_of

WALLS = walls_of(TABLE)
RADIUS = TABLE.ball_radius


def scenery(*balls: tuple[float, float, float, float], walls=WALLS) -> Scenery:
    """Balls with place and velocity at one second."""
    state = np.array(balls)
    return Scenery(
        1.0,
        tuple(range(len(balls))),
        state[:, :2],
        state[:, 2:],
        tuple(walls),
        RADIUS,
        TablePhysics(),
    )


def likeliest(scene: Scenery, until: float = 1.1):
    return [event.beat for event in foreseen(scene, until)[0]]


def nose(rail: Rail) -> Wall:
    return next(w for w in WALLS if w.rail is rail and not w.is_jaw)


def test_a_ball_that_meets_nothing_has_an_empty_chain() -> None:
    assert likeliest(scenery((0.0, 0.0, 1.0, 0.0))) == []


def test_a_contact_comes_when_the_balls_are_a_diameter_apart() -> None:
    (beat,) = likeliest(scenery((0.0, 0.0, 2.0, 0.0), (DIAMETER + 0.1, 0, 0, 0)))
    assert beat.balls == (0, 1)
    assert beat.t == pytest.approx(1.05, abs=1e-4)


def test_balls_that_touch_pass_a_blow_on() -> None:
    line = [(k * DIAMETER, 0.0, 0.0, 0.0) for k in (1, 2)]
    beats = likeliest(scenery((-0.05, 0.0, 2.0, 0.0), *line))
    assert [b.balls for b in beats][:2] == [(0, 1), (1, 2)]
    assert beats[1].t - beats[0].t < 0.001


def test_a_ball_before_a_cushion_is_hit_bounces_and_is_hit_again() -> None:
    x = TABLE.length / 2 - RADIUS - 0.004
    beats = likeliest(scenery((x - DIAMETER - 0.02, 0.3, 2.0, 0.0), (x, 0.3, 0, 0)))
    assert [b.balls for b in beats] == [(0, 1), (1,), (0, 1)]
    assert beats[1].wall is not None
    assert beats[1].wall.rail is Rail.FOOT


def test_a_ball_that_leaves_a_cushion_does_not_touch_it() -> None:
    x = TABLE.length / 2 - RADIUS
    assert likeliest(scenery((x, 0.3, -1.0, 0.0))) == []


def test_a_ball_is_sent_back_by_a_jaw() -> None:
    jaw = next(w for w in WALLS if w.normal is None)
    away = (0.7, 0.7) if jaw.anchor @ (1, 1) < 0 else (-0.7, -0.7)
    place = jaw.anchor + np.array(away) * 0.15
    velocity = -np.array(away)
    beats = likeliest(scenery((*place, *velocity), walls=[jaw]), 1.2)
    assert [b.wall for b in beats] == [jaw]


def test_velocities_afterwards_keep_the_momentum() -> None:
    scene = scenery((0.0, 0.0, 2.0, 0.5), (DIAMETER + 0.02, 0.01, 0.0, -0.3))
    (event,) = foreseen(scene, 1.05)[0]
    assert np.allclose(event.after.sum(axis=0), [2.0, 0.2], atol=1e-9)


def test_what_noise_decides_comes_as_more_than_one_chain() -> None:
    # It grazes or misses by a hair.
    scene = scenery((0.0, DIAMETER - 1e-4, 2.0, 0.0), (0.1, 0.0, 0.0, 0.0))
    chains = {signature([e.beat for e in chain]) for chain in foreseen(scene, 1.1)}
    assert len(chains) == 2


@settings(deadline=None)
@given(st.floats(-0.5, 0.5), st.floats(-0.3, 0.3), st.floats(-3, 3), st.floats(-3, 3))
def test_chains_keep_the_order_of_time(x: float, y: float, u: float, v: float) -> None:
    scene = scenery((x, y, u, v), (x + 0.1, y + 0.05, -u, v), (0.3, -0.2, 0.0, 0.0))
    for chain in foreseen(scene, 1.5):
        times = [event.beat.t for event in chain]
        assert times == sorted(times)
        assert all(1.0 <= t <= 1.5 + 1e-3 for t in times)


def test_soft_cushions_give_back_less() -> None:
    x = TABLE.length / 2 - RADIUS - 0.01
    hard = scenery((x, 0.3, 1.0, 0.0), walls=[nose(Rail.FOOT)])
    soft = replace(hard, physics=TablePhysics(rail_restitution=0.5))
    speeds = [-float(foreseen(s, 1.1)[0][0].after[0, 0]) for s in (hard, soft)]
    assert speeds == pytest.approx([0.75, 0.5])
