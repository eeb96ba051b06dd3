"""`cueref calibrate`: find the table, certify the set-up, write both down."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import typer
from numpy.typing import NDArray

from adjudicator.balls import Discipline
from adjudicator.table import TABLES, TableGeometry, TableKind
from calibration.certificate import Certificate, certify
from calibration.diamonds import DiamondCheck, find_diamonds
from calibration.draw import draw_model
from calibration.errors import CalibrationFitError
from calibration.find import find_table
from calibration.four_corners import calibrate_from_corners
from calibration.lens_images import Board, MeasuredLens, measure_lens
from calibration.store import save_table, to_json
from calibration.table_calibration import HEAD_ENDS, HeadEnd, TableCalibration
from calibration.view import median_picture
from cueref.cli import console
from cueref.pipeline.certifying import Stretch, measure, read_stretch
from cueref.pipeline.inspecting import inspect_balls
from vision.centre_network import CentreNetwork
from vision.detector import OnnxBallDetector
from vision.frames import FrameSource
from vision.image_folder import read_image
from vision.sources import open_source

Image = NDArray[np.uint8]

_PICTURES = 15
_PICTURE_FILES = (".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".webp")


class HeadEndOption(StrEnum):
    """Sides of the picture."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True)
class _Wishes:
    """What a person said about the table."""

    head: HeadEnd | None
    geometry: TableGeometry | None
    corners: str | None
    game: Discipline | None
    measured: MeasuredLens | None


