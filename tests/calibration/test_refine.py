import numpy as np
import pytest

from adjudicator.events import Rail
from calibration.four_corners import calibrate_from_corners
from calibration.refine import RailTouchSeen, ball_size_error, correction, refined
from tests.calibration.pictures import POOL, SIZE, camera_over, truth_corners

CAMERA = camera_over(fill=0.7, tilt=0.05)
HALF = (POOL.length / 2 - POOL.ball_radius, POOL.width / 2 - POOL.ball_radius)


def touches(seen_from_true=None, *, noise=0.0003, each=8, seed=0):
    """Balls frozen to all rails, as a map that is slightly off sees them."""
    rng = np.random.default_rng(seed)
    found = []
    for rail, axis, sign in (
        (Rail.HEAD, 0, -1), (Rail.FOOT, 0, 1), (Rail.LEFT, 1, 1), (Rail.RIGHT, 1, -1),
    ):  # fmt: skip
        for _ in range(each):
            place = rng.uniform(-0.8, 0.8, 2) * HALF
            place[axis] = sign * HALF[axis]
            if seen_from_true is not None:
                place = seen_from_true(place)
            place = place + rng.normal(0, noise, 2)
            found.append(RailTouchSeen(place[0], place[1], rail, 0.0005))
    return found


def stretched(place):
    return place * (1.0015, 0.999) + (0.001, -0.0008)


def test_a_map_that_is_right_is_left_alone():
    found = correction(touches(), POOL)
    assert found is not None
    assert found.largest_mm < 0.5


def test_touches_of_all_rails_tell_stretch_and_shift():
    found = correction(touches(stretched), POOL)
    assert found is not None
    for true in ((0.9, 0.4), (-1.0, -0.5), (0.0, 0.0)):
        seen = np.append(stretched(np.array(true)), 1.0)
        assert found.matrix @ seen == pytest.approx(true, abs=0.0005)
    assert found.residual_mm < 0.5


def test_a_touch_that_was_none_does_not_count():
    wrong = RailTouchSeen(0.3, HALF[1] - 0.02, Rail.LEFT, 0.0005)
    found = correction([*touches(), wrong], POOL)
    assert found is not None
    assert found.largest_mm < 0.6


def test_few_touches_tell_nothing():
    assert correction(touches(each=1), POOL) is None


def test_more_than_a_refinement_is_refused():
    assert correction(touches(lambda place: np.add(place, 0.03)), POOL) is None


def test_the_refined_map_puts_the_balls_at_their_rails():
    calibration = calibrate_from_corners(truth_corners(CAMERA), SIZE, POOL, "left")
    found = correction(touches(stretched), POOL)
    assert found is not None
    better = refined(calibration, found)
    true = np.array([[0.5, HALF[1]], [-HALF[0], 0.2]])
    seen = calibration.uv_from_xy(np.array([stretched(xy) for xy in true]))
    assert better.xy_from_uv(seen) == pytest.approx(true, abs=0.0006)


def test_balls_that_are_seen_too_large_are_told():
    calibration = calibrate_from_corners(truth_corners(CAMERA), SIZE, POOL, "left")
    xy = np.random.default_rng(1).uniform(-0.5, 0.5, (12, 2))
    seen = 1.08 * calibration.radius_px(xy)
    assert ball_size_error(seen, xy, calibration) == pytest.approx(0.08)
    assert ball_size_error(seen[:3], xy[:3], calibration) is None
