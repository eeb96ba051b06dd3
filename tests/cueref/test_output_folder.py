"""Results are never lost: not the earlier ones, not what was written before a fault."""

import errno
import io
import json
from pathlib import Path
from typing import Any

import pytest

from cueref.errors import OutputError, OutputExistsError
from cueref.output_folder import JsonLines, OutputFolder


def test_files_get_their_names_at_the_end(tmp_path: Path) -> None:
    with OutputFolder(tmp_path / "a" / "b", overwrite=False) as folder:
        folder.json_lines("shots.jsonl").write({"shot": 1, "ball": "шар"})
        folder.write_json("match.json", {"schema": "cueref/1"})
        assert not (tmp_path / "a" / "b" / "shots.jsonl").exists()
    names = {p.name for p in (tmp_path / "a" / "b").iterdir()}
    assert names == {"shots.jsonl", "match.json"}
    line = (tmp_path / "a" / "b" / "shots.jsonl").read_text(encoding="utf-8")
    assert json.loads(line) == {"shot": 1, "ball": "шар"}


def test_results_that_are_there_are_not_touched(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text("old")
    with pytest.raises(OutputExistsError, match="--overwrite"):
        OutputFolder(tmp_path, overwrite=False)
    assert (tmp_path / "match.json").read_text() == "old"


def test_an_empty_folder_is_free(tmp_path: Path) -> None:
    OutputFolder(tmp_path, overwrite=False)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "out").touch()
    with pytest.raises(OutputError, match="is a file"):
        OutputFolder(tmp_path / "out", overwrite=True)
    with pytest.raises(OutputError, match="cannot be made"):
        OutputFolder(tmp_path / "out" / "below", overwrite=True)


def test_overwriting_replaces_at_success(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text("old")
    with OutputFolder(tmp_path, overwrite=True) as folder:
        folder.write_text("match.json", "new")
        assert (tmp_path / "match.json").read_text() == "old"
    assert (tmp_path / "match.json").read_text() == "new"


def _fail_after_one_shot(path: Path, *, overwrite: bool) -> None:
    with OutputFolder(path, overwrite=overwrite) as folder:
        folder.json_lines("shots.jsonl").write({"shot": 1})
        raise RuntimeError


def test_a_failed_run_keeps_what_it_wrote(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError):
        _fail_after_one_shot(tmp_path / "out", overwrite=False)
    assert (tmp_path / "out" / "shots.jsonl").read_text() == '{"shot": 1}\n'


def test_a_failed_run_does_not_replace_earlier_results(tmp_path: Path) -> None:
    (tmp_path / "shots.jsonl").write_text("old")
    with pytest.raises(RuntimeError):
        _fail_after_one_shot(tmp_path, overwrite=True)
    assert (tmp_path / "shots.jsonl").read_text() == "old"
    assert (tmp_path / "shots.jsonl.part").read_text() == '{"shot": 1}\n'


def test_a_run_that_fails_before_it_writes_leaves_no_folder(tmp_path: Path) -> None:
    with (
        pytest.raises(RuntimeError),
        OutputFolder(tmp_path / "out", overwrite=False),
    ):
        raise RuntimeError
    assert not (tmp_path / "out").exists()


def test_left_overs_of_a_failed_run_are_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / "shots.jsonl.part").write_text("half")
    with OutputFolder(tmp_path, overwrite=False) as folder:
        folder.json_lines("shots.jsonl").write({"shot": 1})
    assert [p.name for p in tmp_path.iterdir()] == ["shots.jsonl"]


class _FullDisk(io.FileIO):
    """A file on a disk that has room for a few more bytes only."""

    room = 10**6

    def write(self, data: Any) -> int:
        if self.room == 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = super().write(bytes(data)[: self.room])
        self.room -= taken
        return taken


def test_a_full_disk_leaves_whole_lines(tmp_path: Path) -> None:
    lines = JsonLines(tmp_path / "shots.jsonl")
    lines.close()
    disk = _FullDisk(tmp_path / "shots.jsonl", "wb")
    lines._file = disk
    lines.write({"shot": 1})
    disk.room = 5
    with pytest.raises(OSError, match="No space"):
        lines.write({"shot": 2})
    lines.close()
    assert (tmp_path / "shots.jsonl").read_text() == '{"shot": 1}\n'
