"""`cueref judge`: shots in, verdicts out, no video."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator.balls import Ball
from adjudicator.events import RailTouch
from adjudicator.notation import print_shot
from adjudicator.shot import Shot
from cueref.cli import main as cli
from tests.conformance.situation import read_shot


def shots(*texts: str) -> list[Shot]:
    return [read_shot(text, number, [])[0] for number, text in enumerate(texts, 1)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def judged(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    played: list[Shot],
    *calls: dict[str, Any],
    game: str = "nine-ball",
) -> list[dict[str, Any]]:
    (folder / "shots.jsonl").write_text("\n".join(map(print_shot, played)))
    arguments = ["judge", str(folder / "shots.jsonl"), "--game", game]
    if calls:
        (folder / "calls.jsonl").write_text("\n".join(map(json.dumps, calls)))
        arguments += ["--calls", str(folder / "calls.jsonl")]
    code = cli.main(arguments)
    captured = capsys.readouterr()
    assert code == 0, captured.err
    return [json.loads(line) for line in captured.out.splitlines()]


def test_every_shot_gets_a_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = judged(
        folder,
        capsys,
        shots("table 2 5 9; hit 5; rail 5 foot", "table 2 5 9; hit 2; drop 2"),
    )
    assert first["status"] == "called"
    assert first["fouls"][0]["clause"] == "nine.7"
    assert first["next"] == {
        "shooter": "B",
        "cue_ball": "in_hand",
        "ball_on": ["2"],
        "options": [],
        "chooser": None,
        "spot": {},
    }
    assert second["shooter"] == "B"
    assert second["confidence"] == 1.0


def test_a_doubtful_shot_is_reviewed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (shot,) = shots("table 2 5 9; hit 2; rail 2 foot")
    events = tuple(
        replace(event, confidence=0.7) if isinstance(event, RailTouch) else event
        for event in shot.events
    )
    (verdict,) = judged(folder, capsys, [replace(shot, events=events)])
    assert verdict["status"] == "review"
    assert verdict["confidence"] == pytest.approx(0.7)
    assert "did the 2 reach the foot rail" in verdict["review"][1]["en"]


def test_calls_and_choices_are_taken(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    full = " ".join(str(n) for n in range(1, 10))
    left = " ".join(str(n) for n in range(1, 10) if n != 4)
    played = shots(
        f"table {full}; hit 1; drop 4",
        f"table {left}; none",
        f"table {left}; hit 1; rail 1 foot",
    )
    verdicts = judged(
        folder,
        capsys,
        played,
        {"shot": 2, "declare": "push_out"},
        {"after_shot": 2, "choose": "pass_back", "by": "B"},
    )
    assert [verdict["shooter"] for verdict in verdicts] == ["A", "A", "A"]
    assert verdicts[1]["next"]["options"] == ["accept", "pass_back"]


def test_a_shot_taken_back_has_no_verdict(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = shots("table 2 5 9; hit 5; rail 5 foot")
    assert judged(folder, capsys, played, {"shot": 1, "undo": True}) == []


def test_eight_ball_is_judged_by_its_calls(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (verdict,) = judged(
        folder,
        capsys,
        shots("table 2 3 8 12; hit 2; rail 2 left; drop 2 head-left"),
        {"shot": 1, "ball": "2", "pocket": "head-left"},
        game="eight-ball",
    )
    assert verdict["next"]["ball_on"] == ["3"]


def test_an_impossible_shot_is_refused_in_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (shot,) = shots("table 2 5 9; hit 2; drop 2; drop 2")
    (folder / "shots.jsonl").write_text(print_shot(shot))
    line = ["judge", str(folder / "shots.jsonl"), "--game", "nine-ball"]
    assert cli.main(line) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "2 is already pocketed" in captured.err
    assert Ball("2") in shot.before
