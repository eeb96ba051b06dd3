"""A club improves the detector: labels of its match, corrected, become weights."""

from pathlib import Path

import numpy as np
import pytest

from cueref.analysis import analyze_recording
from cueref.cli import main as cli
from tests.cueref.table_clip import FakePipeline, clip, options, shot
from vision.detector import OnnxBallDetector

pytestmark = [pytest.mark.train, pytest.mark.slow]

SMALL = ["--scenes", "0", "--steps", "2", "--batch", "2", "--threads", "1"]
"""Enough to see that a training comes to its end; no detector comes of it."""


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    """Labels of a match as they are exported, one of them corrected by hand."""
    video, chosen = clip(tmp_path), options(tmp_path)
    analyze_recording(str(video), chosen, FakePipeline(shot()))
    folder = tmp_path / "labels"
    command = ["export", str(chosen.out), "-o", str(folder), "--as", "yolo"]
    assert cli.main([*command, "--video", str(video), "--every", "4"]) == 0
    first = min((folder / "labels").glob("*.txt"))
    kept = first.read_text(encoding="utf-8").splitlines()[1:]
    first.write_text("\n".join([*kept, "0 0.5 0.5 0.05 0.09"]) + "\n")
    return folder


@pytest.mark.filterwarnings("default")
def test_labels_of_a_match_become_a_detector(labels: Path, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="training needs the extra train")
    pytest.importorskip("ultralytics", reason="training needs the extra train")
    weights = tmp_path / "mine.onnx"
    command = ["train", "--from", str(labels), "-o", str(weights)]
    assert cli.main([*command, "--work", str(tmp_path / "runs"), *SMALL]) == 0
    assert "labels" in weights.with_suffix(".json").read_text(encoding="utf-8")
    picture = np.full((180, 320, 3), 90, np.uint8)
    found = OnnxBallDetector(weights).detect(picture)
    assert found.uv.shape[1] == 2
