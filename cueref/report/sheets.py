"""The score sheet in the form that the players of each game know."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from adjudicator.balls import Ball, Discipline
from adjudicator.players import Seat
from adjudicator.verdict import Mark, RackEnd
from cueref.ball_colours import colour_of, css, short_name
from cueref.referee import Ruling
from cueref.report.statistics import (
    is_called_foul,
    pocketed_by,
    shooter_of,
    visits,
)
from cueref.report.words import WORDS, both

Players = Mapping[Seat, str]
_SHELF: Final = 8
"""Balls that win a rack of pyramid."""


def score_sheet(
    discipline: Discipline, rulings: Sequence[Ruling], players: Players
) -> str:
    """Return the sheet of a game as HTML.

    Args:
        discipline: The game.
        rulings: Of the match, in order.
        players: Names as they are shown, escaped.
    """
    return _SHEETS[discipline](rulings, players)


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


def _table(head: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    cells = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = "".join(
        f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows
    )
    return (
        f'<div class="wide"><table><thead><tr>{cells}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _word(name: str) -> str:
    return both(WORDS[name])


def racks_of(rulings: Sequence[Ruling]) -> list[list[Ruling]]:
    """Return the rulings by rack; the last one may be open."""
    racks: list[list[Ruling]] = [[]]
    for ruling in rulings:
        racks[-1].append(ruling)
        verdict = ruling.verdict
        if verdict is not None and verdict.rack is not RackEnd.OPEN:
            racks.append([])
    return [rack for rack in racks if rack]


def _by_racks(rulings: Sequence[Ruling], players: Players) -> str:
    """Nine-ball and eight-ball: a row a rack."""
    names = [players[seat] for seat in Seat]
    head = [_word("rack"), _word("breaks"), _word("shots")]
    head += [f"{_word('pocketed')}: {name}" for name in names]
    head += [f"{_word('fouls')}: {name}" for name in names]
    head += [_word("winner"), _word("racks")]
    return _table(head, _rack_rows(rulings, players))


def _rack_rows(rulings: Sequence[Ruling], players: Players) -> Iterator[Sequence[str]]:
    won = dict.fromkeys(Seat, 0)
    for number, rack in enumerate(racks_of(rulings), start=1):
        last = rack[-1].verdict
        winner = None if last is None else last.rack.winner
        if winner is not None:
            won[winner] += 1
        breaker = shooter_of(rack[0])
        first, end = rack[0].shot.number, rack[-1].shot.number
        yield [
            str(number),
            "" if breaker is None else players[breaker],
            f'<a href="#shot-{first}">{first}</a>-<a href="#shot-{end}">{end}</a>',
            *(chips(_balls(rack, seat)) for seat in Seat),
            *(_links(_fouls(rack, seat)) for seat in Seat),
            "" if winner is None else players[winner],
            f"{won[Seat.A]} : {won[Seat.B]}",
        ]


def _straight(rulings: Sequence[Ruling], players: Players) -> str:
    """14.1: a row an inning, balls and running totals of both players."""
    names = [players[seat] for seat in Seat]
    head = [_word("inning")]
    for name in names:
        head += [name, _word("balls_short"), _word("total"), _word("ended")]
    return _table(head, _innings(rulings))


def _innings(rulings: Sequence[Ruling]) -> Iterator[Sequence[str]]:
    by_seat: dict[Seat, list[list[Ruling]]] = {seat: [] for seat in Seat}
    for visit in visits(rulings):
        seat = shooter_of(visit[0])
        if seat is not None:
            by_seat[seat].append(visit)
    for number in range(max(map(len, by_seat.values()), default=0)):
        row = [str(number + 1)]
        for seat in Seat:
            own = by_seat[seat]
            row += _inning(own[number], seat) if number < len(own) else [""] * 4
        yield row


def _inning(visit: Sequence[Ruling], seat: Seat) -> list[str]:
    verdict = visit[-1].verdict
    made = [ball for ruling in visit for ball in _pocketed(ruling)]
    total = "" if verdict is None else str(verdict.score.of(seat))
    return [chips(made), str(len(made)), total, _ending(visit[-1])]


def _ending(ruling: Ruling) -> str:
    verdict = ruling.verdict
    link = f'<a href="#shot-{ruling.shot.number}">'
    if verdict is None or not ruling.is_called:
        return f"{link}?</a>"
    if verdict.fouls:
        row = verdict.fouls_in_row.of(verdict.shooter)
        return f"{link}{_word('foul')}{' ' + '●' * row if row else ''}</a>"
    return f"{link}{_word('safety' if Mark.SAFETY in verdict.marks else 'miss')}</a>"


def _bonus(rulings: Sequence[Ruling], players: Players) -> str:
    """Bonus Ball: the sequence, a row a shot."""
    head = [_word(w) for w in ("shot", "player", "pocketed", "points_made", "points")]
    head.append(_word("coming"))
    return _table(head, (_bonus_row(ruling, players) for ruling in rulings))


def _bonus_row(ruling: Ruling, players: Players) -> Sequence[str]:
    verdict = ruling.verdict
    number = ruling.shot.number
    link = f'<a href="#shot-{number}">{number}</a>'
    if verdict is None:
        return [link, "", "", "", "", ""]
    seat = verdict.shooter
    coming = verdict.next
    on = chips(coming.ball_on[:4]) if len(coming.ball_on) <= 4 else ""
    return [
        link,
        players[seat],
        chips(verdict.pocketed),
        f"{verdict.points.of(seat):+d}" if verdict.points.of(seat) else "",
        f"{verdict.score.a} : {verdict.score.b}",
        f"{players[coming.shooter]} {on}",
    ]


def _pyramid(rulings: Sequence[Ruling], players: Players) -> str:
    """Pyramid: the two shelves of each rack."""
    parts = []
    for number, rack in enumerate(racks_of(rulings), start=1):
        shelves = "".join(
            f'<div class="shelf"><b>{players[seat]}</b>{_slots(rack, seat)}</div>'
            for seat in Seat
        )
        parts.append(
            f'<div class="shelves"><h3>{_word("rack")} {number}</h3>{shelves}</div>'
        )
    return "".join(parts)


def _slots(rack: Sequence[Ruling], seat: Seat) -> str:
    """Return a shelf: balls scored, empty places, debts below nought."""
    last = next((r.verdict for r in reversed(rack) if r.verdict is not None), None)
    score = 0 if last is None else last.score.of(seat)
    balls = [Ball(f"white-{n}") for n in range(1, max(score, 0) + 1)]
    full = "".join(f'<span class="slot">{chips([ball])}</span>' for ball in balls)
    empty = '<span class="slot"></span>' * max(0, _SHELF - len(balls))
    debt = f'<span class="debt">{score}</span>' if score < 0 else ""
    fouls = _links(_fouls(rack, seat))
    note = f'<span class="soft">{_word("fouls")}: {fouls}</span>' if fouls else ""
    return f'<span class="slots">{full}{empty}</span>{debt}{note}'


def _pocketed(ruling: Ruling) -> Sequence[Ball]:
    return ruling.verdict.pocketed if ruling.verdict and pocketed_by(ruling) else ()


def _balls(rack: Sequence[Ruling], seat: Seat) -> list[Ball]:
    return [
        ball
        for ruling in rack
        if shooter_of(ruling) is seat
        for ball in _pocketed(ruling)
    ]


def _fouls(rack: Sequence[Ruling], seat: Seat) -> list[Ruling]:
    return [r for r in rack if shooter_of(r) is seat and is_called_foul(r)]


def _links(rulings: Sequence[Ruling]) -> str:
    return ", ".join(
        f'<a href="#shot-{r.shot.number}">{r.shot.number}</a>' for r in rulings
    )


_SHEETS: Final[Mapping[Discipline, Callable[[Sequence[Ruling], Players], str]]] = {
    Discipline.NINE_BALL: _by_racks,
    Discipline.EIGHT_BALL: _by_racks,
    Discipline.STRAIGHT_POOL: _straight,
    Discipline.BONUS_BALL: _bonus,
    Discipline.PYRAMID: _pyramid,
}
