import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.errors import TableFileError
from calibration.four_corners import calibrate_from_corners
from calibration.store import SCHEMA, load_table, save_table, to_json
from calibration.table_calibration import TableCalibration
from tests.calibration.pictures import POOL, SIZE, camera_over, truth_corners


@pytest.fixture
def calibration() -> TableCalibration:
    return calibrate_from_corners(truth_corners(camera_over(tilt=0.2)), SIZE, POOL)


def test_what_was_written_is_read_again(
    calibration: TableCalibration, tmp_path: Path
) -> None:
    save_table(calibration, tmp_path / "new" / "table.json")
    found = load_table(tmp_path / "new" / "table.json", SIZE)
    assert to_json(found) == to_json(calibration)
    assert np.array_equal(found.camera.projection, calibration.camera.projection)


def test_the_file_says_its_schema_and_leaves_no_part_behind(
    calibration: TableCalibration, tmp_path: Path
) -> None:
    save_table(calibration, tmp_path / "table.json")
    assert json.loads((tmp_path / "table.json").read_text())["schema"] == SCHEMA
    assert [path.name for path in tmp_path.iterdir()] == ["table.json"]


def _older(data: dict[str, Any]) -> None:
    data["schema"] = "cueref-table/0"


def _without_camera(data: dict[str, Any]) -> None:
    del data["camera"]


def _not_a_number(data: dict[str, Any]) -> None:
    data["camera"]["k1"] = float("nan")


def _wide(data: dict[str, Any]) -> None:
    data["table"]["width_m"] = 9.0


def _moved_corner(data: dict[str, Any]) -> None:
    data["nose_corners_px"]["foot_left"] = [1.0, 2.0]


def _text_for_number(data: dict[str, Any]) -> None:
    data["quality"]["residual_px"] = "small"


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (_older, "schema"),
        (_without_camera, "camera"),
        (_not_a_number, "finite"),
        (_wide, "width"),
        (_moved_corner, "changed by hand"),
        (_text_for_number, "expected a number"),
    ],
)
def test_a_spoilt_file_is_refused_with_the_reason(
    calibration: TableCalibration,
    tmp_path: Path,
    spoil: Callable[[dict[str, Any]], None],
    reason: str,
) -> None:
    data = to_json(calibration)
    spoil(data)
    path = tmp_path / "table.json"
    path.write_text(json.dumps(data))
    with pytest.raises(TableFileError, match=reason):
        load_table(path)


def test_a_table_of_another_picture_is_refused(
    calibration: TableCalibration, tmp_path: Path
) -> None:
    save_table(calibration, tmp_path / "table.json")
    with pytest.raises(TableFileError, match="calibrate again"):
        load_table(tmp_path / "table.json", (1920, 1080))


@pytest.mark.parametrize("text", ["", "[]", "{", "null"])
def test_text_that_is_no_table_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "table.json"
    path.write_text(text)
    with pytest.raises(TableFileError):
        load_table(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableFileError, match="cannot read"):
        load_table(tmp_path / "none.json")
