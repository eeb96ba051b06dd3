import numpy as np
import pytest

from calibration.pose import Edges, Pose
from calibration.pose_fit import fit_pose
from calibration.stability import stability
from tests.calibration.pictures import camera_over, pose_over

CAMERA = camera_over(tilt=0.25)


@pytest.fixture(name="pose")
def true_pose() -> Pose:
    return pose_over(CAMERA)


def points(pose: Pose, noise_px: float, wrong_px: float = 0.0) -> Edges:
    """Points along the noses; those of one rail may lie elsewhere."""
    rng = np.random.default_rng(2)
    seen = pose.rectangle()
    ends = np.roll(seen.corners, -1, axis=0)
    way = np.linspace(0.05, 0.95, 60)[:, None]
    uv, side = [], np.repeat(np.arange(4), 60)
    for number, (a, b) in enumerate(zip(seen.corners, ends, strict=True)):
        out = np.array([(b - a)[1], -(b - a)[0]]) / np.linalg.norm(b - a)
        off = rng.normal(0, noise_px, 60) + (wrong_px if number == 1 else 0.0)
        uv.append(seen.lens.distort(a + way * (b - a) + off[:, None] * out))
    return Edges(np.concatenate(uv), side, np.zeros(240, bool), np.ones(240))


def test_points_that_agree_hold_the_corners_still(pose: Pose) -> None:
    edges = points(pose, 0.2)
    fitted = fit_pose(edges, pose, scale_px=0.5).pose
    held = stability(fitted, edges)
    assert held.parts.max() < 0.003
    assert held.rails.max() < 0.02


def test_a_rail_that_is_wrong_lets_the_corners_go(pose: Pose) -> None:
    edges = points(pose, 0.2, wrong_px=6.0)
    fitted = fit_pose(edges, pose, scale_px=2.0).pose
    held = stability(fitted, edges)
    right = stability(pose, points(pose, 0.2))
    assert held.rails.max() > 2 * right.rails.max()
