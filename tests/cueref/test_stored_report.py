"""`cueref report`: the report of a stored match, made anew."""

from pathlib import Path

import pytest

from cueref.analysis import analyze_recording
from cueref.cli import main as cli
from tests.cueref.table_clip import FakePipeline, clip, options, shot


@pytest.fixture
def match(tmp_path: Path) -> Path:
    """A folder of results with clips and without a report."""
    chosen = options(tmp_path, clips=True)
    pipeline = FakePipeline(shot(), shot(2, 1.2, pot=False))
    analyze_recording(str(clip(tmp_path)), chosen, pipeline)
    return chosen.out


def test_the_report_is_made_from_the_stored_files(match: Path) -> None:
    assert cli.main(["report", str(match)]) == 0
    page = (match / "report.html").read_text(encoding="utf-8")
    assert 'id="shot-2"' in page
    assert 'src="clips/shot-001.mp4#t=' in page


def test_a_correction_entered_since_is_in_it(match: Path, tmp_path: Path) -> None:
    calls = tmp_path / "later.jsonl"
    calls.write_text(
        '{"settings": {"players": {"A": "Anna", "B": "Boris"}}}\n'
        '{"shot": 2, "undo": true}\n'
    )
    out = tmp_path / "new.html"
    assert cli.main(["report", str(match), "--calls", str(calls), "-o", str(out)]) == 0
    page = out.read_text(encoding="utf-8")
    assert "Anna" in page
    assert "not judged" in page


@pytest.mark.parametrize("name", ["match.json", "tracks.parquet", "table.json"])
def test_a_missing_file_is_named(
    match: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (match / name).unlink()
    assert cli.main(["report", str(match)]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert name in said
