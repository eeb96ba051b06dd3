import math

import cv2
import numpy as np
import pytest

from calibration.errors import CalibrationFitError
from calibration.lens import Lens
from calibration.lens_images import Board, measure_lens

SIZE = (640, 480)
FOCAL = 560.0
LENS = Lens.straight(SIZE, k1=-0.12)
BOARD = Board(7, 5)
SQUARE = 40


def sheet() -> np.ndarray:
    rows, columns = BOARD.rows + 1, BOARD.columns + 1
    odd = np.add.outer(np.arange(rows), np.arange(columns)) % 2
    drawn = np.kron(1 - odd, np.ones((SQUARE, SQUARE))) * 215 + 20
    return np.pad(drawn, SQUARE, constant_values=235).astype(np.uint8)


def picture(turn: tuple[float, float, float], aside: tuple[float, float]) -> np.ndarray:
    rotation, _ = cv2.Rodrigues(np.array(turn))
    flat = sheet()
    middle = (np.array(flat.shape[::-1]) - 1) / 2
    inner = np.array([[FOCAL, 0, 319.5], [0, FOCAL, 239.5], [0, 0, 1]])
    outer = np.column_stack((rotation[:, :2], [aside[0], aside[1], 620.0]))
    matrix = (
        inner @ outer @ np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
    )
    v, u = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
    straight = LENS.straighten(np.column_stack((u.ravel(), v.ravel())).astype(float))
    back = np.column_stack((straight, np.ones(len(straight)))) @ np.linalg.inv(matrix).T
    xy = (back[:, :2] / back[:, 2:]).astype(np.float32).reshape(SIZE[1], SIZE[0], 2)
    grey = cv2.remap(flat, xy[..., 0], xy[..., 1], cv2.INTER_LINEAR, borderValue=120)
    return np.repeat(grey[..., None], 3, axis=2)


def pictures() -> list[np.ndarray]:
    turns = [(0.4, 0.1, 0), (-0.4, 0.2, 0.3), (0.1, 0.5, 0), (0, -0.5, -0.2),
             (0.3, -0.3, 0.5), (-0.2, -0.2, 1.2), (0.5, 0.4, 0.1)]  # fmt: skip
    places = [(-70, -40), (70, 40), (60, -50), (-60, 50), (0, 0), (30, 0), (-30, -20)]
    return [picture(turn, place) for turn, place in zip(turns, places, strict=True)]


def test_a_chessboard_tells_focal_length_and_distortion() -> None:
    found = measure_lens(pictures(), BOARD)
    assert found.pictures >= 5
    assert found.residual_px < 0.3
    assert found.focal_px == pytest.approx(FOCAL, rel=0.01)
    reached = np.array([[120.0, 90.0], [520.0, 390.0], [320.0, 60.0]])
    away = found.lens.straighten(reached) - LENS.straighten(reached)
    assert np.linalg.norm(away, axis=1).max() < 1.0


def test_pictures_without_a_board_are_refused() -> None:
    blank = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    with pytest.raises(CalibrationFitError, match="0 of 6 pictures"):
        measure_lens([blank] * 6, BOARD)


def test_pictures_of_two_sizes_are_refused() -> None:
    blank = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    with pytest.raises(CalibrationFitError, match="2 sizes"):
        measure_lens([blank, blank[:-2]], BOARD)


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("9x6", Board(9, 6)),
        ("charuco:7x5:DICT_4X4_50", Board(7, 5, "DICT_4X4_50")),
        ("charuco:7x5", Board(7, 5, "DICT_5X5_100")),
    ],
)
def test_boards_have_names(text: str, board: Board) -> None:
    assert Board.parse(text) == board


@pytest.mark.parametrize("text", ["nine", "charuco:7:x", "charuco:7x5:DICT_NONE"])
def test_other_names_are_refused(text: str) -> None:
    with pytest.raises(CalibrationFitError):
        Board.parse(text)


def test_charuco_boards_are_found() -> None:
    board = Board(6, 4, "DICT_5X5_100")
    markers = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    drawn = cv2.aruco.CharucoBoard((6, 4), 1.0, 0.75, markers).generateImage((600, 400))
    images = []
    for turn in range(6):
        angle = math.radians(6 * turn - 15)
        source = np.array([[0, 0], [599, 0], [599, 399], [0, 399]], np.float32)
        lean = np.array([[0, 0], [-9, 6], [12, -8], [5, 9]]) * (turn - 2.5)
        spin = np.array(
            [[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]]
        )
        target = ((source - (300, 200)) * 0.7) @ spin + (320, 240) + lean
        matrix = cv2.getPerspectiveTransform(source, target.astype(np.float32))
        grey = cv2.warpPerspective(drawn, matrix, SIZE, borderValue=255)
        images.append(np.repeat(grey[..., None], 3, axis=2))
    assert measure_lens(images, board).pictures >= 5
