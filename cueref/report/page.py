"""The report as one HTML page: score sheet, every shot, statistics."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Final

from adjudicator.balls import Ball
from adjudicator.events import Contact, Pocketed, Strike
from adjudicator.players import Seat
from adjudicator.table import TableGeometry
from adjudicator.wording import Text
from cueref.captions import caption, headline
from cueref.match_file import MatchInfo
from cueref.records import TrackRows
from cueref.referee import Ruling, reasons_of
from cueref.report.drawing import draw_shot, numbered
from cueref.report.figures import statistics
from cueref.report.script import SCRIPT
from cueref.report.sheets import chips, score_sheet
from cueref.report.statistics import shooter_of
from cueref.report.style import STYLE
from cueref.report.words import GAMES, WORDS, both, event_text

Tracks = Mapping[Ball, TrackRows]

_LEAD: Final = 0.6
"""A clip is opened this long before the decisive moment, seconds."""

_CLIP_LEAD: Final = 1.0
"""A clip begins this long before its shot, seconds."""


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
    names = {seat: escape((players or {}).get(seat, seat.value)) for seat in Seat}
    parts = [
        _head(info, names),
        f"<main><h2>{both(WORDS['score'])}</h2>",
        score_sheet(info.game, rulings, names),
        f"<h2>{both(WORDS['shots'])}</h2>{_filter(names)}",
        _index(rulings, names),
        *(
            _shot(ruling, table, tracks_of(ruling.shot.number), clips or {}, names)
            for ruling in rulings
        ),
        f"<h2>{both(WORDS['statistics'])}</h2>",
        statistics(rulings, table, tracks_of, names),
        _notes(info),
        f"</main><script>{SCRIPT}</script></body></html>\n",
    ]
    return "".join(parts)


def _head(info: MatchInfo, names: Mapping[Seat, str]) -> str:
    title = escape(f"{info.source}: {GAMES[info.game].en}")
    versus = f"{names[Seat.A]} - {names[Seat.B]}"
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head>"
        f'<body data-lang="en"><header class="bar"><div><h1>{both(WORDS["title"])}'
        f"</h1><p>{both(GAMES[info.game])}: <b>{versus}</b></p>"
        f'<p class="soft">{escape(info.source)}</p></div>'
        '<button type="button" id="language" lang="ru" data-other="English">'
        "Русский</button></header>"
    )


def _filter(names: Mapping[Seat, str]) -> str:
    """Return the buttons that choose which shots are shown."""
    choices = [("all", both(WORDS["all"])), ("foul", both(WORDS["fouls"]))]
    choices.append(("review", both(WORDS["review"])))
    choices += [(f"player-{seat.value}", names[seat]) for seat in Seat]
    buttons = "".join(
        f'<button type="button" data-show="{show}" '
        f'aria-pressed="{"true" if show == "all" else "false"}">{label}</button>'
        for show, label in choices
    )
    label = f"{WORDS['filter'].en} / {WORDS['filter'].ru}"
    return f'<div class="filter" role="group" aria-label="{label}">{buttons}</div>'


def _index(rulings: Sequence[Ruling], names: Mapping[Seat, str]) -> str:
    columns = ("shot", "time", "player", "ruling", "pocketed", "points")
    head = "".join(f'<th scope="col">{both(WORDS[name])}</th>' for name in columns)
    rows = "".join(_index_row(ruling, names) for ruling in rulings)
    return (
        f'<div class="wide"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _index_row(ruling: Ruling, names: Mapping[Seat, str]) -> str:
    shot, verdict = ruling.shot, ruling.verdict
    seat = shooter_of(ruling)
    score = "" if verdict is None else f"{verdict.score.a} : {verdict.score.b}"
    balls = chips([event.ball for event in shot.pocketed])
    return (
        f'<tr {_marks(ruling)}><td class="number">'
        f'<a href="#shot-{shot.number}">{shot.number}</a></td>'
        f'<td class="number">{clock(shot.t_start)}</td>'
        f"<td>{'' if seat is None else names[seat]}</td>"
        f'<td class="{_kind(ruling)}">{both(_after_number(headline(ruling)))}</td>'
        f'<td>{balls}</td><td class="number">{score}</td></tr>'
    )


def _marks(ruling: Ruling) -> str:
    """Return the attributes by which a shot is chosen."""
    seat = shooter_of(ruling)
    player = "" if seat is None else f" player-{seat.value}"
    return f'data-is="{_kind(ruling).removeprefix("called-")}{player}"'


def _after_number(text: Text) -> Text:
    return Text(text.en.partition(": ")[2], text.ru.partition(": ")[2])


def _shot(
    ruling: Ruling,
    table: TableGeometry,
    tracks: Tracks,
    clips: Mapping[int, str],
    names: Mapping[Seat, str],
) -> str:
    shot = ruling.shot
    seat = shooter_of(ruling)
    who = "" if seat is None else f"{names[seat]}, "
    sure = f"{both(WORDS['confidence'])} {ruling.confidence:.2f}"
    events = "".join(
        f'<li value="{number}">{event.t:.3f} s: {both(event_text(event))}'
        f'<span class="soft"> {event.confidence:.2f}</span></li>'
        for number, event in numbered(shot)
    )
    return (
        f'<section class="shot" id="shot-{shot.number}" {_marks(ruling)}>'
        f'<h3 class="{_kind(ruling)}">{both(caption(ruling))}</h3>'
        f'<p class="soft">{who}{clock(shot.t_start)} - {clock(shot.t_end)}, {sure}</p>'
        f"<p>{both(reasons_of(ruling))}</p>{draw_shot(shot, table, tracks)}"
        f"{_clip(ruling, clips.get(shot.number))}"
        f'<ol class="events">{events}</ol>{_doubtful(ruling)}</section>'
    )


def _clip(ruling: Ruling, address: str | None) -> str:
    """Return the player of a shot's clip; it opens at the decisive moment."""
    if address is None:
        return ""
    start = ruling.shot.t_start - max(0.0, ruling.shot.t_start - _CLIP_LEAD)
    at = max(0.0, decisive_t(ruling) - ruling.shot.t_start + start - _LEAD)
    return (
        f'<video controls muted playsinline preload="none" data-at="{at:.2f}" '
        f'src="{escape(address)}#t={at:.2f}"></video>'
        f'<button type="button" class="slow">{both(WORDS["slow"])}</button>'
    )


