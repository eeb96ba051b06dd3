"""The report as a browser shows it: languages, filter, no network."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cueref.table_clip import two_shot_report

pytestmark = pytest.mark.browser


@pytest.fixture
def address(tmp_path: Path) -> str:
    """A report of a legal shot and a foul."""
    path = tmp_path / "report.html"
    path.write_text(two_shot_report(), encoding="utf-8")
    return path.as_uri()


def test_the_language_is_changed_by_a_button_that_is_seen(
    open_page: Callable[..., Any], address: str
) -> None:
    page = open_page(address)
    assert page.locator("h1").inner_text() == "Match report"
    page.click("#language")
    assert page.locator("h1").inner_text() == "Отчёт о матче"
    assert page.locator("html").get_attribute("lang") == "ru"
    page.click("#language")
    assert page.locator("h1").inner_text() == "Match report"


def test_the_filter_leaves_the_fouls(
    open_page: Callable[..., Any], address: str
) -> None:
    page = open_page(address)
    assert page.locator("section.shot:visible").count() == 2
    page.click("[data-show=foul]")
    fouls = page.locator("section.shot:visible").count()
    assert fouls == page.locator("section.shot h3.called-foul").count() < 2
    page.click("[data-show=all]")
    assert page.locator("section.shot:visible").count() == 2


def test_a_phone_needs_no_sideways_scrolling(
    open_page: Callable[..., Any], address: str
) -> None:
    page = open_page(address, viewport={"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
