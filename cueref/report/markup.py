"""Pieces of the report's HTML: tables, balls as small discs."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from adjudicator.balls import Ball
from cueref.ball_colours import colour_of, css, short_name


def wide(table: str) -> str:
    """Return a table that can be moved sideways, by keys too, where room is short."""
    return f'<div class="wide" tabindex="0">{table}</div>'


def chips(balls: Sequence[Ball]) -> str:
    """Return balls as small coloured discs with their numbers."""
    return "".join(_chip(ball) for ball in balls)


def _chip(ball: Ball) -> str:
    colour = colour_of(ball)
    kind = "chip striped" if colour.is_striped else "chip"
    return (
        f'<span class="{kind}" style="--ball:{colour.css};--on-ball:{css(colour.ink)}" '
        f'title="{ball.name}"><b>{short_name(ball) or "&nbsp;"}</b></span>'
    )


def sheet_table(
    head: Sequence[str],
    rows: Iterator[Sequence[str]],
    groups: Sequence[tuple[str, int]] = (),
) -> str:
    """Return a table.

    Args:
        head: Names of the columns.
        rows: Their cells.
        groups: Names above the columns, each with the number of its columns; the
            first columns of a group get a line at their left.
    """
    starts = _starts(groups)
    top = "".join(
        f'<th scope="colgroup" colspan="{width}"{_edge(at, starts)}>{name}</th>'
        for (name, width), at in zip(groups, starts, strict=True)
    )
    cells = "".join(
        f'<th scope="col"{_edge(at, starts)}>{cell}</th>'
        for at, cell in enumerate(head)
    )
    body = "".join(f"<tr>{_cells(row, starts)}</tr>" for row in rows)
    return wide(
        f'<table class="sheet"><thead>{f"<tr>{top}</tr>" if groups else ""}'
        f"<tr>{cells}</tr></thead><tbody>{body}</tbody></table>"
    )


def _starts(groups: Sequence[tuple[str, int]]) -> list[int]:
    return list(accumulate((width for _, width in groups), initial=0))[:-1]


def _edge(at: int, starts: Sequence[int]) -> str:
    return ' class="edge"' if at and at in starts else ""


def _cells(row: Sequence[str], starts: Sequence[int]) -> str:
    return "".join(f"<td{_edge(at, starts)}>{cell}</td>" for at, cell in enumerate(row))
