import cv2
import numpy as np
import pytest

from calibration.four_corners import calibrate_from_corners
from calibration.head_string import foot_by_lines
from tests.calibration.pictures import POOL, SIZE, camera_over, picture, truth_corners

CAMERA = camera_over(fill=0.72)


def drawn(*strings: float) -> tuple[np.ndarray, object]:
    image = picture(CAMERA)
    calibration = calibrate_from_corners(truth_corners(CAMERA), SIZE, POOL, "left")
    for x in strings:
        ends = calibration.cloth_uv_from_xy([[x, -0.62], [x, 0.62]])
        a, b = (tuple(int(v * 16) for v in end) for end in ends)
        cv2.line(image, a, b, (230, 230, 230), 1, cv2.LINE_AA, 4)
    return image, calibration


QUARTER = POOL.length / 4


@pytest.mark.parametrize(
    ("strings", "foot"),
    [((-QUARTER,), 1), ((QUARTER,), -1), ((-QUARTER, QUARTER), 0), ((), 0)],
)
def test_a_line_at_one_end_only_is_the_head_string(
    strings: tuple[float, ...], foot: int
) -> None:
    image, calibration = drawn(*strings)
    assert foot_by_lines(image, calibration) == foot  # type: ignore[arg-type]
