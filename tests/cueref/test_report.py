"""The report is one valid page that needs nothing else."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest

from adjudicator.balls import Ball
from adjudicator.table import TABLES, TableKind
from cueref.report.drawing import draw_shot, numbered, simplified
from cueref.report.shots import clock
from tests.cueref.table_clip import record, shot, two_shot_report

_VOID = {"meta", "br", "img", "input", "hr", "link", "circle", "path", "rect"}


class _Checker(HTMLParser):
    """Collects what is wrong with the nesting of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(
        self, tag: str, attrs: list[tuple[str, str | None]]
    ) -> None: ...

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


@pytest.fixture
def page() -> str:
    return two_shot_report("a <match> & more.mp4", ("the camera moved",))


def test_the_page_is_well_formed(page: str) -> None:
    checker = _Checker()
    checker.feed(page)
    assert page.startswith("<!DOCTYPE html>")
    assert checker.wrong == []
    assert checker.open == []
    assert len(checker.ids) == len(set(checker.ids))


def test_the_page_needs_no_network(page: str) -> None:
    addresses = re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?([^"')\s>]+)""", page)
    assert all(address.startswith("#") for address in addresses)
    assert set(re.findall(r"https?://[^\"' <]+", page)) == {
        "http://www.w3.org/2000/svg"
    }


def test_the_page_says_everything_in_both_languages(page: str) -> None:
    assert page.count('<span lang="en">') == page.count('<span lang="ru">') > 20
    assert "Протокол" in page
    assert "Score sheet" in page
    assert "nine.8" in page


def test_names_of_files_cannot_break_the_page(page: str) -> None:
    assert "<match>" not in page
    assert "a &lt;match&gt; &amp; more.mp4" in page


def test_every_shot_has_a_drawing_with_its_events_numbered(page: str) -> None:
    assert page.count('<svg class="table" ') == 2
    first = draw_shot(shot(), TABLES[TableKind.POOL_9FT], record(shot()).tracks)
    assert first.count('class="mark"') == len(numbered(shot())) == 4
    assert first.count('class="hole"') == 6
    assert first.count('class="cushion"') == 6
    assert first.count('class="ball"') == len(shot().after.balls)


def test_the_drawing_is_to_scale() -> None:
    table = TABLES[TableKind.POOL_9FT]
    drawing = draw_shot(shot(), table, {})
    box = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', drawing)
    assert box is not None
    assert float(box[3]) == pytest.approx(2540 + 300, abs=1)
    assert float(box[4]) == pytest.approx(1270 + 300, abs=1)
    assert f'r="{table.ball_radius * 1000:.1f}"' in drawing


def test_a_striped_ball_is_striped() -> None:
    drawing = draw_shot(shot(), TABLES[TableKind.POOL_9FT], {})
    assert Ball("9") in shot().after
    assert drawing.count('fill="#f6f3e8" d=') == 2


def test_a_simplified_path_stays_close() -> None:
    t = np.linspace(0, 1, 400)
    curve = np.column_stack([t, 0.3 * t**2])
    corners = simplified(curve, 0.002)
    assert len(corners) < 20
    back = np.interp(t, corners[:, 0], corners[:, 1])
    assert np.abs(back - curve[:, 1]).max() < 0.003


def test_a_ball_at_rest_has_no_path() -> None:
    noise = np.random.default_rng(0).normal(0, 1e-4, (50, 2))
    assert len(simplified(noise, 0.002)) == 1


@pytest.mark.parametrize(
    ("t", "text"), [(0, "0:00.0"), (61.24, "1:01.2"), (3599.97, "1:00:00.0")]
)
def test_times_are_minutes_and_seconds(t: float, text: str) -> None:
    assert clock(t) == text
