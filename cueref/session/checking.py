"""Whether an entry can be made now: refused before anything is written."""

from collections.abc import Mapping
from typing import Any, Final

from adjudicator.balls import BALL_SETS, Ball
from adjudicator.errors import AdjudicatorError
from adjudicator.text.fields import Fields
from cueref.session.entries import Entry, is_own, put_together, standing_entries
from cueref.session.errors import EntryRefusedError
from cueref.session.play import Play

MOST_ENTRIES: Final = 20_000
"""In one match."""

_OF_CALLS: Final = (
    "ball",
    "declare",
    "observed",
    "overrule",
    "undo",
    "replay",
    "choose",
)
_PAST_ONLY: Final = ("overrule", "undo", "replay", "name", "happened", "put_back")


def check_entry(play: Play, entry: Entry) -> None:
    """Refuse an entry that cannot be made now.

    Raises:
        EntryRefusedError: Why.
    """
    body = entry.body
    if len(play.entries) >= MOST_ENTRIES:
        raise EntryRefusedError(f"a match takes {MOST_ENTRIES} entries at most")
    if not is_own(body) and not any(word in body for word in _OF_CALLS):
        raise EntryRefusedError(
            "expected a call, declare, observed, choose, overrule, undo, replay, name, "
            "happened, score, withdraw, pause, put_back or end"
        )
    alone = put_together((entry,))
    if "withdraw" in body:
        _check_withdrawal(play, body["withdraw"])
    number = _number(body)
    if number is not None:
        _check_number(play, body, number)
    if "choose" in body:
        _check_choice(play, alone.script.choices, number)
    if "name" in body or "ball" in body:
        _check_balls(play, body)
    if "happened" in body and number is not None:
        _check_event(play, body, number)


def is_before_shot(play: Play, body: Mapping[str, Any]) -> bool:
    """Whether an entry is a call or a declaration for the next shot."""
    is_call = "ball" in body and "observed" not in body and "choose" not in body
    return (is_call or "declare" in body) and _number(body) == play.coming


def _number(body: Mapping[str, Any]) -> int | None:
    number = body.get("shot", body.get("after_shot"))
    return number if isinstance(number, int) else None


def _check_number(play: Play, body: Mapping[str, Any], number: int) -> None:
    done = len(play.rulings)
    if "after_shot" in body and 0 <= number <= done:
        return
    is_past = any(word in body for word in _PAST_ONLY)
    last = done if is_past or "after_shot" in body else play.coming
    if not 1 <= number <= last:
        raise EntryRefusedError(
            f"this cannot be entered for shot {number}: shot {play.coming} is next"
        )
    if is_before_shot(play, body) and play.winner is not None:
        raise EntryRefusedError("the match is over")


def _check_choice(play: Play, choices: Mapping[int, Any], number: int | None) -> None:
    if number != len(play.rulings):
        raise EntryRefusedError(
            f"a choice is made after the last shot, {len(play.rulings)}, only"
        )
    play.check_choice(choices[number])


def _check_withdrawal(play: Play, number: object) -> None:
    for entry in standing_entries(play.entries):
        if entry.number == number and isinstance(number, int):
            return
    raise EntryRefusedError(f"there is no entry {number} to withdraw")


def _check_balls(play: Play, body: Mapping[str, Any]) -> None:
    known = set(BALL_SETS[play.setup.game].balls)
    given: list[object] = [body["ball"]] if body.get("ball") is not None else []
    names = body.get("name")
    if isinstance(names, Mapping):
        given += list(names.values())
        seen = {str(value) for value in names.values()}
        if len(seen) != len(names):
            raise EntryRefusedError("two balls cannot have one name")
    for name in given:
        try:
            ball = Ball(str(name))
        except AdjudicatorError as error:
            raise EntryRefusedError(str(error)) from error
        if ball not in known:
            raise EntryRefusedError(f"{name} is no ball of {play.setup.game.value}")


def _check_event(play: Play, body: Mapping[str, Any], number: int) -> None:
    shot = play.shots[number - 1]
    fields = Fields(dict(body), "entry")
    kind = "event" if "event" in fields else "doubtful"
    events = shot.events if kind == "event" else shot.doubtful
    index = fields.whole(kind)
    if not 0 <= index < len(events):
        raise EntryRefusedError(f"shot {number} has no such event ({kind} {index})")
