"""The picture beside a rail as the nose network reads it: rows along, columns across.

Each row is the average of a short piece of the rail, so that noise and texture fade
and the edges stay. Depths are in table widths, outward from where the nose is expected.
"""

import math
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
VAST, WIDE = 0.3, 0.12
"""Widths of windows for a first and a second guess, table widths."""

INSIDE: Final = 0.4
"""Share of a window's width that lies on the bed's side of the expected nose."""

_NARROW: Final = 0.05
_NARROW_PX: Final = 20.0
_PIECES: Final = 4
_SPAN: Final = (0.025, 0.975)
_USUAL_SCALE_PX: Final = 300.0
_USUAL_STEP: Final = 0.001


def narrow_width(across_px: float) -> float:
    """Return the width of a window that shows an edge as large as it is seen.

    Args:
        across_px: Width of the table as seen.
    """
    return max(_NARROW, _NARROW_PX / max(across_px, 1.0))


@dataclass(frozen=True)
class RailWindow:
    """The neighbourhood of one rail.

    Attributes:
        side: Number of the side.
        depth: Of each column, outward, table widths, (COLUMNS,).
        straight: Places in the straight picture, pixels, (ROWS, COLUMNS, 2).
        image_bgr: Average colours, uint8, (ROWS, COLUMNS, 3).
        step_px: Pixels between two columns.
        obliquity: From which side the rail is seen: tangent of the angle between
            straight down and the line of sight, across the rail, outward.
    """

    side: int
    depth: FloatArray
    straight: FloatArray
    image_bgr: Image
    step_px: float
    obliquity: float

    @property
    def step(self) -> float:
        """Table widths between two columns."""
        return float(self.depth[1] - self.depth[0])

    @property
    def view(self) -> FloatArray:
        """How the rail is seen: obliquity, logarithms of scale and of step, (3,)."""
        return view(self.obliquity, self.step_px, self.step)


def view(obliquity: float, step_px: float, step: float) -> FloatArray:
    """Return how a rail is seen, each figure about -1 to 1, (3,).

    Args:
        obliquity: As in `RailWindow`.
        step_px: Pixels between two columns.
        step: Table widths between two columns.
    """
    scale = math.log(step_px / step / _USUAL_SCALE_PX)
    return np.array([obliquity, scale, math.log(step / _USUAL_STEP)])


def rail_window(
    image_bgr: Image,
    seen: SeenRectangle,
    side: int,
    width: float,
    shift: float = 0.0,
    obliquity: float = 0.0,
) -> RailWindow:
    """Sample the picture beside one side of the rectangle.

    Args:
        image_bgr: The picture.
        seen: The noses as expected.
        side: Which of them.
        width: Of the window across the rail, table widths.
        shift: How far outward of the side the nose is expected, table widths.
        obliquity: From which side the rail is seen, as in `RailWindow`.
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
    return RailWindow(side, depth, straight, mean, float(steps.mean()), obliquity)
