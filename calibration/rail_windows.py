"""The picture beside a rail as the nose network reads it: rows along, columns across.

Each row is the average of a short piece of the rail, so that noise and texture fade
and the edges stay. Depths are in table widths, outward from where the nose is expected.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from calibration import homography
from calibration.arrays import FloatArray, Image
from calibration.rectangle import SeenRectangle
from calibration.strips import unit_corners

ROWS: Final = 64
COLUMNS: Final = 80
INSIDE: Final = 0.4
"""Share of a window's width that lies on the bed's side of the expected nose."""

_PIECES: Final = 4
_SPAN: Final = (0.025, 0.975)


@dataclass(frozen=True)
class RailWindow:
    """The neighbourhood of one rail.

    Attributes:
        side: Number of the side.
        depth: Of each column, outward, table widths, (COLUMNS,).
        straight: Places in the straight picture, pixels, (ROWS, COLUMNS, 2).
        image_bgr: Average colours, uint8, (ROWS, COLUMNS, 3).
        step_px: Pixels between two columns.
    """

    side: int
    depth: FloatArray
    straight: FloatArray
    image_bgr: Image
    step_px: float


def rail_window(
    image_bgr: Image,
    seen: SeenRectangle,
    side: int,
    width: float,
    shift: float = 0.0,
) -> RailWindow:
    """Sample the picture beside one side of the rectangle.

    Args:
        image_bgr: The picture.
        seen: The noses as expected.
        side: Which of them.
        width: Of the window across the rail, table widths.
        shift: How far outward of the side the nose is expected, table widths.
    """
    straight_from_unit = homography.fit(unit_corners(), seen.corners)
    a, b = unit_corners()[side], unit_corners()[(side + 1) % 4]
    along = (b - a) / np.linalg.norm(b - a)
    out = np.array([along[1], -along[0]])
    depth = (np.linspace(0, 1, COLUMNS) - INSIDE) * width + shift
    s = np.linspace(*_SPAN, ROWS * _PIECES)
    unit = a + s[:, None, None] * (b - a) + depth[None, :, None] * out
    straight = homography.apply(straight_from_unit, unit.reshape(-1, 2))
    uv = seen.lens.distort(straight).astype(np.float32)
    uv = uv.reshape(ROWS * _PIECES, COLUMNS, 2)
    samples = cv2.remap(
        image_bgr,
        uv[..., 0],
        uv[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).reshape(ROWS, _PIECES, COLUMNS, 3)
    straight = straight.reshape(ROWS, _PIECES, COLUMNS, 2).mean(axis=1)
    steps = np.linalg.norm(np.diff(straight[ROWS // 2], axis=0), axis=1)
    mean = np.round(samples.astype(np.float32).mean(axis=1)).astype(np.uint8)
    return RailWindow(side, depth, straight, mean, float(steps.mean()))
