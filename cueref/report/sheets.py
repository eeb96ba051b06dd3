"""The score sheet in the form that the players of each game know."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from adjudicator.balls import Ball, Discipline
from adjudicator.players import Seat, Tally
from adjudicator.verdict import Mark, RackEnd
from cueref.referee import Ruling
from cueref.report.markup import chips, sheet_table
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


def has_points(discipline: Discipline) -> bool:
    """Whether shots of the game score points, and not only racks."""
    return discipline not in (Discipline.EIGHT_BALL, Discipline.NINE_BALL)


def result_of(discipline: Discipline, rulings: Sequence[Ruling]) -> Tally:
    """Return how the match stands: racks, or points where these decide."""
    if discipline in (Discipline.STRAIGHT_POOL, Discipline.BONUS_BALL):
        verdicts = [r.verdict for r in rulings if r.verdict is not None]
        return verdicts[-1].score if verdicts else Tally()
    won = Tally()
    for rack in racks_of(rulings):
        winner = _winner(rack)
        won = won if winner is None else won.plus(winner)
    return won


def _winner(rack: Sequence[Ruling]) -> Seat | None:
    last = rack[-1].verdict
    return None if last is None else last.rack.winner


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
    """Nine-ball and eight-ball: a row a rack, what each player did in it."""
    own = [_word("pocketed"), _word("fouls")]
    head = [_word(w) for w in ("rack", "breaks", "shots")]
    head += [*own, *own, _word("winner"), _word("racks")]
    groups = [("", 3), *((players[seat], 2) for seat in Seat), ("", 2)]
    return sheet_table(head, _rack_rows(rulings, players), groups)


def _rack_rows(rulings: Sequence[Ruling], players: Players) -> Iterator[Sequence[str]]:
    won = Tally()
    for number, rack in enumerate(racks_of(rulings), start=1):
        winner = _winner(rack)
        won = won if winner is None else won.plus(winner)
        breaker = shooter_of(rack[0])
        row = [
            str(number),
            "" if breaker is None else players[breaker],
            f"{_link(rack[0])}\u00a0–\u00a0{_link(rack[-1])}",
        ]
        for seat in Seat:
            row += [chips(_balls(rack, seat)), _links(_fouls(rack, seat))]
        row.append("" if winner is None else f"<b>{players[winner]}</b>")
        yield [*row, f"{won.a} : {won.b}"]


def _straight(rulings: Sequence[Ruling], players: Players) -> str:
    """14.1: a row an inning, balls and running totals of both players."""
    own = [_word(w) for w in ("pocketed", "balls_short", "total", "ended")]
    head = [_word("inning"), *own, *own]
    groups = [("", 1), *((players[seat], 4) for seat in Seat)]
    return sheet_table(head, _innings(rulings), groups)


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
    total = "" if verdict is None else f"<b>{verdict.score.of(seat)}</b>"
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
    return sheet_table(head, (_bonus_row(ruling, players) for ruling in rulings))


def _bonus_row(ruling: Ruling, players: Players) -> Sequence[str]:
    verdict = ruling.verdict
    link = _link(ruling)
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
    return "".join(
        _shelves(number, rack, players)
        for number, rack in enumerate(racks_of(rulings), start=1)
    )


def _shelves(number: int, rack: Sequence[Ruling], players: Players) -> str:
    winner = _winner(rack)
    won = "" if winner is None else f" · {_word('winner')}: {players[winner]}"
    shelves = "".join(
        f'<div class="shelf"><b>{players[seat]}</b>{_slots(rack, seat)}</div>'
        for seat in Seat
    )
    title = f"<h3>{_word('rack')} {number}{won}</h3>"
    return f'<div class="shelves">{title}{shelves}</div>'


def _slots(rack: Sequence[Ruling], seat: Seat) -> str:
    """Return a shelf: balls scored, empty places, debts below nought."""
    last = next((r.verdict for r in reversed(rack) if r.verdict is not None), None)
    score = 0 if last is None else last.score.of(seat)
    full = '<span class="slot full"></span>' * max(0, score)
    empty = '<span class="slot"></span>' * max(0, _SHELF - max(0, score))
    total = f'<b class="{"debt" if score < 0 else "sum"}">{score}</b>'
    fouls = _links(_fouls(rack, seat))
    note = f'<p class="soft">{_word("fouls")}: {fouls}</p>' if fouls else ""
    return f'<span class="slots" aria-hidden="true">{full}{empty}</span>{total}{note}'


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
    return ", ".join(map(_link, rulings))


def _link(ruling: Ruling) -> str:
    number = ruling.shot.number
    return f'<a href="#shot-{number}">{number}</a>'


_SHEETS: Final[Mapping[Discipline, Callable[[Sequence[Ruling], Players], str]]] = {
    Discipline.NINE_BALL: _by_racks,
    Discipline.EIGHT_BALL: _by_racks,
    Discipline.STRAIGHT_POOL: _straight,
    Discipline.BONUS_BALL: _bonus,
    Discipline.PYRAMID: _pyramid,
}
