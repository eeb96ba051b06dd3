"""A stored match judged again by other settings or corrections."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator.balls import Discipline
from adjudicator.notation import print_shot
from adjudicator.shot import Shot
from adjudicator.table import TABLES, TableKind
from cueref.cli import main as cli
from cueref.referee import Referee, ruling_object
from tests.conformance.situation import read_shot

TABLE = TABLES[TableKind.POOL_9FT]
TEXTS = ("table 2 5 9; hit 5; rail 5 foot", "table 2 5 9; hit 2; drop 2")


def shots() -> list[Shot]:
    read = [read_shot(text, number, [])[0] for number, text in enumerate(TEXTS, 1)]
    return [replace(shot, kind=None) for shot in read]


@pytest.fixture
def match(tmp_path: Path) -> Path:
    """A folder with two shots and their verdicts."""
    referee = Referee(Discipline.NINE_BALL, TABLE)
    verdicts = [json.dumps(ruling_object(referee.judge(shot))) for shot in shots()]
    info: dict[str, Any] = {
        "schema": "cueref/1",
        "game": "nine-ball",
        "table": {
            "kind": TABLE.kind.value,
            "length": TABLE.length,
            "width": TABLE.width,
            "ball_radius": TABLE.ball_radius,
        },
    }
    (tmp_path / "match.json").write_text(json.dumps(info))
    (tmp_path / "shots.jsonl").write_text("\n".join(map(print_shot, shots())))
    (tmp_path / "verdicts.jsonl").write_text("\n".join(verdicts) + "\n\n")
    return tmp_path


def replay(capsys: pytest.CaptureFixture[str], *arguments: object) -> list[Any]:
    assert cli.main(["replay", *map(str, arguments)]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_same_rules_change_nothing(
    match: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay(capsys, match) == []


def test_a_correction_changes_its_shot(
    match: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = {"shot": 1, "overrule": {"legal": True}, "by": "referee"}
    (match / "calls.jsonl").write_text(json.dumps(line))
    (first,) = replay(capsys, match)
    assert first["changes"]["fouls"] == {"was": ["nine.7"], "is": []}
    assert first["changes"]["legal"] == {"was": False, "is": True}
    assert first["changes"]["next"]["is"]["cue_ball"] == "as_it_lies"


def test_another_file_of_calls_takes_the_place_of_the_own(
    match: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (match / "calls.jsonl").write_text("nonsense")
    other = tmp_path / "other.jsonl"
    other.write_text('{"settings": {"breaker": "B"}}')
    found = replay(capsys, match, "--calls", other)
    assert [one["changes"]["shooter"]["is"] for one in found] == ["B", "A"]


def test_all_verdicts_can_be_printed(
    match: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = replay(capsys, match, "--all")
    assert [verdict["shot"] for verdict in found] == [1, 2]


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("match.json", "{", "not JSON"),
        ("match.json", "[]", "expected an object"),
        ("match.json", '{"game": "darts"}', "darts"),
        ("match.json", '{"game": "nine-ball"}', "field table: expected an object"),
        ("match.json", '{"game": "nine-ball", "table": {}}', "'length' is missing"),
        ("verdicts.jsonl", '{"shot": "one"}', "line 1, field shot"),
        ("shots.jsonl", "{}", "field shot: is missing"),
    ],
)
def test_a_broken_match_is_refused_in_one_line(
    match: Path, name: str, text: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (match / name).write_text(text)
    assert cli.main(["replay", str(match)]) == 1
    assert line in capsys.readouterr().err


def test_a_folder_that_is_no_match_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["replay", str(tmp_path)]) == 1
    assert "match.json cannot be read: No such file" in capsys.readouterr().err


def test_a_file_that_is_no_text_is_refused(
    match: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (match / "shots.jsonl").write_bytes(b"\xff\xfe\xff")
    assert cli.main(["replay", str(match)]) == 1
    assert "no UTF-8 text" in capsys.readouterr().err
