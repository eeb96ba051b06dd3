"""A stored match judged again: what the rules say now, and what that changes."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from adjudicator.balls import Discipline
from adjudicator.errors import AdjudicatorError
from adjudicator.notation import parse_shots
from adjudicator.shot import Shot
from adjudicator.table import TABLES, TableGeometry, TableKind
from adjudicator.text.calls import Script
from cueref.calls_file import read_calls
from cueref.errors import StoredMatchError
from cueref.referee import Referee, ruling_object

COMPARED: Final = (
    "status",
    "legal",
    "fouls",
    "pocketed",
    "points",
    "score",
    "shooter",
    "next",
    "rack",
)
"""Fields of a verdict that are compared; the rest are its reasons."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """What lies in the folder of an analysed match.

    Attributes:
        discipline: The game.
        table: The table.
        shots: In order.
        verdicts: As they were written, by number of the shot.
    """

    discipline: Discipline
    table: TableGeometry
    shots: tuple[Shot, ...]
    verdicts: Mapping[int, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Replayed:
    """One shot judged again.

    Attributes:
        verdict: The new verdict, as in verdicts.jsonl.
        changes: Old and new value of every field that changed.
    """

    verdict: Mapping[str, Any]
    changes: Mapping[str, tuple[Any, Any]]


def read_match(folder: Path) -> StoredMatch:
    """Return the match of a folder.

    Raises:
        StoredMatchError: A file is missing or cannot be used; the message names it.
    """
    info = _object(_text(folder / "match.json"), folder / "match.json")
    verdicts = {}
    path = folder / "verdicts.jsonl"
    for number, line in enumerate(_text(path).splitlines(), start=1):
        if line.strip():
            verdict = _object(line, f"{path}, line {number}")
            verdicts[_number(verdict, f"{path}, line {number}")] = verdict
    path = folder / "shots.jsonl"
    try:
        shots = parse_shots(_text(path).splitlines(), str(path))
        return StoredMatch(
            Discipline(info.get("game", "")), _table(info), shots, verdicts
        )
    except StoredMatchError:
        raise
    except (AdjudicatorError, ValueError) as error:
        raise StoredMatchError(f"{folder}: {error}") from error


def calls_of(folder: Path, calls: Path | None) -> Script:
    """Return what was entered: of the file given, or of the folder's own."""
    own = folder / "calls.jsonl"
    return read_calls(calls if calls is not None else own if own.exists() else None)


def replayed(match: StoredMatch, script: Script) -> Iterator[Replayed]:
    """Yield every shot judged again, in order."""
    referee = Referee(match.discipline, match.table, script)
    for shot in match.shots:
        verdict = json.loads(json.dumps(ruling_object(referee.judge(shot))))
        yield Replayed(verdict, _changes(match.verdicts.get(shot.number, {}), verdict))


def _changes(
    old: Mapping[str, Any], new: Mapping[str, Any]
) -> dict[str, tuple[Any, Any]]:
    return {
        name: (_short(name, old.get(name)), _short(name, new[name]))
        for name in COMPARED
        if _short(name, old.get(name)) != _short(name, new[name])
    }


def _short(name: str, value: Any) -> Any:
    """Return what counts of a field: of fouls the clauses, of the rest all."""
    if name == "fouls" and isinstance(value, list):
        return sorted(str(foul.get("clause")) for foul in value)
    return value


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no UTF-8 text"
        raise StoredMatchError(f"{path} cannot be read: {reason}") from error


def _object(text: str, where: object) -> Mapping[str, Any]:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise StoredMatchError(f"{where}: not JSON ({error})") from error
    if not isinstance(value, dict):
        raise StoredMatchError(f"{where}: expected an object")
    return value


def _number(verdict: Mapping[str, Any], where: str) -> int:
    number = verdict.get("shot")
    if not isinstance(number, int):
        raise StoredMatchError(f"{where}, field shot: expected a whole number")
    return number


def _table(info: Mapping[str, Any]) -> TableGeometry:
    sizes = info.get("table")
    if not isinstance(sizes, dict):
        raise StoredMatchError("match.json, field table: expected an object")
    try:
        kind = TableKind(sizes.get("kind", TableKind.CUSTOM.value))
        known = TABLES.get(kind, TABLES[TableKind.POOL_9FT])
        return replace(
            known,
            length=float(sizes["length"]),
            width=float(sizes["width"]),
            ball_radius=float(sizes["ball_radius"]),
        )
    except (KeyError, TypeError) as error:
        raise StoredMatchError(
            f"match.json, field table: {error} is missing"
        ) from error
