import numpy as np
import pytest

from vision.appearance import (
    APPEARANCES,
    INDEX_OF,
    MARKS,
    PATCH_PX,
    Appearance,
    Colour,
)
from vision.synthesis.ball_looks import BallLook, SetKind, draw_ball_set
from vision.training.look_light import in_other_light
from vision.training.look_names import named_pictures
from vision.training.look_paint import in_other_paint
from vision.training.look_patches import appearance_of
from vision.training.pictures import sharp_picture


def test_a_maroon_seven_is_never_red() -> None:
    assert appearance_of(BallLook((150, 52, 50)), "7") == Appearance(Colour.MAROON)
    assert appearance_of(BallLook((190, 56, 52)), "3") == Appearance(Colour.RED)


def test_the_four_of_television_is_pink_and_its_twelve_a_pink_stripe() -> None:
    pink, white = (240, 108, 150), (246, 243, 230)
    assert appearance_of(BallLook(pink), "4") == Appearance(Colour.PINK)
    twelve = appearance_of(BallLook(pink, caps=white), "12")
    assert twelve == Appearance(Colour.PINK, striped=True)


@pytest.mark.parametrize("kind", list(SetKind))
def test_every_painted_ball_has_a_class(kind: SetKind) -> None:
    for variant in range(16):
        for name, look in draw_ball_set(kind, variant).items():
            assert appearance_of(look, name) in APPEARANCES


def test_other_light_keeps_range_and_shape_and_is_one_lamp_for_all() -> None:
    patches = np.full((5, PATCH_PX, PATCH_PX, 3), (40, 120, 200), np.uint8)
    for seed in range(12):
        light = in_other_light(patches, np.random.default_rng(seed))
        assert light.shape == patches.shape
        assert light.dtype == np.float32
        assert light.min() >= 0
        assert light.max() <= 1
        means = light.mean(axis=(1, 2))
        assert np.ptp(means, axis=0).max() < 0.35


def test_balls_beside_others_are_told_as_in_one_picture() -> None:
    torch = pytest.importorskip("torch", reason="needs the extra 'train'")
    from vision.training.look_network import LookNetwork, ServedLooks

    torch.manual_seed(3)
    network = LookNetwork().eval()
    patches = torch.rand(7, 3, PATCH_PX, PATCH_PX)
    other = torch.rand(2, 3, PATCH_PX, PATCH_PX)
    served = ServedLooks(network).eval()
    with torch.no_grad():
        alone, marks = served(patches, torch.zeros(0, MARKS))
        beside, _ = served(patches[:2], marks[2:])
        owner = torch.tensor([0] * 7 + [1] * 2)
        together = network(torch.cat([patches, other]), owner)
    assert torch.allclose(alone[:2], beside, atol=1e-4)
    assert torch.allclose(alone, together[:7], atol=1e-4)


class Oracle:
    """Tells white, yellow and black apart by brightness; unsure of what is grey."""

    def log_probability(self, image_bgr, uv, radius_px, company=None):
        del radius_px, company
        told = {255: 0, 180: 1, 10: 8}
        rows = np.full((len(uv), len(APPEARANCES)), 0.002)
        for row, (u, v) in zip(rows, uv.astype(int), strict=True):
            row[told.get(int(image_bgr[v, u, 0]), slice(None))] = 0.96
        return np.log(rows / rows.sum(axis=1, keepdims=True))


def test_balls_of_real_pictures_are_named_where_the_network_is_sure() -> None:
    image = np.full((60, 200, 3), 90, np.uint8)
    uv = np.array([[30.0, 30], [70, 30], [110, 30], [150, 30]])
    for (u, v), shade in zip(uv.astype(int), (255, 180, 10, 120), strict=True):
        image[v - 9 : v + 9, u - 9 : u + 9] = shade
    boxes = np.hstack([uv, np.full((4, 2), 20.0)])
    (named,) = named_pictures([sharp_picture(image, boxes, "table")], Oracle())
    assert named.labels.tolist() == [0, 1, 8]
    assert named.ball.tolist() == [0, 1, 2]
    assert named.patches[0, 20, 20].min() == 255


@pytest.mark.slow
def test_a_short_training_learns_to_tell_white_from_black() -> None:
    pytest.importorskip("torch", reason="needs the extra 'train'")
    from vision.training.appearance import Schedule, accuracy, train
    from vision.training.look_patches import PictureOfBalls

    shade = np.array([235, 20, 235, 20], np.uint8)[:, None, None, None]
    patches = np.full((4, PATCH_PX, PATCH_PX, 3), 90, np.uint8)
    patches[:, 10:30, 10:30] = shade
    labels = np.array([0, 8, 0, 8])
    picture = PictureOfBalls(patches, labels, np.arange(4))
    model = train([picture], Schedule(steps=40))
    assert accuracy(model, [picture]) == 1


def painted_balls():
    """Patches of a striped yellow ball, a pink one and a brown one, and their looks."""
    patches = np.full((3, PATCH_PX, PATCH_PX, 3), (90, 120, 30), np.uint8)
    grid = np.arange(PATCH_PX) - (PATCH_PX - 1) / 2
    ball = np.hypot(grid[:, None], grid[None]) < 10
    patches[0, ball] = (240, 245, 245)
    patches[0, ball & (np.abs(grid) < 5)[:, None]] = (10, 190, 245)
    patches[1, ball], patches[2, ball] = (150, 110, 240), (80, 128, 190)
    looks = [
        Appearance(Colour.YELLOW, striped=True),
        Appearance(Colour.PINK),
        Appearance(Colour.BROWN),
    ]
    return patches, np.array([INDEX_OF[look] for look in looks])


def test_a_striped_ball_may_be_black_beside_its_band():
    patches, labels = painted_balls()
    middle, cap = (20, 20), (12, 20)
    seen = [
        in_other_paint(patches, labels, np.random.default_rng(seed))
        for seed in range(60)
    ]
    dark = [one for one in seen if one[0][cap].max() < 60]
    assert 0 < len(dark) < 20
    assert all(abs(int(one[0][middle][2]) - 245) < 5 for one in seen)
    assert all(np.array_equal(one[0][0, 0], patches[0][0, 0]) for one in seen)


def test_pink_may_be_salmon_and_brown_tan():
    patches, labels = painted_balls()
    seen = [
        in_other_paint(patches, labels, np.random.default_rng(seed))[:, 20, 20]
        for seed in range(60)
    ]
    changed = [one for one in seen if np.any(one[1] != patches[1, 20, 20])]
    assert 10 < len(changed) < 40
    assert all(one[1][0] <= 150 and one[1][1] >= 110 for one in changed)
    assert all(one[2][1] <= 128 for one in changed)


def test_a_ball_that_shows_hardly_any_band_stays_white():
    patches, labels = painted_balls()
    patches[0][patches[0, ..., 2] == 245] = (240, 245, 245)
    assert patches[0, 20, 20, 0] == 240
    for seed in range(40):
        other = in_other_paint(patches, labels, np.random.default_rng(seed))
        assert other[0, 20, 20].min() > 200
