"""Where cameras hang: mostly above the table, in every rotation."""

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from vision.synthesis.camera import Camera
from vision.synthesis.colours import variant_rng

Floats = NDArray[np.float64]

SIZES = ((854, 480), (960, 540), (960, 720), (1024, 576), (1280, 720), (1920, 1080))


def draw_camera(
    rng: np.random.Generator,
    variant: int,
    table: TableGeometry,
    *,
    margin: float = 0.15,
    size: tuple[int, int] | None = None,
    cut: bool = True,
) -> Camera:
    """Draw a camera that sees the table.

    Args:
        rng: Draws what varies within a variant.
        variant: Number of the lens, 0..15.
        table: To be seen.
        margin: Width of the rails, metres.
        size: Of the picture; None draws one.
        cut: Whether the picture may cut off rails.
    """
    lens = variant_rng("lens", variant)
    if size is None:
        size = SIZES[int(rng.choice(len(SIZES), p=[0.2, 0.3, 0.1, 0.15, 0.2, 0.05]))]
        size = size[::-1] if rng.random() < 0.12 else size
    focal = max(size) * float(np.exp(lens.uniform(np.log(0.55), np.log(2.2))))
    half = np.hypot(*size) / 2 / focal
    bend = lens.choice([0.0, lens.uniform(-0.06, 0.0), lens.uniform(-0.2, 0.06)])
    k1 = float(np.clip(bend / half**2, -0.3, 0.1))
    k1 = max(k1, -0.24 / half**2)
    upright = rng.random() < 0.6
    tilt = abs(rng.normal(0, 0.035)) if upright else rng.uniform(0.03, 0.6)
    azimuth = _draw_azimuth(rng, size)
    fill = (
        1.02 - 0.45 * rng.beta(1.2, 2.2)
        if not cut or rng.random() < 0.8
        else rng.uniform(1, 1.25)
    )
    away = np.array(
        [np.sin(tilt) * np.cos(azimuth), np.sin(tilt) * np.sin(azimuth), np.cos(tilt)]
    )
    roll = _draw_roll(rng, size, azimuth, tilted=tilt > 0.12)
    rotation = _look_along(-away, roll)
    center = (np.array(size) - 1) / 2
    camera = Camera(size, focal, center, k1, rotation, away * 4)
    camera = _fitted(camera, away, table, margin, fill)
    slack = np.maximum(np.array(size) * (1 - min(fill, 1.0)) / 2, 4)
    shift = rng.uniform(-1, 1, 2) * slack * 0.7
    return Camera(
        size, focal, camera.principal_uv + shift, k1, rotation, camera.position
    )


def _draw_azimuth(rng: np.random.Generator, size: tuple[int, int]) -> float:
    """Return where around the table the camera stands, radians.

    The long side of the table mostly lies along the long side of the picture.
    """
    across = size[0] > size[1]
    if rng.random() < (0.2 if across else 0.08):
        across = not across
    side = float(rng.choice([-0.5, 0.5]) if across else rng.choice([0.0, 1.0]))
    return side * np.pi + float(rng.normal(0, 0.15 if rng.random() < 0.8 else 0.6))


def _draw_roll(
    rng: np.random.Generator, size: tuple[int, int], azimuth: float, *, tilted: bool
) -> float:
    """Return the angle of the picture's right side against the table's x, radians."""
    if tilted:  # the floor side of the picture is where the camera stands
        return float(azimuth + np.pi / 2 + rng.normal(0, 0.05))
    base = float(rng.choice([0.0, np.pi]))
    if size[0] < size[1] or rng.random() < 0.03:
        base += np.pi / 2
    jitter = rng.normal(0, 0.02) if rng.random() < 0.9 else rng.uniform(-0.5, 0.5)
    return base + float(jitter)


def _look_along(forward: Floats, roll: float) -> Floats:
    """Return camera_from_table for a view direction and the picture's right."""
    right = np.array([np.cos(roll), np.sin(roll), 0.0])
    right -= (right @ forward) * forward
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(forward, right), forward])


def _fitted(
    camera: Camera, away: Floats, table: TableGeometry, margin: float, fill: float
) -> Camera:
    """Move the camera until the rails fill their share of the picture, centred."""
    half_x, half_y = table.length / 2 + margin, table.width / 2 + margin
    turn = np.linspace(-1, 1, 9)
    edge = np.concatenate(
        [
            np.stack([half_x * turn, np.full(9, s * half_y), np.zeros(9)], axis=1)
            for s in (-1, 1)
        ]
        + [
            np.stack([np.full(9, s * half_x), half_y * turn, np.zeros(9)], axis=1)
            for s in (-1, 1)
        ]
    )
    distance = 3 * half_x
    size = np.array(camera.size)
    for _ in range(12):
        moved = Camera(
            camera.size,
            camera.focal_px,
            camera.principal_uv,
            camera.k1,
            camera.camera_from_table,
            away * distance,
        )
        seen = moved.uv_from_xyz(edge)
        extent = seen.max(axis=0) - seen.min(axis=0)
        distance = max(distance * float((extent / size).max()) / fill, half_x * 0.6)
    middle = (seen.max(axis=0) + seen.min(axis=0)) / 2
    return Camera(
        moved.size,
        moved.focal_px,
        moved.principal_uv + (size - 1) / 2 - middle,
        moved.k1,
        moved.camera_from_table,
        moved.position,
    )
