"""Bad input gets one clear line and exit code 1, and nothing written is lost."""

import errno
import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from cueref import calibrated_view
from cueref.cli import analyze as command
from cueref.cli import main as cli
from cueref.errors import NoBallsError
from cueref.tracks_file import TracksFile
from tests.cueref.table_clip import FakePipeline, clip, options, shot
from tests.vision.clips import write_clip


class Desk:
    """Runs `cueref analyze` in a folder and keeps what it said."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.out = folder / "out"
        self.capsys = capsys
        options(folder)

    def analyze(self, video: object, *more: str, game: str = "nine-ball") -> str:
        table = [] if "--table" in more else ["--table", f"{self.folder}/table.json"]
        arguments = ["analyze", str(video), "--game", game, "-o", str(self.out)]
        self.code = cli.main([*arguments, *table, *more])
        captured = self.capsys.readouterr()
        self.printed = captured.out
        return captured.err

    def shots(self) -> int:
        return len((self.out / "shots.jsonl").read_text().splitlines())


@pytest.fixture
def desk(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Desk:
    pipeline = FakePipeline(shot())
    monkeypatch.setattr(command, "shot_reader", lambda: pipeline)
    return Desk(tmp_path, capsys)


def one_line(said: str) -> str:
    """The last line, which is the only one that complains."""
    complaints = [line for line in said.splitlines() if line.startswith("cueref: ")]
    assert len(complaints) == 1
    assert "Traceback" not in said
    return complaints[0]


def test_good_input_is_good(desk: Desk) -> None:
    said = desk.analyze(clip(desk.folder))
    assert desk.code == 0
    assert "Shot 1: legal" in desk.printed
    assert "1 shot; results" in said


def test_quiet_says_nothing_and_prints_the_data(desk: Desk) -> None:
    assert desk.analyze(clip(desk.folder), "--quiet") == ""
    assert "Shot 1: legal" in desk.printed


def test_nothing_is_coloured_when_it_is_not_a_terminal(desk: Desk) -> None:
    said = desk.analyze(clip(desk.folder)) + desk.analyze(desk.folder / "none.mp4")
    assert "\x1b" not in said + desk.printed


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (None, "does not exist"),
        (b"", "is empty"),
        (b"\x00\x01not a video at all" * 400, "not a video"),
        (b"just a text\n" * 400, "not a video"),
    ],
    ids=["missing", "empty", "noise", "text"],
)
def test_files_that_are_no_recording(
    desk: Desk, content: bytes | None, line: str
) -> None:
    video = desk.folder / "match.mp4"
    if content is not None:
        video.write_bytes(content)
    assert line in one_line(desk.analyze(video))
    assert desk.code == 1
    assert not desk.out.exists()


def test_a_truncated_recording_keeps_its_shots(desk: Desk) -> None:
    kind = {"codec": "mjpeg", "pixel_format": "yuvj420p", "fast_start": True}
    video = clip(desk.folder, 200, **kind)
    video.write_bytes(video.read_bytes()[: video.stat().st_size // 2])
    line = one_line(desk.analyze(video))
    assert "breaks off" in line
    assert "frames" in line
    assert desk.code == 1
    assert desk.shots() == 1


def test_a_recording_cut_before_its_index(desk: Desk) -> None:
    video = clip(desk.folder)
    video.write_bytes(video.read_bytes()[:-1500])
    assert "not a video that can be read" in one_line(desk.analyze(video))
    assert desk.code == 1


def _find_table_in(desk: Desk, picture: np.ndarray) -> str:
    folder = desk.folder / "pictures"
    folder.mkdir()
    for index in range(3):
        cv2.imwrite(str(folder / f"{index}.png"), picture)
    arguments = ["analyze", str(folder), "--game", "nine-ball", "-o", str(desk.out)]
    desk.code = cli.main(arguments)
    return desk.capsys.readouterr().err


def test_no_table_in_view(desk: Desk) -> None:
    grey = np.full((360, 640, 3), 90, np.uint8)
    assert "table" in one_line(_find_table_in(desk, grey))
    assert desk.code == 1
    assert not desk.out.exists()


def test_a_table_half_in_view(desk: Desk) -> None:
    picture = np.full((360, 640, 3), (30, 50, 90), np.uint8)
    cv2.rectangle(picture, (250, 60), (900, 300), (140, 90, 20), -1)
    assert "table" in one_line(_find_table_in(desk, picture))
    assert desk.code == 1
    assert not desk.out.exists()


def test_no_balls(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_at_all(*_args: object, **_more: object) -> object:
        raise NoBallsError("match.mp4: no ball was seen on the table")

    monkeypatch.setattr(command, "shot_reader", lambda: none_at_all)
    assert "no ball was seen" in one_line(desk.analyze(clip(desk.folder)))
    assert desk.code == 1
    assert not desk.out.exists()


def test_a_cut_or_a_moved_camera_is_said(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipeline = FakePipeline(shot(), warning="the camera moved at 1.2 s")
    monkeypatch.setattr(command, "shot_reader", lambda: pipeline)
    assert "note: the camera moved at 1.2 s" in desk.analyze(clip(desk.folder))
    assert desk.code == 0


def test_an_unknown_game(desk: Desk) -> None:
    line = one_line(desk.analyze(clip(desk.folder), game="snooker"))
    assert "'snooker' is no game" in line
    assert "straight-pool" in line
    assert desk.code == 1


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"schema": "other/9"}', '{"schema": "cueref/1"}']
)
def test_a_broken_table_file(desk: Desk, content: str) -> None:
    broken = desk.folder / "broken.json"
    broken.write_text(content)
    said = desk.analyze(clip(desk.folder), "--table", str(broken))
    assert "broken.json" in one_line(said)
    assert desk.code == 1
    assert not desk.out.exists()


def test_a_missing_table_file(desk: Desk) -> None:
    said = desk.analyze(clip(desk.folder), "--table", str(desk.folder / "no.json"))
    assert "no.json" in one_line(said)
    assert desk.code == 1


def test_a_table_file_of_another_picture(desk: Desk) -> None:
    small = write_clip(desk.folder / "small.mp4", size=(160, 90))
    assert "320 x 180" in one_line(desk.analyze(small))
    assert desk.code == 1


@pytest.mark.parametrize(
    ("lines", "where"),
    [
        (['{"shot": 1, "ball": "6", "pocket": "foot-left"}', "{"], "line 2"),
        (['{"shot": 1, "ball": "66", "pocket": "foot-left"}'], "line 1"),
        (['{"shot": "one", "ball": "6"}'], "line 1"),
        (["", "", '{"shot": 1, "declare": "nonsense"}'], "line 3"),
    ],
)
def test_broken_calls_name_their_line(desk: Desk, lines: list[str], where: str) -> None:
    calls = desk.folder / "calls.jsonl"
    calls.write_text("\n".join(lines))
    line = one_line(desk.analyze(clip(desk.folder), "--calls", str(calls)))
    assert f"calls.jsonl, {where}" in line
    assert desk.code == 1
    assert not desk.out.exists()


def test_missing_calls(desk: Desk) -> None:
    said = desk.analyze(clip(desk.folder), "--calls", str(desk.folder / "no.jsonl"))
    assert "no.jsonl cannot be read" in one_line(said)
    assert desk.code == 1


def test_an_output_folder_that_exists(desk: Desk) -> None:
    video = clip(desk.folder)
    desk.analyze(video)
    assert "--overwrite" in one_line(desk.analyze(video))
    assert desk.code == 1
    assert desk.shots() == 1
    desk.analyze(video, "--overwrite")
    assert desk.code == 0


def test_a_full_disk_keeps_the_shots_before(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipeline = FakePipeline(shot(1, 0.2), shot(2, 1.3))
    monkeypatch.setattr(command, "shot_reader", lambda: pipeline)
    write = TracksFile.write

    def full_at_the_second(self: TracksFile, number: int, tracks: object) -> None:
        if number == 2:
            raise OSError(errno.ENOSPC, "No space left on device", "tracks.parquet")
        write(self, number, tracks)  # type: ignore[arg-type]

    monkeypatch.setattr(TracksFile, "write", full_at_the_second)
    assert "the disk is full" in one_line(desk.analyze(clip(desk.folder)))
    assert desk.code == 1
    lines = (desk.out / "shots.jsonl").read_text().splitlines()
    assert [json.loads(line)["shot"] for line in lines] == [1, 2]
    assert json.loads((desk.out / "match.json").read_text())["schema"] == "cueref/1"


def test_a_full_disk_while_drawing_leaves_no_half_video(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "annotated.mp4")

    monkeypatch.setattr("cueref.video_writer.VideoWriter.write", full)
    assert "the disk is full" in one_line(desk.analyze(clip(desk.folder), "--annotate"))
    assert desk.code == 1
    assert desk.shots() == 1
    assert not (desk.out / "annotated.mp4").exists()


def test_a_stream_is_not_for_analyze(desk: Desk, tmp_path: Path) -> None:
    said = desk.analyze("rtsp://127.0.0.1:1/live")
    assert "does not answer" in one_line(said)
    assert desk.code == 1


def test_several_recordings_get_a_folder_each(desk: Desk) -> None:
    video = clip(desk.folder)
    other = desk.folder / "second.mp4"
    shutil.copy(video, other)
    missing = desk.folder / "third.mp4"
    said = desk.analyze(video, str(other), str(missing))
    assert desk.code == 1
    assert "third.mp4 does not exist" in said
    assert "1 of 3 recordings failed" in said
    assert {p.name for p in desk.out.iterdir()} == {"match", "second"}


@pytest.mark.parametrize(
    "more", [["--head", "north"], ["--size", "pool-10ft"], ["--nonsense"]]
)
def test_wrong_usage_gives_two(desk: Desk, more: list[str]) -> None:
    desk.analyze(clip(desk.folder), *more)
    assert desk.code == 2


def test_calibration_of_a_recording_uses_few_pictures() -> None:
    assert calibrated_view.CALIBRATION_PICTURES <= 21
