"""The recipes for developers are true: their examples run, their names exist."""

import importlib
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from adjudicator.disciplines.registry import DISCIPLINES, Rules
from adjudicator.players import Seat
from cueref.alerts.sinks import KINDS
from cueref.report.sheets import score_sheet
from cueref.report.words import GAMES
from vision.detections import Detections
from vision.frames import FrameSource

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs/recipes.md").read_text(encoding="utf-8")
PACKAGES = ("adjudicator", "calibration", "vision", "tracking", "cueref")


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    """What the examples define, all in one module."""
    names: dict[str, Any] = {"__name__": "recipes"}
    for block in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        exec(compile(block, "docs/recipes.md", "exec"), names)  # noqa: S102
    return names


def test_the_source_keeps_what_a_source_promises(example: dict[str, Any]) -> None:
    pictures = [np.full((4, 6, 3), n, np.uint8) for n in range(10)]
    with example["MemorySource"]("memory", pictures) as source:
        assert isinstance(source, FrameSource)
        assert source.size == (6, 4)
        assert [round(f.t, 2) for f in source][:3] == [0.0, 0.04, 0.08]
        assert [f.index for f in source] == list(range(10))
        assert len(source.sample(3)) == 3


def test_the_detector_finds_a_ball(example: dict[str, Any]) -> None:
    cv2 = pytest.importorskip("cv2")
    picture = np.full((120, 160, 3), (120, 80, 40), np.uint8)
    cv2.circle(picture, (90, 60), 12, (240, 240, 240), -1, cv2.LINE_AA)
    found = example["CircleDetector"]().detect(
        picture, (40, 20, 150, 110), expected_radius_px=(9.0, 15.0)
    )
    assert isinstance(found, Detections)
    assert len(found) >= 1
    assert np.hypot(*(found.uv[0] - (90, 60))) < 2


def test_the_channel_makes_a_call(example: dict[str, Any], tmp_path: Path) -> None:
    sink = example["FileSink"](f"file://{tmp_path / 'calls.txt'}")
    sink.send({"id": "m:3:foul", "text": {"en": "A foul.", "ru": "Фол."}})
    sink.close()
    assert (tmp_path / "calls.txt").read_text() == "m:3:foul A foul.\n"
    assert sink.name == "file calls.txt"


def test_the_games_are_built_as_the_recipe_says() -> None:
    table = TEXT.partition("## Add a discipline")[2]
    functions = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert set(functions) == {
        name for name in vars(Rules) if not name.startswith("_")
    } - {"_is_protocol"}
    for game, module in DISCIPLINES.items():
        assert all(callable(getattr(module, name)) for name in functions)
        assert game in GAMES
        assert score_sheet(game, [], dict.fromkeys(Seat, "")) is not None


def test_every_name_of_the_recipes_exists() -> None:
    assert KINDS
    for name in re.findall(r"`([\w./-]+)`", TEXT):
        first = name.split(".")[0].split("/")[0]
        if name.endswith((".py", ".md")) or "/" in name:
            assert any((ROOT / place / name).exists() for place in PLACES), name
        elif first in PACKAGES and "." in name:
            assert _exists(name), name


PLACES = ("", "adjudicator/disciplines")


def _exists(name: str) -> bool:
    module, _, member = name.rpartition(".")
    try:
        return hasattr(importlib.import_module(module), member)
    except ModuleNotFoundError:
        return _exists(module)
