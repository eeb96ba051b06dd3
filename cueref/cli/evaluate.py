"""`cueref evaluate`: an analysis scored against truth."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from cueref.cli import console

if TYPE_CHECKING:
    from cueref.evaluate.scores import ClipScore, Count, Share


def evaluate(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR",
            help="An analysis, or a folder of analyses named by their recordings.",
        ),
    ],
    truths: Annotated[
        list[Path], typer.Argument(metavar="TRUTH...", help="Files *.truth.json.")
    ],
    calls: Annotated[
        Path | None,
        typer.Option(
            help="Calls that the analysis was given; else *.calls.jsonl by the truth."
        ),
    ] = None,
    details: Annotated[
        bool, typer.Option("--details", help="List what was missed or invented.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object a clip, then the sum.")
    ] = False,
) -> None:
    """Score an analysis against truth.

    An event is right if balls and place are right and its time is within one frame
    (or the doubt of the label); a pocketed ball within 0.1 s.
    """
    from cueref.calls_file import read_calls
    from cueref.evaluate.evaluation import evaluate_clip
    from cueref.evaluate.scores import score_object, total

    scores = [
        evaluate_clip(folder, truth, read_calls(calls or _calls_beside(truth)))
        for truth in truths
    ]
    shown = [*scores, total(scores)] if len(scores) > 1 else scores
    if as_json:
        for score in shown:
            console.data_json(score_object(score))
        return
    width = None if sys.stdout.isatty() else 180
    Console(width=width, highlight=False).print(_table(shown))
    if details:
        for score in scores:
            for remark in score.remarks:
                console.data(f"{score.name}: {remark}")


def _calls_beside(truth: Path) -> Path | None:
    stem = truth.name.removesuffix(".json").removesuffix(".truth")
    calls = truth.with_name(f"{stem}.calls.jsonl")
    return calls if calls.is_file() else None


def _table(scores: Sequence["ClipScore"]) -> Table:
    from cueref.evaluate.scores import median_and_p95

    table = Table(title="F1 and shares; errors are median / 95 %")
    for name in (
        "clip",
        "shots",
        "contacts",
        "rails",
        "pocketed",
        "first contact",
        "break contacts",
        "break rails",
        "break first",
        "rail after",
        "verdicts",
        "called",
        "named",
        "before mm",
        "after mm",
        "times ms",
    ):
        table.add_column(name, justify="left" if name == "clip" else "right")
    for score in scores:
        errors = (score.before_mm, score.after_mm, score.times_ms)
        found = [median_and_p95(e) for e in errors]
        table.add_row(
            score.name,
            _count(score.shots),
            *(_count(score.events[kind]) for kind in ("contact", "rail", "pocketed")),
            _share(score.first_contact),
            *(_count(score.events[kind]) for kind in ("break_contact", "break_rail")),
            _share(score.break_first_contact),
            _share(score.rail_after_contact),
            _share(score.verdicts),
            _share(score.called),
            _share(score.named),
            *("-" if e is None else f"{e[0]:.1f} / {e[1]:.1f}" for e in found),
        )
    return table


def _count(count: "Count") -> str:
    if count.f1 is None:
        return "-"
    wrong = "".join(
        f" {sign}{number}"
        for sign, number in (("+", count.extra), ("-", count.missed))
        if number
    )
    return f"{count.f1:.3f}{wrong}"


def _share(share: "Share") -> str:
    return f"{share.right} / {share.of}" if share.of else "-"
