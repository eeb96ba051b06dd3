"""Verdicts as JSON objects, and back."""

from typing import Any

from adjudicator.clause import CLAUSES, Foul, Word
from adjudicator.inputs import Option
from adjudicator.players import Seat, Tally
from adjudicator.shot import Shot
from adjudicator.text.events import Object
from adjudicator.text.fields import Fields, as_ball
from adjudicator.verdict import CueBallPlace, Mark, Next, RackEnd, Remark, Verdict
from adjudicator.wording import Text, known_phrase


def _text(text: Text) -> Object:
    return {"en": text.en, "ru": text.ru}


def _tally(tally: Tally) -> Object:
    return {"A": tally.a, "B": tally.b}


def _places(places: Any) -> Object:
    return {ball.name: [xy.x, xy.y] for ball, xy in places.items()}


def verdict_object(
    verdict: Verdict, shot: Shot, confidence: float | None = None
) -> Object:
    """Return the JSON object of a verdict.

    Args:
        verdict: The ruling.
        shot: Its shot; the evidence is given as indices into its events.
        confidence: That the ruling stands; None takes the verdict's own.
    """
    return {
        "shot": verdict.shot,
        "status": "review" if verdict.needs_review else "called",
        "confidence": verdict.confidence if confidence is None else confidence,
        "legal": verdict.legal,
        "fouls": [_foul_object(foul, shot) for foul in verdict.fouls],
        "pocketed": [ball.name for ball in verdict.pocketed],
        "points": _tally(verdict.points),
        "score": _tally(verdict.score),
        "shooter": verdict.shooter.value,
        "next": {
            "shooter": verdict.next.shooter.value,
            "cue_ball": verdict.next.cue_ball.value,
            "ball_on": [ball.name for ball in verdict.next.ball_on],
            "options": [option.value for option in verdict.next.options],
            "chooser": (
                None if verdict.next.chooser is None else verdict.next.chooser.value
            ),
            "spot": _places(verdict.spot),
        },
        "rack": verdict.rack.value,
        "deadline_t": verdict.deadline_t,
        "reasons": _text(verdict.reasons),
        "review": [_text(text) for text in verdict.questions],
        "jumped": [ball.name for ball in verdict.jumped],
        "restore": _places(verdict.restore),
        "t_end": verdict.t_end,
        "marks": sorted(mark.value for mark in verdict.marks),
        "fouls_in_row": _tally(verdict.fouls_in_row),
        "carry": _words(verdict.carry),
        "remarks": [_remark_object(remark) for remark in verdict.remarks],
        "questions": [_remark_object(remark) for remark in verdict.review],
        "suspected": [_foul_object(foul, shot) for foul in verdict.suspected],
    }


def _words(words: Any) -> Object:
    return {
        name: list(word) if isinstance(word, tuple) else word
        for name, word in words.items()
    }


def _foul_object(foul: Foul, shot: Shot) -> Object:
    return {
        "clause": foul.clause.id,
        "title": {"en": foul.clause.en, "ru": foul.clause.ru},
        "events": [shot.events.index(event) for event in foul.events],
        "confidence": foul.confidence,
        "words": _words(foul.words),
        "by": None if foul.by is None else foul.by.value,
        "weight": foul.weight,
        "sure": foul.sure,
    }


def _remark_object(remark: Remark) -> Object:
    return {"phrase": remark.phrase, "words": _words(remark.words)}


def read_verdict(content: object, shot: Shot, where: str) -> Verdict:
    """Return the verdict of a JSON object.

    Raises:
        NotationError: Where and what is wrong.
    """
    fields = Fields(content, where)
    coming = fields.below("next")
    deadline = fields.maybe("deadline_t", fields.number)
    return Verdict(
        shot=fields.whole("shot"),
        shooter=fields.choice("shooter", Seat),
        legal=fields.flag("legal"),
        next=Next(
            coming.choice("shooter", Seat),
            coming.choice("cue_ball", CueBallPlace),
            coming.balls("ball_on"),
            tuple(_each(coming, "options", Option)),
            coming.choice("chooser", Seat) if "chooser" in coming else None,
        ),
        fouls=_fouls(fields, "fouls", shot),
        pocketed=fields.balls("pocketed"),
        jumped=fields.balls("jumped"),
        spot=_read_places(coming.below("spot")),
        restore=_read_places(fields.below("restore")),
        points=_read_tally(fields.below("points")),
        score=_read_tally(fields.below("score")),
        rack=fields.choice("rack", RackEnd),
        t_end=fields.number("t_end"),
        deadline_t=deadline,
        marks=frozenset(_each(fields, "marks", Mark)),
        fouls_in_row=_read_tally(fields.below("fouls_in_row")),
        carry=_read_words(fields.below("carry")),
        remarks=_remarks(fields, "remarks"),
        review=_remarks(fields, "questions"),
        suspected=_fouls(fields, "suspected", shot),
        confidence=fields.number("confidence"),
    )


def _each(fields: Fields, name: str, kind: Any) -> list[Any]:
    return [
        Fields({name: one}, fields.where).choice(name, kind)
        for one in fields.items(name)
    ]


def _read_places(fields: Fields) -> dict[Any, Any]:
    return {as_ball(fields, name, name): fields.point(name) for name in fields.names()}


def _read_tally(fields: Fields) -> Tally:
    return Tally(fields.whole("A"), fields.whole("B"))


def _read_words(fields: Fields) -> dict[str, Word]:
    words: dict[str, Word] = {}
    for name in fields.names():
        value = fields.raw(name)
        if isinstance(value, list):
            words[name] = tuple(str(one) for one in value)
        elif isinstance(value, str | int | float):
            words[name] = value
        else:
            raise fields.fail(name, "expected text, a number or a list of names")
    return words


def _fouls(fields: Fields, name: str, shot: Shot) -> tuple[Foul, ...]:
    found = []
    for index, one in enumerate(fields.items(name)):
        foul = Fields(one, f"{fields.where}, {name}[{index}]")
        clause_id = foul.text("clause")
        if clause_id not in CLAUSES:
            raise foul.fail("clause", f"there is no clause {clause_id!r}")
        try:
            events = tuple(shot.events[int(i)] for i in foul.items("events"))
        except IndexError as error:
            raise foul.fail("events", "no such event in the shot") from error
        found.append(
            Foul(
                CLAUSES[clause_id],
                events,
                _read_words(foul.below("words")),
                foul.choice("by", Seat) if "by" in foul else None,
                foul.whole("weight"),
                foul.flag("sure"),
            )
        )
    return tuple(found)


def _remarks(fields: Fields, name: str) -> tuple[Remark, ...]:
    found = []
    for index, one in enumerate(fields.items(name)):
        remark = Fields(one, f"{fields.where}, {name}[{index}]")
        key = known_phrase(remark.text("phrase"))
        if key is None:
            raise remark.fail("phrase", "there is no such phrase")
        found.append(Remark(key, _read_words(remark.below("words"))))
    return tuple(found)
