"""Crops of balls that are hard to see, and of things that are no balls."""

import cv2
import numpy as np
import pytest

from vision.training.crops import Crop
from vision.training.disguise import with_banner, with_camouflage, with_fingers
from vision.training.lures import with_lures

SIDE = 192
BALLS = np.array([[40.0, 50.0, 20.0, 20.0], [120.0, 90.0, 20.0, 20.0]])


@pytest.fixture
def crop() -> Crop:
    image = np.full((SIDE, SIDE, 3), (60, 120, 20), np.uint8)
    for u, v in BALLS[:, :2].astype(int):
        cv2.circle(image, (int(u), int(v)), 10, (30, 30, 220), -1, cv2.LINE_AA)
    return Crop(image, BALLS.copy())


def test_a_camouflaged_ball_comes_nearer_to_the_cloth_and_stays_labelled(
    crop: Crop,
) -> None:
    changed = with_camouflage(crop, np.random.default_rng(1))
    assert np.array_equal(changed.boxes_px, crop.boxes_px)
    middles = [tuple(row) for row in BALLS[:, 1::-1].astype(int)]
    before = [np.ptp(crop.image_bgr[place].astype(int)) for place in middles]
    after = [np.ptp(changed.image_bgr[place].astype(int)) for place in middles]
    assert min(after) < min(before)


def test_the_cloth_away_from_a_camouflaged_ball_stays_as_it_is(crop: Crop) -> None:
    changed = with_camouflage(crop, np.random.default_rng(1))
    assert np.array_equal(changed.image_bgr[140:], crop.image_bgr[140:])


@pytest.mark.parametrize("disguise", [with_fingers, with_banner])
def test_every_ball_stays_labelled_or_is_ignored(crop: Crop, disguise) -> None:
    for seed in range(40):
        changed = disguise(crop, np.random.default_rng(seed))
        both = np.vstack([changed.boxes_px, changed.ignored_px])
        assert sorted(map(tuple, both)) == sorted(map(tuple, BALLS))


def test_a_ball_under_an_opaque_banner_is_ignored(crop: Crop) -> None:
    ignored = [
        len(with_banner(crop, np.random.default_rng(seed)).ignored_px)
        for seed in range(60)
    ]
    assert max(ignored) >= 1
    assert min(ignored) == 0


@pytest.mark.parametrize("disguise", [with_camouflage, with_fingers])
def test_a_crop_without_balls_stays_as_it_is(crop: Crop, disguise) -> None:
    empty = Crop(crop.image_bgr, np.zeros((0, 4)))
    assert disguise(empty, np.random.default_rng(0)) is empty


def test_lures_leave_the_balls_in_sight(crop: Crop) -> None:
    for seed in range(40):
        changed = with_lures(crop, np.random.default_rng(seed), radius_px=10)
        assert np.array_equal(changed.boxes_px, crop.boxes_px)
        for u, v in BALLS[:, :2].astype(int):
            blue, green, red = changed.image_bgr[v, u].astype(int)
            assert red > 2 * max(blue, green)
