"""Things that hide balls: limbs, cues and tools as chains of round pieces in space."""

from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthesis.arrays import floats32, floats64
from vision.synthesis.ball_picture import Patch
from vision.synthesis.camera import Camera
from vision.synthesis.colours import RGB, linear_bgr
from vision.synthesis.compose import Shade, smear
from vision.synthesis.light import Lamps
from vision.synthesis.scene import OccluderImage
from vision.synthesis.textures import noise

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Bytes = NDArray[np.uint8]

_SHIFT = 4
_SHADOW_SCALE = 4
_SHADOW_LAMPS = 3
_FLAT = np.array([1.0, 1.0, 0.0])


@dataclass(frozen=True, slots=True)
class Part:
    """A chain of balls joined by cones, or a flat polygon.

    Attributes:
        points: Table frame, metres, shape (m, 3).
        radii: Metres, shape (m,).
        rgb: sRGB.
        filled: Whether the points are the corners of a polygon.
        speckle: Strength of its texture, as a share.
        gloss: Brightness of a highlight along its middle, as a share.
    """

    points: Floats
    radii: Floats
    rgb: RGB
    filled: bool = False
    speckle: float = 0.05
    gloss: float = 0.0


@dataclass(frozen=True, slots=True)
class Occluder:
    """One thing made of parts.

    Attributes:
        kind: hand, arm, body, head, cue, bridge, rack, chalk, clutter.
        parts: Lowest first.
        travel: How far it moves while the shutter is open, metres, shape (3,).
        ends: Tip and butt of a cue, metres, shape (2, 3); None for other things.
        seed: Of its texture.
    """

    kind: str
    parts: tuple[Part, ...]
    travel: Floats
    ends: Floats | None = None
    seed: int = 0

    def shifted(self, by: Floats, travel: Floats | None = None) -> "Occluder":
        """Return the same thing elsewhere.

        Args:
            by: Metres, shape (3,).
            travel: Its new travel during the exposure, metres; None keeps it.
        """
        return replace(
            self,
            parts=tuple(replace(p, points=p.points + by) for p in self.parts),
            ends=None if self.ends is None else self.ends + by,
            travel=self.travel if travel is None else travel,
        )


@dataclass(frozen=True, slots=True)
class OccluderPicture:
    """An occluder as seen.

    Attributes:
        patch: Its picture.
        shade: Its shadow on the cloth; None where there is none to be seen.
        image: Its label.
    """

    patch: Patch
    shade: Shade | None
    image: OccluderImage


def picture_occluder(
    camera: Camera, lamps: Lamps, occluder: Occluder
) -> OccluderPicture | None:
    """Draw a thing, or return None if it is outside the picture.

    Args:
        camera: Who looks.
        lamps: Whose light it is in.
        occluder: What is drawn.
    """
    outlines = [_outline_px(camera, part) for part in occluder.parts]
    window = _window(camera, np.concatenate([np.concatenate(o) for o in outlines]))
    if window is None:
        return None
    left, top, right, bottom = window
    rng = np.random.default_rng(occluder.seed)
    light = np.zeros((bottom - top, right - left, 3), np.float32)
    cover = np.zeros((bottom - top, right - left), np.float32)
    for part, outline in zip(occluder.parts, outlines, strict=True):
        mask = _mask([piece - [left, top] for piece in outline], cover.shape)
        shade = _relief(mask, part, camera, rng)
        lit = lamps.on_cloth(part.points.mean(axis=0)[None, :2].astype(np.float32))[0]
        weight = mask[..., None]
        colour = linear_bgr(part.rgb) * lit * shade[..., None]
        light += weight * (colour - light)
        cover += mask * (1 - cover)
    sharp = Patch((left, top), light, cover, np.zeros_like(cover))
    patch = _moved(camera, sharp, occluder) if np.any(occluder.travel) else sharp
    image = _label(camera, occluder, sharp, patch)
    return OccluderPicture(patch, _shadow(camera, lamps, occluder), image)


def _label(
    camera: Camera, occluder: Occluder, sharp: Patch, blurred: Patch
) -> OccluderImage:
    """Return the label: its box is that of the middle of the exposure."""
    rows = np.flatnonzero(sharp.cover.max(axis=1) > 0.5)
    columns = np.flatnonzero(sharp.cover.max(axis=0) > 0.5)
    left, top = (float(value) for value in sharp.corner)
    box = (left, top, left, top)
    if rows.size and columns.size:
        box = (
            left + float(columns[0]),
            top + float(rows[0]),
            left + float(columns[-1] + 1),
            top + float(rows[-1] + 1),
        )
    ends = None if occluder.ends is None else camera.uv_from_xyz(occluder.ends)
    return OccluderImage(occluder.kind, box, ends, blurred.corner, blurred.cover)


def _moved(camera: Camera, patch: Patch, occluder: Occluder) -> Patch:
    start = occluder.parts[0].points[0]
    path = start + np.linspace(-0.5, 0.5, 9)[:, None] * occluder.travel
    offsets = camera.uv_from_xyz(path) - camera.uv_from_xyz(start[None])
    return smear(patch, offsets)


def _outline_px(camera: Camera, part: Part) -> list[Floats]:
    """Return convex image polygons whose union is the part."""
    uv = camera.uv_from_xyz(part.points)
    if part.filled:
        return [uv]
    scale = _pixels_a_metre(camera, part.points)
    turn = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    ring = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    discs = uv[:, None] + (part.radii * scale)[:, None, None] * ring
    if len(uv) == 1:
        return [discs[0]]
    pairs = pairwise(discs)
    return [_hull(np.concatenate(pair)) for pair in pairs]


