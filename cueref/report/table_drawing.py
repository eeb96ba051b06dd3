"""The empty table as a drawing to scale (SVG).

The drawing is in millimetres with the head rail on the left: x as in the table frame,
y turned over, since SVG counts it downward. On a narrow screen the style sheet turns it
by a quarter, head rail up.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from adjudicator.events import Point
from adjudicator.table import Nose, TableGeometry

_RAIL_WIDTH: Final = 150.0
_CUSHION: Final = 50.0
_DIAMONDS: Final = (8, 4)
"""Parts into which the diamonds cut a long rail and a short one."""


def drawing(table: TableGeometry, parts: str, *, kind: str, label: str) -> str:
    """Return a drawing of the table with something on it.

    Args:
        table: The table.
        parts: What lies on it, as SVG.
        kind: Further classes for the style sheet.
        label: Attribute that names the drawing for who cannot see it.
    """
    width, height = _size(table)
    box = f"{-width / 2:.0f} {-height / 2:.0f} {width:.0f} {height:.0f}"
    return (
        f'<div class="drawing" style="--ratio:{width / height:.4f}">'
        f'<svg class="table{kind}" role="img" {label} viewBox="{box}" '
        f'xmlns="http://www.w3.org/2000/svg">{"".join(draw_table(table))}{parts}'
        "</svg></div>"
    )


def _size(table: TableGeometry) -> tuple[float, float]:
    around = 2 * _RAIL_WIDTH
    return 1000 * table.length + around, 1000 * table.width + around


def draw_table(table: TableGeometry) -> Iterator[str]:
    """Yield the empty table: wood, cloth, cushions, holes, head string, spots."""
    length, width = table.length * 1000, table.width * 1000
    yield _rect(length + 2 * _RAIL_WIDTH, width + 2 * _RAIL_WIDTH, "wood", 60)
    yield _rect(length + 2 * _CUSHION, width + 2 * _CUSHION, "bed", 0)
    yield from _diamonds(length, width)
    for nose in table.noses:
        yield _cushion(nose)
    for pocket in table.pockets:
        x, y = millimetres(pocket.center)
        r = pocket.radius * 1000
        yield f'<circle class="hole" cx="{x}" cy="{y}" r="{r:.0f}"/>'
    x = round(table.head_string_x * 1000)
    yield f'<path class="string" d="M{x} {-width / 2:.0f}V{width / 2:.0f}"/>'
    for spot in (table.foot_spot, table.head_spot):
        x, y = millimetres(spot)
        yield f'<circle class="spot" cx="{x}" cy="{y}" r="8"/>'


def millimetres(xy: Point) -> tuple[int, int]:
    """Return a place of the table in the drawing's coordinates."""
    return round(xy.x * 1000), round(-xy.y * 1000)


def _diamonds(length: float, width: float) -> Iterator[str]:
    """Yield the sights of the rails; where a pocket is there is none."""
    out = (_CUSHION + _RAIL_WIDTH) / 2
    along, across = _DIAMONDS
    for k in range(1, along):
        if k != along // 2:
            for side in (-1, 1):
                yield _diamond(length * (k / along - 0.5), side * (width / 2 + out))
    for k in range(1, across):
        for side in (-1, 1):
            yield _diamond(side * (length / 2 + out), width * (k / across - 0.5))


def _diamond(x: float, y: float) -> str:
    return f'<circle class="diamond" cx="{x:.0f}" cy="{y:.0f}" r="9"/>'


def _rect(length: float, width: float, kind: str, corner: float) -> str:
    return (
        f'<rect class="{kind}" x="{-length / 2:.0f}" y="{-width / 2:.0f}" '
        f'width="{length:.0f}" height="{width:.0f}" rx="{corner:.0f}"/>'
    )


def _cushion(nose: Nose) -> str:
    (x0, y0), (x1, y1) = millimetres(nose.start), millimetres(nose.end)
    dx, dy = -nose.normal.x * _CUSHION, nose.normal.y * _CUSHION
    along = np.array([x1 - x0, y1 - y0])
    ax, ay = along / np.hypot(*along) * _CUSHION * 0.7
    return (
        f'<path class="cushion" d="M{x0} {y0}L{x1} {y1}'
        f"L{x1 + dx + ax:.0f} {y1 + dy + ay:.0f}"
        f'L{x0 + dx - ax:.0f} {y0 + dy - ay:.0f}Z"/>'
    )
