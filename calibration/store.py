"""Calibrations as text: `table.json`, readable by a person, refused when broken."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from adjudicator.errors import AdjudicatorError
from adjudicator.table import PocketShape, TableGeometry, TableKind
from calibration.arrays import Image
from calibration.camera import Camera
from calibration.errors import CalibrationError, TableFileError
from calibration.find import find_table
from calibration.lens import Lens
from calibration.table_calibration import TableCalibration

SCHEMA: Final = "cueref-table/1"

_AGREEMENT_PX = 0.05
_ELSEWHERE = 0.012
"""Corners so far apart, over the picture's width, are of another view."""


def save_table(
    calibration: TableCalibration,
    path: str | Path,
    extra: Mapping[str, Any] | None = None,
) -> None:
    """Write a calibration; the file is whole or not there.

    Args:
        calibration: To be written.
        path: Of the file.
        extra: More fields for a person to read, such as the certificate.

    Raises:
        TableFileError: The place cannot be written to.
    """
    target = Path(path)
    content = to_json(calibration) | dict(extra or {})
    text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_name(target.name + ".part")
        part.write_text(text, encoding="utf-8")
        part.replace(target)
    except OSError as error:
        raise TableFileError(f"cannot write {target}: {error.strerror}") from error


def load_table(
    path: str | Path,
    image_size: tuple[int, int] | None = None,
    picture_bgr: Image | None = None,
) -> TableCalibration:
    """Read a calibration.

    Args:
        path: Of the file.
        image_size: Width and height of the picture it is meant for, if known.
        picture_bgr: The picture, if the table in it shall be compared.

    Raises:
        TableFileError: The file is missing, broken, of another version, contradicts
            itself, or belongs to another picture.
    """
    source = Path(path)
    try:
        data = json.loads(source.read_text(encoding="utf-8"))
    except OSError as error:
        raise TableFileError(f"cannot read {source}: {error.strerror}") from error
    except ValueError as error:
        raise TableFileError(f"{source} is not JSON: {error}") from error
    try:
        found = from_json(data)
    except TableFileError as error:
        raise TableFileError(f"{source}: {error}") from error
    if image_size is not None and found.image_size != tuple(image_size):
        raise TableFileError(
            f"{source} was measured in a picture of {_size(found.image_size)}, this "
            f"one is {_size(image_size)}: calibrate again"
        )
    if picture_bgr is not None:
        _check_picture(found, picture_bgr, source)
    return found


def _check_picture(stored: TableCalibration, picture_bgr: Image, source: Path) -> None:
    """Refuse a file when the picture shows the table somewhere else.

    Where no table can be found by itself the file is believed: that is what it is for.
    """
    try:
        seen = find_table([picture_bgr], table=stored.table)
    except CalibrationError:
        return
    ways = (np.roll(seen.nose_corners_uv, turn, axis=0) for turn in range(4))
    away = min(
        float(np.linalg.norm(way - stored.nose_corners_uv, axis=1).max())
        for way in ways
    )
    if away > _ELSEWHERE * stored.image_size[0]:
        raise TableFileError(
            f"{source} is not of this picture: the table lies {away:.0f} px from where "
            "the file says; calibrate again"
        )


def to_json(calibration: TableCalibration) -> dict[str, Any]:
    """Return a calibration as plain values."""
    camera, table = calibration.camera, calibration.table
    return {
        "schema": SCHEMA,
        "image_size": list(calibration.image_size),
        "head_end": calibration.head_end,
        "head_end_known": calibration.head_end_known,
        "table": {
            "kind": table.kind.value,
            "length_m": table.length,
            "width_m": table.width,
            "ball_radius_m": table.ball_radius,
            "nose_height_m": table.nose_height,
            "corner_pockets": _pocket_json(table.corner),
            "center_pockets": _pocket_json(table.center),
            "cushion_m": round(calibration.cushion, 5),
        },
        "nose_corners_px": {
            name: [round(float(value), 2) for value in corner]
            for name, corner in zip(
                ("head_left", "foot_left", "foot_right", "head_right"),
                calibration.nose_corners_uv,
                strict=True,
            )
        },
        "camera": {
            "projection": camera.projection.tolist(),
            "focal_px": camera.focal_px,
            "distortion_center_px": list(camera.lens.center),
            "distortion_unit_px": camera.lens.unit_px,
            "k1": camera.lens.k1,
            "k2": camera.lens.k2,
        },
        "quality": {
            "residual_px": calibration.residual_px,
            "residual_mm": calibration.residual_mm,
            "confidence": calibration.confidence,
        },
    }


