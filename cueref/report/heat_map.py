"""Where balls came to rest and which pockets took them, as one drawing."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from adjudicator.events import PocketName, Point
from adjudicator.table import TableGeometry
from cueref.referee import Ruling
from cueref.report.drawing import draw_table, frame_of, millimetres

_MOVED: Final = 0.02
"""A ball came to rest anew if it lies farther from where it was, metres."""

_SPREAD: Final = 70.0
"""Radius of the glow around one place of rest, millimetres."""


def draw_heat_map(rulings: Sequence[Ruling], table: TableGeometry, title: str) -> str:
    """Return the drawing of all shots given.

    Args:
        rulings: The shots.
        table: The table.
        title: What a screen reader says, escaped.
    """
    parts = [*draw_table(table), *_glows(rulings), *_pockets(rulings, table)]
    return (
        f'<svg class="table heat" role="img" aria-label="{title}" '
        f'viewBox="{frame_of(table)}" xmlns="http://www.w3.org/2000/svg">'
        f"<title>{title}</title>{''.join(parts)}</svg>"
    )


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
    for place in rests_of(rulings):
        x, y = millimetres(place)
        yield f'<circle class="glow" cx="{x}" cy="{y}" r="{_SPREAD:.0f}"/>'


def _pockets(rulings: Sequence[Ruling], table: TableGeometry) -> Iterator[str]:
    counts = pocket_counts(rulings)
    for pocket in table.pockets:
        count = counts.get(pocket.name, 0)
        if count:
            x, y = millimetres(pocket.center)
            yield (
                f'<g class="count"><circle cx="{x}" cy="{y}" r="48"/>'
                f'<text x="{x}" y="{y + 22}">{count}</text></g>'
            )
