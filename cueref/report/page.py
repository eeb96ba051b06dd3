"""The report as one HTML page: score sheet, every shot, statistics."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape

from adjudicator.balls import Ball
from adjudicator.players import Seat
from adjudicator.table import TableGeometry
from adjudicator.wording import Text
from cueref.captions import caption, headline
from cueref.match_file import MatchInfo
from cueref.records import TrackRows
from cueref.referee import Ruling, reasons_of
from cueref.report.drawing import draw_shot, numbered
from cueref.report.style import SCRIPT, STYLE
from cueref.report.words import WORDS, both, event_text

Tracks = Mapping[Ball, TrackRows]


def report_page(
    info: MatchInfo,
    rulings: Sequence[Ruling],
    tracks_of: Callable[[int], Tracks],
    clips: Mapping[int, str] | None = None,
) -> str:
    """Return the whole page; it needs no network and no other file.

    Args:
        info: The recording.
        rulings: One for each shot.
        tracks_of: Motion of the balls, given the number of the shot.
        clips: Address of each shot's clip, relative to the page.
    """
    table = info.calibration.table
    clips = clips or {}
    parts = [
        _head(info),
        _score_sheet(rulings),
        _statistics(rulings),
        *(
            _shot(ruling, table, tracks_of(ruling.shot.number), clips)
            for ruling in rulings
        ),
        _notes(info),
        f"<script>{SCRIPT}</script></body></html>\n",
    ]
    return "".join(parts)


def _head(info: MatchInfo) -> str:
    title = escape(f"{info.source}: {info.game.value}")
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head>"
        f'<body data-lang="en"><div class="bar"><h1>{both(WORDS["title"])}</h1>'
        '<button type="button">English / Русский</button></div>'
        f'<p class="soft">{title}</p>'
    )


def _score_sheet(rulings: Sequence[Ruling]) -> str:
    names = ("shot", "time", "player", "ruling", "pocketed", "points")
    head = "".join(f"<th>{both(WORDS[name])}</th>" for name in names)
    rows = "".join(_score_row(ruling) for ruling in rulings)
    return (
        f"<h2>{both(WORDS['score'])}</h2><table><thead><tr>{head}</tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _score_row(ruling: Ruling) -> str:
    shot, verdict = ruling.shot, ruling.verdict
    shooter = "" if verdict is None else verdict.shooter.value
    score = "" if verdict is None else f"{verdict.score.a} : {verdict.score.b}"
    balls = ", ".join(event.ball.name for event in shot.pocketed)
    return (
        f'<tr><td class="number"><a href="#shot-{shot.number}">{shot.number}</a></td>'
        f'<td class="number">{clock(shot.t_start)}</td><td>{shooter}</td>'
        f'<td class="{_kind(ruling)}">{both(_after_number(headline(ruling)))}</td>'
        f'<td>{escape(balls)}</td><td class="number">{score}</td></tr>'
    )


def _after_number(text: Text) -> Text:
    return Text(text.en.partition(": ")[2], text.ru.partition(": ")[2])


def _statistics(rulings: Sequence[Ruling]) -> str:
    rows = "".join(
        f"<tr><th>{both(WORDS[name])}</th>"
        + "".join(f'<td class="number">{value}</td>' for value in values)
        + "</tr>"
        for name, *values in _counts(rulings)
    )
    return (
        f"<h2>{both(WORDS['statistics'])}</h2><table><thead><tr><th></th>"
        f"<th>A</th><th>B</th></tr></thead><tbody>{rows}</tbody></table>"
    )


def _counts(rulings: Sequence[Ruling]) -> Iterator[tuple[str, str, str]]:
    own = {
        seat: [r for r in rulings if r.verdict and r.verdict.shooter is seat]
        for seat in Seat
    }

    def row(name: str, count: Mapping[Seat, object]) -> tuple[str, str, str]:
        return (name, str(count[Seat.A]), str(count[Seat.B]))

    yield row("shots", {s: len(own[s]) for s in Seat})
    for name, kind in (
        ("legal", "called-legal"),
        ("fouls", "called-foul"),
        ("review", "review"),
    ):
        yield row(name, {s: sum(_kind(r) == kind for r in own[s]) for s in Seat})
    yield row("balls", {s: sum(map(_pocketed, own[s])) for s in Seat})
    yield row("speed", {s: _fastest(own[s]) for s in Seat})


def _pocketed(ruling: Ruling) -> int:
    return 0 if ruling.verdict is None else len(ruling.verdict.pocketed)


def _fastest(rulings: Iterable[Ruling]) -> str:
    strikes = (ruling.shot.strike for ruling in rulings)
    speeds = [s.speed for s in strikes if s is not None and s.speed is not None]
    return f"{max(speeds):.1f} m/s" if speeds else ""


def _shot(
    ruling: Ruling, table: TableGeometry, tracks: Tracks, clips: Mapping[int, str]
) -> str:
    shot = ruling.shot
    link = clips.get(shot.number)
    clip = f' <a href="{escape(link)}">{both(WORDS["clip"])}</a>' if link else ""
    events = "".join(
        f'<li value="{number}">{event.t:.3f} s: {both(event_text(event))}'
        f'<span class="soft"> {event.confidence:.2f}</span></li>'
        for number, event in numbered(shot)
    )
    sure = f"{both(WORDS['confidence'])} {ruling.confidence:.2f}"
    return (
        f'<section class="shot" id="shot-{shot.number}">'
        f'<h3 class="{_kind(ruling)}">{both(caption(ruling))}</h3>'
        f'<p class="soft">{clock(shot.t_start)} - {clock(shot.t_end)}, {sure}{clip}</p>'
        f"<p>{both(reasons_of(ruling))}</p>{draw_shot(shot, table, tracks)}"
        f'<ol class="events">{events}</ol></section>'
    )


def _notes(info: MatchInfo) -> str:
    table = info.calibration.table
    lines = [
        f"{info.frames} frames, {info.duration:.1f} s, {info.fps:.2f} fps",
        f"{table.kind.value}: {table.length:.3f} x {table.width:.3f} m, head rail "
        f"{info.calibration.head_end}",
        f"residual {info.calibration.residual_mm:.1f} mm",
        *info.warnings,
    ]
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<h2>{both(WORDS["notes"])}</h2><ul class="soft">{items}</ul>'


def _kind(ruling: Ruling) -> str:
    if not ruling.is_called:
        return "review"
    verdict = ruling.verdict
    return "called-foul" if verdict is None or verdict.fouls else "called-legal"


def clock(t: float) -> str:
    """Return seconds as minutes and seconds, hours where there are any."""
    minutes, seconds = divmod(round(t, 1), 60)
    hours, minutes = divmod(int(minutes), 60)
    start = f"{hours}:{minutes:02d}" if hours else f"{minutes}"
    return f"{start}:{seconds:04.1f}"
