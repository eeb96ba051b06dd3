"""What the rules make of the true events: the ruling that an analysis should give."""

from collections.abc import Mapping
from typing import Any

from adjudicator.balls import Ball, Discipline
from adjudicator.errors import AdjudicatorError
from adjudicator.events import Event, Point
from adjudicator.shot import Layout, Shot, ShotKind
from adjudicator.table import TableGeometry
from adjudicator.text.calls import Script
from adjudicator.text.events import read_event
from cueref.evaluate.matching import is_alike
from cueref.evaluate.truth import Places, Truth
from cueref.referee import Referee, ruling_object


def true_rulings(
    truth: Truth, discipline: Discipline, table: TableGeometry, script: Script
) -> list[dict[str, Any] | None]:
    """Return the ruling on each true shot; None where the rules cannot judge it."""
    referee = Referee(discipline, table, script)
    rulings: list[dict[str, Any] | None] = []
    for number in range(1, len(truth.shots) + 1):
        try:
            ruling = referee.judge(true_shot(truth, number))
        except AdjudicatorError:
            rulings.append(None)
            continue
        rulings.append(None if ruling.verdict is None else ruling_object(ruling))
    return rulings


def is_same_ruling(
    true: Mapping[str, Any],
    given: Mapping[str, Any],
    pairs: Mapping[str, str],
) -> bool:
    """Whether two rulings say the same about a shot.

    Args:
        true: The ruling on the true events.
        given: That of the analysis.
        pairs: True name of each ball of the analysis; balls that look the same may
            have changed names.
    """
    return _essence(true, {}) == _essence(given, pairs)


def _essence(ruling: Mapping[str, Any], pairs: Mapping[str, str]) -> tuple[object, ...]:
    def true_name(name: str) -> str:
        paired = pairs.get(name, name)
        return paired if is_alike(name, paired) else name

    return (
        ruling["legal"],
        sorted(foul["clause"] for foul in ruling["fouls"]),
        sorted(map(true_name, ruling["pocketed"])),
        ruling["rack"],
    )


def true_shot(truth: Truth, number: int) -> Shot:
    """Return a shot of a rendered clip in the rulebook's words.

    Raises:
        AdjudicatorError: The truth names no balls of a game, or is not in order.
    """
    shot = truth.shots[number - 1]
    own: list[Event] = [
        read_event({**event, "confidence": 1.0}, f"{truth.name}, event {index}")
        for index, event in enumerate(truth.objects)
        if shot.t_start - 1e-6 <= float(event["t"]) <= shot.t_end + 1e-6
    ]
    return Shot(
        number=number,
        t_start=shot.t_start,
        t_end=shot.t_end,
        cue_ball=None if shot.cue_ball is None else Ball(shot.cue_ball),
        before=_layout(shot.before),
        after=_layout(shot.after),
        events=tuple(sorted(own, key=lambda event: event.t)),
        kind=ShotKind(shot.kind),
    )


def _layout(places: Places) -> Layout:
    return Layout({Ball(name): Point(*xy) for name, xy in places.items()})
