"""A rendered recording is refereed on the page: read by the pipeline, ruled, shown."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.balls import Discipline
from tests.browser.recording_side import RecordingWatch
from tests.browser.test_match import at_table, picture, ruling
from tests.web.table_side import Club

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Open = Callable[..., Any]


def test_a_recording_of_eight_ball_is_refereed_on_the_page(
    tmp_path: Path, open_page: Open
) -> None:
    watch = RecordingWatch("eight_ball.mp4", Discipline.EIGHT_BALL)
    club = Club(tmp_path, watch=watch, game=Discipline.EIGHT_BALL)
    try:
        page = open_page(club.url)
        page.click("#do-start")
        page.click("[data-game=eight-ball]")
        page.fill("#a", "Anna")
        page.fill("#b", "Boris")
        page.click("#begin")
        page.wait_for_selector("#watch.good")

        # A ball goes down, and the cue ball after it: a foul.
        watch.let_shoot()
        text = ruling(page, "foul")
        assert "pool.18" in text
        assert "ball in hand" in text
        assert at_table(page) == "Boris"
        page.wait_for_selector("button:has-text('slow motion')")
        picture(page, "recording-foul")

        # Its slow motion can be looked at.
        page.click("#details")
        page.wait_for_selector("dialog video")
        page.wait_for_function("document.querySelector('video').readyState >= 2")
        longer = page.evaluate("document.querySelector('video').duration")
        assert longer > 4
        picture(page, "recording-slow-motion")
        page.keyboard.press("Escape")

        # Boris calls a ball by touching it, and it goes down.
        called = club.calls_of("eight_ball.calls.jsonl")
        page.click("#do-call")
        page.click(f"[data-pick='{called['ball']}']")
        page.click(f"[data-pick='{called['pocket']}']")
        page.wait_for_selector("[data-called]")
        picture(page, "recording-called")
        watch.let_shoot()
        page.wait_for_selector("[data-shot='2']")
        text = ruling(page, "legal")
        assert at_table(page) == "Boris"
        picture(page, "recording-legal")
    finally:
        club.close()
