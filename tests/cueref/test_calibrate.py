"""`cueref calibrate` from the command line."""

import json

import cv2
import numpy as np
import pytest

from calibration.store import load_table
from cueref.cli.main import main
from tests.calibration.pictures import camera_over, picture, truth_corners

SIZE = (960, 540)


@pytest.fixture(scope="module")
def table_picture(tmp_path_factory):
    folder = tmp_path_factory.mktemp("calibrate")
    camera = camera_over(size=SIZE, tilt=0.1)
    file = folder / "table.jpg"
    cv2.imwrite(str(file), picture(camera, size=SIZE))
    return file, camera


def test_the_table_is_certified_and_written(table_picture, tmp_path, capsys):
    file, camera = table_picture
    out = tmp_path / "table.json"
    arguments = ["calibrate", str(file), "-o", str(out), "--size", "pool-9ft"]
    assert main([*arguments, "--head", "left"]) == 0
    text = capsys.readouterr().out
    assert "certificate" in text
    assert "not measured" in text  # a single picture has no frame rate
    found = load_table(out, image_size=SIZE)
    away = np.linalg.norm(found.nose_corners_uv - truth_corners(camera), axis=1)
    assert away.max() < 1.5
    stored = json.loads(out.read_text(encoding="utf-8"))
    names = [check["name"] for check in stored["certificate"]["checks"]]
    assert "resolution" in names
    assert out.with_suffix(".png").is_file()


def test_json_is_one_object_with_the_certificate(table_picture, tmp_path, capsys):
    file, _ = table_picture
    out = tmp_path / "table.json"
    arguments = ["calibrate", str(file), "-o", str(out), "--table", "pool-9ft"]
    assert main([*arguments, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["certificate"]["grade"] in ("gold", "silver", "bronze", "not fit")
    assert data["table"]["kind"] == "pool-9ft"


def test_a_picture_without_a_table_is_refused_in_one_line(tmp_path, capsys):
    file = tmp_path / "blank.png"
    cv2.imwrite(str(file), np.full((360, 640, 3), 80, np.uint8))
    assert main(["calibrate", str(file), "-o", str(tmp_path / "t.json")]) == 1
    assert "table" in capsys.readouterr().err
    assert not (tmp_path / "t.json").exists()


def test_a_table_file_of_another_view_is_refused(table_picture, tmp_path):
    from calibration.errors import TableFileError

    file, _ = table_picture
    out = tmp_path / "table.json"
    main(["calibrate", str(file), "-o", str(out), "--table", "pool-9ft"])
    other = picture(camera_over(size=SIZE, tilt=0.1, shift=(40.0, 25.0)), size=SIZE)
    with pytest.raises(TableFileError, match="not of this picture"):
        load_table(out, picture_bgr=other)
