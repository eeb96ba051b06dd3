import numpy as np
import pytest

from vision.synthesis.errors import InvalidSceneError
from vision.synthesis.graphics import shown_through
from vision.synthesis.seeds import SEEDS, Split, split_of, variants_of
from vision.synthesis.stills import _is_clear, still

SIZE = (480, 270)


def test_a_seed_always_gives_the_same_picture():
    first, second = still(11, "train", SIZE), still(11, "train", SIZE)
    assert np.array_equal(first.image_bgr, second.image_bgr)
    assert np.array_equal(first.uv, second.uv)
    assert first.names == second.names


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 1_000_000, 2_000_000])
def test_a_picture_has_a_label_for_every_ball(seed):
    picture = still(seed, split_of(seed), SIZE)
    count = len(picture.names)
    assert picture.image_bgr.shape == (270, 480, 3)
    assert picture.image_bgr.dtype == np.uint8
    assert picture.uv.shape == (count, 2)
    assert picture.box_px.shape == (count, 4)
    assert np.all(picture.box_px[:, :2] < picture.uv)
    assert np.all(picture.uv < picture.box_px[:, 2:])
    assert np.all((picture.visible >= 0) & (picture.visible <= 1.001))
    assert set(picture.names) <= set(picture.look.balls)


def test_a_seed_of_another_split_is_refused():
    with pytest.raises(InvalidSceneError, match="not one of test"):
        still(3, Split.TEST)


def test_splits_share_neither_seeds_nor_variants():
    for first in Split:
        for second in Split:
            if first is not second:
                assert not set(variants_of(first)) & set(variants_of(second))
                assert not set(SEEDS[first]) & set(SEEDS[second])


def test_what_a_graphic_covers_does_not_show_through():
    shares = [shown_through(seed, (320, 180)) for seed in range(12)]
    assert all(share.shape == (180, 320) for share in shares)
    assert all(0 <= share.min() < 0.7 and share.max() == 1 for share in shares)


def test_no_moving_ball_runs_through_another():
    path = np.linspace([-0.2, 0.0], [0.2, 0.0], 9)
    crossing = np.zeros((9, 1, 2))
    beside = np.full((9, 1, 2), 0.06)
    assert not _is_clear(path, crossing, 0.028)
    assert _is_clear(path, beside, 0.028)
