"""The two ends of a fast ball's motion blur, and its middle.

Along the way of the centre, a pixel is covered by the ball for a part of the exposure.
Beyond an end of the way that part falls to nothing over one radius, and within one
radius it rises to its plateau: the half height marks the end of the centre's way. This
holds for streaks longer than a diameter; a shorter one is measured by its outline,
which is one radius beyond each end.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections

Floats = NDArray[np.float64]

ACROSS = 13
STEP_PX = 0.5
LONG = 2.0
SIGMA_SHARE = 0.12
LEAST_CONTRAST = 3.0
GAMMA = 2.2
FURTHEST = 0.6
LENGTHS = (0.5, 1.5)


def refine_streaks(
    image_bgr: NDArray[np.uint8],
    detections: Detections,
    refined: Detections,
    radius_px: Floats,
    sigma_px: Floats,
) -> tuple[Detections, Floats]:
    """Replaces the rows of streaks by what their profiles say.

    Args:
        image_bgr: The picture.
        detections: As detected.
        refined: Rows already refined as sharp balls.
        radius_px: (n,) expected radii.
        sigma_px: (n,) deviations of the sharp balls.

    Returns:
        All rows, and all deviations.
    """
    uv, radius = refined.uv.copy(), refined.radius_px.copy()
    streaks, sigma = detections.streak_px.copy(), sigma_px.copy()
    for row in np.flatnonzero(np.linalg.norm(streaks, axis=1) > 0):
        uv[row], streaks[row], sigma[row] = _measured(
            image_bgr, detections.uv[row], streaks[row], float(radius_px[row])
        )
        radius[row] = radius_px[row]
    return replace(refined, uv=uv, radius_px=radius, streak_px=streaks), sigma


def streak_width(
    image_bgr: NDArray[np.uint8], centre: Floats, streak: Floats, radius_px: float
) -> float | None:
    """Measures how wide the mark of a supposed streak is.

    Args:
        image_bgr: The picture.
        centre: (2,) its middle, pixels.
        streak: (2,) vector between the ends of the centre's way, pixels.
        radius_px: Radius of a sharp ball there.

    Returns:
        Width at half height, pixels; None where the mark does not stand out.
    """
    length = float(np.linalg.norm(streak))
    sides = _sides(image_bgr, centre, streak / length, length, radius_px)
    return None if sides is None else sides[1] - sides[0]


def _measured(
    image_bgr: NDArray[np.uint8], centre: Floats, streak: Floats, radius: float
) -> tuple[Floats, Floats, float]:
    length = float(np.linalg.norm(streak))
    along = streak / length
    centre = centre + _sideways(image_bgr, centre, along, length, radius)
    ends = _ends(image_bgr, centre, along, length, radius)
    if ends is None:
        return centre, streak, 0.3 * radius
    shift, found = (ends[0] + ends[1]) / 2, ends[1] - ends[0]
    far = abs(shift) > FURTHEST * radius + 0.15 * length
    if far or not LENGTHS[0] * length < found + radius < LENGTHS[1] * length + radius:
        return centre, streak, 0.3 * radius  # something else lies in the way
    middle = centre + along * shift
    sigma = SIGMA_SHARE * radius + 0.01 * length
    return middle, along * max(found, 0.1 * radius), sigma


def _sideways(
    image_bgr: NDArray[np.uint8],
    centre: Floats,
    along: Floats,
    length: float,
    radius: float,
) -> Floats:
    """Shift across the streak that puts the centre between its long sides."""
    across = np.array([-along[1], along[0]])
    sides = _sides(image_bgr, centre, along, length, radius)
    if sides is None or not 1.2 * radius < sides[1] - sides[0] < 2.8 * radius:
        return np.zeros(2)
    return across * (sides[0] + sides[1]) / 2


def _sides(
    image_bgr: NDArray[np.uint8],
    centre: Floats,
    along: Floats,
    length: float,
    radius: float,
) -> tuple[float, float] | None:
    """Where the two long sides of a streak lie across it, pixels from the centre."""
    across = np.array([-along[1], along[0]])
    offsets = np.arange(-2.0 * radius, 2.0 * radius + STEP_PX, STEP_PX)
    rows = np.linspace(-0.4 * length, 0.4 * length, ACROSS)
    unlike = _unlike_cloth(image_bgr, centre, across, along, offsets, rows)
    return _half_height(offsets, unlike)


def _ends(
    image_bgr: NDArray[np.uint8],
    centre: Floats,
    along: Floats,
    length: float,
    radius: float,
) -> tuple[float, float] | None:
    across = np.array([-along[1], along[0]])
    reach = length / 2 + 2.5 * radius
    offsets = np.arange(-reach, reach + STEP_PX, STEP_PX)
    rows = np.linspace(-0.35 * radius, 0.35 * radius, ACROSS // 2)
    unlike = _unlike_cloth(image_bgr, centre, along, across, offsets, rows)
    half = _half_height(offsets, unlike)
    if half is None:
        return None
    beyond = 0.0 if length > LONG * radius else radius - length / 2
    return half[0] + beyond, half[1] - beyond


def _unlike_cloth(
    image_bgr: NDArray[np.uint8],
    centre: Floats,
    way: Floats,
    side: Floats,
    offsets: Floats,
    rows: Floats,
) -> Floats:
    """Mean difference from the cloth along a way, averaged over parallel lines."""
    points = (
        centre
        + offsets[None, :, None] * way[None, None]
        + rows[:, None, None] * side[None, None]
    ).astype(np.float32)
    colours = cv2.remap(
        image_bgr,
        np.ascontiguousarray(points[..., 0]),
        np.ascontiguousarray(points[..., 1]),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).astype(np.float64)
    line = _linear(np.median(colours, axis=0))
    few = max(2, len(offsets) // 10)
    share = np.linspace(0, 1, len(offsets))[:, None]
    cloth = line[:few].mean(axis=0) * (1 - share) + line[-few:].mean(axis=0) * share
    return np.asarray(np.linalg.norm(line - cloth, axis=1))


def _linear(colours: Floats) -> Floats:
    """Light that the values stand for: exposures add up in light, not in values."""
    return np.asarray(255.0 * (colours / 255.0) ** GAMMA)


def _half_height(offsets: Floats, height: Floats) -> tuple[float, float] | None:
    """First and last crossing of half the plateau, interpolated."""
    smooth = np.convolve(height, np.ones(3) / 3, mode="same")
    plateau = float(np.percentile(smooth, 75))
    if plateau < LEAST_CONTRAST:
        return None
    above = np.flatnonzero(smooth > plateau / 2)
    first, last = int(above[0]), int(above[-1])
    if first == 0 or last == len(offsets) - 1:
        return None
    return (
        _crossing(offsets, smooth, first - 1, plateau / 2),
        _crossing(offsets, smooth, last, plateau / 2),
    )


def _crossing(offsets: Floats, height: Floats, row: int, level: float) -> float:
    low, high = height[row], height[row + 1]
    part = (level - low) / (high - low) if high != low else 0.5
    return float(offsets[row] + part * (offsets[row + 1] - offsets[row]))
