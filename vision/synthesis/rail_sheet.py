"""Rails from above: cushions, frame, sights, pocket rims; and what the pockets show."""

import cv2
import numpy as np
from numpy.typing import NDArray

from adjudicator.table import Pocket, TableGeometry
from vision.synthesis.arrays import floats32, floats64
from vision.synthesis.colours import linear_bgr
from vision.synthesis.looks import ClothLook, RailLook
from vision.synthesis.openings import table_opening
from vision.synthesis.sheets import (
    Sheet,
    blank_sheet,
    circle,
    rectangle,
    rounded_rectangle,
    strip,
)
from vision.synthesis.textures import noise, wood

Floats = NDArray[np.float64]
Window = tuple[slice, slice]
Floats32 = NDArray[np.float32]


def frame_outline(table: TableGeometry, look: RailLook) -> Floats:
    """Return the outer edge of the rails, metres, shape (n, 2)."""
    return rounded_rectangle(
        table.length / 2 + look.width, table.width / 2 + look.width, look.round
    )


def rail_sheet(
    rng: np.random.Generator,
    table: TableGeometry,
    cloth: ClothLook,
    look: RailLook,
    ppm: float,
) -> Sheet:
    """Draw cushions and frame; what they do not cover is left open.

    Args:
        rng: Draws veins and gains.
        table: Whose rails.
        cloth: On the cushions.
        look: Of the rails.
        ppm: Pixels a metre.
    """
    half = tuple(size / 2 + look.width + 0.01 for size in (table.length, table.width))
    sheet = blank_sheet((half[0], half[1]), ppm, linear_bgr(look.rgb))
    windows = _frame_windows(sheet, table)
    for window, upright in windows:
        _grain_wood(rng, sheet.light[window], look.veins, upright=upright)
    _draw_corners(sheet, table, look)
    _draw_sights(sheet, table, look)
    if look.text:
        place = np.array([-table.length / 8, table.width / 2 + look.width * 0.65])
        sheet.write(linear_bgr(look.sight_rgb), look.text, place, look.width * 0.22)
    if cloth.markers:
        _draw_markers(rng, sheet, table, look)
    gains = floats32(rng.normal(1.05, 0.05, 4))
    for window, _ in windows:
        _draw_cushion(rng, sheet, window, table, cloth, look, gains)
    _draw_rims(sheet, table, look)
    for window, _ in windows:
        _shade_edge(sheet, window, table, look)
    opening = sheet.mask(*table_opening(table))
    sheet.cover[:] = sheet.mask(frame_outline(table, look)) * (1 - opening)
    return sheet


def _frame_windows(sheet: Sheet, table: TableGeometry) -> list[tuple[Window, bool]]:
    """Return the four windows that hold the rails, and whether they stand upright."""
    inner = np.array([table.length / 2 - 0.004, table.width / 2 - 0.004])
    left, top = (int(v) + 1 for v in sheet.pixels(inner * np.array([-1, 1])))
    right, bottom = (int(v) for v in sheet.pixels(inner * np.array([1, -1])))
    rows, columns = sheet.cover.shape
    return [
        ((slice(0, top), slice(0, columns)), False),
        ((slice(bottom, rows), slice(0, columns)), False),
        ((slice(top, bottom), slice(0, left)), True),
        ((slice(top, bottom), slice(right, columns)), True),
    ]


def _grain_wood(
    rng: np.random.Generator, light: Floats32, veins: float, *, upright: bool
) -> None:
    """Draw the grain of wood along a rail, in place."""
    shape = light.shape[:2]
    if upright:
        light *= wood(rng, (shape[1], shape[0]), veins).T[..., None]
    else:
        light *= wood(rng, (shape[0], shape[1]), veins)[..., None]


def _grid(sheet: Sheet, window: Window) -> tuple[Floats32, Floats32]:
    """Return x (1, w) and y (h, 1) of the pixels of a window, metres."""
    rows, columns = sheet.cover.shape
    x = (np.arange(columns) + 0.5) / sheet.ppm - sheet.half_size[0]
    y = sheet.half_size[1] - (np.arange(rows) + 0.5) / sheet.ppm
    return floats32(x[None, window[1]]), floats32(y[window[0], None])


