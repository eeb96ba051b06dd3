import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.errors import InvalidOcclusionError
from vision.occlusion import CueStick, Occlusion


def mask_with(rows, columns, size=(20, 31)):
    mask = np.zeros(size, bool)
    mask[rows, columns] = True
    return mask


def test_the_mask_comes_back_as_it_was():
    mask = mask_with(slice(3, 9), slice(5, 22))
    assert (Occlusion.of_mask(mask, (0.0, 0.0), 2.0).mask == mask).all()


def test_a_clear_table_takes_no_space_and_covers_nothing():
    clear = Occlusion.of_mask(np.zeros((20, 31), bool), (0.0, 0.0), 2.0)
    assert clear.is_clear
    assert clear.mask.shape == (20, 31)
    assert clear.share_covered([(10, 10)], 4.0).tolist() == [0.0]


def test_places_are_read_at_the_scale_of_the_picture():
    mask = mask_with(slice(0, 20), slice(10, 20))
    seen = Occlusion.of_mask(mask, (100.0, 50.0), 4.0)
    inside, beside, half = (160.0, 90.0), (210.0, 90.0), (139.5, 90.0)
    assert seen.share_covered([inside, beside], 5.0).tolist() == [1.0, 0.0]
    assert seen.share_covered([half], 8.0)[0] == pytest.approx(0.5, abs=0.15)


def test_places_outside_the_mask_are_free():
    seen = Occlusion.of_mask(np.ones((20, 31), bool), (0.0, 0.0), 1.0)
    assert not seen.covers([(-50.0, 5.0), (500.0, 5.0)], 3.0).any()


def test_nothing_is_said_of_a_picture_that_cannot_tell():
    unknown = Occlusion.unknown()
    assert not unknown.is_clear
    assert not unknown.covers([(1.0, 1.0)], 3.0).any()
    assert np.isnan(unknown.share_covered([(1.0, 1.0)], 3.0)).all()


def test_no_places_have_no_answers():
    seen = Occlusion.of_mask(np.ones((20, 31), bool), (0.0, 0.0), 1.0)
    assert seen.covers(np.zeros((0, 2)), 3.0).shape == (0,)


@pytest.mark.parametrize(("shape", "scale"), [((4,), 1.0), ((4, 4), 0.0)])
def test_masks_that_cannot_be_are_refused(shape, scale):
    with pytest.raises(InvalidOcclusionError, match="expected"):
        Occlusion.of_mask(np.zeros(shape, bool), (0.0, 0.0), scale)


def test_a_cue_points_from_its_butt_to_its_tip():
    cue = CueStick(np.array([3.0, 4.0]), np.zeros(2), (1.0, 0.5), False, 0.9)
    assert cue.direction_uv == pytest.approx((0.6, 0.8))


@given(
    st.integers(0, 2**32 - 1),
    st.floats(1.0, 6.0),
    st.floats(2.0, 12.0),
)
def test_more_of_the_mask_never_covers_less(seed, scale, radius):
    rng = np.random.default_rng(seed)
    some = rng.random((15, 23)) < 0.4
    more = some | (rng.random((15, 23)) < 0.3)
    places = rng.uniform(0, 23 * scale, (10, 2))
    low = Occlusion.of_mask(some, (0.0, 0.0), scale).share_covered(places, radius)
    high = Occlusion.of_mask(more, (0.0, 0.0), scale).share_covered(places, radius)
    assert (high >= low).all()
    assert ((low >= 0) & (high <= 1)).all()
