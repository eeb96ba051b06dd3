"""The reports of a rendered match of each game, as a browser shows and prints them."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cueref.stored_report import stored_report
from tests.golden.summary import sample_names

pytest.importorskip("axe_playwright_python", reason="axe checks the pages")
from tests.browser.report_checks import faults_of, printed_pages

pytestmark = [pytest.mark.browser, pytest.mark.golden]

PICTURES = os.environ.get("CUEREF_TEST_PICTURES")
"""Folder for pictures of the reports, to be looked at."""

SAMPLES = Path(__file__).parents[2] / "sample_videos"

PLAYERS = {"settings": {"players": {"A": "Ирина Петрова", "B": "Jack O'Neill"}}}


@pytest.mark.parametrize("name", sample_names())
def test_a_report_is_shown_and_printed_without_fault(
    name: str, sample_results: Callable[[str], Path], tmp_path: Path, browser: Any
) -> None:
    calls = tmp_path / "calls.jsonl"
    calls.write_text(json.dumps(PLAYERS) + "\n", encoding="utf-8")
    report = tmp_path / name / "report.html"
    report.parent.mkdir()
    report.write_text(stored_report(sample_results(name), calls), encoding="utf-8")
    pictures = None if PICTURES is None else Path(PICTURES)
    assert faults_of(browser, report, pictures) == []
    assert 2 <= printed_pages(browser, report) <= 8


def test_a_clip_shows_its_decisive_picture_once_it_is_near(
    sample_results: Callable[[str], Path], tmp_path: Path, browser: Any
) -> None:
    folder = tmp_path / "nine_ball"
    shutil.copytree(sample_results("nine_ball"), folder)
    (folder / "clips").mkdir(exist_ok=True)
    for number in (1, 2):
        clip = folder / f"clips/shot-{number:03d}-clip.mp4"
        shutil.copy(SAMPLES / "nine_ball.mp4", clip)
    report = folder / "report.html"
    report.write_text(stored_report(folder), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 300})
    page.goto(report.as_uri())
    clips = page.locator("video")
    assert clips.count() == 2
    assert clips.nth(1).evaluate("clip => clip.readyState") == 0
    clips.nth(1).scroll_into_view_if_needed()
    page.wait_for_function("document.querySelectorAll('video')[1].readyState >= 2")
    at = clips.nth(1).evaluate("clip => clip.currentTime - clip.dataset.at")
    assert abs(at) < 0.05
    page.close()
