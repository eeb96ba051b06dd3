"""Lays balls, shadows and other things over a picture in linear light."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthesis.arrays import floats32
from vision.synthesis.background import Background
from vision.synthesis.ball_picture import Patch
from vision.synthesis.camera import Camera
from vision.synthesis.light import Lamps, ball_shadow, shadow_reach

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

_MOST_STEPS = 96


@dataclass(frozen=True, slots=True)
class Shade:
    """Factors that dim a window of the picture.

    Attributes:
        corner: Column and row of the first pixel.
        factors: Shape (h, w, 3).
    """

    corner: tuple[int, int]
    factors: Floats32


def smear(patch: Patch, offsets: Floats) -> Patch:
    """Average a patch over places.

    Args:
        patch: Sharp.
        offsets: Where it is while the shutter is open, pixels from where it was
            drawn, along the path, shape (m, 2).
    """
    steps = _even_steps(offsets)
    low = np.floor(steps.min(axis=0)).astype(int)
    high = np.ceil(steps.max(axis=0)).astype(int)
    height, width = patch.cover.shape
    size = (width + int(high[0] - low[0]), height + int(high[1] - low[1]))
    stack = np.dstack([patch.light, patch.cover])
    total = np.zeros((size[1], size[0], 4), np.float32)
    for step in steps:
        shift = np.array([[1, 0, step[0] - low[0]], [0, 1, step[1] - low[1]]])
        total += cv2.warpAffine(stack, shift, size, flags=cv2.INTER_LINEAR)
    total /= len(steps)
    middle = float(patch.height[height // 2, width // 2])
    return Patch(
        (patch.corner[0] + int(low[0]), patch.corner[1] + int(low[1])),
        total[..., :3],
        total[..., 3],
        np.full(size[::-1], middle, np.float32),
    )


def _even_steps(offsets: Floats) -> Floats:
    """Return places along a path, evenly in time, less than a pixel apart."""
    apart = np.linalg.norm(np.diff(offsets, axis=0), axis=1)
    wanted = int(np.clip(np.ceil(apart.max(initial=0.0) * len(apart)), 1, _MOST_STEPS))
    if len(offsets) > wanted:
        return offsets
    share = np.linspace(0, len(offsets) - 1, wanted + 1)
    known = np.arange(len(offsets))
    return np.stack(
        [np.interp(share, known, offsets[:, axis]) for axis in (0, 1)], axis=1
    )


def hidden_by_table(patch: Patch, background: Background, nose_height: float) -> Patch:
    """Remove what the cushions and the bed hide of a ball."""
    window = clip_window(patch.corner, patch.cover.shape, background.rail_cover.shape)
    if window is None:
        return replace(patch, light=patch.light * 0, cover=patch.cover * 0)
    inner, outer = window
    keep = np.ones_like(patch.cover)
    low = patch.height[inner]
    below_nose = np.clip((nose_height - low) / 0.002 + 0.5, 0, 1)
    below_bed = np.clip(-low / 0.002 + 0.5, 0, 1)
    keep[inner] = (1 - background.rail_cover[outer] * below_nose) * (
        1 - background.cloth_cover[outer] * below_bed
    )
    return replace(patch, light=patch.light * keep[..., None], cover=patch.cover * keep)


def clip_window(
    corner: tuple[int, int], shape: tuple[int, ...], size: tuple[int, ...]
) -> tuple[tuple[slice, slice], tuple[slice, slice]] | None:
    """Return matching windows of a patch and of a picture, or None if apart.

    Args:
        corner: Column and row of the patch in the picture.
        shape: Rows and columns of the patch.
        size: Rows and columns of the picture.
    """
    left, top = max(corner[0], 0), max(corner[1], 0)
    right = min(corner[0] + shape[1], size[1])
    bottom = min(corner[1] + shape[0], size[0])
    if left >= right or top >= bottom:
        return None
    inner = (
        slice(top - corner[1], bottom - corner[1]),
        slice(left - corner[0], right - corner[0]),
    )
    return inner, (slice(top, bottom), slice(left, right))


def lay_patch(light: Floats32, patch: Patch) -> None:
    """Lay a patch over a picture, in place."""
    window = clip_window(patch.corner, patch.cover.shape, light.shape)
    if window is not None:
        inner, outer = window
        light[outer] *= 1 - patch.cover[inner][..., None]
        light[outer] += patch.light[inner]


def lay_shade(light: Floats32, shade: Shade) -> None:
    """Dim a window of a picture, in place."""
    window = clip_window(shade.corner, shade.factors.shape, light.shape)
    if window is not None:
        inner, outer = window
        light[outer] *= shade.factors[inner]


def shade_of_ball(
    camera: Camera,
    background: Background,
    lamps: Lamps,
    centers: Floats,
    radius: float,
) -> Shade | None:
    """Return the shadow of a ball, averaged over its places.

    Args:
        camera: Who looks.
        background: The table.
        lamps: All lamps.
        centers: Places during the exposure, metres, shape (m, 3).
        radius: Of the ball, metres.

    Returns:
        None where the shadow lies outside the picture.
    """
    reaches = np.array([shadow_reach(lamps, c, radius) for c in centers])
    low, high = reaches[:, 0].min(axis=0), reaches[:, 1].max(axis=0)
    ground = np.array(
        [[x, y, 0.0] for x in (low[0], high[0]) for y in (low[1], high[1])]
    )
    corners = camera.uv_from_xyz(ground)
    first = np.floor(corners.min(axis=0)).astype(int) - 1
    last = np.ceil(corners.max(axis=0)).astype(int) + 2
    shape = (int(last[1] - first[1]), int(last[0] - first[0]))
    corner = (int(first[0]), int(first[1]))
    window = clip_window(corner, shape, background.rail_cover.shape)
    if window is None:
        return None
    outer = window[1]
    step = 2 if np.prod(shape) > 6000 else 1
    xy = background.cloth_xy[outer][::step, ::step]
    flat = np.ascontiguousarray(xy.reshape(-1, 2))
    total = np.zeros((len(flat), 3), np.float32)
    for center in centers:
        total += ball_shadow(lamps, flat, center, radius)
    factors = floats32((total / len(centers)).reshape(*xy.shape[:2], 3))
    rows, columns = background.cloth_xy[outer].shape[:2]
    if step > 1:
        factors = _grown(factors, (rows, columns), step)
    onto = (1 - 0.7 * background.rail_cover[outer])[..., None]
    shade = floats32(1 - (1 - factors) * onto)
    return Shade((outer[1].start, outer[0].start), shade)


def _grown(coarse: Floats32, shape: tuple[int, int], step: int) -> Floats32:
    """Return a coarse image at all pixels, without shift."""
    column = np.arange(shape[1], dtype=np.float32) / step
    row = np.arange(shape[0], dtype=np.float32) / step
    grid = np.meshgrid(column, row)
    grown = cv2.remap(
        coarse, grid[0], grid[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return floats32(grown)
