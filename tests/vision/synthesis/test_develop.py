from dataclasses import replace

import numpy as np
import pytest

from vision.synthesis.codecs import through_codec
from vision.synthesis.colours import display_image, linear_bgr, linear_image
from vision.synthesis.develop import develop, draw_development

PLAIN = replace(
    draw_development(np.random.default_rng(0), np.full(3, 0.2, np.float32)),
    exposure=1.0,
    balance=np.ones(3, np.float32),
    gamma=1.0,
    saturation=1.0,
    vignette=0.0,
    blur_px=0.2,
    halo=0.0,
    noise=0.0,
    shrink=1.0,
    codec="none",
)


def picture() -> np.ndarray:
    image = np.full((90, 160, 3), (60, 120, 30), np.uint8)
    image[30:60, 60:100] = (40, 40, 220)
    return image


def test_a_perfect_camera_gives_back_the_picture():
    found = develop(linear_image(picture()), PLAIN)
    assert np.abs(found.astype(int) - picture()).max() <= 2


def test_light_beyond_white_clips():
    light = np.full((4, 4, 3), 3.0, np.float32)
    assert display_image(light) == pytest.approx(255)


def test_colours_are_blue_first():
    blue, green, red = linear_bgr((255, 0, 0))
    assert (blue, green, red) == pytest.approx((0, 0, 1))


@pytest.mark.parametrize("codec", ["jpeg", "mjpeg", "h264", "h265", "mpeg4", "none"])
def test_every_codec_keeps_size_and_roughly_the_colours(codec):
    found = through_codec(picture(), codec, 0.9)
    assert found.shape == (90, 160, 3)
    assert np.abs(found.astype(int) - picture()).mean() < 6


def test_a_smaller_recording_comes_back_at_full_size():
    assert through_codec(picture(), "jpeg", 0.5, shrink=0.5).shape == (90, 160, 3)


def test_a_predicted_picture_shows_the_later_of_two():
    later = np.roll(picture(), 12, axis=1)
    found = through_codec(later, "h264", 0.9, before=picture())
    assert np.abs(found.astype(int) - later).mean() < 6


def test_noise_is_the_same_for_the_same_seed():
    noisy = replace(PLAIN, noise=5.0)
    light = linear_image(picture())
    assert np.array_equal(develop(light, noisy), develop(light, noisy))
    assert develop(light, noisy).astype(int).std() > develop(light, PLAIN).std()


def test_worse_motion_jpeg_shows_more_blocks():
    noisy = picture().astype(int) + np.random.default_rng(0).normal(0, 9, (90, 160, 3))
    image = np.clip(noisy, 0, 255).astype(np.uint8)
    losses = [
        np.abs(through_codec(image, "mjpeg", quality).astype(int) - image).mean()
        for quality in (0.0, 1.0)
    ]
    assert losses[0] > 1.2 * losses[1]
