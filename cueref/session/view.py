"""The match as one object for the page and for club software."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from adjudicator.doubts import AS_SEEN, Doubt
from adjudicator.events import Event
from adjudicator.match import Ruling
from adjudicator.players import Seat
from adjudicator.questions import question
from adjudicator.shot import Layout, Shot
from adjudicator.text.shots import layout_object
from adjudicator.text.verdicts import verdict_object
from adjudicator.validity import balls_of
from adjudicator.verdict import Remark, Verdict
from cueref.session.boards import balls_on, board_object, declarations_of, may_call
from cueref.session.entries import shot_of, standing_entries
from cueref.session.play import Play
from cueref.session.setup import setup_object

LATEST: Final = 30
"""Shots in the view of a match; all of them are asked for apart."""

Object = dict[str, Any]


def match_view(match: str, play: Play) -> Object:
    """Return everything that the page shows of a match but the moving balls.

    Args:
        match: Id of the match.
        play: The match.
    """
    state = play.state
    waiting = play.waiting
    winner = state.winner
    return {
        "id": match,
        "game": play.setup.game.value,
        **setup_object(play.setup),
        "phase": state.phase.value,
        "shooter": state.shooter.value,
        "breaker": state.breaker.value,
        "cue_ball": state.cue_ball.value,
        "winner": None if winner is None else winner.value,
        "coming": play.coming,
        "board": board_object(play),
        "balls_on": balls_on(play),
        "may_call": may_call(play),
        "may_declare": declarations_of(play),
        "called": _called(play),
        "choice": None if waiting is None else _choice(waiting),
        "paused": play.said.paused,
        "ended": play.said.ended,
        "put_back": _put_back(play),
        "reviews": [r.shot.number for r in play.rulings if _asks(r)],
        "last": verdict_view(play, len(play.rulings)) if play.rulings else None,
        "shots": [shot_line(ruling) for ruling in play.rulings[-LATEST:]],
    }


def verdict_view(play: Play, number: int) -> Object:
    """Return the ruling on one shot with its questions and what was entered."""
    ruling = play.ruling(number)
    shot, verdict = ruling.shot, ruling.verdict
    content = (
        undone_object(ruling) if verdict is None else verdict_object(verdict, shot)
    )
    return {
        **content,
        "t_start": shot.t_start,
        "before": layout_object(shot.before),
        "after": layout_object(shot.after),
        "entered": _entered(play, number),
        "overruled": ruling.entered.overrule is not None,
        "asks": []
        if verdict is None
        else list(_questions(verdict, play.shots[number - 1])),
        "key_t": decisive_time(ruling),
    }


def shot_line(ruling: Ruling) -> Object:
    """Return one line of the list of shots."""
    verdict = ruling.verdict
    line: Object = {"shot": ruling.shot.number, "undone": verdict is None}
    if verdict is None:
        return line
    return line | {
        "status": "review" if verdict.needs_review else "called",
        "legal": verdict.legal,
        "shooter": verdict.shooter.value,
        "fouls": [foul.clause.id for foul in verdict.fouls],
        "pocketed": [ball.name for ball in verdict.pocketed],
        "points": {seat.value: verdict.points.of(seat) for seat in Seat},
        "score": {seat.value: verdict.score.of(seat) for seat in Seat},
        "rack": verdict.rack.value,
        "replay": verdict.replay,
        "overruled": ruling.entered.overrule is not None,
    }


def decisive_time(ruling: Ruling) -> float:
    """Return the moment that decides a ruling, or that of the first contact."""
    verdict, shot = ruling.verdict, ruling.shot
    if verdict is not None:
        fouls = (*verdict.fouls, *verdict.suspected)
        times = [event.t for foul in fouls for event in foul.events]
        times += [t for r in verdict.review if isinstance(t := r.words.get("t"), float)]
        if times:
            return times[0]
    contact = shot.first_contact
    return shot.t_start if contact is None else contact.t


def undone_object(ruling: Ruling) -> Object:
    """Return the object of a shot that was taken back."""
    return {"shot": ruling.shot.number, "status": "undone", "legal": None}


def _asks(ruling: Ruling) -> bool:
    return ruling.verdict is not None and ruling.verdict.needs_review


def _called(play: Play) -> list[Object]:
    """Return what was entered for the next shot, each with its entry's number."""
    return _entered(play, play.coming)


def _entered(play: Play, number: int) -> list[Object]:
    return [
        {"entry": entry.number, "by": entry.author, **entry.body}
        for entry in standing_entries(play.entries)
        if shot_of(entry.body) == number and "put_back" not in entry.body
    ]


def _choice(ruling: Ruling) -> Object:
    verdict = ruling.verdict
    assert verdict is not None  # noqa: S101  # it waits for a choice
    chooser = verdict.next.chooser
    return {
        "after_shot": ruling.shot.number,
        "chooser": None if chooser is None else chooser.value,
        "options": [option.value for option in verdict.next.options],
    }


def _put_back(play: Play) -> Object | None:
    """Return where each ball is to lie while balls are put back, or None."""
    number = play.said.put_back
    if number is None or not 1 <= number <= len(play.rulings):
        return None
    if number < len(play.rulings):
        return None
    return {"shot": number, "balls": _places(play.ruling(number).shot.before)}


def _places(layout: Layout) -> Object:
    return {ball.name: [xy.x, xy.y] for ball, xy in layout.balls.items()}


def _questions(verdict: Verdict, shot: Shot) -> Iterable[Object]:
    """Yield what a person is asked, with the event of the shot as it was seen."""
    about = {
        **_asked(shot.doubtful, "doubtful"),
        **_asked(shot.events, "event"),
    }
    for remark in verdict.review:
        text = remark.text
        asked: Object = {"text": {"en": text.en, "ru": text.ru}}
        yield asked | about.get(_key(remark), {})


def _asked(events: Iterable[Event], kind: str) -> Mapping[Any, Object]:
    return {
        _key(question(Doubt(event, ((1.0, AS_SEEN),)))): {kind: index, "t": event.t}
        for index, event in enumerate(events)
        if event.confidence < 1 and balls_of(event)
    }


def _key(remark: Remark) -> Any:
    return remark.phrase, tuple(sorted(remark.words.items(), key=str))
