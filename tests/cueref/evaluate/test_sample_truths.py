"""The truths of the sample videos agree with themselves and with the rules."""

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.table import TABLES, TableKind
from calibration.four_corners import calibrate_from_corners
from cueref.calls_file import read_calls
from cueref.evaluate.analysis_files import StoredAnalysis
from cueref.evaluate.evaluation import score_clip
from cueref.evaluate.rulings import true_rulings, true_shot
from cueref.evaluate.truth import read_object, read_truth
from cueref.game import game_named

SAMPLES = Path(__file__).parents[3] / "sample_videos"


@pytest.mark.parametrize(
    "file", sorted(SAMPLES.glob("*.truth.json")), ids=lambda path: path.stem
)
def test_an_analysis_that_is_the_truth_is_perfect(file: Path) -> None:
    value = read_object(file)
    table = TABLES[TableKind(value["table"]["kind"])]
    head_end = value["table"]["head_end"]
    found = calibrate_from_corners(
        value["corners_uv"], tuple(value["size"]), table, head_end
    )
    match = {"table": {"head_end": head_end}}
    analysis = StoredAnalysis(file, match, (), (), found)
    truth = read_truth(file, value, analysis)
    calls = file.with_name(file.name.replace(".truth.json", ".calls.jsonl"))
    script = read_calls(calls if calls.is_file() else None)
    rulings = true_rulings(truth, game_named(value["game"]), table, script)
    shots = tuple(true_shot(truth, n) for n in range(1, len(truth.shots) + 1))
    verdicts = tuple(ruling or {} for ruling in rulings)
    score = score_clip(truth, replace(analysis, shots=shots, verdicts=verdicts), script)
    assert score.remarks == ()
    assert score.shots.f1 == 1
    first = score.first_contact.plus(score.break_first_contact)
    assert first.right == first.of == len(truth.shots)
    assert score.verdicts.right == score.verdicts.of
    assert all(ruling["status"] == "called" for ruling in rulings if ruling)
