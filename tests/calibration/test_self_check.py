import numpy as np

from adjudicator.events import Point
from calibration.self_check import MapCheck
from tests.calibration.pictures import POOL

REACH_X = POOL.length / 2 - POOL.ball_radius
REACH_Y = POOL.width / 2 - POOL.ball_radius


def test_balls_that_touch_a_rail_are_no_reason_to_complain() -> None:
    check = MapCheck(POOL)
    rng = np.random.default_rng(1)
    for _ in range(60):
        place = Point(float(rng.uniform(-0.9, -0.3)), REACH_Y + rng.normal(0, 0.0015))
        assert check.add([place]) is None


def test_balls_inside_a_cushion_tell_which_rail_is_off_and_only_once() -> None:
    check = MapCheck(POOL)
    told = [check.add([Point(0.2 + 0.1 * n, -REACH_Y - 0.007)]) for n in range(6)]
    complaints = [text for text in told if text is not None]
    assert len(complaints) == 1
    assert "right cushion" in complaints[0]
    assert "7 mm" in complaints[0]


def test_a_ball_that_stays_where_it_is_counts_once() -> None:
    check = MapCheck(POOL)
    place = Point(REACH_X + 0.006, 0.2)
    assert all(check.add([place]) is None for _ in range(10))


def test_balls_in_the_jaws_of_a_pocket_say_nothing() -> None:
    check = MapCheck(POOL)
    corner = [Point(REACH_X + 0.01, REACH_Y - 0.03 - 0.004 * n) for n in range(6)]
    middle = [Point(0.01 * n - 0.02, REACH_Y + 0.012) for n in range(5)]
    assert check.add([*corner, *middle]) is None
