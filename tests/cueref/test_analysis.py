"""Around the pipeline: calibration, judging, the files, progress."""

import json
from pathlib import Path

import av
import pyarrow.parquet as pq
import pytest

from adjudicator.notation import parse_shots
from cueref.analysis import Watcher, analyze_recording
from cueref.cli import analyze as command
from cueref.cli import main as cli
from cueref.errors import IncompleteAnalysisError, OutputExistsError
from cueref.tracks_file import StoredTracks
from tests.cueref.table_clip import ONE, FakePipeline, clip, options, record, shot


def _lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_every_file_of_the_contract_is_written(tmp_path: Path) -> None:
    chosen = options(tmp_path, annotate=True, report=True, clips=True)
    analysis = analyze_recording(str(clip(tmp_path)), chosen, FakePipeline(shot()))
    names = {str(p.relative_to(chosen.out)) for p in chosen.out.rglob("*.*")}
    assert names == {
        "match.json",
        "shots.jsonl",
        "verdicts.jsonl",
        "tracks.parquet",
        "table.json",
        "verdicts.vtt",
        "report.html",
        "annotated.mp4",
        "clips/shot-001.mp4",
    }
    assert {p.name for p in analysis.files} == {Path(n).name for n in names}


def test_match_json_describes_the_recording(tmp_path: Path) -> None:
    pipeline = FakePipeline(shot(), warning="the camera moved at 1.0 s")
    chosen = options(tmp_path)
    analyze_recording(str(clip(tmp_path)), chosen, pipeline)
    match = json.loads((chosen.out / "match.json").read_text())
    assert match["schema"] == "cueref/1"
    assert match["source"] == "match.mp4"
    assert match["game"] == "nine-ball"
    assert match["frames"] == 60
    assert match["duration"] == pytest.approx(59 / 25)
    assert match["table"]["head_end"] == "left"
    assert match["table"]["length"] == pytest.approx(2.54)
    corners = [u for uv in match["calibration"]["corners_uv"] for u in uv]
    assert corners == pytest.approx([20, 20, 300, 20, 300, 160, 20, 160], abs=6)
    assert match["warnings"] == ["the camera moved at 1.0 s"]
    assert match["complete"] is True


def test_shots_and_verdicts_are_one_line_each(tmp_path: Path) -> None:
    chosen = options(tmp_path)
    shots = (shot(1, 0.2), shot(2, 1.3, pot=False))
    analyze_recording(str(clip(tmp_path)), chosen, FakePipeline(*shots))
    text = (chosen.out / "shots.jsonl").read_text(encoding="utf-8").splitlines()
    assert [s.number for s in parse_shots(text)] == [1, 2]
    verdicts = _lines(chosen.out / "verdicts.jsonl")
    assert [v["shot"] for v in verdicts] == [1, 2]
    assert verdicts[0]["legal"] is True
    assert verdicts[0]["pocketed"] == ["1"]


def test_tracks_can_be_read_back_shot_by_shot(tmp_path: Path) -> None:
    chosen = options(tmp_path)
    analyze_recording(str(clip(tmp_path)), chosen, FakePipeline(shot()))
    columns = pq.read_table(chosen.out / "tracks.parquet").column_names
    assert {"frame", "t", "ball", "x", "y", "vx", "vy", "sigma_xy", "seen"} <= set(
        columns
    )
    stored = StoredTracks(chosen.out / "tracks.parquet")
    expected = record(shot()).tracks[ONE]
    assert stored.of(1)[ONE].xy == pytest.approx(expected.xy)
    assert stored.of(2) == {}


def test_the_annotated_video_has_every_picture_at_its_time(tmp_path: Path) -> None:
    chosen = options(tmp_path, annotate=True)
    analyze_recording(str(clip(tmp_path)), chosen, FakePipeline(shot()))
    with av.open(str(chosen.out / "annotated.mp4")) as container:
        times = [f.time for f in container.decode(video=0)]
    assert times == pytest.approx([k / 25 for k in range(60)], abs=1e-3)


def test_progress_is_told(tmp_path: Path) -> None:
    stages: list[str] = []
    steps: list[int] = []
    rulings: list[int] = []
    watcher = Watcher(
        lambda word, _total: stages.append(word),
        steps.append,
        lambda ruling: rulings.append(ruling.shot.number),
    )
    analyze_recording(
        str(clip(tmp_path)), options(tmp_path), FakePipeline(shot()), watcher
    )
    assert stages == ["finding the table", "watching"]
    assert steps == list(range(1, 61))
    assert rulings == [1]


def test_a_truncated_recording_is_analysed_as_far_as_it_goes(tmp_path: Path) -> None:
    video = clip(
        tmp_path, frames=200, codec="mjpeg", pixel_format="yuvj420p", fast_start=True
    )
    data = video.read_bytes()
    video.write_bytes(data[: len(data) // 2])
    chosen = options(tmp_path)
    with pytest.raises(IncompleteAnalysisError, match="breaks off"):
        analyze_recording(str(video), chosen, FakePipeline(shot()))
    assert len(_lines(chosen.out / "shots.jsonl")) == 1
    match = json.loads((chosen.out / "match.json").read_text())
    assert match["complete"] is False
    assert 60 < match["frames"] < 140


def test_earlier_results_are_replaced_only_when_asked(tmp_path: Path) -> None:
    video = str(clip(tmp_path))
    analyze_recording(video, options(tmp_path), FakePipeline(shot()))
    with pytest.raises(OutputExistsError):
        analyze_recording(video, options(tmp_path), FakePipeline())
    assert _lines(tmp_path / "out" / "shots.jsonl")
    again = options(tmp_path, overwrite=True)
    analyze_recording(video, again, FakePipeline())
    assert _lines(tmp_path / "out" / "shots.jsonl") == []


def test_an_interrupted_analysis_keeps_the_shots_before(tmp_path: Path) -> None:
    def interrupt(count: int) -> None:
        if count == 45:
            raise KeyboardInterrupt

    watcher = Watcher(lambda _w, _t: None, interrupt, lambda _r: None)
    with pytest.raises(KeyboardInterrupt):
        analyze_recording(
            str(clip(tmp_path)), options(tmp_path), FakePipeline(shot()), watcher
        )
    assert len(_lines(tmp_path / "out" / "shots.jsonl")) == 1
    assert StoredTracks(tmp_path / "out" / "tracks.parquet").of(1)


def test_the_command_prints_verdicts_as_data(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pipeline = FakePipeline(shot())
    monkeypatch.setattr(command, "shot_reader", lambda: pipeline)
    options(tmp_path)
    arguments = ["analyze", str(clip(tmp_path)), "--game", "nine-ball", "--json"]
    arguments += ["-o", str(tmp_path / "o"), "--table", str(tmp_path / "table.json")]
    assert cli.main(arguments) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["shot"] == 1
    assert "1 shot; results" in captured.err
