from dataclasses import fields, replace

import pytest

from calibration.confidence import advice, doubts, model
from calibration.evidence import Evidence

CLEAR = Evidence(
    residual_px=0.1,
    strength=5.0,
    support=0.95,
    cushions=1.0,
    pockets=6,
    off_middle=0.0,
    cushion=0.0,
    focal=0.1,
    squeeze=0.0,
    spread_mm=0.2,
    blur_mm=1.0,
    rails_mm=0.8,
    parts_mm=0.4,
    agreed=0.9,
    gap_mm=0.5,
    margin=20.0,
    lean=0.5,
    misfit=5.0,
    overlap=0.97,
    corners=0.9,
    middles=0.9,
    wrong=0.0,
)

WORSE = {
    "residual_px": 1.0,
    "parts_mm": 20.0,
    "rails_mm": 60.0,
    "agreed": 0.05,
    "overlap": 0.5,
    "gap_mm": 15.0,
    "spread_mm": 6.0,
}


def test_a_clear_table_is_trusted() -> None:
    assert model().confidence(CLEAR) > model().trusted


@pytest.mark.parametrize("name", WORSE)
def test_more_doubt_is_never_more_confidence(name: str) -> None:
    worse = replace(CLEAR, **{name: WORSE[name]})
    assert model().confidence(worse) <= model().confidence(CLEAR)


def test_a_table_of_which_everything_is_doubtful_is_refused_with_a_reason() -> None:
    worse = replace(CLEAR, **WORSE)
    assert model().confidence(worse) < 0.5 * model().trusted
    assert advice(worse)


def test_every_doubt_has_a_limit_and_every_weight_a_doubt() -> None:
    awful = Evidence(*[1e3 for _ in fields(Evidence)])
    found = doubts(awful)
    assert all(0 <= value <= 3 for value in found.values())
    assert set(model().weights) <= set(found)
    assert all(weight >= 0 for weight in model().weights.values())
