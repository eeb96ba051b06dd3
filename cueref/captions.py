"""One line about a ruling, in both languages: for subtitles, pictures, terminals."""

from collections.abc import Sequence
from typing import Final

from adjudicator.verdict import RackEnd
from adjudicator.wording import Text
from cueref.locale.catalogue import filled, text
from cueref.referee import Ruling

_HEAD: Final = text("Shot {number}: {status}")
_POCKETED: Final = text("pocketed: {balls}")
_WINS: Final = text("player {seat} wins the rack")
_AGAIN: Final = text("re-rack")
_LEGAL: Final = text("legal")
_FOUL: Final = text("foul")
_REVIEW: Final = text("review")
_NOT_LEGAL: Final = text("not a legal shot")
_NOT_JUDGED: Final = text("not judged")


def headline(ruling: Ruling) -> Text:
    """Return the ruling in a few words: "Shot 3: foul"."""
    return filled(_HEAD, number=ruling.shot.number, status=_status(ruling))


def with_fouls(ruling: Ruling) -> Text:
    """Return the ruling with the clauses broken, or perhaps broken."""
    said = [headline(ruling)]
    verdict = ruling.verdict
    fouls = () if verdict is None else (*verdict.fouls, *verdict.suspected)
    for foul in fouls:
        clause = foul.clause
        said.append(Text(f"{clause.en} ({clause.id})", f"{clause.ru} ({clause.id})"))
    return _joined(said)


def caption(ruling: Ruling) -> Text:
    """Return the ruling with clauses broken, balls pocketed and the rack won."""
    said = [with_fouls(ruling)]
    verdict = ruling.verdict
    if verdict is None:
        return said[0]
    if verdict.pocketed:
        names = ", ".join(ball.name for ball in verdict.pocketed)
        said.append(filled(_POCKETED, balls=names))
    if verdict.rack is not RackEnd.OPEN:
        said.append(_rack(verdict.rack))
    return _joined(said)


def _joined(said: Sequence[Text]) -> Text:
    return Text("; ".join(one.en for one in said), "; ".join(one.ru for one in said))


def _status(ruling: Ruling) -> Text:
    verdict = ruling.verdict
    if verdict is None:
        return _NOT_JUDGED
    if not ruling.is_called:
        return _REVIEW
    if verdict.fouls:
        return _FOUL
    return _LEGAL if verdict.legal else _NOT_LEGAL


def _rack(rack: RackEnd) -> Text:
    return _AGAIN if rack.winner is None else filled(_WINS, seat=rack.winner.value)
