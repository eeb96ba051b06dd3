"""`cueref export`: a stored match as tables, or pictures with labels."""

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cueref.cli import console


class Form(StrEnum):
    """Forms in which a match can be written."""

    CSV = "csv"
    PARQUET = "parquet"
    YOLO = "yolo"
    COCO = "coco"
    SUPERVISION = "supervision"


TABLES = (Form.CSV, Form.PARQUET)


def export(
    match: Annotated[
        Path, typer.Argument(metavar="MATCH", help="Folder of an analysed match.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder to write into.")],
    kind: Annotated[
        Form,
        typer.Option(
            "--as", help="Tables: csv, parquet. Labels: yolo, coco, supervision."
        ),
    ] = Form.CSV,
    video: Annotated[
        str | None, typer.Option(help="The recording; needed for labels.")
    ] = None,
    frames: Annotated[
        str | None, typer.Option(metavar="A..B", help="Frames, both ends included.")
    ] = None,
    every: Annotated[int, typer.Option(min=1, help="Take every how many frames.")] = 1,
) -> None:
    """Write a stored match in forms that other tools open."""
    from cueref.exports.labels import write_labels
    from cueref.exports.tables import write_tables
    from cueref.replaying import read_match

    if kind in TABLES:
        for path in write_tables(read_match(match), match, out, kind.value):
            console.say(f"written: {path}")
        return
    if video is None:
        raise typer.BadParameter("labels are made of pictures: give --video")
    chosen = _range(frames)
    with console.progress() as progress:
        task = progress.add_task("pictures", total=None)
        count = write_labels(
            video,
            match,
            out,
            kind,
            frames=chosen,
            every=every,
            step=lambda done, total: progress.update(task, completed=done, total=total),
        )
    console.say(f"{count} pictures with labels: {out}")


def _range(text: str | None) -> range | None:
    if text is None:
        return None
    found = re.fullmatch(r"(\d+)\.\.(\d+)", text)
    if found is None or int(found[2]) < int(found[1]):
        raise typer.BadParameter(f"expected A..B, got {text!r}")
    return range(int(found[1]), int(found[2]) + 1)
