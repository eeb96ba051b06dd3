from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.edge_network import CHANNELS, PIECES, network_input
from calibration.locating import locate, pockets_near, read_picture
from calibration.pose import Edges, Pose
from calibration.pose_fit import fit_pose
from calibration.rail_reading import (
    SCALE_PX,
    points_of,
    rail_edges,
    read_borders,
    read_noses,
)
from calibration.rail_windows import COLUMNS, ROWS, WIDE, rail_window
from calibration.rails import agreement, follow_rails
from tests.calibration.pictures import camera_over, picture, pose_over, truth_corners

CAMERA = camera_over(tilt=0.2)
IMAGE = picture(CAMERA)


NO_POCKETS = Edges(
    np.empty((0, 2)), np.empty(0, np.intp), np.empty(0, np.bool_), np.empty(0)
)


def true_pose(shift: float = 0.0) -> Pose:
    return pose_over(CAMERA, shift)


def corner_error(found: np.ndarray) -> float:
    away = np.linalg.norm(found[:, None] - truth_corners(CAMERA)[None], axis=2)
    return float(away.min(axis=0).max())


def test_the_noses_are_followed_from_a_pose_that_is_off() -> None:
    found = follow_rails(IMAGE, true_pose(shift=3.0), NO_POCKETS)
    assert corner_error(found.fitted.pose.rectangle().corners_uv) < 1.2


def test_pockets_hold_a_rail_that_is_hidden() -> None:
    hidden = IMAGE.copy()
    hidden[:, :150] = (70, 60, 55)
    pose = true_pose()
    start = replace(pose, translation=pose.translation - [0.05, 0.0, 0.0])
    reading = read_picture(IMAGE)
    weight = 10 * (SCALE_PX / float(reading.scale[0])) ** 2
    pockets = pockets_near(reading, start).weighed(weight)
    free, held = (
        corner_error(
            follow_rails(hidden, start, each).fitted.pose.rectangle().corners_uv
        )
        for each in (NO_POCKETS, pockets)
    )
    assert held < 15.0
    assert held < 0.5 * free


def test_where_the_cushions_end_is_read_one_width_behind_the_noses() -> None:
    pose = true_pose()
    for each in read_borders(IMAGE, pose, WIDE):
        assert np.median(each.depth) == pytest.approx(0.052 / 1.27, abs=0.004)


def test_an_edge_is_trusted_as_a_whole_as_far_as_its_pieces_are_sure() -> None:
    pose = true_pose()
    dim = (IMAGE.astype(float) * 0.04 + 60).astype(np.uint8)
    clear = points_of(pose, read_noses(IMAGE, pose, WIDE), is_outer=False)
    faint = points_of(pose, read_noses(dim, pose, WIDE), is_outer=False)
    assert clear.shared_px[:4].max() < faint.shared_px[:4].max()
    assert not clear.shared_px[4:].any()


def test_in_a_soft_picture_noses_yield_to_where_the_cushions_end() -> None:
    pose = true_pose()
    soft = rail_edges(cv2.GaussianBlur(IMAGE, (0, 0), 3.0), pose, WIDE)
    assert (soft.shared_px[:4] > soft.shared_px[4:]).all()
    shadow = (soft.side == 3) & ~soft.is_outer
    uv = soft.uv + np.where(shadow[:, None], (1.5, 0.0), 0.0)  # the left nose
    off = fit_pose(replace(soft, uv=uv), pose, scale_px=2.0).pose
    assert corner_error(off.rectangle().corners_uv) < 1.3


def test_noses_agree_with_a_true_pose_and_not_with_another() -> None:
    assert (
        agreement(IMAGE, true_pose()).min()
        > 2 * agreement(IMAGE, true_pose(shift=9.0)).min()
    )


def test_the_place_of_the_table_is_read_through_a_person_over_it() -> None:
    image = IMAGE.copy()
    image[:130, 200:260] = (90, 40, 40)
    assert corner_error(locate(read_picture(image), 2.0)[0].rectangle().corners_uv) < 25


def test_places_of_the_maps_and_of_the_picture_are_one() -> None:
    reading = read_picture(IMAGE)
    uv = np.array([[0.0, 0.0], [100.5, 77.25], [639.0, 359.0]])
    assert reading.uv(reading.cells(uv)) == pytest.approx(uv)


def test_a_window_is_rows_along_and_columns_across() -> None:
    window = rail_window(IMAGE, true_pose().rectangle(), 0, 0.1)
    assert window.image_bgr.shape == (ROWS, COLUMNS, 3)
    assert window.depth[0] == pytest.approx(-0.04)
    assert network_input(window).shape == (PIECES, CHANNELS, COLUMNS)
