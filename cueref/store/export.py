"""A whole match as JSON Lines, and back: for another program, or another store.

The first line is `{"schema": "cueref-match/1", "match": {...}}`; after it come lines
`{"shot": {...}}` and `{"entry": {...}}`, each in the order of their numbers.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any, Final, TypeVar

from cueref.store.errors import ExportError
from cueref.store.rows import EntryRow, MatchLog, MatchRow, ShotRow
from cueref.store.store import Store
from cueref.store.transaction import to_json

SCHEMA: Final = "cueref-match/1"

R = TypeVar("R", MatchRow, ShotRow, EntryRow)


def export_match(log: MatchLog) -> Iterator[str]:
    """Yield the lines of a match, without line ends."""
    yield to_json({"schema": SCHEMA, "match": asdict(log.match)})
    for shot in log.shots:
        yield to_json({"shot": asdict(shot)})
    for entry in log.entries:
        yield to_json({"entry": asdict(entry)})


def parse_match(lines: Iterable[str]) -> MatchLog:
    """Return the match of a text.

    Raises:
        ExportError: Line and reason of what cannot be read.
    """
    match: MatchRow | None = None
    shots: list[ShotRow] = []
    entries: list[EntryRow] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        where = f"line {number}"
        content = _object(line, where)
        if match is None:
            if content.get("schema") != SCHEMA:
                raise ExportError(f"{where}: expected the schema {SCHEMA!r} first")
            match = _row(MatchRow, content.get("match"), where)
        elif "shot" in content:
            shots.append(_row(ShotRow, content["shot"], where))
        elif "entry" in content:
            entries.append(_row(EntryRow, content["entry"], where))
        else:
            raise ExportError(f"{where}: expected a shot or an entry")
    if match is None:
        raise ExportError("the text is empty: expected a match on line 1")
    return MatchLog(match, shots, entries)


def import_match(store: Store, log: MatchLog) -> None:
    """Store a match with all its shots and entries, or nothing of it.

    Raises:
        MatchExistsError: A match of this id is there.
        StoreUnavailableError: It could not be stored.
    """
    with store.transaction() as writing:
        writing.add_match(log.match)
        for shot in log.shots:
            writing.add_shot(log.match.id, shot)
        for entry in log.entries:
            writing.add_entry(log.match.id, entry)


def _object(line: str, where: str) -> Mapping[str, Any]:
    try:
        content = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ExportError(f"{where}: not JSON") from error
    if not isinstance(content, dict):
        raise ExportError(f"{where}: expected an object")
    return content


_KINDS: Final[Mapping[str, tuple[type, ...]]] = {
    "id": (str,),
    "game": (str,),
    "setup": (dict,),
    "started_at": (int, float),
    "ended_at": (int, float, type(None)),
    "number": (int,),
    "source": (str,),
    "at": (int, float),
    "record": (dict,),
    "verdict": (dict,),
    "revision": (int,),
    "author": (str,),
    "body": (dict,),
    "key": (str, type(None)),
}


def _row(kind: type[R], content: object, where: str) -> R:
    if not isinstance(content, dict):
        raise ExportError(f"{where}: expected an object of a {kind.__name__}")
    for name, value in content.items():
        expected = _KINDS.get(name)
        if expected is None or not isinstance(value, expected):
            raise ExportError(f"{where}, field {name}: this cannot be {value!r:.40}")
    try:
        return kind(**content)
    except TypeError as error:
        raise ExportError(f"{where}: {error}") from error
