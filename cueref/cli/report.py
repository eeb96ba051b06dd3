"""`cueref report`: the report of a stored match, made anew."""

from pathlib import Path
from typing import Annotated

import typer

from cueref.cli import console


def report(
    match: Annotated[
        Path, typer.Argument(metavar="MATCH", help="Folder of an analysed match.")
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="File; MATCH/report.html without it."),
    ] = None,
    calls: Annotated[
        Path | None,
        typer.Option(help="Other calls, settings and corrections than the match's."),
    ] = None,
) -> None:
    """Make the report of a stored match anew, with what was entered since."""
    from cueref.stored_report import stored_report

    page = stored_report(match, calls)
    path = out or match / "report.html"
    path.write_text(page, encoding="utf-8")
    console.say(f"report: {path}")
