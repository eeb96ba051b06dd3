"""Small pictures with maps of surface and pockets: what the network learns from.

A training picture is turned, mirrored, scaled and recoloured at random; its labels
follow, for they are known from the exact camera.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from calibration.locating import HEIGHT, WIDTH
from calibration.table_calibration import corners_xy
from cueref.table_training.rows import with_rows
from vision.synthesis.camera import Camera

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

STORED: Final = (260, 150)
"""Width and height at which pictures are kept until they are drawn from."""

MAP: Final = (WIDTH // 2, HEIGHT // 2)
_ROWS: Final = 0.3
"""Share of the pictures with rows of balls drawn on them."""

_SPREAD: Final = 1.0
"""Standard deviation of a pocket's spot, cells of the map."""


@dataclass(frozen=True)
class TablePicture:
    """A small picture and where its table is.

    Attributes:
        image_bgr: Of the size `STORED`, black beside the picture.
        inside: Share of each pixel that is playing surface, 0..255.
        pockets_px: Corner pockets, then the centre ones, (6, 2), pixels.
    """

    image_bgr: Bytes
    inside: Bytes
    pockets_px: Floats


def table_picture(
    image_bgr: Bytes, camera: Camera, table: TableGeometry
) -> TablePicture:
    """Reduce a picture and draw its labels."""
    width, height = STORED
    share = min(width / image_bgr.shape[1], height / image_bgr.shape[0])
    size = (round(image_bgr.shape[1] * share), round(image_bgr.shape[0] * share))
    scale = np.array(size) / np.array(image_bgr.shape[1::-1])
    corner = (np.array(STORED) - size) // 2
    framed = np.zeros((height, width, 3), np.uint8)
    small = cv2.resize(image_bgr, size, interpolation=cv2.INTER_AREA)
    framed[corner[1] : corner[1] + size[1], corner[0] : corner[0] + size[0]] = small
    v, u = np.mgrid[0:height, 0:width]
    places = np.stack((u, v), axis=-1).reshape(-1, 2)
    uv = (places - corner + 0.5) / scale - 0.5
    xy = np.abs(camera.xy_from_uv(uv, table.nose_height))
    past = (xy - np.array([table.length, table.width]) / 2).max(axis=1)
    past = past.reshape(height, width)
    steep = np.hypot(*np.gradient(past)) + 1e-9
    inside = cv2.GaussianBlur(np.clip(0.5 - past / steep, 0, 1), (0, 0), 0.5)
    middles = np.array([[0.0, 1.0], [0.0, -1.0]]) * table.width / 2
    pockets = np.concatenate((corners_xy(table), middles))
    at = camera.uv_from_xyz(np.column_stack((pockets, np.full(6, table.nose_height))))
    return TablePicture(
        framed,
        np.round(255 * inside).astype(np.uint8),
        (at + 0.5) * scale - 0.5 + corner,
    )


def drawn(rng: np.random.Generator, picture: TablePicture) -> tuple[Floats32, Floats32]:
    """Return an input (3, h, w) and its maps (3, h / 2, w / 2), changed at random."""
    warp = _warp(rng)
    image = np.asarray(
        cv2.warpAffine(picture.image_bgr, warp, (WIDTH, HEIGHT)), np.uint8
    )
    halved = warp / 2
    halved[:, 2] = (warp[:, 2] + 0.5) / 2 - 0.5
    inside = cv2.warpAffine(picture.inside, halved, MAP).astype(np.float32) / 255
    places = picture.pockets_px @ warp[:, :2].T + warp[:, 2]
    if rng.random() < _ROWS:
        image = with_rows(rng, image, places[:4])
    maps = np.stack((inside, _spots(places[:4]), _spots(places[4:])))
    return _recoloured(rng, image), maps.astype(np.float32)


def _warp(rng: np.random.Generator) -> Floats:
    """Draw a map from a stored picture to the network's input, (2, 3)."""
    size = WIDTH / STORED[0] * float(np.exp(rng.uniform(-0.35, 0.2)))
    turn = rng.normal(0, 12) if rng.random() < 0.6 else rng.uniform(-50, 50)
    turn = 0.0 if rng.random() < 0.3 else np.radians(turn)
    mirror = np.diag(rng.choice([-1.0, 1.0], 2))
    askew = np.array(
        [[1, rng.normal(0, 0.03)], [0, float(np.exp(rng.normal(0, 0.03)))]]
    )
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    linear = size * rotation @ mirror @ askew
    shift = rng.normal(0, 0.05, 2) * (WIDTH, HEIGHT)
    middle = (np.array(STORED) - 1) / 2
    target = (np.array([WIDTH, HEIGHT]) - 1) / 2 + shift
    return np.column_stack((linear, target - linear @ middle))


def _spots(places: Floats) -> Floats:
    """Draw a soft spot at each place of the input on a map."""
    cells = (places + 0.5) / 2 - 0.5
    v, u = np.mgrid[0 : MAP[1], 0 : MAP[0]]
    away = (u[None] - cells[:, 0, None, None]) ** 2
    away = away + (v[None] - cells[:, 1, None, None]) ** 2
    spots: Floats = np.exp(-away / (2 * _SPREAD**2)).max(axis=0)
    return spots


def _recoloured(rng: np.random.Generator, image_bgr: Bytes) -> Floats32:
    light = image_bgr.astype(np.float64)
    if rng.random() < 0.25:
        light = light[..., rng.permutation(3)]
    light = 255 * (light / 255) ** float(np.exp(rng.normal(0, 0.2)))
    light = light * np.exp(rng.normal(0, 0.12, 3)) * np.exp(rng.normal(0, 0.2))
    if rng.random() < 0.4:
        soft = cv2.GaussianBlur(light, (0, 0), rng.uniform(0.3, 1.2))
        light = soft.astype(np.float64)
    light = light + rng.normal(0, rng.uniform(0, 6), (HEIGHT, WIDTH, 1))
    framed = np.clip(light, 0, 255).transpose(2, 0, 1) / 128 - 1
    return np.asarray(framed, np.float32)
