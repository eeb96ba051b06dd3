"""The reports of real recordings, as a browser shows them."""

from pathlib import Path
from typing import Any

import pytest

from adjudicator.balls import Discipline
from cueref.analysis import analyze_recording
from cueref.options import AnalysisOptions
from cueref.pipeline.reading import read_shots

pytest.importorskip("axe_playwright_python", reason="axe checks the pages")
from tests.browser.report_checks import faults_of

CLIPS = Path(__file__).parents[2].parent / "shared" / "real" / "clips"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.real,
    pytest.mark.skipif(not CLIPS.is_dir(), reason=f"{CLIPS} is absent"),
]


@pytest.mark.parametrize(
    ("clip", "game"),
    [
        ("01", Discipline.NINE_BALL),
        ("03", Discipline.EIGHT_BALL),
        ("07", Discipline.NINE_BALL),
    ],
)
def test_the_report_of_a_real_recording_is_shown_without_fault(
    clip: str, game: Discipline, tmp_path: Path, browser: Any
) -> None:
    (video,) = CLIPS.glob(f"{clip}_*.mp4")
    options = AnalysisOptions(game=game, out=tmp_path / "out", report=True)
    analyze_recording(str(video), options, read_shots)
    assert faults_of(browser, tmp_path / "out/report.html") == []