def decisive_t(ruling: Ruling) -> float:
    """Return when what decided the ruling happened, seconds.

    The first event of the penalised foul, or else the first contact, the first ball
    pocketed or the strike.
    """
    verdict, shot = ruling.verdict, ruling.shot
    penalty = None if verdict is None else verdict.penalty
    if penalty is not None and penalty.events:
        return penalty.events[0].t
    for kind in (Contact, Pocketed, Strike):
        found = next((e.t for e in shot.events if isinstance(e, kind)), None)
        if found is not None:
            return found
    return shot.t_start


def _doubtful(ruling: Ruling) -> str:
    doubts = "".join(
        f"<li>{event.t:.3f} s: {both(event_text(event))} "
        f'<span class="soft">{event.confidence:.2f}</span></li>'
        for event in ruling.shot.doubtful
    )
    if not doubts:
        return ""
    return (
        f"<details><summary>{both(WORDS['doubtful'])}</summary>"
        f'<ul class="events">{doubts}</ul></details>'
    )


def _notes(info: MatchInfo) -> str:
    calibration = info.calibration
    table = calibration.table
    size = f"{table.length:.3f} x {table.width:.3f}"
    ru = f"{size} м, остаточная ошибка {calibration.residual_mm:.1f} мм"
    en = f"{size} m, residual {calibration.residual_mm:.1f} mm"
    lines = [
        both(
            Text(
                f"{info.frames} frames, {info.duration:.1f} s, {info.fps:.2f} fps",
                f"кадров: {info.frames}, {info.duration:.1f} с, {info.fps:.2f} кадра/с",
            )
        ),
        f"{table.kind.value}: {both(Text(en, ru))}",
        *map(escape, info.warnings),
    ]
    items = "".join(f"<li>{line}</li>" for line in lines)
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
