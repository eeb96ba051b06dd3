"""Lines in a strip: the places where colour changes along a whole rail at once.

The strip follows the noses as the networks have them, so that its rows can be averaged
as they are: what runs along the rail stays, texture and noise fade.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.arrays import FloatArray
from calibration.strips import Strip

_SEARCH_ROWS = 40
_CLIMB = 4

_CLIP = 8.0
"""Change of colour per pixel from which more does not count."""


@dataclass(frozen=True)
class Profile:
    """The average change of colour across a rail.

    Attributes:
        depth: Outward distance, table widths, (n,).
        strength: Length of the average change, (n,).
        light: Its lightness part; positive when it grows lighter outward, (n,).
        direction: Its direction in L*a*b*, (n, 3).
    """

    depth: FloatArray
    strength: FloatArray
    light: FloatArray
    direction: FloatArray


def straight_rows(strip: Strip) -> FloatArray:
    """Return which rows see the cushion, not a pocket or a player, (rows,)."""
    if strip.side % 2 == 0:
        ends = (strip.s > 0.075) & (strip.s < 0.925)
        ends &= np.abs(strip.s - 0.5) > 0.05
    else:
        ends = (strip.s > 0.13) & (strip.s < 0.87)
    return np.asarray(ends & strip.visible)


def profile(strip: Strip, sigma_px: float) -> Profile:
    """Average the rows of a strip that follows its edge.

    Args:
        strip: The neighbourhood of a rail.
        sigma_px: Width over which an edge is measured, pixels.
    """
    change = strip.gradient(sigma_px)[straight_rows(strip)]
    mean = _thinned(np.clip(change, -_CLIP, _CLIP)).mean(axis=0)
    strength = np.linalg.norm(mean, axis=1)
    direction = mean / np.maximum(strength, 1e-9)[:, None]
    return Profile(strip.depth, strength, mean[:, 0], direction)


def edge_points(
    strip: Strip,
    line: FloatArray,
    direction: FloatArray,
    *,
    sigma_px: float,
    reach_px: float,
) -> FloatArray:
    """Return where the colour changes fastest near a line, to a fraction of a pixel.

    Args:
        strip: The neighbourhood of a rail.
        line: Expected depth at each row, table widths, (rows,).
        direction: In which colour changes there, unit vector (3,).
        sigma_px: Width over which an edge is measured, pixels.
        reach_px: How far from the line to look, pixels.

    Returns:
        Points of the straight picture, (n, 2).
    """
    response = strip.gradient(sigma_px) @ direction
    response = (
        response + np.roll(response, 1, axis=0) + np.roll(response, -1, axis=0)
    ) / 3
    spacing = strip.depth[1] - strip.depth[0]
    center = (line - strip.depth[0]) / spacing
    columns = np.arange(response.shape[1])
    away = np.abs(columns[None, :] - center[:, None]) * strip.step_px / reach_px
    near = away <= 1
    weighed = np.maximum(response, 0.0) * np.exp(-2.0 * away**2)
    peak = _nearest_top(response, np.where(near, weighed, -1.0).argmax(axis=1))
    index = np.arange(len(peak))
    inner = (peak > 0) & (peak < response.shape[1] - 1)
    clamped = np.clip(peak, 1, response.shape[1] - 2)
    left, mid, right = (response[index, clamped + k] for k in (-1, 0, 1))
    curve = left - 2 * mid + right
    shift = np.where(curve < -1e-9, 0.5 * (left - right) / np.minimum(curve, -1e-9), 0)
    local = (mid >= left) & (mid >= right)
    rows = straight_rows(strip) & inner & local & near[index, clamped]
    typical = np.median(mid[rows]) if rows.any() else 0.0
    rows &= mid > max(0.35 * float(typical), 0.05)
    at = clamped + np.clip(shift, -1, 1)
    low = np.floor(at).astype(int)
    part = (at - low)[:, None]
    low = np.clip(low, 0, response.shape[1] - 2)
    found = (
        strip.straight[index, low] * (1 - part) + strip.straight[index, low + 1] * part
    )
    return np.asarray(found[rows])


def _nearest_top(
    response: FloatArray, start: npt.NDArray[np.intp]
) -> npt.NDArray[np.intp]:
    """Climb from a column of each row to the next local maximum."""
    peak = start.copy()
    rows = np.arange(len(peak))
    last = response.shape[1] - 1
    for _ in range(_CLIMB):
        left, right = np.maximum(peak - 1, 0), np.minimum(peak + 1, last)
        here = response[rows, peak]
        up = np.where(response[rows, right] > here, right, peak)
        peak = np.where(
            response[rows, left] > np.maximum(here, response[rows, right]), left, up
        )
    return peak


def _thinned(rows: FloatArray) -> FloatArray:
    """Average neighbouring rows so that about `_SEARCH_ROWS` are left."""
    if not len(rows):
        return np.zeros((1, *rows.shape[1:]))
    step = max(1, len(rows) // _SEARCH_ROWS)
    kept = len(rows) // step * step
    return np.asarray(rows[:kept].reshape(-1, step, *rows.shape[1:]).mean(axis=1))
