"""`cueref calibrate`: find the table in a recording and write it down."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer

from adjudicator.table import TABLES, TableGeometry, TableKind
from calibration.diamonds import DiamondCheck, find_diamonds
from calibration.draw import draw_model
from calibration.find import find_table
from calibration.four_corners import calibrate_from_corners
from calibration.store import save_table
from calibration.table_calibration import HEAD_ENDS, HeadEnd, TableCalibration
from calibration.view import median_picture
from cueref.cli import console
from vision.sources import open_source

_PICTURES = 15


class HeadEndOption(StrEnum):
    """Sides of the picture."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"


def calibrate(
    source: Annotated[
        str, typer.Argument(metavar="SOURCE", help="A recording, picture or camera.")
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", help="Where to write the table.")
    ] = Path("table.json"),
    head: Annotated[
        HeadEndOption | None,
        typer.Option(help="Side of the picture at which the head rail lies."),
    ] = None,
    table: Annotated[
        TableKind, typer.Option(help="Kind of the table.")
    ] = TableKind.POOL_9FT,
    size: Annotated[
        str | None,
        typer.Option(
            metavar="LENGTH,WIDTH",
            help="Playing surface, nose to nose, metres: for a table of no kind.",
        ),
    ] = None,
    corners: Annotated[
        str | None,
        typer.Option(
            metavar="U,V,U,V,U,V,U,V",
            help="Where the nose lines meet, pixels: if the table is not found.",
        ),
    ] = None,
) -> None:
    """Find the table, print the residuals, write table.json and a picture to check."""
    geometry = _geometry(table, size)
    with open_source(source) as frames:
        images = [np.array(f.image_bgr) for f in frames.sample(_PICTURES)]
    picture = median_picture(images)
    if corners is None:
        found = find_table([picture], table=geometry, head_end=_head_end(head))
    else:
        shape = (picture.shape[1], picture.shape[0])
        found = calibrate_from_corners(
            _corners(corners), shape, geometry, _head_end(head)
        )
    diamonds = find_diamonds(picture, found)
    save_table(found, output)
    check = output.with_suffix(".png")
    cv2.imwrite(str(check), draw_model(picture, found, diamonds.predicted_uv))
    _report(found, diamonds)
    console.say(f"written: {output}, and {check} to check by eye")


def _head_end(option: HeadEndOption | None) -> HeadEnd | None:
    return next(
        (end for end in HEAD_ENDS if option is not None and end == option), None
    )


def _geometry(kind: TableKind, size: str | None) -> TableGeometry:
    if kind not in TABLES and size is None:
        raise typer.BadParameter("a custom table needs --size LENGTH,WIDTH")
    standard = TABLES.get(kind, TABLES[TableKind.POOL_9FT])
    if size is None:
        return standard
    length, width = _numbers(size, 2, "--size")
    return standard.scaled(length, width)


def _corners(text: str) -> list[list[float]]:
    numbers = _numbers(text, 8, "--corners")
    return [numbers[i : i + 2] for i in range(0, 8, 2)]


def _numbers(text: str, count: int, option: str) -> list[float]:
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError as error:
        raise typer.BadParameter(f"{option} needs numbers, got {text!r}") from error
    if len(numbers) != count:
        raise typer.BadParameter(
            f"{option} needs {count} numbers with commas between, got {len(numbers)}"
        )
    return numbers


def _report(found: TableCalibration, diamonds: DiamondCheck) -> None:
    guess = "" if found.head_end_known else " (a guess: say --head to be sure)"
    table = found.table
    lines = [
        f"table       {table.kind.value}, {table.length:.3f} x {table.width:.3f} m",
        f"head rail   {found.head_end}{guess}",
        f"noses       {found.residual_px:.2f} px = {found.residual_mm:.2f} mm rms",
        f"confidence  {found.confidence:.2f}",
        f"diamonds    {diamonds.count} of 18",
        f"lens        k1 {found.camera.lens.k1:+.4f}, tilt "
        f"{np.degrees(found.camera.tilt()):.1f} deg",
    ]
    if diamonds.count:
        error = float(np.mean(diamonds.error_mm[diamonds.found]))
        lines[4] += f", {error:.1f} mm from where they should be"
    for line in lines:
        console.data(line)
