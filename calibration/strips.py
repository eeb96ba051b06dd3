"""The picture along the four rails, straightened: one row a place, one column a depth.

Lengths here are in table widths: the playing surface is [0, 2] x [0, 1], long sides
first (side 0 is the top long side of the rectangle, clockwise from there).
"""

from dataclasses import dataclass

import cv2
import numpy as np
from scipy.ndimage import gaussian_filter1d

from calibration import homography
from calibration.arrays import FloatArray, Image, Mask
from calibration.cloth import to_lab
from calibration.errors import CalibrationFitError
from calibration.rectangle import SeenRectangle

ASPECT = 2.0
"""Length over width of every table of the five games, to half a percent."""

_ROWS = 240


@dataclass(frozen=True)
class Strip:
    """The neighbourhood of one rail.

    Attributes:
        side: Number of the side.
        s: Place along the side as a fraction of it, shape (rows,).
        depth: Outward distance from the side, table widths, shape (columns,).
        straight: Where each sample lies in the straight picture, (rows, columns, 2).
        lab: Colour of each sample, (rows, columns, 3).
        step_px: Pixels between two columns.
        visible: Which rows show the table and nothing that lies over it, (rows,).
    """

    side: int
    s: FloatArray
    depth: FloatArray
    straight: FloatArray
    lab: FloatArray
    step_px: float
    visible: Mask

    def gradient(self, sigma_px: float) -> FloatArray:
        """Return the change of colour per pixel outward, (rows, columns, 3)."""
        sigma = sigma_px / self.step_px
        change = gaussian_filter1d(self.lab, sigma, axis=1, order=1, mode="nearest")
        return np.asarray(change / self.step_px)


def unit_corners(margin: float = 0.0) -> FloatArray:
    """Return the corners of the rectangle, grown by a margin, in table widths."""
    return np.array(
        [
            [-margin, -margin],
            [ASPECT + margin, -margin],
            [ASPECT + margin, 1 + margin],
            [-margin, 1 + margin],
        ]
    )


def long_first(corners: FloatArray) -> FloatArray:
    """Roll four clockwise corners so that side 0 is the longer way."""
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return (
        corners
        if lengths[0] + lengths[2] >= lengths[1] + lengths[3]
        else np.roll(corners, -1, axis=0)
    )


def take_strip(
    image_bgr: Image,
    seen: SeenRectangle,
    side: int,
    *,
    margin: float,
    inward: float,
    outward: float,
    rows: int = _ROWS,
    span: tuple[float, float] = (0.0, 1.0),
) -> Strip:
    """Sample the picture beside one side of the rectangle.

    Args:
        image_bgr: The picture.
        seen: A rectangle whose corners lie `margin` outside the playing surface.
        side: Which side.
        margin: See `seen`, table widths.
        inward: How deep to sample on the inner side, table widths.
        outward: How far on the outer side, table widths.
        rows: How many places along the side.
        span: First and last place, fractions of the side.

    Raises:
        CalibrationFitError: The rectangle is far larger than the picture.
    """
    straight_from_unit = homography.fit(unit_corners(margin), seen.corners)
    a, b = unit_corners()[side], unit_corners()[(side + 1) % 4]
    along = (b - a) / np.linalg.norm(b - a)
    out = np.array([along[1], -along[0]])
    middle = homography.jacobian(straight_from_unit, ((a + b) / 2)[None])[0]
    scale = float(np.linalg.norm(middle @ out))
    if not (inward + outward) * scale < 2 * max(image_bgr.shape):
        raise CalibrationFitError("the rails lie far outside the picture")
    columns = max(int((inward + outward) * scale / 0.5), 16)
    depth = np.linspace(-inward, outward, columns)
    s = np.linspace(span[0], span[1], rows)
    unit = a + s[:, None, None] * (b - a) + depth[None, :, None] * out
    straight = homography.apply(straight_from_unit, unit.reshape(-1, 2))
    uv = seen.lens.distort(straight).astype(np.float32).reshape(rows, columns, 2)
    samples = cv2.remap(
        image_bgr,
        uv[..., 0],
        uv[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    step = float(depth[1] - depth[0]) * scale
    return Strip(
        side,
        s,
        depth,
        straight.reshape(rows, columns, 2),
        to_lab(samples),
        step,
        np.ones(rows, dtype=bool),
    )
