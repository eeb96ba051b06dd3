"""What people enter during a match: lines of calls.jsonl, and a few words more.

Beside the lines of a file of calls there are:

    {"shot": 3, "name": {"ball-1": "7"}}                  the ball is another one
    {"shot": 3, "event": 4, "happened": false}            an event, by its index
    {"shot": 3, "doubtful": 0, "happened": true}          an event that was left out
    {"after_shot": 3, "score": {"A": 2, "B": 1}}          the score is this
    {"withdraw": 12}                                      entry 12 was a mistake
    {"pause": true}   {"put_back": true, "shot": 3}   {"end": true}
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudicator.balls import Ball
from adjudicator.errors import AdjudicatorError
from adjudicator.players import Seat, Tally
from adjudicator.text.calls import Script, read_lines
from adjudicator.text.fields import Fields, as_ball
from cueref.session.corrections import Corrections
from cueref.session.errors import EntryRefusedError

Body = Mapping[str, Any]

OWN_WORDS: Final = (
    "name",
    "happened",
    "score",
    "withdraw",
    "pause",
    "put_back",
    "end",
)
"""Fields that make an entry one of this module's own."""

_MOST_POINTS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing entered.

    Attributes:
        number: In the match, from 1.
        body: JSON object of it.
        author: Who.
        at: Wall clock, seconds since 1970.
    """

    number: int
    body: Body
    author: str = ""
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Said:
    """Everything that was entered, put together.

    Attributes:
        script: Calls, declarations, observations, overrules, choices.
        corrections: Of shots, by number.
        scores: Put right, by number of the shot after which.
        paused: Whether the match stands still.
        put_back: The shot whose balls are being put back, or None.
        ended: Whether a person ended the match.
    """

    script: Script
    corrections: Mapping[int, Corrections]
    scores: Mapping[int, Tally]
    paused: bool = False
    put_back: int | None = None
    ended: bool = False


def put_together(entries: Iterable[Entry]) -> Said:
    """Return what all entries say together; what was withdrawn is left out.

    Raises:
        EntryRefusedError: One of them cannot be read.
    """
    standing = standing_entries(entries)
    lines = [(f"entry {e.number}", e.body) for e in standing if not is_own(e.body)]
    try:
        script = read_lines(iter(lines))
        own = [e for e in standing if is_own(e.body)]
        return _with_own(script, own)
    except AdjudicatorError as error:
        raise EntryRefusedError(str(error)) from error


def standing_entries(entries: Iterable[Entry]) -> Sequence[Entry]:
    """Return the entries that were not withdrawn, in order."""
    given = list(entries)
    gone = {e.body["withdraw"] for e in given if "withdraw" in e.body}
    return [e for e in given if e.number not in gone and "withdraw" not in e.body]


def is_own(body: Body) -> bool:
    """Whether an entry is none of a file of calls."""
    return any(word in body for word in OWN_WORDS)


def shot_of(body: Body) -> int | None:
    """Return the number of the shot that an entry is about, or None."""
    number = body.get("shot", body.get("after_shot"))
    return number if isinstance(number, int) else None


def _with_own(script: Script, own: Iterable[Entry]) -> Said:
    names: dict[int, dict[Ball, Ball]] = {}
    kept: dict[int, dict[int, bool]] = {}
    admitted: dict[int, dict[int, bool]] = {}
    scores: dict[int, Tally] = {}
    paused, ended, put_back = False, False, None
    for entry in own:
        fields = Fields(dict(entry.body), f"entry {entry.number}")
        if "name" in fields:
            given = names.setdefault(fields.whole("shot"), {})
            below = fields.below("name")
            given |= {as_ball(below, n, n): below.ball(n) for n in below.names()}
        elif "happened" in fields:
            index = "event" if "event" in fields else "doubtful"
            into = kept if index == "event" else admitted
            into.setdefault(fields.whole("shot"), {})[fields.whole(index)] = (
                fields.flag("happened")
            )
        elif "score" in fields:
            scores[fields.whole("after_shot")] = _tally(fields.below("score"))
        elif "pause" in fields:
            paused = fields.flag("pause")
        elif "put_back" in fields:
            put_back = fields.whole("shot") if fields.flag("put_back") else None
        else:
            ended = fields.flag("end")
    numbers = {*names, *kept, *admitted}
    corrections = {
        number: Corrections(
            names.get(number, {}), kept.get(number, {}), admitted.get(number, {})
        )
        for number in numbers
    }
    return Said(script, corrections, scores, paused, put_back, ended)


def _tally(fields: Fields) -> Tally:
    numbers = [fields.whole(seat.value) for seat in Seat]
    for seat, number in zip(Seat, numbers, strict=True):
        if abs(number) > _MOST_POINTS:
            raise fields.fail(seat.value, f"cannot be over {_MOST_POINTS}")
    return Tally(*numbers)
