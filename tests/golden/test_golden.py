"""The sample videos end to end: exact in events and rulings, close in time and place.

`make golden` writes the expected results anew.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.golden.summary import GOLDEN, sample_names, summary

pytestmark = pytest.mark.golden

SECONDS, METRES = 0.02, 0.005

LEAST_ALIKE = 0.9
"""Other processors and decoders round otherwise: an event at the limit of what can be
seen may come or go, a ruling may not."""


@pytest.mark.parametrize("name", sample_names())
def test_a_sample_video_gives_what_it_gave(
    name: str, sample_results: Callable[[str], Path]
) -> None:
    golden = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    found = summary(sample_results(name))
    assert [_facts(shot) for shot in found["shots"]] == [
        _facts(shot) for shot in golden["shots"]
    ]
    for shot, expected in zip(found["shots"], golden["shots"], strict=True):
        assert shot["t"] == pytest.approx(expected["t"], abs=0.2)
        assert _alike(shot["events"], expected["events"]) >= LEAST_ALIKE
        for when in ("before", "after"):
            for ball, xy in shot[when].items():
                assert xy == pytest.approx(expected[when][ball], abs=METRES)


def _facts(shot: dict[str, Any]) -> list[Any]:
    """What must be exactly the same: balls, strike, first contact, drops, ruling."""
    contacts = [event[:3] for event in shot["events"] if event[0] == "contact"]
    return [
        sorted(shot["before"]),
        sorted(shot["after"]),
        [e[:3] for e in shot["events"] if e[0] in ("strike", "pocketed")],
        contacts[:1],
        shot["ruling"],
    ]


def _alike(found: list[Any], expected: list[Any]) -> float:
    """Return the share of events that both lists hold at nearly the same time (F1)."""
    free = list(expected)
    both = 0
    for event in found:
        near = (
            one
            for one in free
            if one[:3] == event[:3] and abs(one[3] - event[3]) <= SECONDS
        )
        match = next(near, None)
        if match is not None:
            free.remove(match)
            both += 1
    return 2 * both / max(len(found) + len(expected), 1)