def _shade_edge(
    sheet: Sheet, window: Window, table: TableGeometry, look: RailLook
) -> None:
    """Round the outer edge of the frame, in place."""
    x, y = _grid(sheet, window)
    outside = np.minimum(
        table.length / 2 + look.width - np.abs(x),
        table.width / 2 + look.width - np.abs(y),
    )
    shade = 1 - 0.45 * np.exp(-np.maximum(outside, 0) / 0.008)
    sheet.light[window] *= floats32(shade)[..., None]


def _draw_corners(sheet: Sheet, table: TableGeometry, look: RailLook) -> None:
    if look.corners != "caps":
        return
    colour = linear_bgr(look.corner_rgb)
    reach = look.width + table.corner.mouth * 0.9
    outer = np.array([table.length / 2 + look.width, table.width / 2 + look.width])
    square = np.array([[0, 0], [reach, 0], [reach, look.width * 0.8]])
    square = np.concatenate([square, [[look.width * 0.8, reach], [0, reach]]])
    for sign in ([1, 1], [-1, 1], [-1, -1], [1, -1]):
        sheet.paint_polygon(colour, (outer - square) * sign)
    side = table.center.mouth * 0.75
    for end in (-1, 1):
        low, high = table.width / 2 + look.cushion * 0.6, table.width / 2 + look.width
        box = np.array([[-side, low], [side, low], [side, high], [-side, high]])
        sheet.paint_polygon(colour, box * np.array([1, end]))


def _draw_sights(sheet: Sheet, table: TableGeometry, look: RailLook) -> None:
    if look.sights == "none":
        return
    inset = look.cushion + (look.width - look.cushion) * 0.45
    places = [
        (sign * n * table.length / 8, side * (table.width / 2 + inset))
        for n in (1, 2, 3)
        for sign in (-1, 1)
        for side in (-1, 1)
    ]
    places += [
        (side * (table.length / 2 + inset), n * table.width / 4)
        for n in (-1, 0, 1)
        for side in (-1, 1)
    ]
    for place in places:
        corners = 4 if look.sights == "diamonds" else 16
        shape = circle(np.zeros(2), look.sight, corners)
        if look.sights == "diamonds":
            shape = shape * ([0.6, 1] if abs(place[1]) > table.width / 2 else [1, 0.6])
        sheet.paint_polygon(linear_bgr(look.sight_rgb), shape + np.array(place))


def _draw_markers(
    rng: np.random.Generator, sheet: Sheet, table: TableGeometry, look: RailLook
) -> None:
    """Draw square black-and-white codes near the corners of the frame."""
    side = look.width * 0.45
    for sign in ([1, 1], [-1, 1], [-1, -1], [1, -1]):
        middle = np.array([table.length / 2 - 0.12, table.width / 2 + look.width * 0.7])
        middle = middle * sign
        box = rectangle(side / 2, side / 2)
        sheet.paint_polygon(linear_bgr((240, 240, 240)), box * 1.3 + middle)
        sheet.paint_polygon(linear_bgr((10, 10, 10)), box + middle)
        for row, column in np.argwhere(rng.random((4, 4)) < 0.5):
            cell = (np.array([column, row]) - 1.5) * side / 6
            tile = rectangle(side / 12, side / 12) + middle + cell
            sheet.paint_polygon(linear_bgr((240, 240, 240)), tile)


def _draw_cushion(
    rng: np.random.Generator,
    sheet: Sheet,
    window: Window,
    table: TableGeometry,
    cloth: ClothLook,
    look: RailLook,
    gains: Floats32,
) -> None:
    """Draw the cushions of a window: joint, cloth, highlight on the nose."""
    x, y = _grid(sheet, window)
    out_x, out_y = np.abs(x) - table.length / 2, np.abs(y) - table.width / 2
    outward = np.maximum(out_x, out_y)
    light = sheet.light[window]
    trim = look.trim_rgb or tuple(int(v * 0.35) for v in look.rgb)
    seam = np.clip((look.cushion + 0.006 - outward) * sheet.ppm + 0.5, 0, 1)
    ink = linear_bgr((trim[0], trim[1], trim[2]))
    light += floats32(seam)[..., None] * (ink - light)
    ends, sides = (
        np.where(x < 0, gains[0], gains[1]),
        np.where(y < 0, gains[2], gains[3]),
    )
    gain = np.where(out_x > out_y, ends, sides)
    gain = gain * (1 + 0.10 * np.exp(-(((outward - 0.004) / 0.004) ** 2)))
    gain = gain * (1 - 0.25 * np.exp(-np.abs(out_x - out_y) / 0.002) * (out_x > 0))
    gain = gain * (1 - 0.30 * np.exp(-np.abs(outward - look.cushion) / 0.003))
    gain = gain * (1 + cloth.grain * noise(rng, outward.shape, 1))
    cover = np.clip((look.cushion - outward) * sheet.ppm + 0.5, 0, 1)
    colour = linear_bgr(cloth.rgb) * floats32(gain)[..., None]
    light += floats32(cover)[..., None] * (colour - light)


