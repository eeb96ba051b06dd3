"""The labels of the real recordings can be read, and fit onto a table."""

from pathlib import Path

import pytest

from adjudicator.table import TABLES, TableKind
from calibration.four_corners import calibrate_from_corners
from cueref.evaluate.analysis_files import StoredAnalysis
from cueref.evaluate.evaluation import first_contact
from cueref.evaluate.truth import read_object, read_truth

CLIPS = Path(__file__).parents[3].parent / "shared" / "real" / "clips"

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not CLIPS.is_dir(), reason=f"{CLIPS} is absent"),
]


@pytest.mark.parametrize(
    "file", sorted(CLIPS.glob("*.truth.json")), ids=lambda p: p.stem
)
def test_labels_are_read_onto_the_table(file: Path) -> None:
    value = read_object(file)
    table = TABLES[TableKind.POOL_9FT]
    found = calibrate_from_corners(
        value["table"]["corners_uv"], tuple(value["size"]), table, "left"
    )
    match = {"table": {"head_end": "left"}}
    truth = read_truth(file, value, StoredAnalysis(file, match, (), (), found))
    assert not truth.is_exact
    assert len(truth.shots) == 1
    for x, y in truth.shots[0].before.values():
        assert abs(x) < table.length / 2 + 0.05
        assert abs(y) < table.width / 2 + 0.05
    assert first_contact(truth.events, "cue") == value["first_contact"]
    assert truth.rail_after_contact == value["rail_after_contact"]
    sure = [e for e in truth.events if e.kind == "pocketed" and e.is_sure]
    assert len(sure) <= len(value["potted"])