def _hull(points: Floats) -> Floats:
    hull = cv2.convexHull(points.astype(np.float32))
    return np.asarray(hull, dtype=np.float64).reshape(-1, 2)


def _pixels_a_metre(camera: Camera, points: Floats) -> Floats:
    depth = (points - camera.position) @ camera.camera_from_table[2]
    return floats64(camera.focal_px / depth)


def _window(camera: Camera, uv: Floats) -> tuple[int, int, int, int] | None:
    """Return left, top, right, bottom of the part of a thing inside the picture."""
    if not np.isfinite(uv).all():
        return None
    left, top = np.maximum(np.floor(uv.min(axis=0)).astype(int) - 2, 0)
    right, bottom = np.minimum(
        np.ceil(uv.max(axis=0)).astype(int) + 3, np.array(camera.size)
    )
    if left >= right - 1 or top >= bottom - 1:
        return None
    return int(left), int(top), int(right), int(bottom)


def _mask(polygons: list[Floats], shape: tuple[int, ...]) -> Floats32:
    mask = np.zeros(shape, np.uint8)
    for polygon in polygons:
        limited = np.clip(polygon, -4000, 8000)
        corners = np.round(limited * 2**_SHIFT).astype(np.int32)
        cv2.fillPoly(mask, [corners], 255, cv2.LINE_AA, _SHIFT)
    return floats32(mask) / np.float32(255)


def _relief(
    mask: Floats32, part: Part, camera: Camera, rng: np.random.Generator
) -> Floats32:
    """Return the shading of a part: round things darken toward their edges."""
    grain = 1 + part.speckle * noise(rng, mask.shape, 1)
    grain += part.speckle * noise(rng, mask.shape, 9)
    if part.filled:
        return floats32(grain)
    inside = np.pad((mask > 0.5).astype(np.uint8), 1)
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 3)[1:-1, 1:-1]
    scale = float(_pixels_a_metre(camera, part.points).mean())
    radius = max(float(part.radii.mean()) * scale, 1.0)
    rise = np.clip((depth - 0.5) / radius, 0, 1)
    height = np.sqrt(np.maximum(rise * (2 - rise), 0))
    slope = cv2.Sobel(cv2.GaussianBlur(height, (0, 0), 1.0), cv2.CV_32F, 1, 1, ksize=3)
    shade = (0.45 + 0.55 * height + 0.3 * np.clip(slope, -0.5, 0.5)) * grain
    shade += part.gloss * np.clip((rise - 0.55) * 3, 0, 1)
    return np.asarray(shade, dtype=np.float32)


def _shadow(camera: Camera, lamps: Lamps, occluder: Occluder) -> Shade | None:
    """Return the soft shadow that a thing throws on the cloth."""
    weights = lamps.power.mean(axis=1)
    direct = float(weights.sum())
    strongest = np.argsort(-weights)[:_SHADOW_LAMPS]
    casts = [
        (
            index,
            [_cast(camera, lamps.positions[index], part) for part in occluder.parts],
        )
        for index in strongest
    ]
    scale = float(_pixels_a_metre(camera, occluder.parts[0].points[:1]).mean())
    lift = float(np.mean([part.points[:, 2].mean() for part in occluder.parts]))
    heights = np.maximum(lamps.positions[strongest, 2], 0.3)
    softs = lamps.radii[strongest] / heights * lift * scale
    everything = np.concatenate([o for _, outlines in casts for o in outlines])
    reach = 3.0 * float(softs.max()) + 4 * _SHADOW_SCALE
    window = _window(camera, np.concatenate([everything - reach, everything + reach]))
    if window is None:
        return None
    left, top, right, bottom = window
    shape = (
        max((bottom - top) // _SHADOW_SCALE, 1),
        max((right - left) // _SHADOW_SCALE, 1),
    )
    dark = np.zeros(shape, np.float32)
    share = weights[strongest] / weights[strongest].sum() * direct
    for (_, outlines), soft, weight in zip(casts, softs, share, strict=True):
        local = [(o - [left, top]) / _SHADOW_SCALE for o in outlines]
        mask = _mask(local, shape)
        mask = floats32(cv2.GaussianBlur(mask, (0, 0), 0.6 + soft / _SHADOW_SCALE))
        dark += np.float32(weight * 0.85) * mask
    whole = cv2.resize(dark, (right - left, bottom - top))
    factors = floats32(np.repeat((1 - whole)[..., None], 3, axis=2))
    return Shade((left, top), factors)


def _cast(camera: Camera, lamp: Floats32, part: Part) -> Floats:
    """Return the outline of a part's shadow on the cloth, in the picture."""
    points, radii = part.points, np.broadcast_to(part.radii, len(part.points))
    height = np.minimum(points[:, 2], lamp[2] - 0.2)
    reach = (height / (lamp[2] - height))[:, None]
    ground = points + (points - lamp) * reach * _FLAT
    ground = ground * _FLAT
    if part.filled:
        return camera.uv_from_xyz(ground)
    turn = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    ring = np.stack([np.cos(turn), np.sin(turn), 0 * turn], axis=1)
    discs = ground[:, None] + radii[:, None, None] * ring
    return _hull(camera.uv_from_xyz(discs.reshape(-1, 3)))
