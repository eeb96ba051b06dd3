"""Every command of the README and of the guide runs as it is written.

They run one after the other in a folder with a short recording, as a reader would type
them. Cameras and addresses are replaced by things of this computer; training runs where
torch is installed. Both guides have the same commands (`test_documents`).
"""

import importlib.util
import json
import shutil
from pathlib import Path

import cv2
import pytest

from cueref.cli.main import main
from cueref.video_writer import VideoWriter
from tests.test_documents import ROOT, blocks, commands
from tests.web.test_watch_command import Recording
from vision.sources import open_source

pytestmark = pytest.mark.slow

SAMPLE = ROOT / "sample_videos/straight_pool"
SECONDS = 6.0
"""Of the sample: its first shot."""

HERE = {
    "/dev/video0": "match.mp4",
    "https://club.example/hook": "http://127.0.0.1:9/hook",
    "mqtt://broker/club/table1": "mqtt://127.0.0.1:9/club/table1",
}
"""What a test may touch, for what a page names."""

SMALL = {
    "train": ["--scenes", "0", "--steps", "2", "--batch", "2", "--threads", "1"],
    "synthesize": ["--size", "320x180", "--shots", "1", "--fps", "10"],
    "watch": ["--port", "0", "--exit-at-end"],
}
"""Enough to see that a command comes to its end."""

EXTRAS = {"train": "torch", "synthesize": "pooltool"}
"""What a command needs that not everybody installs."""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a reader has: a recording, its truth, pictures, shots."""
    folder = tmp_path_factory.mktemp("reader")
    (folder / "pictures").mkdir()
    with (
        open_source(f"{SAMPLE}.mp4") as source,
        VideoWriter(folder / "match.mp4", source.size, 30.0) as writer,
    ):
        for frame in source:
            if frame.t >= SECONDS:
                break
            if frame.index % 2 == 0:
                writer.write(frame.image_bgr, frame.t)
            if frame.index == 30:
                cv2.imwrite(str(folder / "pictures/table.png"), frame.image_bgr)
    truth = json.loads(Path(f"{SAMPLE}.truth.json").read_text(encoding="utf-8"))
    truth["shots"] = truth["shots"][:1]
    truth["events"] = [event for event in truth["events"] if event["t"] < SECONDS]
    (folder / "truth.json").write_text(json.dumps(truth), encoding="utf-8")
    return folder


@pytest.fixture
def desk(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for each page; watching ends at once."""
    desk = tmp_path / "desk"
    shutil.copytree(prepared, desk)
    monkeypatch.chdir(desk)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("cueref.cli.watch.Watch", Recording)
    return desk


def test_the_commands_of_the_readme(desk: Path) -> None:
    for words in commands("README.md"):
        run(words, desk)
    assert (desk / "results/report.html").stat().st_size > 10_000
    assert (desk / "tables/events.csv").is_file()


def test_the_commands_of_the_guide(desk: Path) -> None:
    page = "docs/guide/en.md"
    calls = next(block for block in blocks(page) if block.startswith("{"))
    (desk / "calls.jsonl").write_text(calls, encoding="utf-8")
    for words in commands(page):
        run(words, desk)
    assert list((desk / "results/clips").glob("shot-001*.mp4"))
    assert len(list((desk / "labels/images").iterdir())) > 3


def run(words: list[str], desk: Path) -> None:
    """Run one command of a page; what it needs is there already or made before."""
    name = words[0]
    if name in EXTRAS and importlib.util.find_spec(EXTRAS[name]) is None:
        shutil.copy(ROOT / "vision/weights/balls.onnx", desk / "mine.onnx")
        return
    if name == "judge":
        shutil.copy(desk / "results/shots.jsonl", desk)
    words = [*words, *SMALL.get(name, [])]
    said = [HERE.get(word, word) for word in words]
    # A machine without a camera or with a full disk is no fault of the page.
    assert main(said) == 0 or name == "doctor", words
