"""Where balls came to rest and which pockets took them, as one drawing."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from adjudicator.events import PocketName, Point
from adjudicator.table import TableGeometry
from cueref.referee import Ruling
from cueref.report.table_drawing import drawing, millimetres

_MOVED: Final = 0.02
"""A ball came to rest anew if it lies farther from where it was, metres."""

_SPREAD: Final = 190.0
"""Radius at which the glow around one place of rest has faded, millimetres."""

GLOW: Final = (
    '<svg class="defs" aria-hidden="true"><defs><radialGradient id="glow">'
    '<stop class="warm" offset="0"/><stop class="cold" offset="1"/>'
    "</radialGradient></defs></svg>"
)
"""What every heat map refers to: once on a page."""


def draw_heat_map(rulings: Sequence[Ruling], table: TableGeometry, title: str) -> str:
    """Return the drawing of all shots given.

    Args:
        rulings: The shots.
        table: The table.
        title: What a screen reader says, escaped.
    """
    parts = [*_glows(rulings), *_pockets(rulings, table)]
    label = f'aria-label="{title}"'
    return drawing(table, "".join(parts), kind=" heat", label=label)


def rests_of(rulings: Sequence[Ruling]) -> list[Point]:
    """Return where balls came to rest that a shot had moved."""
    return [
        place
        for ruling in rulings
        for ball, place in ruling.shot.after.balls.items()
        if not _stayed(ruling.shot.before.balls.get(ball), place)
    ]


def pocket_counts(rulings: Sequence[Ruling]) -> Counter[PocketName]:
    """Return how many balls each pocket took."""
    return Counter(event.pocket for ruling in rulings for event in ruling.shot.pocketed)


def _stayed(before: Point | None, after: Point) -> bool:
    if before is None:
        return False
    return (after.x - before.x) ** 2 + (after.y - before.y) ** 2 < _MOVED**2


def _glows(rulings: Sequence[Ruling]) -> Iterator[str]:
    places = rests_of(rulings)
    for place in places:
        x, y = millimetres(place)
        yield f'<circle class="glow" cx="{x}" cy="{y}" r="{_SPREAD:.0f}"/>'
    for place in places:
        x, y = millimetres(place)
        yield f'<circle class="rest" cx="{x}" cy="{y}" r="11"/>'


def _pockets(rulings: Sequence[Ruling], table: TableGeometry) -> Iterator[str]:
    counts = pocket_counts(rulings)
    for pocket in table.pockets:
        count = counts.get(pocket.name, 0)
        if count:
            x, y = millimetres(pocket.center)
            yield (
                f'<g class="count"><circle cx="{x}" cy="{y}" r="48"/>'
                f'<text x="{x}" y="{y}">{count}</text></g>'
            )
