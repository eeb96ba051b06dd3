import cv2
import numpy as np

from calibration.four_lines import quadrilaterals

CORNERS = np.array([[12.0, 8.0], [60.0, 6.0], [63.0, 33.0], [9.0, 31.0]])


def area_and_border(bite: bool) -> tuple[np.ndarray, np.ndarray]:
    drawn = np.zeros((40, 72), np.uint8)
    cv2.fillConvexPoly(drawn, np.round(16 * CORNERS).astype(np.int32), 1, shift=4)
    if bite:
        cv2.circle(drawn, (40, 6), 7, 0, -1)
        cv2.circle(drawn, (62, 20), 4, 1, -1)
    contours, _ = cv2.findContours(drawn, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    border = max(contours, key=len).reshape(-1, 2).astype(np.float64)
    return drawn.astype(np.float64), border


def farthest(found: np.ndarray) -> float:
    away = np.linalg.norm(found[:, None] - CORNERS[None], axis=2)
    return float(away.min(axis=0).max())


def test_four_sides_are_found_to_a_cell() -> None:
    area, border = area_and_border(bite=False)
    assert farthest(quadrilaterals(border, area)[0]) < 1.0


def test_a_bite_and_a_bulge_leave_the_corners_alone() -> None:
    area, border = area_and_border(bite=True)
    assert farthest(quadrilaterals(border, area)[0]) < 1.2


def test_a_disc_has_no_four_sides_that_fill_it() -> None:
    drawn = np.zeros((40, 72), np.uint8)
    cv2.circle(drawn, (36, 20), 6, 1, -1)
    contours, _ = cv2.findContours(drawn, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    border = contours[0].reshape(-1, 2).astype(np.float64)
    for corners in quadrilaterals(border, drawn.astype(np.float64)):
        assert np.isfinite(corners).all()
