"""Rails from above: cushions, frame, sights, pocket rims; and what the pockets show."""

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import Pocket, TableGeometry
from vision.synthesis.arrays import floats64
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
    shape = sheet.cover.shape
    along = wood(rng, shape, look.veins)
    across = wood(rng, shape[::-1], look.veins).T
    ends = _ends_mask(sheet, table)
    sheet.light[:] *= (along * (1 - ends) + across * ends)[..., None]
    _draw_corners(sheet, table, look)
    _draw_sights(sheet, table, look)
    if look.text:
        place = np.array([-table.length / 8, table.width / 2 + look.width * 0.65])
        sheet.write(linear_bgr(look.sight_rgb), look.text, place, look.width * 0.22)
    if cloth.markers:
        _draw_markers(rng, sheet, table, look)
    _draw_cushions(rng, sheet, table, cloth, look)
    _draw_rims(sheet, table, look)
    sheet.light[:] *= _edge_shade(sheet, table, look)[..., None]
    opening = sheet.mask(*table_opening(table))
    sheet.cover[:] = sheet.mask(frame_outline(table, look)) * (1 - opening)
    return sheet


def _grid(sheet: Sheet) -> tuple[Floats32, Floats32]:
    rows, columns = sheet.cover.shape
    x = (np.arange(columns, dtype=np.float32) + 0.5) / sheet.ppm - sheet.half_size[0]
    y = sheet.half_size[1] - (np.arange(rows, dtype=np.float32) + 0.5) / sheet.ppm
    return x[None], y[:, None]


def _ends_mask(sheet: Sheet, table: TableGeometry) -> Floats32:
    """Return where the frame belongs to the head or the foot rail."""
    x, y = _grid(sheet)
    beyond = (np.abs(x) - table.length / 2) - (np.abs(y) - table.width / 2)
    return (beyond > 0).astype(np.float32)


def _edge_shade(sheet: Sheet, table: TableGeometry, look: RailLook) -> Floats32:
    """Return factors that round the outer edge of the frame."""
    x, y = _grid(sheet)
    outside = np.minimum(
        table.length / 2 + look.width - np.abs(x),
        table.width / 2 + look.width - np.abs(y),
    )
    return (1 - 0.45 * np.exp(-np.maximum(outside, 0) / 0.008)).astype(np.float32)


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


def _draw_cushions(
    rng: np.random.Generator,
    sheet: Sheet,
    table: TableGeometry,
    cloth: ClothLook,
    look: RailLook,
) -> None:
    half_l, half_w = table.length / 2, table.width / 2
    joint = sheet.mask(rectangle(half_l + look.cushion, half_w + look.cushion))
    seam = sheet.mask(
        rectangle(half_l + look.cushion + 0.006, half_w + look.cushion + 0.006)
    )
    trim = look.trim_rgb or tuple(int(v * 0.35) for v in look.rgb)
    sheet.paint(linear_bgr((trim[0], trim[1], trim[2])), seam)
    x, y = _grid(sheet)
    gains = rng.normal(1.05, 0.05, 4).astype(np.float32)
    out_x, out_y = np.abs(x) - half_l, np.abs(y) - half_w
    ends = np.where(x < 0, gains[0], gains[1])
    sides = np.where(y < 0, gains[2], gains[3])
    gain = np.where(out_x > out_y, ends, sides)
    outward = np.maximum(out_x, out_y)
    gain = gain * (1 + 0.10 * np.exp(-(((outward - 0.004) / 0.004) ** 2)))
    gain = gain * (1 - 0.25 * np.exp(-np.abs(out_x - out_y) / 0.002) * (out_x > 0))
    gain = gain * (1 - 0.30 * np.exp(-np.abs(outward - look.cushion) / 0.003))
    grain = 1 + cloth.grain * noise(rng, sheet.cover.shape, 1)
    sheet.paint(linear_bgr(cloth.rgb) * (gain * grain)[..., None], joint)


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
            depth = circle(center * 0.985, pocket.radius * 0.55)
            sheet.paint_polygon(inside * np.float32(0.2), depth)
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
