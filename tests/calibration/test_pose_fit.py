from dataclasses import replace

import numpy as np
import pytest

from calibration.pose import LINES, Edges, Pose, joined
from calibration.pose_fit import corner_spread, corners_apart, fit_pose
from tests.calibration.pictures import camera_over, pose_over

CAMERA = camera_over(tilt=0.25)
EACH = 16
NOSES, BORDERS = 0, 4


@pytest.fixture(name="pose")
def true_pose() -> Pose:
    return pose_over(CAMERA)


def edges_of(
    pose: Pose, first: int, off_px: dict[int, float], shared_px: float
) -> Edges:
    """Exact points on four noses or four borders, some edges shifted as a whole."""
    seen = pose.rectangle(margin=pose.cushion if first else 0.0)
    ends = np.roll(seen.corners, -1, axis=0)
    way = np.linspace(0.05, 0.95, EACH)[:, None]
    uv = []
    for side, (a, b) in enumerate(zip(seen.corners, ends, strict=True)):
        out = np.array([(b - a)[1], -(b - a)[0]]) / np.linalg.norm(b - a)
        uv.append(seen.lens.distort(a + way * (b - a) + off_px.get(side, 0.0) * out))
    side = np.repeat(np.arange(4), EACH)
    shared = np.zeros(LINES)
    shared[first : first + 4] = shared_px
    return Edges(
        np.concatenate(uv),
        side,
        np.full(4 * EACH, first == BORDERS),
        np.full(4 * EACH, 40.0),
        shared,
    )


def test_a_nose_that_is_off_as_a_whole_yields_to_all_other_edges(pose: Pose) -> None:
    borders = edges_of(pose, BORDERS, {}, 0.1)
    stubborn = joined(edges_of(pose, NOSES, {2: 2.0}, 0.0), borders)
    faint = np.where(np.arange(LINES) == 2, 1.0, 0.1)
    yielding = replace(stubborn, shared_px=faint)
    held = fit_pose(stubborn, pose, scale_px=3.0)
    freed = fit_pose(yielding, pose, scale_px=3.0)
    assert corners_apart(pose, freed.pose) < 0.2 * corners_apart(pose, held.pose)
    assert freed.offset_px[2] == pytest.approx(2.0, abs=0.3)
    assert np.abs(np.delete(freed.offset_px, 2)).max() < 0.1


def test_edges_without_a_common_error_have_no_offset(pose: Pose) -> None:
    edges = edges_of(pose, NOSES, {2: 2.0}, 0.0)
    assert np.abs(fit_pose(edges, pose, scale_px=3.0).offset_px).max() < 1e-3


def test_corners_are_less_sure_the_more_whole_edges_may_be_off(pose: Pose) -> None:
    spreads = []
    for shared in (0.0, 0.3, 1.0):
        edges = joined(
            edges_of(pose, NOSES, {}, shared), edges_of(pose, BORDERS, {}, shared)
        )
        fitted = fit_pose(edges, pose, scale_px=0.5)
        spreads.append(float(corner_spread(fitted, edges, 0.5).max()))
    assert spreads[0] < spreads[1] < spreads[2]


def test_joined_edges_are_as_unsure_as_the_worst_part(pose: Pose) -> None:
    both = joined(edges_of(pose, NOSES, {}, 0.2), edges_of(pose, NOSES, {}, 0.5))
    assert both.shared_px[:4] == pytest.approx(0.5)
    assert both.shared_px[4:] == pytest.approx(0.0)


def test_a_rail_below_the_camera_is_seen_straight_from_above(
    pose: Pose,
) -> None:
    camera = -pose.rotation.T @ pose.translation
    oblique = pose.obliquity()
    assert oblique[0] + oblique[2] == pytest.approx(1 / camera[2])
    assert oblique[1] + oblique[3] == pytest.approx(pose.aspect / camera[2])
    moved = replace(pose, translation=pose.rotation @ [0.0, 0.5, -camera[2]])
    assert moved.obliquity()[0] == pytest.approx(0.0)
