"""A lens measured with pictures of a board: a chessboard or a ChArUco board.

The table alone tells the lens well enough; who wants it exactly shows the camera a
board from a dozen sides, and the table is then fitted with that lens.

Source: Zhang (2000), A flexible new technique for camera calibration, as in OpenCV.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from calibration.arrays import FloatArray, Image
from calibration.errors import CalibrationFitError
from calibration.lens import Lens

FEWEST_PICTURES: Final = 5
_FEWEST_CORNERS = 8
_WORST_PX = 1.5
_SQUARE_TO_MARKER = 0.75


@dataclass(frozen=True, slots=True)
class Board:
    """A printed board.

    Attributes:
        columns: Inner corners in a row (chessboard), or squares (ChArUco).
        rows: Inner corners in a column, or squares.
        dictionary: Name of the markers, such as "DICT_5X5_100"; None: a chessboard.
    """

    columns: int
    rows: int
    dictionary: str | None = None

    @classmethod
    def parse(cls, text: str) -> "Board":
        """Return the board that "9x6" or "charuco:7x5:DICT_5X5_100" names.

        Raises:
            CalibrationFitError: It names none.
        """
        parts = text.split(":")
        is_charuco = parts[0] == "charuco"
        size = parts[1] if is_charuco and len(parts) > 1 else parts[0]
        try:
            columns, rows = (int(number) for number in size.lower().split("x"))
        except ValueError as error:
            raise CalibrationFitError(
                f"a board is written 9x6 (inner corners) or charuco:7x5:DICT_5X5_100 "
                f"(squares), got {text!r}"
            ) from error
        dictionary = parts[2] if is_charuco and len(parts) > 2 else "DICT_5X5_100"
        if is_charuco and not hasattr(cv2.aruco, dictionary):
            raise CalibrationFitError(f"OpenCV knows no markers called {dictionary!r}")
        return cls(columns, rows, dictionary if is_charuco else None)


@dataclass(frozen=True, slots=True)
class MeasuredLens:
    """A lens that was measured with a board.

    Attributes:
        lens: Its distortion.
        focal_px: Focal length, pixels.
        image_size: Width and height of the pictures, pixels.
        residual_px: Root mean square distance of the corners from the model.
        pictures: In how many pictures the board was found.
    """

    lens: Lens
    focal_px: float
    image_size: tuple[int, int]
    residual_px: float
    pictures: int


def measure_lens(images_bgr: Sequence[Image], board: Board) -> MeasuredLens:
    """Return the lens of the camera that took pictures of a board.

    Args:
        images_bgr: At least five pictures of one size, the board from several sides
            and in all corners of the picture.
        board: What is printed on it.

    Raises:
        CalibrationFitError: The sizes differ, the board is found too seldom, or the
            corners do not fit one lens.
    """
    sizes = {(image.shape[1], image.shape[0]) for image in images_bgr}
    if len(sizes) != 1:
        raise CalibrationFitError(
            f"the pictures of the board have {len(sizes)} sizes, they must have one"
        )
    size = sizes.pop()
    seen = [found for image in images_bgr if (found := _corners(image, board))]
    if len(seen) < FEWEST_PICTURES:
        raise CalibrationFitError(
            f"the board was found in {len(seen)} of {len(images_bgr)} pictures, "
            f"{FEWEST_PICTURES} are needed: show it whole, sharp and evenly lit, and "
            "check the number of its corners"
        )
    flags = cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3 | cv2.CALIB_FIX_ASPECT_RATIO
    start = np.array([[size[0], 0, size[0] / 2], [0, size[0], size[1] / 2], [0, 0, 1]])
    residual, matrix, bend, *_ = cv2.calibrateCamera(
        [np.asarray(xyz, np.float32) for xyz, _ in seen],
        [np.asarray(uv, np.float32) for _, uv in seen],
        size,
        start.astype(np.float64),
        np.zeros(5),
        flags=flags | cv2.CALIB_USE_INTRINSIC_GUESS,
    )
    if not residual <= _WORST_PX:
        raise CalibrationFitError(
            f"the corners lie {residual:.1f} px from the best lens: are all pictures "
            "of one camera at one zoom, and is the board flat?"
        )
    return _measured(
        np.asarray(matrix, np.float64),
        np.asarray(bend, np.float64).ravel(),
        size,
        float(residual),
        len(seen),
    )


def _measured(
    matrix: FloatArray,
    bend: FloatArray,
    size: tuple[int, int],
    residual: float,
    count: int,
) -> MeasuredLens:
    focal, unit = float(matrix[0, 0]), math.hypot(*size) / 2
    ratio = (unit / focal) ** 2
    center = (float(matrix[0, 2]), float(matrix[1, 2]))
    lens = Lens(center, unit, float(bend[0]) * ratio, float(bend[1]) * ratio**2)
    return MeasuredLens(lens, focal, size, residual, count)


def _corners(image: Image, board: Board) -> tuple[FloatArray, FloatArray] | None:
    """Return corners of the board (n, 3) and where they are seen (n, 2)."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    if board.dictionary is not None:
        return _charuco(np.asarray(grey), board, board.dictionary)
    shape = (board.columns, board.rows)
    is_found, uv = cv2.findChessboardCornersSB(grey, shape)
    if not is_found:
        return None
    columns, rows = np.meshgrid(np.arange(board.columns), np.arange(board.rows))
    flat = np.column_stack((columns.ravel(), rows.ravel(), np.zeros(columns.size)))
    return flat.astype(np.float64), np.asarray(uv, np.float64).reshape(-1, 2)


def _charuco(
    grey: Image, board: Board, dictionary: str
) -> tuple[FloatArray, FloatArray] | None:
    markers = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    drawn = cv2.aruco.CharucoBoard(
        (board.columns, board.rows), 1.0, _SQUARE_TO_MARKER, markers
    )
    uv, ids, *_ = cv2.aruco.CharucoDetector(drawn).detectBoard(grey)
    if ids is None or len(ids) < _FEWEST_CORNERS:
        return None
    xyz = np.asarray(drawn.getChessboardCorners(), np.float64)[np.ravel(ids)]
    return xyz, np.asarray(uv, np.float64).reshape(-1, 2)
