"""The outline of the cloth: four sides around the mask, to about a pixel."""

import cv2
import numpy as np

from calibration.arrays import FloatArray, Mask
from calibration.errors import TableCutOffError, TableNotFoundError
from calibration.lens import Lens
from calibration.rectangle import SeenRectangle, fit_rectangle

_SMALLEST = 0.06
_FILLED = 0.70
_SAMPLES = 120
_REACH = 0.06
_CUT_SHARE = 0.35


def outline(mask: Mask) -> SeenRectangle:
    """Return the four sides of the cloth (cushions included) in the mask.

    Args:
        mask: Which pixels look like cloth.

    Raises:
        TableCutOffError: The cloth runs out of the picture.
        TableNotFoundError: The cloth is too small or is not a quadrilateral.
    """
    region = _region(mask)
    quad = _quadrilateral(region)
    filled = float(region.sum()) / max(float(cv2.contourArea(_int(quad))), 1.0)
    sides = cut_sides(region, quad)
    if sides:
        raise TableCutOffError(sides)
    if filled < _FILLED:
        raise TableNotFoundError(
            f"no table found: the largest even area fills only {filled:.0%} of a "
            "quadrilateral; point the camera at the table from above"
        )
    height, width = mask.shape
    start = SeenRectangle(quad, Lens.straight((width, height)))
    for _ in range(2):
        edges = [_boundary(region, start, side) for side in range(4)]
        if min(map(len, edges)) < 15:
            raise TableNotFoundError("no table found: a side of the cloth is hidden")
        start = fit_rectangle(edges, start, scale_px=0.7)
    return start


def cut_sides(region: Mask, quad: FloatArray) -> tuple[str, ...]:
    """Return the edges of the picture along which the cloth is cut off."""
    height, width = region.shape
    span = quad.max(axis=0) - quad.min(axis=0)
    edges = {
        "left": (region[:, :2].any(axis=1), span[1]),
        "right": (region[:, -2:].any(axis=1), span[1]),
        "top": (region[:2].any(axis=0), span[0]),
        "bottom": (region[-2:].any(axis=0), span[0]),
    }
    return tuple(
        name
        for name, (touching, extent) in edges.items()
        if float(touching.sum()) > _CUT_SHARE * min(float(extent), max(width, height))
    )


def _region(mask: Mask) -> Mask:
    """Close small gaps, keep the largest part, fill its holes."""
    closed = cv2.morphologyEx(
        mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8)
    )
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        raise TableNotFoundError("no table found: no even area in the picture")
    largest = max(contours, key=cv2.contourArea)
    if cv2.contourArea(largest) < _SMALLEST * mask.size:
        raise TableNotFoundError(
            "no table found: the largest even area is under "
            f"{_SMALLEST:.0%} of the picture"
        )
    filled = np.zeros(mask.shape, np.uint8)
    cv2.drawContours(filled, [largest], -1, 1, cv2.FILLED)
    opened = cv2.morphologyEx(filled, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    return opened.astype(bool)


def _quadrilateral(region: Mask) -> FloatArray:
    """Return the four-sided hull of the region, clockwise as seen."""
    contours, _ = cv2.findContours(
        region.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    if not contours:
        raise TableNotFoundError("no table found: no even area in the picture")
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    corners = cv2.approxPolyN(hull, 4, ensure_convex=True).reshape(-1, 2)
    if len(corners) != 4:
        raise TableNotFoundError("no table found: the cloth is not four-sided")
    return clockwise(corners.astype(np.float64))


def clockwise(corners: FloatArray) -> FloatArray:
    """Order four corners clockwise as seen, starting nearest the top left."""
    x, y = corners[:, 0], corners[:, 1]
    area = float(x @ np.roll(y, -1) - y @ np.roll(x, -1))
    ordered = corners if area > 0 else corners[::-1]
    return np.roll(ordered, -int(ordered.sum(axis=1).argmin()), axis=0)


def _int(corners: FloatArray) -> np.ndarray:
    return np.round(corners).astype(np.int32)


def _boundary(region: Mask, seen: SeenRectangle, side: int) -> FloatArray:
    """Return points where the mask ends, near one side, in the real picture."""
    a, b = seen.corners[side], seen.corners[(side + 1) % 4]
    length = float(np.linalg.norm(b - a))
    along = (b - a) / length
    outward = np.array([along[1], -along[0]])
    reach = _REACH * float(np.ptp(seen.corners, axis=0).max())
    t = np.arange(-reach, reach, 0.25)
    s = np.linspace(0.07, 0.93, _SAMPLES)
    straight = (
        a + s[:, None, None] * (b - a) + t[None, :, None] * outward[None, None, :]
    )
    uv = seen.lens.distort(straight.reshape(-1, 2)).astype(np.float32)
    grey = cv2.remap(
        region.astype(np.float32),
        uv[:, 0].reshape(len(s), -1),
        uv[:, 1].reshape(len(s), -1),
        cv2.INTER_LINEAR,
        borderValue=0.0,
    )
    inside = grey >= 0.5
    last = inside.shape[1] - 1 - inside[:, ::-1].argmax(axis=1)
    found = inside.any(axis=1) & (last < inside.shape[1] - 1)
    picked = straight[np.arange(len(s)), last][found]
    return seen.lens.distort(picked)
