"""One ball as the camera sees it: exact outline, paint, lamps and reflections."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.synthesis.arrays import floats32
from vision.synthesis.ball_looks import BallLook
from vision.synthesis.camera import Camera
from vision.synthesis.light import Lamps
from vision.synthesis.paint import ball_paint

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

_MARGIN_PX = 2
_FRESNEL = 0.045
_MIRROR_LIMIT = 40.0


@dataclass(frozen=True, slots=True)
class Patch:
    """A small picture to be laid over a larger one.

    Attributes:
        corner: Column and row of its first pixel in the picture.
        light: Linear light times cover, shape (h, w, 3).
        cover: 0..1, shape (h, w).
        height: Mean z of what is seen, metres, shape (h, w).
    """

    corner: tuple[int, int]
    light: Floats32
    cover: Floats32
    height: Floats32


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What shines on a ball and mirrors in it.

    Attributes:
        lamps: All lamps.
        cloth: Linear colour of the cloth, shape (3,).
        neighbours: Centres of balls close by, metres, shape (n, 3).
    """

    lamps: Lamps
    cloth: Floats32
    neighbours: Floats


def picture_ball(
    camera: Camera,
    center: Floats,
    radius: float,
    orientations: Floats,
    look: BallLook,
    around: Surroundings,
) -> Patch:
    """Draw one ball at rest, or turning on the spot.

    Args:
        camera: Who looks.
        center: Of the ball, table frame, metres, shape (3,).
        radius: Of the ball, metres.
        orientations: Rotations table_from_ball over the exposure, shape (q, 3, 3).
        look: Paint.
        around: Lamps, cloth and neighbours.
    """
    _, size, boxes = camera.ball_images(center[None], radius)
    fine = 4 if size[0] < 7 else 3 if size[0] < 16 else 2
    u0, v0 = (np.floor(boxes[0, :2]) - _MARGIN_PX).astype(int)
    u1, v1 = (np.ceil(boxes[0, 2:]) + _MARGIN_PX + 1).astype(int)
    rays = _patch_rays(camera, (u0, v0, u1, v1), fine)
    shape = ((v1 - v0) * fine, (u1 - u0) * fine)
    rays /= np.sqrt(np.einsum("ij,ij->i", rays, rays))[:, None]
    offset = camera.position - center
    along = rays @ offset
    wide = np.sqrt(np.maximum(offset @ offset - along**2, 0))
    edge = (radius - wide) * (size[0] * fine / radius) + 0.5
    seen = np.flatnonzero(edge > 0)
    rays, wide = rays[seen], wide[seen]
    reach = -along[seen] - np.sqrt(np.maximum(radius**2 - wide**2, 0))
    normal = ((offset + rays * reach[:, None]) / radius).astype(np.float32)
    shade = _shade(normal, rays.astype(np.float32), center, orientations, look, around)
    light = np.zeros((shape[0] * shape[1], 3), np.float32)
    cover = np.zeros(shape[0] * shape[1], np.float32)
    height = np.zeros_like(cover)
    cover[seen] = np.minimum(edge[seen], 1)
    light[seen] = shade * cover[seen, None]
    height[seen] = (center[2] + radius * normal[:, 2]) * cover[seen]
    cover_px = _pooled(cover.reshape(*shape, 1), fine)[..., 0]
    height_px = _pooled(height.reshape(*shape, 1), fine)[..., 0]
    return Patch(
        (int(u0), int(v0)),
        _pooled(light.reshape(*shape, 3), fine),
        cover_px,
        floats32(height_px / np.maximum(cover_px, 1e-6)),
    )


