"""The table without balls and players, as the camera sees it, in linear light."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from vision.synthesis.arrays import floats32
from vision.synthesis.camera import Camera
from vision.synthesis.cloth_sheet import cloth_sheet
from vision.synthesis.looks import Look
from vision.synthesis.rail_sheet import pocket_sheet, rail_sheet
from vision.synthesis.sheets import Sheet
from vision.synthesis.textures import floor_sheet

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

_FLOOR_HEIGHT = -0.78
_POCKET_DEPTH = -0.06
_SHEET_SCALE = 1.2


@dataclass(frozen=True, slots=True)
class Background:
    """A prerendered table.

    Attributes:
        light: Linear light, shape (h, w, 3).
        cloth_cover: Where the bed hides what is below it, 0..1, shape (h, w).
        rail_cover: Where the rails hide what is below the noses, 0..1, shape (h, w).
        cloth_xy: Point of the cloth plane at each pixel, metres, shape (h, w, 2).
    """

    light: Floats32
    cloth_cover: Floats32
    rail_cover: Floats32
    cloth_xy: Floats32


def render_background(camera: Camera, table: TableGeometry, look: Look) -> Background:
    """Render floor, pockets, bed and rails.

    Args:
        camera: Who looks.
        table: What is looked at.
        look: How it looks.
    """
    rng = np.random.default_rng(look.texture_seed)
    fall = camera.pixel_directions()
    ppm = _sheet_ppm(camera)
    height = np.float32(camera.position[2])
    eye = camera.position[:2].astype(np.float32)

    def plane(z: float) -> Floats32:
        points: Floats32 = eye + (height - np.float32(z)) * fall
        return points

    cloth_xy = plane(0.0)
    lit = _illumination(look, cloth_xy)
    light = _floor(rng, look, plane(_FLOOR_HEIGHT), ppm)
    pockets = pocket_sheet(rng, table, look.rails, ppm / 2)
    light, _ = _lay(light, pockets, plane(_POCKET_DEPTH), lit * np.float32(0.5))
    bed = cloth_sheet(rng, table, look.cloth, look.lamps, ppm)
    light, cloth_cover = _lay(light, bed, cloth_xy, lit)
    rails = rail_sheet(rng, table, look.cloth, look.rails, ppm)
    light, rail_cover = _lay(light, rails, plane(table.nose_height), lit)
    return Background(light, cloth_cover, rail_cover, cloth_xy)


def _sheet_ppm(camera: Camera) -> float:
    middle = np.array([[-0.05, 0.0, 0.0], [0.05, 0.0, 0.0]])
    first, second = camera.uv_from_xyz(middle)
    scale = float(np.linalg.norm(second - first)) / 0.1
    return float(np.clip(scale * _SHEET_SCALE, 120, 950))


def _illumination(look: Look, cloth_xy: Floats32) -> Floats32:
    """Return the light on the cloth plane, computed coarsely: it is smooth."""
    rows, columns = cloth_xy.shape[:2]
    coarse = floats32(cv2.resize(cloth_xy, (columns // 8 + 1, rows // 8 + 1)))
    return floats32(cv2.resize(look.lamps.on_cloth(coarse), (columns, rows)))


def _floor(rng: np.random.Generator, look: Look, xy: Floats32, ppm: float) -> Floats32:
    scale = min(ppm, 220.0)
    sheet = floor_sheet(rng, look.floor, scale)
    pixels = xy * np.float32(scale)
    middle = np.float32(len(sheet) / 2)
    light = floats32(
        cv2.remap(
            sheet,
            pixels[..., 0] + middle,
            pixels[..., 1] + middle,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT,
        )
    )
    x, y = xy[..., 0], xy[..., 1]
    falloff = np.float32(look.floor.light) / (1 + (x * x + y * y) / 9)
    light *= falloff[..., None]
    return light


def _lay(
    below: Floats32, sheet: Sheet, xy: Floats32, lit: Floats32
) -> tuple[Floats32, Floats32]:
    """Lay a sheet over a picture; return the picture and the sheet's cover in it."""
    cover = np.zeros(below.shape[:2], np.float32)
    window = _window_of(sheet, xy)
    ppm = np.float32(sheet.ppm)
    offset = np.array(sheet.half_size, np.float32) * ppm - np.float32(0.5)
    drawn = cv2.remap(
        sheet.drawn,
        xy[window][..., 0] * ppm + offset[0],
        xy[window][..., 1] * -ppm + offset[1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
    )
    cover[window] = drawn[..., 3]
    light = below[window]
    change = floats32(drawn[..., :3]) * lit[window]
    change -= light
    change *= cover[window][..., None]
    light += change
    return below, cover


def _window_of(sheet: Sheet, xy: Floats32) -> tuple[slice, slice]:
    """Return the window of a picture that a sheet can reach, found coarsely."""
    step = 8
    coarse = np.abs(xy[::step, ::step])
    inside = (coarse[..., 0] < sheet.half_size[0] + 0.05) & (
        coarse[..., 1] < sheet.half_size[1] + 0.05
    )
    rows, columns = (
        np.flatnonzero(inside.any(axis=1)),
        np.flatnonzero(inside.any(axis=0)),
    )
    if rows.size == 0:
        return slice(0, 1), slice(0, 1)
    return (
        slice(max(int(rows[0]) * step - 2 * step, 0), (int(rows[-1]) + 2) * step),
        slice(max(int(columns[0]) * step - 2 * step, 0), (int(columns[-1]) + 2) * step),
    )
