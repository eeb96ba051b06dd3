"""The reports of a rendered match of each game, as a browser shows and prints them."""

import json
import os
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
