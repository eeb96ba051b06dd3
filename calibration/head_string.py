"""At which end the head string is drawn on the cloth."""

from typing import Final

import cv2
import numpy as np

from calibration.arrays import FloatArray, Image
from calibration.cloth import to_lab
from calibration.table_calibration import TableCalibration

_BAULK: Final = 0.2065
"""From the baulk cushion to the baulk line over the length of a snooker table."""

_BESIDE: Final = (0.010, 0.022)
_SEARCH: Final = 0.02
_CLEAR: Final = 1.5
_ALONG: Final = 0.6
_FACTOR: Final = 2.5


def foot_by_lines(image_bgr: Image, calibration: TableCalibration) -> int:
    """Return the sign of x of the foot: +1, -1, or 0 where the lines do not tell.

    A line across the table at one end only is the head string. Lines at both ends, or
    none, tell nothing.

    Args:
        image_bgr: The calibrated picture.
        calibration: Of it.
    """
    ends = [_line_strength(image_bgr, calibration, sign) for sign in (-1.0, 1.0)]
    low, high = min(ends), max(ends)
    if high < _CLEAR or high < _FACTOR * low:
        return 0
    return 1 if ends[0] > ends[1] else -1


def _line_strength(
    image_bgr: Image, calibration: TableCalibration, sign: float
) -> float:
    """Return by how much a drawn line stands out along most of its length, L*a*b*."""
    table = calibration.table
    strings = (table.length / 4, (0.5 - _BAULK) * table.length)
    best = 0.0
    for string in strings:
        for shift in np.arange(-_SEARCH, _SEARCH + 0.001, 0.002):
            best = max(best, _contrast(image_bgr, calibration, sign * string + shift))
    return best


def _contrast(image_bgr: Image, calibration: TableCalibration, x: float) -> float:
    half = calibration.table.width / 2
    y = np.linspace(-0.9, 0.9, 120) * half
    offsets = np.array([0.0, -_BESIDE[0], _BESIDE[0], -_BESIDE[1], _BESIDE[1]])
    xy = np.stack(np.broadcast_arrays(x + offsets[:, None], y[None]), axis=-1)
    uv = calibration.cloth_uv_from_xy(xy.reshape(-1, 2)).astype(np.float32)
    shape = (len(offsets), len(y))
    picked = cv2.remap(
        image_bgr,
        uv[:, 0].reshape(shape),
        uv[:, 1].reshape(shape),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return _ridge(to_lab(picked))


def _ridge(lab: FloatArray) -> float:
    """Return the contrast that most of the line has, of one sign everywhere."""
    change = lab[0] - np.median(lab[1:], axis=0)
    typical = np.median(change, axis=0)
    length = float(np.linalg.norm(typical))
    if length < 1e-6:
        return 0.0
    along = change @ (typical / length)
    return length if float((along > 0.4 * length).mean()) >= _ALONG else 0.0
