"""`cueref judge`: the rules alone, on shots written in a file."""

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.balls import Discipline
from adjudicator.match import Match
from adjudicator.notation import parse_script, parse_shots, print_verdict
from adjudicator.text.calls import Script
from cueref.cli import console


def judge(
    shots: Annotated[
        Path,
        typer.Argument(metavar="SHOTS.jsonl", help="Shots, one JSON object a line."),
    ],
    game: Annotated[Discipline, typer.Option(help="Which rules apply.")],
    calls: Annotated[
        Path | None,
        typer.Option(help="Calls, declarations, observations and choices."),
    ] = None,
) -> None:
    """Apply the rules to shots in a file; verdicts go to stdout, one a line."""
    match = read_match(shots, game, calls)
    for ruling in match.rulings:
        if ruling.verdict is not None:
            console.data(print_verdict(ruling.verdict, ruling.shot))


def read_match(shots: Path, game: Discipline, calls: Path | None) -> Match:
    """Return the match of a file of shots and a file of calls.

    A file whose first shot is no break and no full rack starts in the middle.
    """
    played = parse_shots(_lines(shots), shots.name)
    script = Script() if calls is None else parse_script(_lines(calls), calls.name)
    start = Match.beginning(game, script.settings, played[0] if played else None)
    return start.follow(played, script)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()
