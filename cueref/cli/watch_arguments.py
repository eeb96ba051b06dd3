"""The words of `cueref watch` on the command line, each with its help."""

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.balls import Discipline
from adjudicator.table import TableKind
from calibration.table_calibration import HeadEnd

SourceName = Annotated[
    str,
    typer.Argument(
        metavar="SOURCE",
        help="A camera (/dev/video0), a stream (rtsp://...), or a recording.",
    ),
]
Game = Annotated[Discipline, typer.Option(help="Which game is played first.")]
TableFile = Annotated[
    Path | None, typer.Option(help="Calibration made by `cueref calibrate`.")
]
TableSize = Annotated[TableKind | None, typer.Option(help="Kind of the table.")]
Head = Annotated[
    HeadEnd | None, typer.Option(help="Side of the picture with the head rail.")
]
Model = Annotated[Path | None, typer.Option(help="Weights of the detector.")]
Players = Annotated[
    str | None, typer.Option(help='Begin a match of these two at once: "Anna,Boris".')
]
Target = Annotated[
    int | None, typer.Option(min=1, help="Racks or points that win that match.")
]
Host = Annotated[
    str, typer.Option(help="Address of the page; beyond 127.0.0.1 tokens are needed.")
]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Port of the page.")]
Names = Annotated[
    list[str] | None, typer.Option(help="A further name that the page answers to.")
]
Database = Annotated[
    str | None, typer.Option(help="File, or postgresql://user:password@host/name.")
]
Alerts = Annotated[
    list[str] | None,
    typer.Option(help="Where calls go: https://... or mqtt://host/topic."),
]
ClipsSize = Annotated[
    int, typer.Option(min=1, help="Size of all clips together, megabytes.")
]
Speed = Annotated[
    float,
    typer.Option(
        min=0, max=4, help="Of a recording; 1 as it was taken, 0 as fast as possible."
    ),
]
ExitAtEnd = Annotated[
    bool, typer.Option("--exit-at-end", help="End with the recording.")
]
