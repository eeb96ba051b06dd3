"""One shot as a drawing of the table to scale (SVG)."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

import numpy as np

from adjudicator.balls import Ball
from adjudicator.events import (
    Contact,
    Event,
    Pocketed,
    Point,
    RackOpened,
    RailTouch,
    Strike,
)
from adjudicator.shot import Shot
from adjudicator.table import TableGeometry
from cueref.ball_colours import colour_of, css, short_name
from cueref.records import FloatArray, TrackRows
from cueref.report.table_drawing import drawing, millimetres

_MOVED: Final = 0.004
"""A ball is drawn where it lay before if it moved by this much, metres."""

_PATH_TOLERANCE: Final = 0.002
"""A drawn path may leave the measured one by so much, metres."""


def draw_shot(
    shot: Shot, table: TableGeometry, tracks: Mapping[Ball, TrackRows]
) -> str:
    """Return the drawing of one shot: before, paths, numbered events, after.

    The heading with the identity `ruling-<number>` names it.
    """
    parts = [
        *(_path(ball, rows.xy) for ball, rows in sorted(tracks.items())),
        *_before(shot, table),
        *_after(shot, table),
        *_marks(shot, table),
    ]
    label = f'aria-labelledby="ruling-{shot.number}"'
    return drawing(table, "".join(parts), kind="", label=label)


def numbered(shot: Shot) -> list[tuple[int, Event]]:
    """Return the events that the drawing numbers, with their numbers from 1."""
    shown = (Strike, Contact, RailTouch, Pocketed, RackOpened)
    return list(enumerate((e for e in shot.events if isinstance(e, shown)), start=1))


def _path(ball: Ball, xy: FloatArray) -> str:
    points = simplified(xy, _PATH_TOLERANCE)
    if len(points) < 2:
        return ""
    line = " ".join(f"{x * 1000:.0f},{-y * 1000:.0f}" for x, y in points)
    return (
        f'<polyline class="path" points="{line}" stroke="{colour_of(ball).css}">'
        f"<title>{escape(ball.name)}</title></polyline>"
    )


def simplified(xy: FloatArray, tolerance: float) -> FloatArray:
    """Return the corners of a polyline that stays within a tolerance (metres).

    Source:
        Douglas and Peucker (1973), with a stack instead of recursion.
    """
    if len(xy) < 3:
        return xy
    keep = np.zeros(len(xy), dtype=np.bool_)
    keep[[0, -1]] = True
    spans = [(0, len(xy) - 1)]
    while spans:
        first, last = spans.pop()
        if last - first < 2:
            continue
        away = _distances(xy[first + 1 : last], xy[first], xy[last])
        farthest = int(np.argmax(away))
        if away[farthest] > tolerance:
            middle = first + 1 + farthest
            keep[middle] = True
            spans += [(first, middle), (middle, last)]
    corners: FloatArray = xy[keep]
    if len(corners) == 2 and np.hypot(*(corners[1] - corners[0])) < tolerance:
        return corners[:1]
    return corners


def _distances(points: FloatArray, start: FloatArray, end: FloatArray) -> FloatArray:
    chord = end - start
    length = float(np.hypot(*chord))
    offset = points - start
    if length < 1e-9:
        return np.asarray(np.hypot(offset[:, 0], offset[:, 1]))
    cross = offset[:, 0] * chord[1] - offset[:, 1] * chord[0]
    return np.asarray(np.abs(cross) / length)


def _before(shot: Shot, table: TableGeometry) -> Iterator[str]:
    for ball, xy in sorted(shot.before.balls.items()):
        after = shot.after.balls.get(ball)
        if after is not None and np.hypot(after.x - xy.x, after.y - xy.y) < _MOVED:
            continue
        x, y = millimetres(xy)
        r = table.ball_radius * 1000
        yield (
            f'<circle class="before" cx="{x}" cy="{y}" r="{r:.1f}" '
            f'fill="{colour_of(ball).css}"/>'
        )


def _after(shot: Shot, table: TableGeometry) -> Iterator[str]:
    for ball, xy in sorted(shot.after.balls.items()):
        yield _ball(ball, xy, table.ball_radius * 1000)


def _ball(ball: Ball, xy: Point, radius: float) -> str:
    x, y = millimetres(xy)
    colour = colour_of(ball)
    body = (
        f'<g class="ball"><title>{escape(ball.name)}</title>'
        f'<circle cx="{x}" cy="{y}" r="{radius:.1f}" fill="{colour.css}"/>'
    )
    if colour.is_striped:
        side, bow = radius * 0.9, radius * 0.45
        for sign in (-1, 1):
            sweep = 1 if sign < 0 else 0
            body += (
                f'<path fill="#f6f3e8" d="M{x - side:.1f} {y + sign * bow:.1f}'
                f"A{radius:.1f} {radius:.1f} 0 0 {sweep} {x + side:.1f} "
                f'{y + sign * bow:.1f}Z"/>'
            )
    name = short_name(ball)
    if name:
        ink = css(colour.ink)
        size = radius * (1.15 if len(name) == 1 else 0.95)
        body += (
            f'<text x="{x}" y="{y}" font-size="{size:.0f}" '
            f'fill="{ink}">{escape(name)}</text>'
        )
    return body + "</g>"


def _marks(shot: Shot, table: TableGeometry) -> Iterator[str]:
    for number, event in numbered(shot):
        place = _place(event, shot, table)
        if place is None:
            continue
        x, y = millimetres(place)
        yield (
            f'<g class="mark"><circle cx="{x}" cy="{y}" r="25"/>'
            f'<text x="{x}" y="{y}">{number}</text></g>'
        )


def _place(event: Event, shot: Shot, table: TableGeometry) -> Point | None:
    match event:
        case Contact(xy=(a, b)):
            return Point((a.x + b.x) / 2, (a.y + b.y) / 2)
        case RailTouch(xy=Point() as xy):
            return xy
        case Pocketed(pocket=pocket):
            return next(p.center for p in table.pockets if p.name is pocket)
        case Strike(ball=ball):
            return shot.before.balls.get(ball)
        case _:
            return None
