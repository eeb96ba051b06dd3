import numpy as np
import pytest

from cueref.pipeline.following import followable, with_motion
from cueref.pipeline.sightings import Sightings
from vision.changes import disc_box
from vision.detections import Detections

DT = 1 / 60
R = 10.0


def sightings(uv, *, motion=None, followed=0, streak=(0, 0)):
    uv = np.array(uv, float).reshape(-1, 2)
    n = len(uv)
    balls = Detections(
        uv,
        np.full(n, R),
        np.full(n, 0.9),
        np.zeros(n, np.int64),
        np.tile(np.array(streak, float), (n, 1)),
    )
    return Sightings(
        balls,
        balls,
        uv / 400,
        np.tile(np.eye(2), (n, 1, 1)),
        np.zeros((n, 20)),
        np.zeros((n, 2)),
        np.full((n, 2), np.nan) if motion is None else np.tile(motion, (n, 1)),
        np.full(n, followed),
    )


def around(uv, reach=2.0):
    u, v = uv
    return (u - reach * R, v - reach * R, u + reach * R, v + reach * R)


def test_a_slow_ball_apart_from_others_is_followed():
    known = sightings([(100, 100)], motion=(120.0, 0.0))
    assert followable(known, [around((100, 100))], DT).tolist() == [True]


@pytest.mark.parametrize(
    "known",
    [
        pytest.param(sightings([(100, 100)]), id="its motion is not known"),
        pytest.param(sightings([(100, 100)], motion=(900.0, 0)), id="it is fast"),
        pytest.param(
            sightings([(100, 100)], motion=(60.0, 0), followed=3),
            id="the network has not seen it for long",
        ),
        pytest.param(
            sightings([(100, 100)], motion=(60.0, 0), streak=(9, 0)), id="a streak"
        ),
        pytest.param(
            sightings([(100, 100), (121, 100)], motion=(60.0, 0)), id="another is near"
        ),
    ],
)
def test_everything_else_is_the_networks(known):
    assert not followable(known, [(75.0, 75.0, 140.0, 125.0)], DT).any()


def test_a_place_larger_than_its_ball_shows_something_else():
    known = sightings([(100, 100)], motion=(60.0, 0))
    assert not followable(known, [around((100, 100), reach=5)], DT).any()


def test_motion_comes_from_the_nearest_ball_before():
    before = sightings([(100, 100), (200, 200)])
    now = with_motion(sightings([(102, 101), (260, 200)]), before, DT)
    assert now.motion_px[0] == pytest.approx([120, 60])
    assert np.isnan(now.motion_px[1]).all()


def test_a_ball_moves_on_by_its_motion():
    moved = sightings([(100, 100)], motion=(120.0, 60.0)).moved_on(DT)
    assert moved.found.uv[0] == pytest.approx([102, 101])
    assert disc_box(moved.found.uv[0], R)[0] == pytest.approx(102 - 1.15 * R)
