from dataclasses import replace

import numpy as np

from vision.detections import Detections
from vision.training.crops import random_view
from vision.training.hard import with_hard_places
from vision.training.pictures import LabelledPicture

IMAGE = np.zeros((300, 400, 3), np.uint8)


class Says:
    """A detector that always sees balls at the same places."""

    def __init__(self, *places: tuple[float, float]) -> None:
        self.places = np.array(places, dtype=np.float64)

    def detect(self, image_bgr, region_px=None, *, expected_radius_px=None):
        n = len(self.places)
        zero = np.zeros((n, 2))
        return Detections(
            self.places, np.full(n, 10.0), np.ones(n), np.zeros(n, np.int64), zero
        )


def picture(ignored: tuple[float, float] | None = None) -> LabelledPicture:
    boxes = np.array([[100.0, 100, 20, 20], [200, 100, 20, 20]])
    hidden = np.array([[*ignored, 20, 20]]) if ignored else np.zeros((0, 4))
    return LabelledPicture(IMAGE, boxes, np.zeros((2, 2)), "drawn", hidden)


def test_missed_and_invented_balls_are_hard_places() -> None:
    (marked,) = with_hard_places([picture()], Says((101, 100), (300, 200)))
    assert marked.hard_px.tolist() == [[200, 100], [300, 200]]


def test_what_is_neither_right_nor_wrong_is_not_hard() -> None:
    seen = Says((100, 100), (200, 100), (301, 199))
    (marked,) = with_hard_places([picture(ignored=(300.0, 200.0))], seen)
    assert len(marked.hard_px) == 0


def test_crops_show_hard_places_more_often() -> None:
    image = np.zeros((900, 1200, 3), np.uint8)
    image[790:810, 1090:1110, 2] = 255
    plain = replace(picture(), image_bgr=image)
    marked = replace(plain, hard_px=np.array([[1100.0, 800.0]]))

    def shown(one: LabelledPicture) -> int:
        crops = [random_view(one, np.random.default_rng(seed)) for seed in range(30)]
        return sum(is_red(crop.image_bgr) for crop in crops)

    assert shown(marked) > 10
    assert shown(plain) < 5


def is_red(image: np.ndarray) -> bool:
    blue, _, red = np.moveaxis(image.astype(int), 2, 0)
    return bool((red - blue > 100).any())
