"""`cueref mount`: which lens and resolution a place for the camera asks for."""

from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.table import TABLES, TableKind
from cueref.cli import console
from cueref.cli.arguments import read_size

if TYPE_CHECKING:
    from cueref.mounting import Mount


def mount(
    table: Annotated[
        str,
        typer.Option(
            help="Kind of table, as pool-9ft or pyramid-12ft.",
            autocompletion=lambda: [kind.value for kind in TABLES],
        ),
    ] = "pool-9ft",
    height: Annotated[
        float, typer.Option(help="Of the lens above the cloth, metres.")
    ] = 2.4,
    aside: Annotated[
        float,
        typer.Option(help="From the middle to the point below the lens, metres."),
    ] = 0.0,
    resolution: Annotated[
        str, typer.Option(metavar="WxH", help="Of the camera.")
    ] = "1920x1080",
    sensor: Annotated[
        str | None,
        typer.Option(help="Sensor as in the data sheet (1/2.8), or its width in mm."),
    ] = None,
    lens: Annotated[
        float | None, typer.Option(help="Focal length of a lens at hand, mm.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say which lens shows the whole table from a place, and how finely."""
    from dataclasses import asdict

    from cueref.mounting import mount as place
    from cueref.mounting import sensor_width_mm

    if table not in set(TableKind) or TableKind(table) not in TABLES:
        kinds = ", ".join(kind.value for kind in TABLES)
        raise typer.BadParameter(f"{table!r} is no kind of table: {kinds}")
    found = place(
        TABLES[TableKind(table)],
        height,
        read_size(resolution),
        aside=aside,
        sensor_mm=None if sensor is None else sensor_width_mm(sensor),
        lens_mm=lens,
    )
    if as_json:
        console.data_json({**asdict(found), "advice": list(found.advice)})
        return
    _print(found, sensor=sensor is not None)


def _print(found: "Mount", *, sensor: bool) -> None:
    near, far = found.mm_per_px
    rows = [("focal length that just fits", f"{found.focal_px:.0f} px")]
    if found.lens_mm is not None:
        rows.append(("the same for this sensor", f"{found.lens_mm:.2f} mm"))
    if sensor:
        name = "none on sale is short enough"
        rows.append(("lens", name if found.lens is None else f"{found.lens:g} mm"))
    rows += [
        ("on the cloth", f"{near:.2f} to {far:.2f} mm a pixel"),
        ("radius of a ball", f"{found.ball_px:.1f} px at the farthest corner"),
        ("tilt", f"{found.tilt_deg:.0f} degrees"),
        ("exposure", f"1/{1 / found.shutter:.0f} s or shorter for a sharp break"),
    ]
    for name, value in rows:
        console.data(f"{name:28} {value}")
    for line in found.advice:
        console.say(f"note: {line}")
