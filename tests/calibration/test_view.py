import numpy as np

from calibration.view import commonest_view, median_picture
from tests.calibration.pictures import camera_over, picture

STILL = picture(camera_over())
MOVED = picture(camera_over(shift=(12.0, 5.0)))


def test_pictures_of_another_view_are_left_out() -> None:
    images = [STILL, STILL.copy(), MOVED, STILL.copy()]
    assert commonest_view(images) == [0, 1, 3]


def test_a_person_in_the_picture_does_not_change_the_view() -> None:
    crossed = STILL.copy()
    crossed[:, 200:260] = (60, 60, 160)
    assert commonest_view([STILL, crossed]) == [0, 1]


def test_a_camera_that_moves_all_the_time_gives_the_first_picture() -> None:
    images = [picture(camera_over(shift=(9.0 * k, 0.0))) for k in range(5)]
    assert np.array_equal(median_picture(images), images[0])


def test_the_median_is_that_of_every_pixel_whatever_the_height() -> None:
    noise = np.random.default_rng(4).integers(-2, 3, (5, *STILL.shape))
    images = [np.clip(STILL + each, 0, 255).astype(np.uint8)[:339] for each in noise]
    assert np.array_equal(
        median_picture(images), np.median(images, axis=0).astype(np.uint8)
    )
