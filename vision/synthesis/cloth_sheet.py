"""The bed of the table from above: cloth, lines, spots, chalk, shadow of the rails."""

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from vision.synthesis.colours import linear_bgr
from vision.synthesis.light import Lamps
from vision.synthesis.looks import ClothLook
from vision.synthesis.sheets import Sheet, blank_sheet, circle, strip
from vision.synthesis.textures import noise

Floats32 = NDArray[np.float32]

_UNDER = 0.06
"""Cloth drawn under the cushions, metres."""


def cloth_sheet(
    rng: np.random.Generator,
    table: TableGeometry,
    look: ClothLook,
    lamps: Lamps,
    ppm: float,
) -> Sheet:
    """Draw the bed with the pocket holes left open.

    Args:
        rng: Draws grain and marks.
        table: Whose bed.
        look: Of the cloth.
        lamps: Whose light the cushions keep off.
        ppm: Pixels a metre.
    """
    half = (table.length / 2 + _UNDER, table.width / 2 + _UNDER)
    sheet = blank_sheet(half, ppm, linear_bgr(look.rgb))
    shape = sheet.cover.shape
    grain = look.grain * noise(rng, shape, 1)
    grain += look.grain * 0.6 * noise(rng, shape, max(ppm * 0.008, 2))
    grain += look.blotch * noise(rng, shape, ppm * 0.3)
    _draw_lines(sheet, table, look)
    _draw_marks(rng, sheet, table, look)
    sheet.light[:] *= np.clip(1 + grain, 0.3, 2)[..., None]
    sheet.light[:] *= _rail_shade(sheet, table, lamps)
    holes = [circle(np.array(p.center), p.radius) for p in table.pockets]
    sheet.cover[:] = 1 - sheet.mask(*holes)
    return sheet


def _draw_lines(sheet: Sheet, table: TableGeometry, look: ClothLook) -> None:
    half_l, half_w = table.length / 2, table.width / 2
    ink = linear_bgr(look.line_rgb) * 0.7 + linear_bgr(look.rgb) * 0.3
    head, foot = -half_l / 2, half_l / 2
    ends = {
        "head": [((head, -half_w), (head, half_w))],
        "foot": [((foot, -half_w), (foot, half_w))],
        "long": [((-half_l, 0.0), (foot, 0.0))],
        "box": [
            ((-half_l, half_w / 3), (head, half_w / 3)),
            ((-half_l, -half_w / 3), (head, -half_w / 3)),
        ],
    }
    for name in look.lines:
        for start, end in ends.get(name, []):
            sheet.paint_polygon(ink, strip(np.array(start), np.array(end), look.line))
    if "d" in look.lines:
        turn = np.linspace(np.pi / 2, 3 * np.pi / 2, 40)
        arc = np.stack([np.cos(turn), np.sin(turn)], axis=1)
        outer, inner = (table.width / 6 + s * look.line / 2 for s in (1, -1))
        ring = np.concatenate([outer * arc, inner * arc[::-1]]) + np.array([head, 0.0])
        sheet.paint_polygon(ink, ring)
    if "rack" in look.lines:
        radius = table.ball_radius * 5.2
        apex = np.array([foot - 2 * table.ball_radius, 0])
        corners = apex + radius * np.array([[0, 0], [1.9, 1.1], [1.9, -1.1]])
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            sheet.paint_polygon(ink, strip(start, end, look.line))
    if look.logo:
        sheet.write(ink, look.logo, np.array([0.0, half_w * 0.4]), table.width * 0.07)


def _draw_marks(
    rng: np.random.Generator, sheet: Sheet, table: TableGeometry, look: ClothLook
) -> None:
    spot = linear_bgr(look.spot_rgb)
    for x in (-table.length / 4, table.length / 4):
        if look.spot > 0 and rng.random() < 0.8:
            sheet.paint_polygon(spot, circle(np.array([x, 0.0]), look.spot, 20))
    cloth = linear_bgr(look.rgb)
    for _ in range(rng.poisson(look.chalk * table.length * table.width)):
        place = rng.uniform(-0.5, 0.5, 2) * [table.length, table.width]
        tone = cloth + rng.uniform(-0.1, 0.3) * (linear_bgr((220, 230, 240)) - cloth)
        size = rng.uniform(0.0015, 0.007)
        turn, long = rng.uniform(0, np.pi), rng.uniform(1, 6)
        blob = circle(np.zeros(2), size, 12) * [long if rng.random() < 0.3 else 1, 1]
        rotation = np.array(
            [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
        )
        sheet.paint_polygon(
            np.clip(tone, 0, 1).astype(np.float32), blob @ rotation + place
        )


def _rail_shade(sheet: Sheet, table: TableGeometry, lamps: Lamps) -> Floats32:
    """Return factors of the light that the cushions leave to the cloth."""
    rows, columns = sheet.cover.shape
    x = (np.arange(columns, dtype=np.float32) + 0.5) / sheet.ppm - sheet.half_size[0]
    y = sheet.half_size[1] - (np.arange(rows, dtype=np.float32) + 0.5) / sheet.ppm
    factors = np.ones((rows, columns, 3), np.float32)
    half_l, half_w = table.length / 2, table.width / 2
    for axis, values, half in ((0, x, half_l), (1, y, half_w)):
        for side in (-1, 1):
            line = _shade_profile(half - side * values, side, axis, half, table, lamps)
            factors *= line[None] if axis == 0 else line[:, None]
    return factors


def _shade_profile(
    inside: Floats32,
    side: int,
    axis: int,
    half: float,
    table: TableGeometry,
    lamps: Lamps,
) -> Floats32:
    """Return the light left at distances inside one nose line, shape (n, 3)."""
    near = 1 / (1 + np.exp(-(inside + 0.004) / 0.004))
    corner = 0.30 + 0.70 * near * (1 - 0.22 * np.exp(-np.maximum(inside, 0) / 0.016))
    shade = np.repeat(corner[:, None], 3, axis=1).astype(np.float32)
    for position, power in zip(lamps.positions, lamps.power, strict=True):
        beyond = side * position[axis] - half
        reach = table.nose_height * beyond / max(position[2], 0.3)
        if reach <= 0.002:
            continue
        soft = 0.004 + 0.15 * reach
        dark = np.clip((reach - inside) / soft + 0.5, 0, 1)
        shade *= 1 - 0.9 * dark[:, None] * power
    return shade
