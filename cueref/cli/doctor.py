"""`cueref doctor`: whether this machine can do what is asked of it."""

from pathlib import Path
from typing import Annotated

import typer

from cueref.cli import console


def doctor(
    folder: Annotated[
        Path, typer.Option(help="Where matches are to be stored.")
    ] = Path(),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON lines.")] = False,
) -> None:
    """Check camera, codecs, processor, networks, database and disk.

    The exit code is 1 if anything is bad.
    """
    from dataclasses import asdict

    from cueref.errors import RefereeError
    from cueref.health import State, examine

    bad = 0
    for finding in examine(folder.absolute()):
        bad += finding.state is State.BAD
        if as_json:
            console.data_json(asdict(finding))
        else:
            console.data(f"{finding.state.value:5} {finding.name:10} {finding.found}")
    if bad:
        raise RefereeError(f"{bad} {'check' if bad == 1 else 'checks'} failed")
