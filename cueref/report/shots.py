"""One shot of the report: ruling, drawing, events, clip."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Final

from adjudicator.balls import Ball
from adjudicator.events import Contact, Event, Pocketed, Strike
from adjudicator.players import Seat
from adjudicator.table import TableGeometry
from adjudicator.wording import Text
from cueref.captions import caption
from cueref.locale.catalogue import decimal, filled
from cueref.records import TrackRows
from cueref.referee import Ruling, reasons_of
from cueref.report.drawing import draw_shot, numbered
from cueref.report.happenings import event_text
from cueref.report.statistics import shooter_of
from cueref.report.words import SECONDS, WORDS, both, percent

Tracks = Mapping[Ball, TrackRows]

_LEAD: Final = 0.6
"""A clip is opened this long before the decisive moment, seconds."""

_CLIP_LEAD: Final = 1.0
"""A clip begins this long before its shot, seconds."""

_PLAYER: Final = re.compile(r"(?:[Pp]layer|[Ии]грок) ([AB])\b")


@dataclass(frozen=True, slots=True, eq=False)
class ShotPages:
    """Makes the part of the report about each shot.

    Attributes:
        table: The table.
        tracks_of: Motion of the balls, given the number of the shot.
        clips: Address of each shot's clip, relative to the page.
        names: Of the players.
    """

    table: TableGeometry
    tracks_of: Callable[[int], Tracks]
    clips: Mapping[int, str]
    names: Mapping[Seat, str]

    def page(self, ruling: Ruling) -> str:
        """Return the part about one shot."""
        shot, number = ruling.shot, ruling.shot.number
        why = with_names(reasons_of(ruling), self.names)
        events = "".join(
            f'<li value="{n}">{_event(event)}</li>' for n, event in numbered(shot)
        )
        return (
            f'<section class="shot" id="shot-{number}" {marks(ruling)}>'
            f'<h3 id="ruling-{number}" class="{kind_of(ruling)}">'
            f"{both(caption(ruling))}</h3>{self._line(ruling)}"
            f'<p>{both(why)}</p><div class="beside"><div>'
            f"{draw_shot(shot, self.table, self.tracks_of(number))}"
            f"{_clip(ruling, self.clips.get(number))}</div><div>"
            f'<ol class="events">{events}</ol>{_doubtful(ruling)}</div></div></section>'
        )

    def _line(self, ruling: Ruling) -> str:
        shot, seat = ruling.shot, shooter_of(ruling)
        who = "" if seat is None else f"{escape(self.names[seat])}, "
        when = f"{clock(shot.t_start)} – {clock(shot.t_end)}"
        sure = f"{both(WORDS['confidence'])} {percent(ruling.confidence)}"
        return f'<p class="soft">{who}{when}, {sure}</p>'


def with_names(said: Text, names: Mapping[Seat, str]) -> Text:
    """Return a text that calls the players by their names, where they have any."""

    def name(found: re.Match[str]) -> str:
        own = names[Seat(found[1])]
        return found[0] if own == found[1] else own

    return Text(
        *(re.sub(r"(?:[Pp]layer|[Ии]грок) ([AB])\b", name, one) for one in said)
    )


def marks(ruling: Ruling) -> str:
    """Return the attributes by which a shot is chosen."""
    seat = shooter_of(ruling)
    player = "" if seat is None else f" player-{seat.value}"
    return f'data-is="{kind_of(ruling).removeprefix("called-")}{player}"'


def kind_of(ruling: Ruling) -> str:
    """Return the class of a ruling for the style sheet."""
    if not ruling.is_called:
        return "review"
    verdict = ruling.verdict
    return "called-foul" if verdict is None or verdict.fouls else "called-legal"


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


def clock(t: float) -> str:
    """Return seconds as minutes and seconds, hours where there are any."""
    minutes, seconds = divmod(round(t, 1), 60)
    hours, minutes = divmod(int(minutes), 60)
    start = f"{hours}:{minutes:02d}" if hours else f"{minutes}"
    return f"{start}:{seconds:04.1f}"


def _event(event: Event) -> str:
    when = both(filled(SECONDS, number=decimal(event.t, 2)))
    sure = percent(event.confidence) if event.confidence < 1 else ""
    return (
        f'<span class="when">{when}</span> {both(event_text(event))} '
        f'<span class="soft">{sure}</span>'
    )


def _clip(ruling: Ruling, address: str | None) -> str:
    """Return the player of a shot's clip; it opens at the decisive moment."""
    if address is None:
        return ""
    start = ruling.shot.t_start - max(0.0, ruling.shot.t_start - _CLIP_LEAD)
    at = max(0.0, decisive_t(ruling) - ruling.shot.t_start + start - _LEAD)
    return (
        f'<video controls muted playsinline preload="none" data-at="{at:.2f}" '
        f'aria-labelledby="ruling-{ruling.shot.number}" '
        f'src="{escape(address)}#t={at:.2f}"></video>'
        f'<button type="button" class="slow">{both(WORDS["slow"])}</button>'
    )


def _doubtful(ruling: Ruling) -> str:
    doubts = "".join(f"<li>{_event(event)}</li>" for event in ruling.shot.doubtful)
    if not doubts:
        return ""
    return (
        f"<details><summary>{both(WORDS['doubtful'])}</summary>"
        f'<ul class="events">{doubts}</ul></details>'
    )
