"""Every conformance case: a situation, its clause, and the right answer.

Each `.toml` file beside this one names its `game` and lists cases. What a case
expects of the last shot's verdict:

    legal, fouls, pocketed, on, options, chooser, rack, points, score, replay, review
    next     = "B in_hand"          shooter, and from where (as_it_lies if left out)
    spot     = {"9" = [x, y]}       to the millimetre; or ["9"] for the names only
    restore  = ["2"]
    says     = "the 5 first"        is in the English reasons
    silent   = "wrong place"        is not in the English reasons
    after.*  fields of the state after the shot, as text or numbers
"""

import tomllib
from collections.abc import Iterator
from dataclasses import fields, replace
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.clause import CLAUSES
from adjudicator.disciplines.registry import DISCIPLINES
from adjudicator.inputs import NOTHING_ENTERED, Entered
from adjudicator.notation import (
    parse_script,
    parse_shots,
    parse_verdicts,
    print_script,
    print_shot,
    print_verdict,
)
from adjudicator.players import Seat, Tally
from adjudicator.settings import BreakOrder, Settings, Switches
from adjudicator.shot import Shot
from adjudicator.state import State
from adjudicator.text.calls import Script
from adjudicator.validity import refuse_impossible
from adjudicator.verdict import CueBallPlace, Verdict
from tests.conformance.situation import read_shot

FOLDER = Path(__file__).parent


def load_cases() -> Iterator[Any]:
    for path in sorted(FOLDER.glob("*.toml")):
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        for case in content["case"]:
            case.setdefault("game", content["game"])
            ids = case["clause"]
            name = ids if isinstance(ids, str) else "+".join(ids)
            yield pytest.param(case, id=f"{path.stem}:{name}: {case['title']}")


def settings_of(case: dict[str, Any]) -> Settings:
    given = dict(case.get("settings", {}))
    switches = Switches(**given.pop("switches", {}))
    if "breaker" in given:
        given["breaker"] = Seat(given["breaker"]) if given["breaker"] else None
    if "break_order" in given:
        given["break_order"] = BreakOrder(given["break_order"])
    return Settings(switches=switches, **given)


def with_given(state: State, given: dict[str, Any]) -> State:
    """Put the facts of a case into the state before its first shot."""
    known = {item.name: getattr(state, item.name) for item in fields(state)}
    if given.get("phase", "break") not in ("break", "lag"):
        known["cue_ball"] = CueBallPlace.AS_IT_LIES
        given = {"cue_ball": "as_it_lies", **given}
    changes = {name: as_kind_of(known[name], value) for name, value in given.items()}
    return replace(state, **changes)


def as_kind_of(now: Any, value: Any) -> Any:
    if now is None and value in ("A", "B"):
        return Seat(value)
    if isinstance(now, Tally):
        return Tally(*value)
    if isinstance(now, Enum) and not isinstance(value, Enum):
        return type(now)(value)
    if isinstance(now, frozenset):
        return frozenset(
            Seat(one) if one in ("A", "B") else Ball(str(one)) for one in value
        )
    return value


