"""A whole match, from the pictures of a rendered video to the winner on the page.

The real watch looks at the pictures: it finds the table, follows the balls, reads the
shots in its other process; the page is driven as players and a referee would.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.balls import Discipline
from cueref.live import watching
from cueref.live.options import WatchOptions
from tests.browser.patient_camera import PatientCamera, watch_through
from tests.browser.test_match import at_table, picture, ruling, score
from tests.web.table_side import Club

pytestmark = [pytest.mark.browser, pytest.mark.slow]

VIDEO = Path(__file__).parents[2] / "sample_videos" / "eight_ball.mp4"
BEFORE_THE_SHOTS = (1.2, 10.0)
PATIENCE = 600_000
"""For a ruling on a busy machine, milliseconds."""

Open = Callable[..., Any]


def club_of(folder: Path, port: int = 0) -> tuple[Club, PatientCamera]:
    options = WatchOptions(
        game=Discipline.EIGHT_BALL,
        head="right",
        speed=1000,
        known_tables=folder / "tables",
    )
    camera = PatientCamera(VIDEO, BEFORE_THE_SHOTS, times=2)
    watch = watch_through(camera, options)
    club = Club(folder, port=port, watch=watch, game=Discipline.EIGHT_BALL)
    return club, camera


def shot_ruled(page: Any, number: int) -> None:
    page.wait_for_selector(f"[data-shot='{number}']", timeout=PATIENCE)


def test_a_match_is_refereed_from_the_pictures_to_the_winner(
    tmp_path: Path, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "is_skipped", lambda *_, **__: False)
    club, camera = club_of(tmp_path)
    try:
        page = open_page(club.url)
        start(page)
        page.wait_for_selector("#watch.good", timeout=PATIENCE)
        played(page, club, camera)
        club.close()
        page.wait_for_selector("#watch.bad:has-text('no connection')")
        club, camera = club_of(tmp_path, club.port)
        went_on(page, club, camera)
        on_a_phone(open_page, club)
    finally:
        camera.close()
        club.close()


def start(page: Any) -> None:
    page.click("#do-start")
    page.click("[data-game=eight-ball]")
    page.fill("#a", "Anna")
    page.fill("#b", "Boris")
    page.fill("#to", "1")
    page.click("#begin")


def played(page: Any, club: Club, camera: PatientCamera) -> None:
    """Play the shots of the video, with everything that people do in between."""
    # The cue ball drops: called before the balls are at rest, then ruled on.
    camera.let_go()
    page.wait_for_selector("text=Cue ball pocketed", timeout=PATIENCE)
    picture(page, "live-provisional")
    shot_ruled(page, 1)
    text = ruling(page, "foul")
    assert "pool.18" in text
    assert at_table(page) == "Boris"
    picture(page, "live-foul")

    # The clip of it can be looked at, in slow motion.
    page.wait_for_selector("button:has-text('slow motion')", timeout=PATIENCE)
    page.click("#details")
    page.wait_for_selector("dialog video")
    page.wait_for_function("document.querySelector('video').readyState >= 2")
    picture(page, "live-slow-motion")
    page.keyboard.press("Escape")

    # Boris calls a ball by touching it on the live table, and it goes down.
    called = club.calls_of("eight_ball.calls.jsonl")
    page.click("#do-call")
    page.click(f"[data-pick='{called['ball']}']")
    page.click(f"[data-pick='{called['pocket']}']")
    page.wait_for_selector("[data-called]")
    camera.let_go()
    shot_ruled(page, 2)
    ruling(page, "legal")
    assert at_table(page) == "Boris"
    picture(page, "live-legal")

    # A person saw a double hit; the referee overrules it; the shot is taken back.
    page.keyboard.press("f")
    page.click("[data-observed=double_hit]")
    ruling(page, "foul")
    assert at_table(page) == "Anna"
    page.keyboard.press("o")
    page.click("[data-overrule=legal]")
    assert "by the referee" in ruling(page, "legal")
    page.keyboard.press("u")
    page.click("[data-yes]")
    ruling(page, "undone")

    # In Russian, and back.
    page.click("#language")
    page.wait_for_selector("#watch:has-text('НАБЛЮДАЕТ')")
    picture(page, "live-russian")
    page.keyboard.press("l")
    page.wait_for_selector("#watch:has-text('OBSERVING')")

    # The video begins anew: balls are back that were pocketed. A person must decide.
    camera.let_go()
    shot_ruled(page, 3)
    ruling(page, "review")
    picture(page, "live-review")
    page.click("[data-review=reject]")
    page.wait_for_selector("#verdict [data-kind]:not([data-kind=review])")
    picture(page, "live-rejected")


def went_on(page: Any, club: Club, camera: PatientCamera) -> None:
    """Go on after the program was started anew, up to the winner."""
    shot_ruled(page, 3)
    page.wait_for_selector("#watch.good", timeout=PATIENCE)
    camera.let_go()
    shot_ruled(page, 4)
    assert len(club.room.desk.play.shots) == 4
    page.keyboard.press("o")
    page.select_option("#winner", "B")
    page.click("[data-overrule=legal]")
    page.wait_for_selector("text=Boris wins the match")
    assert score(page) == ["0", "1"]
    picture(page, "live-won")


def on_a_phone(open_page: Open, club: Club) -> None:
    phone = open_page(
        club.url,
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
    )
    phone.wait_for_selector("text=Boris wins the match")
    assert phone.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    picture(phone, "live-phone")
