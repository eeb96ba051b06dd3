"""`cueref replay`: a stored match judged again, and what that changes."""

from pathlib import Path
from typing import Annotated

import typer

from cueref.cli import console
from cueref.replaying import calls_of, read_match, replayed


def replay(
    match: Annotated[
        Path, typer.Argument(metavar="MATCH", help="Folder of an analysed match.")
    ],
    calls: Annotated[
        Path | None,
        typer.Option(help="Other calls, settings and corrections than the match's."),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Print every verdict, not the changes.")
    ] = False,
) -> None:
    """Judge a stored match again; what changed goes to stdout, one shot a line.

    The files of the match stay as they are.
    """
    stored = read_match(match)
    changed = 0
    for one in replayed(stored, calls_of(match, calls)):
        changed += bool(one.changes)
        if everything:
            console.data_json(one.verdict)
        elif one.changes:
            console.data_json(
                {
                    "shot": one.verdict["shot"],
                    "changes": {
                        name: {"was": old, "is": new}
                        for name, (old, new) in one.changes.items()
                    },
                    "reasons": one.verdict["reasons"],
                }
            )
    console.say(f"{changed} of {len(stored.shots)} rulings changed")
