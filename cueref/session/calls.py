"""What is called aloud: fouls, questions, racks; each call is made once."""

from typing import Any, Final

from adjudicator.match import Ruling
from adjudicator.players import Seat
from adjudicator.verdict import Verdict
from adjudicator.wording import Text
from cueref.locale.catalogue import filled, text
from cueref.session.play import Play

Object = dict[str, Any]

SCRATCH: Final = "scratch"
"""Kind of the call that comes before the balls are at rest."""

_SCRATCHED: Final = text("The cue ball is pocketed.")
_WITHDRAWN: Final = text("The call on shot {shot} is withdrawn.")


def call_id(match: str, shot: int, kind: str) -> str:
    """Return the id of a call: each is made once."""
    return f"{match}:{shot}:{kind}"


def calls_of(match: str, play: Play, ruling: Ruling) -> list[Object]:
    """Return what a ruling has to be called for; nothing on an ordinary shot.

    Args:
        match: Id of the match.
        play: The match after the ruling.
        ruling: The ruling.
    """
    verdict = ruling.verdict
    if verdict is None:
        return []
    kinds = []
    if verdict.needs_review:
        kinds.append("review")
    elif verdict.fouls:
        kinds.append("foul")
    if verdict.rack.winner is not None and not verdict.needs_review:
        kinds.append("match" if play.winner is not None else "rack")
    return [_call(match, play, verdict, kind) for kind in kinds]


def provisional_call(match: str, play: Play, shot: int, t: float) -> Object:
    """Return the call of a scratch that is certain before the balls are at rest."""
    call = _object(match, play, shot, SCRATCH, _SCRATCHED)
    return call | {"t": t, "provisional": True}


def withdrawn_call(match: str, play: Play, shot: int) -> Object:
    """Return the call that a ruling made before does not stand."""
    return _object(match, play, shot, "withdrawn", filled(_WITHDRAWN, shot=shot))


def _call(match: str, play: Play, verdict: Verdict, kind: str) -> Object:
    text = verdict.reasons
    if kind == "review":
        questions = verdict.questions
        text = questions[0] if questions else text
    call = _object(match, play, verdict.shot, kind, text)
    penalty = verdict.penalty
    if penalty is not None and kind == "foul":
        clause = penalty.clause
        call["clause"] = clause.id
        call["title"] = {"en": clause.en, "ru": clause.ru}
    return call | {"shooter": verdict.shooter.value, "t": verdict.t_end}


def _object(match: str, play: Play, shot: int, kind: str, said: Text) -> Object:
    players = play.setup.settings.players
    return {
        "id": call_id(match, shot, kind),
        "match": match,
        "game": play.setup.game.value,
        "players": {seat.value: players[seat] for seat in Seat},
        "shot": shot,
        "kind": kind,
        "provisional": False,
        "clip": f"/api/matches/{match}/shots/{shot}/clip.mp4",
        "text": {"en": said.en, "ru": said.ru},
    }
