"""The sample videos end to end: exact in events and rulings, close in time and place.

`make golden` writes the expected results anew.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.golden.summary import GOLDEN, analyzed, sample_names

pytestmark = pytest.mark.golden

SECONDS, METRES = 0.02, 0.005


@pytest.mark.parametrize("name", sample_names())
def test_a_sample_video_gives_what_it_gave(name: str, tmp_path: Path) -> None:
    golden = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    found = analyzed(name, tmp_path / "out")
    assert _facts(found) == _facts(golden)
    for shot, expected in zip(found["shots"], golden["shots"], strict=True):
        assert shot["t"] == pytest.approx(expected["t"], abs=0.1)
        times = [event[3] for event in shot["events"]]
        assert times == pytest.approx(
            [event[3] for event in expected["events"]], abs=SECONDS
        )
        for when in ("before", "after"):
            for ball, xy in shot[when].items():
                assert xy == pytest.approx(expected[when][ball], abs=METRES)


def _facts(value: dict[str, Any]) -> list[Any]:
    """What must be exactly the same."""
    return [
        (
            [event[:3] for event in shot["events"]],
            sorted(shot["before"]),
            sorted(shot["after"]),
            shot["ruling"],
        )
        for shot in value["shots"]
    ]
