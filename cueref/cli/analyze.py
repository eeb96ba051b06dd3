"""`cueref analyze`: recordings in, shots, events, verdicts and a report out."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from cueref.cli import console

if TYPE_CHECKING:
    from cueref.analysis import ShotReader

HEADS = ("left", "right", "top", "bottom")


def analyze(
    videos: Annotated[
        list[str], typer.Argument(metavar="VIDEO...", help="Recordings.")
    ],
    game: Annotated[
        str,
        typer.Option(
            help="eight-ball, nine-ball, straight-pool, bonus-ball or pyramid."
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the results.")],
    table: Annotated[
        Path | None, typer.Option(help="Stored calibration (table.json).")
    ] = None,
    head: Annotated[
        str | None,
        typer.Option(help="Side of the picture with the head rail: left, right, ..."),
    ] = None,
    size: Annotated[
        str | None, typer.Option(help="Kind of table, as pool-9ft or pyramid-12ft.")
    ] = None,
    calls: Annotated[
        Path | None, typer.Option(help="Calls and other entries (calls.jsonl).")
    ] = None,
    model: Annotated[
        Path | None, typer.Option(help="Other weights of the detector (ONNX).")
    ] = None,
    annotate: Annotated[
        bool, typer.Option("--annotate", help="Write annotated.mp4.")
    ] = False,
    report: Annotated[
        bool, typer.Option("--report", help="Write report.html.")
    ] = False,
    clips: Annotated[
        bool, typer.Option("--clips", help="Write a clip of each shot.")
    ] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace earlier results.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print verdicts as JSON lines.")
    ] = False,
) -> None:
    """Analyse recordings: shots, events, verdicts, a report.

    Several recordings get a folder each inside the folder of the results.
    """
    # Imported here so that a wrong option is answered at once.
    from adjudicator.table import TableKind
    from cueref.errors import RefereeError
    from cueref.game import game_named
    from cueref.options import AnalysisOptions

    if head is not None and head not in HEADS:
        raise typer.BadParameter(f"{head!r} is no side: {', '.join(HEADS)}")
    if size is not None and size not in set(TableKind):
        kinds = ", ".join(kind.value for kind in TableKind)
        raise typer.BadParameter(f"{size!r} is no kind of table: {kinds}")
    options = AnalysisOptions(
        game=game_named(game),
        out=out,
        table=table,
        head=head,  # type: ignore[arg-type]  # one of HEADS, checked above
        size=None if size is None else TableKind(size),
        calls=calls,
        annotate=annotate,
        report=report,
        clips=clips,
        overwrite=overwrite,
        model=model,
    )
    failed: list[str] = []
    for video in videos:
        own = options
        if len(videos) > 1:
            own = replace(options, out=out / Path(video).stem)
        try:
            _analyze_one(video, own, as_json=as_json)
        except Exception as error:
            if len(videos) == 1:
                raise
            console.complain(f"{video}: {error}")
            failed.append(video)
    if failed:
        raise RefereeError(f"{len(failed)} of {len(videos)} recordings failed")


def _analyze_one(video: str, options: Any, *, as_json: bool) -> None:
    from cueref.analysis import Watcher, analyze_recording
    from cueref.captions import caption
    from cueref.referee import Ruling, ruling_object

    def on_ruling(ruling: Ruling) -> None:
        if as_json:
            console.data_json(ruling_object(ruling))
        else:
            shot = ruling.shot
            console.data(f"{shot.t_start:8.2f} s  {caption(ruling).en}")

    with _progress() as progress:
        task = progress.add_task(f"{Path(video).name}: opening", total=None)

        def on_stage(word: str, total: int | None) -> None:
            name = f"{Path(video).name}: {word}"
            progress.reset(task, description=name, total=total)

        watcher = Watcher(
            on_stage, lambda n: progress.update(task, completed=n), on_ruling
        )
        analysis = analyze_recording(video, options, shot_reader(), watcher)
    for line in analysis.info.warnings:
        console.say(f"note: {line}")
    shots = len(analysis.rulings)
    console.say(f"{shots} {'shot' if shots == 1 else 'shots'}; results: {options.out}")
    for path in analysis.files:
        if path.name == "report.html":
            console.say(f"report: {path}")


def shot_reader() -> "ShotReader":
    """Return the pipeline."""
    from cueref.pipeline.reading import read_shots

    return read_shots


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console.talk(),
        transient=True,
        redirect_stdout=False,
    )
