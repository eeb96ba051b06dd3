"""`cueref analyze`: recordings in, shots, events, verdicts and a report out."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.balls import Discipline
from adjudicator.table import TableKind
from cueref.cli import console
from cueref.cli.arguments import HeadEndOption

if TYPE_CHECKING:
    from cueref.analysis import Analysis, ShotReader
    from cueref.options import AnalysisOptions
    from cueref.referee import Ruling

Videos = Annotated[list[str], typer.Argument(metavar="VIDEO...", help="Recordings.")]
Game = Annotated[
    str,
    typer.Option(
        metavar="GAME",
        help="eight-ball, nine-ball, straight-pool, bonus-ball or pyramid.",
        autocompletion=lambda: [game.value for game in Discipline],
    ),
]
Out = Annotated[Path, typer.Option("--out", "-o", help="Folder for the results.")]
StoredTable = Annotated[
    Path | None, typer.Option(help="Stored calibration (table.json).")
]
Head = Annotated[
    HeadEndOption | None, typer.Option(help="Side of the picture with the head rail.")
]
Size = Annotated[
    TableKind | None, typer.Option(help="Kind of the table, if it is guessed wrong.")
]
Calls = Annotated[
    Path | None, typer.Option(help="Calls and other entries (calls.jsonl).")
]
Model = Annotated[
    Path | None, typer.Option(help="Other weights of the detector (ONNX).")
]
Annotate = Annotated[bool, typer.Option("--annotate", help="Write annotated.mp4.")]
Report = Annotated[bool, typer.Option("--report", help="Write report.html.")]
Clips = Annotated[
    bool,
    typer.Option("--clips", help="Write a clip of each shot, fouls and reviews named."),
]
Language = Annotated[
    console.Language, typer.Option(help="Of the rulings printed and drawn.")
]
Overwrite = Annotated[
    bool, typer.Option("--overwrite", help="Replace earlier results.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print verdicts as JSON lines.")]


def analyze(
    videos: Videos,
    game: Game,
    out: Out,
    table: StoredTable = None,
    head: Head = None,
    size: Size = None,
    calls: Calls = None,
    model: Model = None,
    annotate: Annotate = False,
    report: Report = False,
    clips: Clips = False,
    language: Language = console.Language.EN,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Analyse recordings: shots, events, verdicts, a report.

    Several recordings get a folder each inside the folder of the results.
    """
    # Imported here so that a wrong option is answered at once.
    from cueref.game import game_named
    from cueref.options import AnalysisOptions

    options = AnalysisOptions(
        game=game_named(game),
        out=out,
        table=table,
        head=None if head is None else head.value,
        size=size,
        calls=calls,
        annotate=annotate,
        report=report,
        clips=clips,
        language=language.value,
        overwrite=overwrite,
        model=model,
    )
    if len(videos) == 1:
        _analyze_one(videos[0], options, as_json=as_json)
    else:
        _analyze_each(videos, options, as_json=as_json)


def _analyze_each(
    videos: list[str], options: "AnalysisOptions", *, as_json: bool
) -> None:
    """Analyse recordings one after the other; one that fails stops no other."""
    from cueref.errors import RefereeError

    failed = 0
    for video in videos:
        own = replace(options, out=options.out / Path(video).stem)
        try:
            _analyze_one(video, own, as_json=as_json)
        except Exception as error:
            console.complain(f"{video}: {error}")
            failed += 1
    if failed:
        raise RefereeError(f"{failed} of {len(videos)} recordings failed")


def _analyze_one(video: str, options: "AnalysisOptions", *, as_json: bool) -> None:
    from cueref.analysis import Watcher, analyze_recording

    with console.progress() as progress:
        task = progress.add_task(f"{Path(video).name}: opening", total=None)

        def on_stage(word: str, total: int | None) -> None:
            name = f"{Path(video).name}: {word}"
            progress.reset(task, description=name, total=total)

        watcher = Watcher(
            on_stage,
            lambda n: progress.update(task, completed=n),
            lambda ruling: _print(ruling, options.language, as_json=as_json),
        )
        analysis = analyze_recording(video, options, shot_reader(), watcher)
    _summarise(analysis, options)


def _print(ruling: "Ruling", language: str, *, as_json: bool) -> None:
    from cueref.captions import caption
    from cueref.referee import ruling_object

    if as_json:
        console.data_json(ruling_object(ruling))
    else:
        said = getattr(caption(ruling), language)
        console.data(f"{ruling.shot.t_start:8.2f} s  {said}")


def _summarise(analysis: "Analysis", options: "AnalysisOptions") -> None:
    for line in analysis.info.warnings:
        console.say(f"note: {line}")
    shots = len(analysis.rulings)
    console.say(f"{shots} {'shot' if shots == 1 else 'shots'}; results: {options.out}")
    for path in analysis.files:
        if path.name in ("report.html", "annotated.mp4"):
            console.say(f"{path.stem}: {path}")


def shot_reader() -> "ShotReader":
    """Return the pipeline."""
    from cueref.pipeline.reading import read_shots

    return read_shots
