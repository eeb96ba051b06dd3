"""One line about a ruling, in both languages: for subtitles, pictures, terminals."""

from typing import Final

from adjudicator.verdict import RackEnd
from adjudicator.wording import Text
from cueref.referee import Ruling

_SHOT: Final = Text("Shot", "Удар")


def headline(ruling: Ruling) -> Text:
    """Return the ruling in a few words: "Shot 3: foul"."""
    en, ru = _status(ruling)
    number = ruling.shot.number
    return Text(f"{_SHOT.en} {number}: {en}", f"{_SHOT.ru} {number}: {ru}")


def caption(ruling: Ruling) -> Text:
    """Return the ruling with the clauses broken or the balls pocketed."""
    head = headline(ruling)
    verdict = ruling.verdict
    if verdict is None:
        return head
    en, ru = [head.en], [head.ru]
    for foul in (*verdict.fouls, *verdict.suspected):
        en.append(f"{foul.clause.en} ({foul.clause.id})")
        ru.append(f"{foul.clause.ru} ({foul.clause.id})")
    if verdict.pocketed:
        names = ", ".join(ball.name for ball in verdict.pocketed)
        en.append(f"pocketed: {names}")
        ru.append(f"забиты: {names}")
    if verdict.rack is not RackEnd.OPEN:
        en.append(_rack_en(verdict.rack))
        ru.append(_rack_ru(verdict.rack))
    return Text("; ".join(en), "; ".join(ru))


def _status(ruling: Ruling) -> Text:
    verdict = ruling.verdict
    if verdict is None:
        return Text("not judged", "не оценён")
    if not ruling.is_called:
        return Text("review", "нужен человек")
    if verdict.fouls:
        return Text("foul", "фол")
    return (
        Text("legal", "правильный удар")
        if verdict.legal
        else Text("not a legal shot", "удар не засчитан")
    )


def _rack_en(rack: RackEnd) -> str:
    return "re-rack" if rack.winner is None else f"player {rack.winner} wins the rack"


def _rack_ru(rack: RackEnd) -> str:
    if rack.winner is None:
        return "партия ставится заново"
    return f"партию выиграл игрок {rack.winner}"