def _draw_rims(sheet: Sheet, table: TableGeometry, look: RailLook) -> None:
    if look.rim <= 0:
        return
    for pocket in table.pockets:
        for extra, tone in ((look.rim, 1.0), (look.rim * 0.35, 0.55)):
            colour = linear_bgr(look.rim_rgb) * np.float32(tone)
            sheet.paint_polygon(colour, _rim(pocket, pocket.radius + extra))


def _rim(pocket: Pocket, radius: float) -> Floats:
    """Return the outer part of a rim: the side turned away from the table."""
    center = np.array(pocket.center)
    axis = center / np.linalg.norm(center)
    if "center" in pocket.name.value:
        axis = np.array([0.0, np.sign(center[1])])
    turn = np.linspace(-0.62 * np.pi, 0.62 * np.pi, 32)
    side = np.array([-axis[1], axis[0]])
    ray = np.cos(turn)[:, None] * axis + np.sin(turn)[:, None] * side
    return floats64(center + radius * ray)


def pocket_sheet(
    rng: np.random.Generator, table: TableGeometry, look: RailLook, ppm: float
) -> Sheet:
    """Draw what lies below the bed: the pockets' inside, dark elsewhere.

    Args:
        rng: Draws folds and slats.
        table: Whose pockets.
        look: Of the pockets.
        ppm: Pixels a metre.
    """
    half = (table.length / 2 + look.width, table.width / 2 + look.width)
    sheet = blank_sheet(half, ppm, linear_bgr(look.rgb) * np.float32(0.35))
    sheet.cover[:] = sheet.mask(frame_outline(table, look))
    inside = linear_bgr(look.pocket_rgb)
    for pocket in table.pockets:
        center = np.array(pocket.center)
        sheet.paint_polygon(
            inside * np.float32(0.5), circle(center, pocket.radius * 1.5)
        )
        if look.pocket == "slats":
            _draw_slats(rng, sheet, pocket)
        elif look.pocket == "net":
            _draw_net(sheet, pocket)
        elif look.pocket == "leather":
            sheet.paint_polygon(inside, circle(center * 1.01, pocket.radius * 0.9))
        if look.pocket != "leather":
            depth = circle(center * 0.985, pocket.radius * 0.5)
            sheet.paint_polygon(inside * np.float32(0.3), depth)
    soft = max(0.004 * ppm, 0.3)
    cv2.GaussianBlur(sheet.drawn, (0, 0), soft, dst=sheet.drawn)
    return sheet


def _draw_slats(rng: np.random.Generator, sheet: Sheet, pocket: Pocket) -> None:
    center = np.array(pocket.center)
    axis = center / np.linalg.norm(center)
    side = np.array([-axis[1], axis[0]])
    for offset in np.linspace(-1, 1, 6):
        start = center + side * offset * pocket.radius - axis * pocket.radius
        tone = np.full(3, rng.uniform(0.05, 0.3), np.float32)
        bar = strip(start, start + 2 * axis * pocket.radius, pocket.radius * 0.28)
        sheet.paint_polygon(tone, bar)


def _draw_net(sheet: Sheet, pocket: Pocket) -> None:
    center = np.array(pocket.center)
    cord = np.full(3, 0.16, np.float32)
    for turn in np.linspace(0, 2 * np.pi, 14, endpoint=False):
        ray = np.array([np.cos(turn), np.sin(turn)])
        other = np.array([np.cos(turn + 0.7), np.sin(turn + 0.7)])
        edge = center + ray * pocket.radius * 1.1
        sheet.paint_polygon(
            cord, strip(edge, center + other * pocket.radius * 0.4, 0.003)
        )