def _pooled(fine_image: Floats32, fine: int) -> Floats32:
    rows, columns, depth = fine_image.shape
    blocks = fine_image.reshape(rows // fine, fine, columns // fine, fine, depth)
    pooled: Floats32 = blocks.mean(axis=(1, 3))
    return pooled


def _patch_rays(camera: Camera, box: tuple[int, int, int, int], fine: int) -> Floats:
    """Return the rays of all samples of a patch: exact at 3 x 3, quadratic between."""
    u0, v0, u1, v1 = box
    nodes_u = np.linspace(u0 - 0.5, u1 - 0.5, 3)
    nodes_v = np.linspace(v0 - 0.5, v1 - 0.5, 3)
    grid = np.stack(np.meshgrid(nodes_u, nodes_v), axis=-1)
    exact = camera.directions(grid)
    across = _quadratic_basis((u1 - u0) * fine)
    down = _quadratic_basis((v1 - v0) * fine)
    rays: Floats = np.einsum("ri,ijk,cj->rck", down, exact, across, optimize=True)
    return rays.reshape(-1, 3)


def _quadratic_basis(samples: int) -> Floats:
    """Return Lagrange weights on nodes 0, 1/2, 1 at sample centres, (samples, 3)."""
    x = (np.arange(samples) + 0.5) / samples
    return np.stack(
        [2 * (x - 0.5) * (x - 1), 4 * x * (1 - x), 2 * x * (x - 0.5)], axis=1
    )


def _shade(
    normal: Floats32,
    rays: Floats32,
    center: Floats,
    orientations: Floats,
    look: BallLook,
    around: Surroundings,
) -> Floats32:
    albedo = np.zeros_like(normal)
    for rotation in orientations.astype(np.float32):
        albedo += ball_paint(look, normal @ rotation)
    albedo /= len(orientations)
    facing = np.clip(-np.einsum("ij,ij->i", normal, rays), 0, 1)
    mirrored = rays + 2 * facing[:, None] * normal
    fresnel = _FRESNEL + (1 - _FRESNEL) * (1 - facing) ** 5
    mirror = _mirror(mirrored, center, around) * (look.gloss * fresnel)[:, None]
    if look.haze > 0:
        mirror += look.haze * _glow(mirrored, center, around)
    return floats32(albedo * _irradiance(normal, center, around) + mirror)


def _glow(mirrored: Floats32, center: Floats, around: Surroundings) -> Floats32:
    """Return the wide highlights of lacquer that is no longer smooth, shape (n, 3)."""
    lamps = around.lamps
    total = np.zeros_like(mirrored)
    for position, strength in zip(lamps.positions, lamps.strength(), strict=True):
        toward = position - floats32(center)
        far = np.linalg.norm(toward)
        along = np.maximum(mirrored @ (toward / far), 0)
        total += (along**12)[:, None] * (strength / far**2)
    return floats32(total)


def _irradiance(normal: Floats32, center: Floats, around: Surroundings) -> Floats32:
    """Return the light that reaches each point of the ball, shape (n, 3)."""
    lamps = around.lamps
    up = 0.5 + 0.5 * normal[:, 2:]
    floor = lamps.on_cloth(center[None, :2].astype(np.float32))[0] * around.cloth
    sky = lamps.ambient * up
    for neighbour in around.neighbours:
        away = (neighbour - center).astype(np.float32)
        far = np.linalg.norm(away)
        blocked = np.clip(normal @ (away / far), 0, 1) ** 2
        sky = sky * (1 - 0.9 * blocked[:, None])
    total = sky + floor * (1 - up) * 0.7
    for position, strength in zip(lamps.positions, lamps.strength(), strict=True):
        toward = position - center.astype(np.float32)
        far = np.linalg.norm(toward)
        lit = np.clip(normal @ (toward / far) + 0.03, 0, 1) / far**2
        total += lit[:, None] * strength
    return floats32(total)


def _mirror(mirrored: Floats32, center: Floats, around: Surroundings) -> Floats32:
    """Return the radiance that the ball's lacquer mirrors, shape (n, 3)."""
    lamps = around.lamps
    up = mirrored[:, 2]
    floor = lamps.on_cloth(center[None, :2].astype(np.float32))[0] * around.cloth
    blend = np.clip(up * 4 + 0.5, 0, 1)[:, None]
    seen = blend * lamps.ceiling + (1 - blend) * floor * 0.5
    lift = np.maximum(up, 1e-3)
    faces = np.minimum(lamps.radiance(), _MIRROR_LIMIT / _FRESNEL)
    for position, radius, face in zip(lamps.positions, lamps.radii, faces, strict=True):
        reach = (position[2] - np.float32(center[2])) / lift
        across = np.float32(center[0]) + mirrored[:, 0] * reach - position[0]
        along = np.float32(center[1]) + mirrored[:, 1] * reach - position[1]
        inside = np.clip((1.15 - np.hypot(across, along) / radius) / 0.3, 0, 1)
        seen += (inside * (up > 0.02))[:, None] * face
    return floats32(seen)