def from_json(data: object) -> TableCalibration:
    """Return the calibration that plain values describe.

    Raises:
        TableFileError: Values are missing, impossible, or contradict each other.
    """
    if not isinstance(data, Mapping):
        raise TableFileError("a table file holds one object")
    if data.get("schema") != SCHEMA:
        raise TableFileError(
            f"schema is {data.get('schema')!r}, expected {SCHEMA!r}: calibrate again"
        )
    try:
        found = _read(data)
    except KeyError as error:
        raise TableFileError(f"the field {error} is missing") from error
    except (TypeError, ValueError, CalibrationError, AdjudicatorError) as error:
        raise TableFileError(f"a field is wrong: {error}") from error
    _check_corners(found, data)
    return found


def _read(data: Mapping[str, Any]) -> TableCalibration:
    table, camera, quality = data["table"], data["camera"], data["quality"]
    center_u, center_v = map(_finite, camera["distortion_center_px"])
    width, height = (int(value) for value in data["image_size"])
    lens = Lens(
        (center_u, center_v),
        _finite(camera["distortion_unit_px"]),
        _finite(camera["k1"]),
        _finite(camera["k2"]),
    )
    return TableCalibration(
        table=TableGeometry(
            TableKind(table["kind"]),
            _finite(table["length_m"]),
            _finite(table["width_m"]),
            _finite(table["ball_radius_m"]),
            _finite(table["nose_height_m"]),
            _pocket(table["corner_pockets"]),
            _pocket(table["center_pockets"]),
        ),
        image_size=(width, height),
        head_end=data["head_end"],
        camera=Camera(
            np.array(camera["projection"], dtype=np.float64),
            lens,
            _finite(camera["focal_px"]),
        ),
        residual_px=_finite(quality["residual_px"]),
        residual_mm=_finite(quality["residual_mm"]),
        confidence=_finite(quality["confidence"]),
        head_end_known=bool(data["head_end_known"]),
        cushion=_finite(table["cushion_m"]),
    )


def _check_corners(found: TableCalibration, data: Mapping[str, Any]) -> None:
    """Refuse a file in which a person changed the corners but not the map."""
    corners = data.get("nose_corners_px")
    try:
        stated = np.array(list(dict(corners or {}).values()), dtype=np.float64)
        away = float(np.abs(stated - found.nose_corners_uv).max())
    except (TypeError, ValueError) as error:
        raise TableFileError("nose_corners_px must hold four points") from error
    if not away <= _AGREEMENT_PX:
        raise TableFileError(
            f"nose_corners_px are {away:.1f} px from what the camera says: the file "
            "was changed by hand; calibrate again, or give the corners by --corners"
        )


def _pocket_json(shape: PocketShape) -> dict[str, float]:
    return {
        "mouth_m": shape.mouth,
        "facing_angle_rad": shape.facing_angle,
        "depth_m": shape.depth,
        "radius_m": shape.radius,
        "jaw_radius_m": shape.jaw_radius,
    }


def _pocket(data: Mapping[str, Any]) -> PocketShape:
    return PocketShape(
        _finite(data["mouth_m"]),
        _finite(data["facing_angle_rad"]),
        _finite(data["depth_m"]),
        _finite(data["radius_m"]),
        _finite(data["jaw_radius_m"]),
    )


def _finite(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"expected a number, got {value!r}")
    if not math.isfinite(value):
        raise ValueError(f"expected a finite number, got {value!r}")
    return float(value)


def _size(size: tuple[int, int]) -> str:
    return f"{size[0]} x {size[1]}"
