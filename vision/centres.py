"""Sub-pixel centres: where the rim of each ball really lies.

The network's boxes are good to a tenth of a radius. Here rays are cast from each
centre; the strongest change of colour near the expected radius marks the rim, and a
circle of nearly that radius is fitted to the marks. Glare and prints lie inside, so
they are never looked at; shadows and neighbours pull only some of the marks, and a
robust loss lets those go. A streak has no rim all around: its long sides and its two
ends are measured instead (``vision.streak_ends``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections
from vision.errors import InvalidDetectionsError
from vision.streak_ends import refine_streaks

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


@dataclass(frozen=True, slots=True)
class _Rim:
    """Marks of the rim along each ray.

    Attributes:
        distance: (n, RAYS) from the cast centre, pixels.
        weight: (n, RAYS) strength of the change, 0 to 1.
    """

    distance: Floats
    weight: Floats


def refine_centres(
    image_bgr: NDArray[np.uint8], detections: Detections, radius_px: Floats
) -> tuple[Detections, Floats]:
    """Measures the centres of detected balls.

    Args:
        image_bgr: (h, w, 3) uint8, the picture the balls were found in.
        detections: The balls.
        radius_px: (n,) radius each should have in this picture, from calibration; a
            detection's own radius serves where there is none.

    Returns:
        The detections with better centres, radii and streaks, in the same order, and
        (n,) the standard deviation of each centre's coordinates, pixels. A ball whose
        rim cannot be found keeps its centre and gets a large deviation.

    Raises:
        InvalidDetectionsError: Not one positive radius a ball.
    """
    radius = np.asarray(radius_px, dtype=np.float64)
    if radius.shape != (len(detections),) or np.any(radius <= 0):
        raise InvalidDetectionsError(
            f"expected {len(detections)} positive radii, got shape {radius.shape}"
        )
    if not len(detections):
        return detections, np.zeros(0)
    uv, found, sigma = fit_circles(image_bgr, detections.uv, radius)
    refined = replace(detections, uv=uv, radius_px=found)
    moving = np.linalg.norm(detections.streak_px, axis=1) > 0
    if np.any(moving):
        return refine_streaks(image_bgr, detections, refined, radius, sigma)
    return refined, sigma


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
    image = np.asarray(cv2.GaussianBlur(image_bgr, (0, 0), 0.7), dtype=np.uint8)
    angle = np.arange(RAYS) * (2 * np.pi / RAYS)
    way = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    uv, radius = start.copy(), expected.copy()
    sigma = np.zeros(len(start))
    for slack in ROUNDS:
        rim = _rim(image, uv, radius, way, (1 + slack) / 2 * search_spread)
        away = uv - start
        shift, radius, sigma = _fitted(
            rim, way, radius, expected, radius_spread, slack, away
        )
        uv = uv + shift
    lost = np.linalg.norm(uv - start, axis=1) > FURTHEST * expected
    uv[lost], radius[lost] = start[lost], expected[lost]
    sigma[lost] = LOST_SHARE * expected[lost]
    return uv, radius, sigma


def _rim(
    image: NDArray[np.uint8], uv: Floats, radius: Floats, way: Floats, spread: float
) -> _Rim:
    share = np.linspace(INNER, OUTER, STEPS)
    reach = radius[:, None] * share
    points = uv[:, None, None] + reach[:, None, :, None] * way[None, :, None]
    flat = points.reshape(len(uv) * RAYS, STEPS, 2).astype(np.float32)
    colours = cv2.remap(
        image,
        np.ascontiguousarray(flat[..., 0]),
        np.ascontiguousarray(flat[..., 1]),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).astype(np.float32)
    shaped = colours.reshape(len(uv), RAYS, STEPS, 3)
    step = _without_shadow(shaped[:, :, 3:] - shaped[:, :, :-3], shaped)
    middle = (share[3:] + share[:-3]) / 2
    change = np.sqrt(np.einsum("nrsc,nrsc->nrs", step, step)).astype(np.float64)
    change *= np.exp(-0.5 * ((middle - 1) / spread) ** 2)
    return _peaks(change, middle, radius)


def _without_shadow(
    step: NDArray[np.float32], colours: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Weakens changes along the cloth's colour: what a shadow's border looks like."""
    cloth = np.median(colours[:, :, -4:].reshape(len(colours), -1, 3), axis=1)
    cloth /= np.maximum(np.linalg.norm(cloth, axis=1, keepdims=True), 1e-6)
    along = np.einsum("nrsc,nc->nrs", step, cloth)
    return np.asarray(step - SHADOW * along[..., None] * cloth[:, None, None])


def _peaks(change: Floats, share: Floats, radius: Floats) -> _Rim:
    best = np.clip(change.argmax(axis=2), 1, len(share) - 2)[..., None]
    before, at, after = (
        np.take_along_axis(change, best + step, axis=2)[..., 0] for step in (-1, 0, 1)
    )
    bend = before - 2 * at + after
    offset = np.where(bend < -1e-9, 0.5 * (before - after) / np.minimum(bend, -1e-9), 0)
    place = share[best[..., 0]] + np.clip(offset, -1, 1) * (share[1] - share[0])
    strength = at / np.maximum(np.median(at, axis=1, keepdims=True), 8.0)
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
    shift = np.zeros((len(radius), 2))
    circle = radius.copy()
    outlier = slack * np.maximum(OUTLIER_PX, OUTLIER_SHARE * expected)[:, None]
    normal = np.zeros((len(radius), 3, 3))
    rows = np.concatenate([way, np.ones((RAYS, 1))], axis=1)
    for _ in range(6):
        residual = rim.distance - shift @ way.T - circle[:, None]
        weight = rim.weight / (1 + (residual / outlier) ** 2)
        normal = np.einsum("nr,ri,rj->nij", weight, rows, rows)
        right = np.einsum("nr,nr,ri->ni", weight, residual, rows)
        tie = 1.0 / (radius_spread * expected) ** 2
        normal[:, 2, 2] += tie
        right[:, 2] += tie * (expected - circle)
        held = 1.0 / (START_SPREAD * expected) ** 2
        normal[:, [0, 1], [0, 1]] += held[:, None]
        right[:, :2] -= held[:, None] * (away + shift)
        normal += 1e-6 * np.eye(3)
        step = np.linalg.solve(normal, right[..., None])[..., 0]
        shift, circle = shift + step[:, :2], circle + step[:, 2]
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
