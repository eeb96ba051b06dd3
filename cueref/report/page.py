"""The report as one HTML page: score sheet, every shot, statistics."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from html import escape

from adjudicator.balls import Ball
from adjudicator.players import Seat
from adjudicator.wording import Text
from cueref.captions import with_fouls
from cueref.locale.catalogue import decimal, filled
from cueref.match_file import MatchInfo
from cueref.records import TrackRows
from cueref.referee import Ruling
from cueref.report.figures import statistics
from cueref.report.markup import chips, wide
from cueref.report.script import SCRIPT
from cueref.report.sheets import has_points, result_of, score_sheet
from cueref.report.shots import ShotPages, clock, kind_of, marks
from cueref.report.statistics import shooter_of
from cueref.report.style import STYLE
from cueref.report.words import GAMES, RECORDING, TABLE, WORDS, both

Tracks = Mapping[Ball, TrackRows]
Names = Mapping[Seat, str]


def report_page(
    info: MatchInfo,
    rulings: Sequence[Ruling],
    tracks_of: Callable[[int], Tracks],
    clips: Mapping[int, str] | None = None,
    players: Mapping[Seat, str] | None = None,
) -> str:
    """Return the whole page; it needs no network and no other file but the clips.

    Args:
        info: The recording.
        rulings: One for each shot.
        tracks_of: Motion of the balls, given the number of the shot.
        clips: Address of each shot's clip, relative to the page.
        players: Their names; A and B where none is given.
    """
    table = info.calibration.table
    said = {seat: (players or {}).get(seat, seat.value) for seat in Seat}
    names = {seat: escape(name) for seat, name in said.items()}
    pages = ShotPages(table, tracks_of, clips or {}, said)
    parts = [
        _head(info, rulings, names),
        f"<main><h2>{both(WORDS['score'])}</h2>",
        score_sheet(info.game, rulings, names),
        f'<h2 id="shots">{both(WORDS["shots"])}</h2>{_filter(rulings, names)}',
        _index(info, rulings, names),
        f'<p class="soft">{both(WORDS["legend"])}</p>',
        *map(pages.page, rulings),
        f"<h2>{both(WORDS['statistics'])}</h2>",
        statistics(rulings, table, tracks_of, names),
        _notes(info),
        f"</main><script>{SCRIPT}</script></body></html>\n",
    ]
    return "".join(parts)


def _head(info: MatchInfo, rulings: Sequence[Ruling], names: Names) -> str:
    title = escape(f"{info.source}: {GAMES[info.game].en}")
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{title}</title><style>{STYLE}</style></head>"
        f'<body data-lang="en"><header><div class="bar"><h1>{both(WORDS["title"])}'
        '</h1><button type="button" id="language" lang="ru" data-other="English">'
        f"Русский</button></div>{_result(info, rulings, names)}"
        f'<p class="soft">{both(GAMES[info.game])}, {escape(info.source)}</p></header>'
    )


def _result(info: MatchInfo, rulings: Sequence[Ruling], names: Names) -> str:
    """Return both players and how the match stands."""
    result = result_of(info.game, rulings)
    a, b = (_who(seat, names) for seat in Seat)
    score = f"{result.of(Seat.A)} : {result.of(Seat.B)}"
    return f'<p class="result">{a} <span class="score">{score}</span> {b}</p>'


def _who(seat: Seat, names: Names) -> str:
    name = names[seat]
    letter = "" if name == seat.value else f'<span class="seat">{seat.value}</span>'
    return f"<span>{letter}{name}</span>"


def _filter(rulings: Sequence[Ruling], names: Names) -> str:
    """Return the buttons that choose which shots are shown, with their counts."""
    kinds = Counter(kind_of(ruling) for ruling in rulings)
    seats = Counter(shooter_of(ruling) for ruling in rulings)
    choices = [
        ("all", both(WORDS["all"]), len(rulings)),
        ("foul", both(WORDS["fouls"]), kinds["called-foul"]),
        ("review", both(WORDS["review"]), kinds["review"]),
        *((f"player-{seat.value}", names[seat], seats[seat]) for seat in Seat),
    ]
    buttons = "".join(
        f'<button type="button" data-show="{show}" '
        f'aria-pressed="{"true" if show == "all" else "false"}">{label} '
        f'<span class="count">{count}</span></button>'
        for show, label, count in choices
    )
    label = f"{WORDS['filter'].en} / {WORDS['filter'].ru}"
    return f'<div class="filter" role="group" aria-label="{label}">{buttons}</div>'


def _index(info: MatchInfo, rulings: Sequence[Ruling], names: Names) -> str:
    columns = ["shot", "time", "player", "ruling", "pocketed"]
    if has_points(info.game):
        columns.append("points")
    head = "".join(
        f'<th scope="col" class="{name}">{both(WORDS[name])}</th>' for name in columns
    )
    rows = "".join(_index_row(ruling, columns, names) for ruling in rulings)
    return wide(
        f'<table class="index"><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _index_row(ruling: Ruling, columns: Sequence[str], names: Names) -> str:
    shot, verdict = ruling.shot, ruling.verdict
    seat = shooter_of(ruling)
    said = both(_after_number(with_fouls(ruling)))
    cells = {
        "shot": f'<a href="#shot-{shot.number}">{shot.number}</a>',
        "time": clock(shot.t_start),
        "player": "" if seat is None else names[seat],
        "ruling": f'<span class="{kind_of(ruling)}">{said}</span>',
        "pocketed": chips([event.ball for event in shot.pocketed]),
        "points": "" if verdict is None else f"{verdict.score.a} : {verdict.score.b}",
    }
    row = "".join(f'<td class="{name}">{cells[name]}</td>' for name in columns)
    return f"<tr {marks(ruling)}>{row}</tr>"


def _after_number(said: Text) -> Text:
    return Text(said.en.partition(": ")[2], said.ru.partition(": ")[2])


def _notes(info: MatchInfo) -> str:
    table, residual = info.calibration.table, info.calibration.residual_mm
    recording = filled(
        RECORDING,
        frames=info.frames,
        duration=decimal(info.duration),
        fps=decimal(info.fps, 2),
    )
    kind = filled(
        TABLE,
        kind=table.kind.value,
        length=decimal(table.length, 3),
        width=decimal(table.width, 3),
        residual=decimal(residual),
    )
    lines = [both(recording), both(kind), *map(escape, info.warnings)]
    items = "".join(f"<li>{line}</li>" for line in lines)
    return f'<h2>{both(WORDS["notes"])}</h2><ul class="soft">{items}</ul>'