Source = Annotated[
    str, typer.Argument(metavar="SOURCE", help="A recording, picture or camera.")
]
Output = Annotated[
    Path, typer.Option("-o", "--out", "--output", help="Where to write the table.")
]
Head = Annotated[
    HeadEndOption | None,
    typer.Option(help="Side of the picture at which the head rail lies."),
]
Kind = Annotated[
    TableKind | None, typer.Option(help="Kind of the table; else the balls tell it.")
]
Size = Annotated[
    str | None,
    typer.Option(
        metavar="KIND|LENGTH,WIDTH",
        help="Kind of the table as pool-8ft, or its playing surface, nose to nose, m.",
        autocompletion=lambda: [kind.value for kind in TABLES],
    ),
]
Game = Annotated[
    Discipline | None,
    typer.Option(help="The game that is played: it narrows the kind of table."),
]
Corners = Annotated[
    str | None,
    typer.Option(
        metavar="U,V,U,V,U,V,U,V",
        help="Where the nose lines meet, pixels: if the table is not found.",
    ),
]
LensImages = Annotated[
    Path | None,
    typer.Option(help="Folder with pictures of a board: measures the lens."),
]
BoardShape = Annotated[
    str,
    typer.Option(
        help="Inner corners of the chessboard, or charuco:COLUMNSxROWS:DICTIONARY."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def calibrate(
    source: Source,
    output: Output = Path("table.json"),
    head: Head = None,
    table: Kind = None,
    size: Size = None,
    game: Game = None,
    corners: Corners = None,
    lens_images: LensImages = None,
    board: BoardShape = "9x6",
    as_json: AsJson = False,
) -> None:
    """Find the table, certify the set-up, write table.json and a picture to check."""
    wishes = _Wishes(
        _head_end(head),
        _geometry(table, size),
        corners,
        game,
        None if lens_images is None else _lens(lens_images, board),
    )
    with open_source(source) as frames:
        images, stretch = _looked_at(frames)
    certified = _certified(images, stretch, wishes)
    _write(certified, output, wishes, as_json=as_json)


@dataclass(frozen=True)
class _Certified:
    """What the command found out."""

    picture: Image
    found: TableCalibration
    diamonds: DiamondCheck
    certificate: Certificate


def _certified(images: list[Image], stretch: Stretch, wishes: _Wishes) -> _Certified:
    picture = median_picture(images)
    found = _found(images, picture, wishes)
    diamonds = find_diamonds(picture, found)
    certificate = _certificate(stretch, images, found, picture, diamonds)
    return _Certified(picture, found, diamonds, certificate)


def _write(each: _Certified, output: Path, wishes: _Wishes, *, as_json: bool) -> None:
    """Write the table and the picture to check, print the certificate."""
    extra: dict[str, Any] = {"certificate": each.certificate.to_json()}
    if wishes.measured is not None:
        extra["lens_images"] = _lens_json(wishes.measured)
    save_table(each.found, output, extra)
    check = output.with_suffix(".png")
    drawn = draw_model(each.picture, each.found, each.diamonds.predicted_uv)
    cv2.imwrite(str(check), drawn)
    if as_json:
        console.data_json(to_json(each.found) | extra)
    else:
        _report(each.found, each.diamonds, each.certificate)
    console.say(f"written: {output}, and {check} to check by eye")


def _looked_at(frames: FrameSource) -> tuple[list[Image], Stretch]:
    """Return pictures of the view and a stretch of neighbouring ones."""
    if frames.is_live:
        kept: list[Image] = []

        def watched() -> Any:
            for number, frame in enumerate(frames):
                if number % _PICTURES == 0:
                    kept.append(np.array(frame.image_bgr))
                yield frame

        stretch = read_stretch(watched())
        return kept, stretch
    images = [np.array(frame.image_bgr) for frame in frames.sample(_PICTURES)]
    return images, read_stretch(frames)


def _found(images: list[Image], picture: Image, wishes: _Wishes) -> TableCalibration:
    """Return the table: as a person showed it, or as it is found."""
    if wishes.corners is not None:
        return calibrate_from_corners(
            _corners(wishes.corners),
            (picture.shape[1], picture.shape[0]),
            wishes.geometry or TABLES[TableKind.POOL_9FT],
            wishes.head,
        )
    found = find_table(
        [picture],
        table=wishes.geometry,
        head_end=wishes.head,
        measured=wishes.measured,
    )
    return inspect_balls(
        images,
        found,
        wishes.game,
        OnnxBallDetector(),
        is_size_known=wishes.geometry is not None,
    )


def _certificate(
    stretch: Stretch,
    images: list[Image],
    found: TableCalibration,
    picture: Image,
    diamonds: DiamondCheck,
) -> Certificate:
    error = found.residual_mm
    if diamonds.count:
        error = max(error, float(np.median(diamonds.error_mm[diamonds.found])))
    setup = measure(
        stretch, images, found, picture, error, OnnxBallDetector(), CentreNetwork()
    )
    return certify(setup)


def _lens(folder: Path, board: str) -> MeasuredLens:
    if not folder.is_dir():
        raise CalibrationFitError(
            f"{folder} is no folder: give one with pictures of the board"
        )
    files = sorted(f for f in folder.iterdir() if f.suffix.lower() in _PICTURE_FILES)
    return measure_lens([read_image(file) for file in files], Board.parse(board))


def _lens_json(measured: MeasuredLens) -> dict[str, Any]:
    return {
        "pictures": measured.pictures,
        "residual_px": round(measured.residual_px, 3),
        "focal_px": round(measured.focal_px, 2),
        "k1": measured.lens.k1,
        "k2": measured.lens.k2,
    }


def _head_end(option: HeadEndOption | None) -> HeadEnd | None:
    return next(
        (end for end in HEAD_ENDS if option is not None and end == option), None
    )


def _geometry(kind: TableKind | None, size: str | None) -> TableGeometry | None:
    if size in set(TABLES):
        return TABLES[TableKind(size)]
    if kind is None and size is None:
        return None
    if kind is not None and kind not in TABLES and size is None:
        raise typer.BadParameter("a custom table needs --size LENGTH,WIDTH")
    standard = TABLES.get(kind or TableKind.POOL_9FT, TABLES[TableKind.POOL_9FT])
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


def _report(
    found: TableCalibration, diamonds: DiamondCheck, certificate: Certificate
) -> None:
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
    lines += ["", f"certificate {certificate.grade.value.upper()}"]
    for check in certificate.checks:
        grade = "-" if check.grade is None else check.grade.value
        advice = f"   {check.advice}" if check.advice else ""
        lines.append(f"  {grade:<8} {check.name:<22} {check.text}{advice}")
    for line in lines:
        console.data(line)
