"""Sub-pixel centres: where the rim of each ball really lies.

The network's boxes are good to a tenth of a radius. Here rays are cast from each
centre; the strongest change of colour near the expected radius marks the rim, and a
circle of nearly that radius is fitted to the marks. Glare and prints lie inside, so
they are never looked at; shadows and neighbours pull only some of the marks, and a
robust loss lets those go. Where nothing but the size of the balls is sought, that is
enough; the centres of followed balls are read by a network (``vision.centre_network``).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

RAYS = 48
STEPS = 33
INNER, OUTER = 0.55, 1.45
PRIOR_SPREAD = 0.16
RADIUS_SPREAD = 0.03
ROUNDS = (4.0, 2.0, 1.0, 1.0)
OUTLIER_PX = 0.6
OUTLIER_SHARE = 0.04
SIGMA_FACTOR = 2.5
SIGMA_SHARE = 0.012
LOST_SHARE = 0.15
FURTHEST = 0.4
SHADOW = 0.4
START_SPREAD = 0.16
REACH = 1.9
"""Half the side of a patch, ball radii: rays from a centre that was moved."""
BLUR_PX = 4
FITS = 6
ROUGH_FITS = 4

_SHARE = np.linspace(INNER, OUTER, STEPS)
_STEP = 3


@dataclass(frozen=True, slots=True)
class _Rim:
    """Marks of the rim along each ray.

    Attributes:
        distance: (n, RAYS) from the cast centre, pixels.
        weight: (n, RAYS) strength of the change, 0 to 1.
    """

    distance: Floats
    weight: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _Patches:
    """Smoothed surroundings of each ball, one below the other.

    Attributes:
        stack: (n * side, side, 3) uint8.
        corner: (n, 2) place of each patch's first pixel in the picture.
        side: Of a patch, pixels.
    """

    stack: NDArray[np.uint8]
    corner: NDArray[np.int64]
    side: int


def fit_circles(
    image_bgr: NDArray[np.uint8],
    start: Floats,
    expected: Floats,
    *,
    radius_spread: float = RADIUS_SPREAD,
    search_spread: float = PRIOR_SPREAD,
) -> tuple[Floats, Floats, Floats]:
    """Fits a circle to the rim around each start.

    Args:
        image_bgr: (h, w, 3) uint8.
        start: (n, 2) rough centres, pixels.
        expected: (n,) expected radii, pixels.
        radius_spread: How far the radius may be from the expected one, as a share.
        search_spread: How far from the expected radius the rim is looked for.

    Returns:
        (n, 2) centres, (n,) radii and (n,) deviations of the centres, pixels.
    """
    patches = _patches(image_bgr, start, expected)
    angle = np.arange(RAYS) * (2 * np.pi / RAYS)
    way = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    uv, radius = start.copy(), expected.copy()
    sigma = np.zeros(len(start))
    for slack in ROUNDS:
        rim = _rim(patches, uv, radius, way, (1 + slack) / 2 * search_spread)
        away = uv - start
        shift, radius, sigma = _fitted(
            rim, way, radius, expected, radius_spread, slack, away
        )
        uv = uv + shift
    lost = np.linalg.norm(uv - start, axis=1) > FURTHEST * expected
    uv[lost], radius[lost] = start[lost], expected[lost]
    sigma[lost] = LOST_SHARE * expected[lost]
    return uv, radius, sigma


def _patches(image_bgr: NDArray[np.uint8], start: Floats, expected: Floats) -> _Patches:
    """Cuts out and smooths what the rays can reach, one patch a ball.

    Beyond the picture its border is repeated.
    """
    reach = REACH * float(expected.max()) + BLUR_PX
    side = 2 * int(np.ceil(reach)) + 1
    height, width = image_bgr.shape[:2]
    stack = np.empty((len(start) * side, side, 3), dtype=np.uint8)
    corner = np.rint(start).astype(np.int64) - side // 2
    for row, (left, top) in enumerate(corner):
        u0, v0 = min(max(left, 0), width - 1), min(max(top, 0), height - 1)
        u1, v1 = max(min(left + side, width), u0 + 1), min(top + side, height)
        part = image_bgr[v0 : max(v1, v0 + 1), u0:u1]
        if part.shape[:2] != (side, side):
            part = _extended(part, side, int(u0 - left), int(v0 - top))
        cv2.GaussianBlur(part, (0, 0), 0.7, dst=stack[row * side : (row + 1) * side])
    return _Patches(stack, corner, side)


def _extended(
    part: NDArray[np.uint8], side: int, left: int, top: int
) -> NDArray[np.uint8]:
    """Repeats the border of a part of a patch so that it fills the patch."""
    left, top = (min(max(gap, 0), side) for gap in (left, top))
    part = part[: side - top, : side - left] if max(left, top) < side else part[:1, :1]
    below, right = side - top - part.shape[0], side - left - part.shape[1]
    extended = cv2.copyMakeBorder(
        part, top, max(below, 0), left, max(right, 0), cv2.BORDER_REPLICATE
    )
    return np.asarray(extended[:side, :side], dtype=np.uint8)


def _rim(
    patches: _Patches, uv: Floats, radius: Floats, way: Floats, spread: float
) -> _Rim:
    inner = np.clip(uv - patches.corner, -1.0, patches.side).astype(np.float32)
    last = np.float32(patches.side - 1)
    scaled = radius.astype(np.float32)[:, None, None]
    rays = way.astype(np.float32)[..., None] * _SHARE.astype(np.float32)
    u = inner[:, 0, None, None] + scaled * rays[None, :, 0]
    v = inner[:, 1, None, None] + scaled * rays[None, :, 1]
    for part in (u, v):
        np.minimum(np.maximum(part, 0, out=part), last, out=part)
    v += (np.arange(len(uv), dtype=np.float32) * patches.side)[:, None, None]
    colours = cv2.remap(
        patches.stack,
        u.reshape(-1, STEPS),
        v.reshape(-1, STEPS),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    shaped = colours.reshape(len(uv), RAYS, STEPS, 3).astype(np.float32)
    middle = (_SHARE[_STEP:] + _SHARE[:-_STEP]) / 2
    change = np.sqrt(_change(shaped)).astype(np.float64)
    change *= np.exp(-0.5 * ((middle - 1) / spread) ** 2)
    return _peaks(change, middle, radius)


def _change(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """Squared change of colour along each ray.

    Changes along the cloth's colour, what a shadow's border looks like, count for less.
    """
    step = colours[:, :, _STEP:] - colours[:, :, :-_STEP]
    around = np.sort(colours[:, :, -4:].reshape(len(colours), -1, 3), axis=1)
    half = around.shape[1] // 2
    cloth = (around[:, half - 1] + around[:, half]) / 2
    cloth /= np.maximum(np.linalg.norm(cloth, axis=1, keepdims=True), 1e-6)
    along = (step.reshape(len(step), -1, 3) @ cloth[:, :, None]).reshape(step.shape[:3])
    size = np.square(step[..., 0])
    size += np.square(step[..., 1])
    size += np.square(step[..., 2])
    size -= np.float32(2 * SHADOW - SHADOW**2) * np.square(along)
    return np.asarray(np.maximum(size, 0, out=size))


def _peaks(change: Floats, share: Floats, radius: Floats) -> _Rim:
    best = np.clip(change.argmax(axis=2), 1, len(share) - 2)[..., None]
    before, at, after = (
        np.take_along_axis(change, best + step, axis=2)[..., 0] for step in (-1, 0, 1)
    )
    bend = before - 2 * at + after
    offset = np.where(bend < -1e-9, 0.5 * (before - after) / np.minimum(bend, -1e-9), 0)
    place = share[best[..., 0]] + np.clip(offset, -1, 1) * (share[1] - share[0])
    usual = np.sort(at, axis=1)[:, RAYS // 2 - 1 : RAYS // 2 + 1].mean(axis=1)
    strength = at / np.maximum(usual, 8.0)[:, None]
    return _Rim(place * radius[:, None], np.clip(strength, 0.02, 1.5))


def _fitted(
    rim: _Rim,
    way: Floats,
    radius: Floats,
    expected: Floats,
    radius_spread: float,
    slack: float,
    away: Floats,
) -> tuple[Floats, Floats, Floats]:
    """Fits centre shift and radius to the marks: iterated, weighted, with a prior."""
    fitted = np.concatenate([np.zeros((len(radius), 2)), radius[:, None]], axis=1)
    outlier = slack * np.maximum(OUTLIER_PX, OUTLIER_SHARE * expected)[:, None]
    rows = np.concatenate([way, np.ones((RAYS, 1))], axis=1)
    squares = (rows[:, :, None] * rows[:, None, :]).reshape(RAYS, 9)
    held = 1.0 / (START_SPREAD * expected) ** 2
    ties = np.stack([held, held, 1.0 / (radius_spread * expected) ** 2], axis=1)
    aim = np.concatenate([-away, expected[:, None]], axis=1)
    tied = ties[:, :, None] * np.eye(3) + 1e-6 * np.eye(3)
    normal = tied
    for _ in range(FITS if slack == ROUNDS[-1] else ROUGH_FITS):
        residual = rim.distance - fitted @ rows.T
        weight = rim.weight / (1 + (residual / outlier) ** 2)
        normal = (weight @ squares).reshape(-1, 3, 3) + tied
        right = (weight * residual) @ rows + ties * (aim - fitted)
        fitted = fitted + np.linalg.solve(normal, right[..., None])[..., 0]
    shift, circle = fitted[:, :2], fitted[:, 2]
    residual = rim.distance - shift @ way.T - circle[:, None]
    weight = rim.weight / (1 + (residual / outlier) ** 2)
    spread = (weight * residual**2).sum(axis=1) / np.maximum(weight.sum(axis=1), 1e-9)
    covariance = np.linalg.inv(normal)[:, :2, :2] * spread[:, None, None]
    # Neighbouring rays see the same pixels: one independent mark a pixel of rim.
    shared = np.maximum(1.0, RAYS / (2 * np.pi * expected))
    variance = 0.5 * np.trace(covariance, axis1=1, axis2=2) * shared
    # Both measured on rendered scenes: shading and shadows pull every mark a little.
    sigma = np.hypot(SIGMA_FACTOR * np.sqrt(variance), SIGMA_SHARE * expected)
    return shift, circle, sigma
