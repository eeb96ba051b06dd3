"""`cueref doctor`: what it looks at, and what it says when something is wrong."""

import json
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from cueref import health
from cueref.cli import main as cli
from cueref.health import State, examine
from vision.errors import ModelNotFoundError

Usage = namedtuple("Usage", "total used free")


def findings(folder: Path) -> dict[str, health.Finding]:
    return {finding.name: finding for finding in examine(folder)}


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loaded machine must not decide these tests."""
    monkeypatch.setattr(health, "_LIVE_MS", 1e9)
    monkeypatch.setattr(health, "_SLOW_MS", 1e9)


def test_everything_that_is_needed_is_looked_at(tmp_path: Path) -> None:
    found = findings(tmp_path / "not" / "yet")
    assert set(found) == {
        "Python",
        "processor",
        "codecs",
        "networks",
        "speed",
        "cameras",
        "database",
        "free disk",
    }
    for name in ("Python", "codecs", "networks", "database", "speed"):
        assert found[name].state is State.GOOD, found[name]


def test_a_full_disk_is_poor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _p: Usage(1, 1, 10**9))
    found = findings(tmp_path)["free disk"]
    assert found.state is State.POOR
    assert "make room" in found.found


def test_a_missing_network_is_bad_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> health.Finding:
        raise ModelNotFoundError("no network at balls.onnx")

    monkeypatch.setattr(health, "_networks", missing)
    found = findings(tmp_path)["networks"]
    assert found.state is State.BAD
    assert "balls.onnx" in found.found


def test_a_slow_processor_is_bad(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "_SLOW_MS", 0.0)
    assert findings(tmp_path)["speed"].state is State.BAD


def test_the_exit_code_tells(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    command = ["doctor", "--folder", str(tmp_path), "--json"]
    assert cli.main(command) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["state"] for line in lines} <= {"good", "poor"}
    monkeypatch.setattr(health, "_SLOW_MS", 0.0)
    assert cli.main(["doctor", "--folder", str(tmp_path)]) == 1
    assert capsys.readouterr().err.strip().endswith("1 check failed")
