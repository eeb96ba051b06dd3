"""`cueref export`: tables and labels that other tools open."""

import json
from pathlib import Path

import cv2
import numpy as np
import pyarrow.csv
import pyarrow.parquet
import pytest

from cueref.analysis import analyze_recording
from cueref.cli import main as cli
from tests.cueref.table_clip import (
    SIZE,
    FakePipeline,
    calibration,
    clip,
    options,
    record,
    shot,
)
from vision.training.pictures import read_dataset


@pytest.fixture
def match(tmp_path: Path) -> tuple[Path, Path]:
    """A recording and the folder of its results."""
    video = clip(tmp_path)
    chosen = options(tmp_path)
    analyze_recording(str(video), chosen, FakePipeline(shot()))
    return video, chosen.out


def test_tables_hold_every_shot_event_and_track_row(
    match: tuple[Path, Path], tmp_path: Path
) -> None:
    out = tmp_path / "tables"
    assert cli.main(["export", str(match[1]), "-o", str(out)]) == 0
    shots = pyarrow.csv.read_csv(out / "shots.csv").to_pylist()
    assert len(shots) == 1
    assert shots[0]["first_contact"] == 1
    assert shots[0]["pocketed"] == 1
    events = pyarrow.csv.read_csv(out / "events.csv").to_pylist()
    assert [e["type"] for e in events] == ["strike", "contact", "rail", "pocketed"]
    assert {str(events[1]["ball"]), str(events[1]["other"])} == {"cue", "1"}
    assert json.loads(events[2]["more"])["rail"] == "left"
    tracks = pyarrow.csv.read_csv(out / "tracks.csv")
    stored = pyarrow.parquet.read_table(match[1] / "tracks.parquet")
    assert tracks.num_rows == stored.num_rows > 0


def test_parquet_keeps_the_types(match: tuple[Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "tables"
    assert cli.main(["export", str(match[1]), "-o", str(out), "--as", "parquet"]) == 0
    (row,) = pyarrow.parquet.read_table(out / "shots.parquet").to_pylist()
    assert row["pocketed"] == "1"
    assert row["speed"] == 2.5


def labelled(match: tuple[Path, Path], out: Path, kind: str, *more: str) -> None:
    command = ["export", str(match[1]), "-o", str(out), "--as", kind]
    assert cli.main([*command, "--video", str(match[0]), *more]) == 0


def test_yolo_labels_train_the_detector(
    match: tuple[Path, Path], tmp_path: Path
) -> None:
    out = tmp_path / "yolo"
    labelled(match, out, "yolo", "--frames", "12..15")
    pictures = list(read_dataset(out))
    assert len(pictures) == 4
    rows = record(shot()).tracks
    k = 12 - next(iter(rows.values())).frame[0]
    true = calibration().uv_from_xy(np.array([r.xy[k] for r in rows.values()]))
    found = pictures[0].boxes_px[:, :2]
    away = np.linalg.norm(found[:, None] - true[None], axis=2).min(axis=1)
    assert away.max() < 0.1
    image = cv2.imread(str(out / "images" / "0000012.png"))
    assert image.shape[:2] == SIZE[::-1]


def test_coco_names_the_balls(match: tuple[Path, Path], tmp_path: Path) -> None:
    labelled(match, tmp_path / "coco", "coco", "--every", "5")
    value = json.loads((tmp_path / "coco" / "annotations.json").read_text())
    assert {c["name"] for c in value["categories"]} == {"cue", "1", "2", "9"}
    assert len(value["annotations"]) == 4 * len(value["images"])
    assert all(
        (tmp_path / "coco/images" / i["file_name"]).exists() for i in value["images"]
    )


def test_supervision_rows_have_one_number_a_ball(
    match: tuple[Path, Path], tmp_path: Path
) -> None:
    labelled(match, tmp_path / "sv", "supervision", "--frames", "12..12")
    (line,) = (tmp_path / "sv" / "detections.jsonl").read_text().splitlines()
    value = json.loads(line)
    assert len(value["xyxy"]) == len(value["class_id"]) == len(value["tracker_id"]) == 4


def test_supervision_reads_what_is_written(
    match: tuple[Path, Path], tmp_path: Path
) -> None:
    supervision = pytest.importorskip("supervision", reason="the library itself")
    labelled(match, tmp_path / "sv", "supervision", "--frames", "12..12")
    row = json.loads((tmp_path / "sv" / "detections.jsonl").read_text())
    names = {"class_name": np.array(row.pop("data")["class_name"])}
    fields = {name: np.array(row[name]) for name in row if name != "image"}
    assert len(supervision.Detections(**fields, data=names)) == 4
    labelled(match, tmp_path / "coco", "coco", "--frames", "12..12")
    places = (tmp_path / "coco/images", tmp_path / "coco/annotations.json")
    ((_, picture, found),) = supervision.DetectionDataset.from_coco(*map(str, places))
    assert picture.shape[:2] == SIZE[::-1]
    assert len(found) == 4


@pytest.mark.parametrize(
    "arguments",
    [
        ["--as", "xml"],
        ["--as", "yolo"],
        ["--as", "yolo", "--video", "x", "--frames", "9"],
    ],
)
def test_wrong_options_are_usage_errors(
    match: tuple[Path, Path], tmp_path: Path, arguments: list[str]
) -> None:
    command = ["export", str(match[1]), "-o", str(tmp_path / "x"), *arguments]
    assert cli.main(command) == 2


def test_a_folder_with_something_in_it_is_left_alone(
    match: tuple[Path, Path], tmp_path: Path
) -> None:
    out = tmp_path / "full"
    out.mkdir()
    (out / "mine.txt").write_text("x")
    command = ["export", str(match[1]), "-o", str(out), "--as", "yolo"]
    assert cli.main([*command, "--video", str(match[0])]) == 1
    assert (out / "mine.txt").read_text() == "x"
