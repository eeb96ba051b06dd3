"""`cueref bench`: how fast the analysis of a recording is on this machine."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from cueref.cli import console

if TYPE_CHECKING:
    from cueref.bench.results import Bench


def bench(
    video: Annotated[str, typer.Argument(metavar="VIDEO", help="A recording.")],
    game: Annotated[str, typer.Option(help="The game that is played.")] = "eight-ball",
    table: Annotated[
        Path | None, typer.Option(help="Calibration made by `cueref calibrate`.")
    ] = None,
    frames: Annotated[
        int | None, typer.Option(min=1, help="Measure the first so many frames only.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="Write the figures here as JSON.")
    ] = None,
    compare: Annotated[
        Path | None, typer.Option(help="A stored run to compare with, by ratio.")
    ] = None,
) -> None:
    """Measure decoding alone, then the whole analysis, stage by stage.

    Figures by stage are processor time of the pipeline's thread; the ratio to decoding
    alone in the same run is what can be compared between machines.
    """
    from cueref.bench.measuring import measure
    from cueref.bench.results import compared, read_bench
    from cueref.game import game_named
    from cueref.options import AnalysisOptions

    stored = None if compare is None else read_bench(compare)
    options = AnalysisOptions(game=game_named(game), out=Path(), table=table)
    found = measure(video, options, limit=frames)
    if out is not None:
        text = json.dumps(found.to_object(), indent=1) + "\n"
        out.write_text(text, encoding="utf-8")
    console.data_json(found.to_object())
    _show(found)
    if stored is not None:
        for name, ratio in compared(found, stored).items():
            console.say(f"{name:20s} {ratio:6.2f} of the stored run")


def _show(found: "Bench") -> None:
    rows = Table(title=f"{found.video}: {found.frames} frames, {found.shots} shots")
    for head in ("stage", "calls", "median ms", "p95 ms", "ms a frame"):
        rows.add_column(head, justify="left" if head == "stage" else "right")
    for stage in found.stages:
        rows.add_row(
            stage.name,
            str(stage.calls),
            f"{stage.median_ms:.2f}",
            f"{stage.p95_ms:.2f}",
            f"{stage.ms_per_frame:.2f}",
        )
    console.talk().print(rows)
    width, height = found.size
    console.say(
        f"{width} x {height} at {found.fps:.0f} fps, {100 * found.moving:.0f} % of the "
        f"frames measured\n"
        f"decoding alone {found.decode_ms:.2f} ms a frame ({found.decode_cpu_ms:.2f} "
        f"of processor time)\n"
        f"whole analysis {found.whole_ms:.2f} ms a frame ({found.whole_cpu_ms:.2f}): "
        f"{found.ratio:.2f} times decoding ({found.cpu_ratio:.2f}), "
        f"{found.looked_fps:.0f} frames a second, "
        f"{100 * found.cpu_share:.0f} % of {found.cores} cores\n"
        f"table found in {found.table_s:.1f} s, first frame after "
        f"{found.first_frame_s:.1f} s, peak memory {found.peak_mb:.0f} MiB"
    )
