"""The statistics of a match as HTML."""

from collections.abc import Callable, Mapping, Sequence

from adjudicator.balls import Ball
from adjudicator.players import Seat
from adjudicator.table import TableGeometry
from adjudicator.wording import Text
from cueref.locale.catalogue import decimal, filled
from cueref.records import TrackRows
from cueref.referee import Ruling
from cueref.report.happenings import ball_name
from cueref.report.heat_map import GLOW, draw_heat_map
from cueref.report.markup import chips, wide
from cueref.report.statistics import (
    PlayerFigures,
    ball_figures,
    figures_of,
    shooter_of,
)
from cueref.report.words import (
    METRES,
    METRES_A_SECOND,
    SECONDS,
    WORDS,
    both,
    percent,
)

Tracks = Mapping[Ball, TrackRows]


def statistics(
    rulings: Sequence[Ruling],
    table: TableGeometry,
    tracks_of: Callable[[int], Tracks],
    players: Mapping[Seat, str],
) -> str:
    """Return the figures of both players side by side, and where balls went.

    Args:
        rulings: Of the match, in order.
        table: The table.
        tracks_of: Motion of the balls, given the number of the shot.
        players: Names as they are shown, escaped.
    """
    figures = {seat: figures_of(rulings, seat, tracks_of) for seat in Seat}
    head = "".join(f'<th scope="col">{players[seat]}</th>' for seat in Seat)
    rows = "".join(
        f'<tr><th scope="row">{both(WORDS[name])}</th>'
        + "".join(f'<td class="number">{tell(figures[seat])}</td>' for seat in Seat)
        + "</tr>"
        for name, tell in _ROWS.items()
    )
    maps = "".join(
        f"<figure>{draw_heat_map(_of(rulings, seat), table, players[seat])}"
        f"<figcaption>{players[seat]}: {both(WORDS['heat'])}</figcaption></figure>"
        for seat in Seat
    )
    return (
        wide(
            f"<table><thead><tr><td></td>{head}</tr></thead>"
            f"<tbody>{rows}</tbody></table>"
        )
        + f'{GLOW}<div class="maps">{maps}</div>{_balls(rulings, tracks_of)}'
    )


def _balls(rulings: Sequence[Ruling], tracks_of: Callable[[int], Tracks]) -> str:
    """Return the way and the highest speed of every ball."""
    head = "".join(
        f'<th scope="col">{both(WORDS[name])}</th>'
        for name in ("ball", "shots_moved", "way", "top_speed")
    )
    rows = "".join(
        f"<tr><td>{chips([one.ball])} {both(ball_name(one.ball))}</td>"
        f'<td>{one.shots}</td><td class="number">{_metres(one.way)}</td>'
        f'<td class="number">{_speed(one.fastest)}</td></tr>'
        for one in ball_figures(rulings, tracks_of)
    )
    table = wide(
        f'<table class="sheet"><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )
    return f"<h3>{both(WORDS['by_ball'])}</h3>{table}"


def _of(rulings: Sequence[Ruling], seat: Seat) -> list[Ruling]:
    return [ruling for ruling in rulings if shooter_of(ruling) is seat]


def _speed(speed: float | None) -> str:
    if speed is None:
        return ""
    return both(filled(METRES_A_SECOND, number=decimal(speed)))


def _seconds(seconds: float | None) -> str:
    return "" if seconds is None else both(filled(SECONDS, number=decimal(seconds)))


def _metres(metres: float) -> str:
    return both(filled(METRES, number=decimal(metres)))


def _share(share: float | None) -> str:
    return "" if share is None else percent(share)


def _clauses(figures: PlayerFigures) -> str:
    return "<br>".join(
        f"{both(Text(clause.en, clause.ru))} "
        f'<span class="soft">{clause.id}</span> × {count}'
        for clause, count in figures.clauses
    )


_ROWS: Mapping[str, Callable[[PlayerFigures], str]] = {
    "shots": lambda f: str(f.shots),
    "legal": lambda f: str(f.legal),
    "fouls": lambda f: str(f.fouls),
    "review": lambda f: str(f.review),
    "safeties": lambda f: str(f.safeties),
    "balls": lambda f: str(f.pocketed),
    "rate": lambda f: _share(f.rate),
    "run": lambda f: str(f.longest_run),
    "speed": lambda f: _speed(f.fastest),
    "mean_speed": lambda f: _speed(f.average),
    "duration": lambda f: _seconds(f.duration),
    "travelled": lambda f: _metres(f.travelled),
    "by_clause": _clauses,
}
"""Rows of the table: name in `WORDS`, and how the figure is told."""
