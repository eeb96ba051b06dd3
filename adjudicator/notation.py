"""The text form of shots, calls and verdicts: JSON Lines, one object a line.

Text becomes values here and nowhere else; printing a value and reading it again
gives the same value. A line `{"schema": "cueref/1"}` may head a file; another schema
is refused.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NoReturn

from adjudicator.errors import InvalidShotError, NotationError
from adjudicator.inputs import Choice, Entered
from adjudicator.settings import Settings
from adjudicator.shot import Shot
from adjudicator.text.calls import (
    Script,
    choice_object,
    entered_objects,
    read_lines,
    settings_object,
)
from adjudicator.text.shots import read_shot, shot_object
from adjudicator.text.verdicts import read_verdict, verdict_object
from adjudicator.verdict import Verdict

SCHEMA: Final = "cueref/1"


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _objects(lines: Iterable[str], source: str) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        where = f"{source}, line {number}"
        try:
            content = json.loads(line, parse_constant=_no_constant)
        except ValueError as error:
            raise NotationError(f"{where}: not JSON ({error})") from error
        if isinstance(content, dict) and "schema" in content:
            if content["schema"] != SCHEMA:
                raise NotationError(
                    f"{where}, field schema: expected {SCHEMA!r}, got "
                    f"{content['schema']!r}"
                )
            if len(content) == 1:
                continue
        yield where, content


def _dump(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, allow_nan=False)


def print_shot(shot: Shot) -> str:
    """Return a shot as one line."""
    return _dump(shot_object(shot))


def parse_shots(lines: Iterable[str], source: str = "shots") -> tuple[Shot, ...]:
    """Return the shots of a text.

    Args:
        lines: Of the text.
        source: Its name, for messages.

    Raises:
        NotationError: Line, field and reason of what cannot be read.
        InvalidShotError: A shot contradicts itself, or comes out of order.
    """
    shots: list[Shot] = []
    for where, content in _objects(lines, source):
        shot = read_shot(content, where)
        if shots and shot.number <= shots[-1].number:
            raise InvalidShotError(
                f"{where}, field shot: {shot.number} does not come after "
                f"{shots[-1].number}"
            )
        shots.append(shot)
    return tuple(shots)


def parse_script(lines: Iterable[str], source: str = "calls") -> Script:
    """Return the settings, entries and choices of a text of calls.

    Raises:
        NotationError: Line, field and reason of what cannot be read.
    """
    return read_lines(_objects(lines, source))


def print_script(script: Script) -> str:
    """Return settings, entries and choices as lines."""
    return "".join(
        f"{_dump(line)}\n"
        for line in script_objects(script.settings, script.entered, script.choices)
    )


def script_objects(
    settings: Settings,
    entered: Mapping[int, Entered],
    choices: Mapping[int, Choice],
) -> Iterator[dict[str, Any]]:
    """Yield the lines of a text of calls, in order of the shots."""
    yield {"settings": settings_object(settings)}
    for number in sorted({*entered, *choices}):
        if number in entered:
            yield from entered_objects(number, entered[number])
        if number in choices:
            yield choice_object(number, choices[number])


def print_verdict(verdict: Verdict, shot: Shot) -> str:
    """Return a verdict as one line.

    Args:
        verdict: The ruling.
        shot: Its shot.
    """
    return _dump(verdict_object(verdict, shot))


def parse_verdicts(
    lines: Iterable[str], shots: Iterable[Shot], source: str = "verdicts"
) -> tuple[Verdict, ...]:
    """Return the verdicts of a text on given shots.

    Raises:
        NotationError: Line, field and reason; or there is no such shot.
    """
    by_number = {shot.number: shot for shot in shots}
    found = []
    for where, content in _objects(lines, source):
        number = content.get("shot") if isinstance(content, dict) else None
        shot = by_number.get(number) if isinstance(number, int) else None
        if shot is None:
            raise NotationError(f"{where}, field shot: there is no shot {number!r}")
        found.append(read_verdict(content, shot, where))
    return tuple(found)