def plain(value: Any) -> Any:
    """Return a value as the case files write it."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Ball):
        return value.name
    if isinstance(value, Tally):
        return list(value)
    if isinstance(value, frozenset):
        return sorted(plain(one) for one in value)
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    return value


def playing(
    case: dict[str, Any],
) -> tuple[list[Verdict], State, list[tuple[Shot, Entered]]]:
    """Play a case: its verdicts, the state after the last, the shots and entries."""
    discipline = Discipline(case["game"])
    rules = DISCIPLINES[discipline]
    state: State = with_given(rules.opening(settings_of(case)), case.get("given", {}))
    before, verdicts, played = state, [], []
    for number, text in enumerate(case["shots"], start=1):
        shot, entered, choice, told = read_shot(text, number, state.on_table)
        if choice is not None:
            state = rules.advance(before, verdicts[-1], choice)
            shot, entered, _, told = read_shot(text, number, state.on_table)
        if told is not None:
            objects = BALL_SETS[discipline].object_balls
            state = replace(state, on_table=told & objects)
        refuse_impossible(state, shot, discipline)
        played.append((shot, entered))
        verdicts.append(rules.judge(state, shot, entered))
        before, state = state, rules.advance(state, verdicts[-1], None)
    return verdicts, state, played


CASES = list(load_cases())


@pytest.mark.parametrize("case", CASES)
def test_the_ruling_is_the_right_one(case: dict[str, Any]) -> None:
    verdicts, state, _ = playing(case)
    verdict = verdicts[-1]
    expected = dict(case["expect"])
    seen: dict[str, Any] = {
        "legal": verdict.legal,
        "shooter": verdict.shooter.value,
        "fouls": sorted(foul.clause.id for foul in verdict.fouls),
        "suspected": [foul.clause.id for foul in verdict.suspected],
        "pocketed": plain(verdict.pocketed),
        "jumped": plain(verdict.jumped),
        "on": plain(verdict.next.ball_on),
        "options": plain(verdict.next.options),
        "chooser": plain(verdict.next.chooser),
        "rack": verdict.rack.value,
        "points": plain(verdict.points),
        "score": plain(verdict.score),
        "fouls_in_row": plain(verdict.fouls_in_row),
        "replay": verdict.replay,
        "review": len(verdict.questions),
        "restore": sorted(plain(ball) for ball in verdict.restore),
        "marks": plain(verdict.marks),
        "carry": dict(verdict.carry),
        "deadline": verdict.deadline_t,
    }
    if "next" in expected:
        place = verdict.next.cue_ball.value
        seen["next"] = f"{verdict.next.shooter.value} {place}"
        if " " not in expected["next"]:
            expected["next"] += " as_it_lies"
    if "spot" in expected:
        seen["spot"] = {b.name: [*xy] for b, xy in verdict.spot.items()}
        if isinstance(expected["spot"], list):
            seen["spot"] = list(seen["spot"])
        else:
            expected["spot"] = {
                name: pytest.approx(xy, abs=0.0005)
                for name, xy in expected["spot"].items()
            }
    if "fouls" in expected:
        expected["fouls"] = sorted(expected["fouls"])
    silent = expected.pop("silent", None)
    if silent is not None:
        assert silent not in verdict.reasons.en
    says = expected.pop("says", None)
    if says is not None:
        assert says in verdict.reasons.en
    for name, value in expected.pop("after", {}).items():
        found = plain(getattr(state, name))
        assert ("None" if found is None else found) == value, name
    assert {name: seen[name] for name in expected} == expected


@pytest.mark.parametrize("case", CASES)
def test_a_case_names_clauses_of_the_catalogue(case: dict[str, Any]) -> None:
    ids = case["clause"]
    for clause_id in [ids] if isinstance(ids, str) else ids:
        assert clause_id in CLAUSES


@pytest.mark.parametrize("case", CASES)
def test_every_reason_can_be_said_in_both_languages(case: dict[str, Any]) -> None:
    verdicts, _, _ = playing(case)
    for verdict in verdicts:
        texts = [verdict.reasons, *verdict.questions]
        assert all(text.en and text.ru for text in texts)
        assert "{" not in "".join(text.en + text.ru for text in texts)


@pytest.mark.parametrize("case", CASES)
def test_shots_entries_and_verdicts_are_read_as_they_were_printed(
    case: dict[str, Any],
) -> None:
    verdicts, _, played = playing(case)
    shots = [shot for shot, _ in played]
    assert [*parse_shots(map(print_shot, shots))] == shots
    script = Script(
        settings_of(case),
        {
            shot.number: entered
            for shot, entered in played
            if entered != NOTHING_ENTERED
        },
    )
    assert parse_script(print_script(script).splitlines()) == script
    lines = [print_verdict(v, s) for v, s in zip(verdicts, shots, strict=True)]
    assert [*parse_verdicts(lines, shots)] == verdicts
