"""A whole match on the page, as a referee and two players would play it."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.balls import Discipline
from cueref.live.messages import Cause
from tests.web.table_side import Club, places

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LOOK = os.environ.get("CUEREF_SCREENSHOTS", "")
"""Folder in which the tests leave pictures of the page, to be looked at."""

Open = Callable[..., Any]


def picture(page: Any, name: str) -> None:
    if LOOK:
        page.wait_for_timeout(250)
        page.screenshot(path=Path(LOOK) / f"{name}.png")


def begin(club: Club, page: Any, game: str, to: int = 3) -> None:
    page.click("#do-start")
    page.click(f"[data-game={game}]")
    page.fill("#a", "Anna")
    page.fill("#b", "Boris")
    page.fill("#to", str(to))
    page.click("#begin")
    page.wait_for_selector(".sides")
    club.table.observe()
    layout = places(Discipline(game))
    club.table.lie({ball.name: (xy.x, xy.y) for ball, xy in layout.items()})
    page.wait_for_selector("#watch.good")


def ruling(page: Any, kind: str) -> str:
    page.wait_for_selector(f"#verdict [data-kind={kind}]")
    return str(page.inner_text("#verdict"))


def score(page: Any) -> list[str]:
    return [page.inner_text(f"[data-seat={seat}] .big") for seat in "AB"]


def at_table(page: Any) -> str:
    return str(page.inner_text(".side.at .name"))


def test_a_match_of_nine_ball_is_refereed_on_the_page(
    club: Club, open_page: Open
) -> None:
    page = open_page(club.url)
    page.wait_for_selector("#board:has-text('No match is being played')")
    begin(club, page, "nine-ball")

    # A legal break; the shooter goes on.
    club.play("hit 1; rail 2 foot; rail 3 foot; rail 5 left; rail 6 left; drop 4")
    assert "shot 1" in ruling(page, "legal")
    assert at_table(page) == "Anna"

    # A foul: called aloud, large, with its clause.
    club.play("hit 2; rail 2 foot")
    text = ruling(page, "foul")
    assert "nine.7" in text
    assert "Boris shoots, ball in hand" in text
    assert "hit the 2 first" in page.inner_text("#call")
    assert at_table(page) == "Boris"
    picture(page, "nine-foul")

    # A review, rejected with the clause that was broken.
    club.play("hit 1+3; rail 3 foot")
    ruling(page, "review")
    picture(page, "nine-review")
    page.click("[data-review=reject]")
    page.fill("#find", "nine.8")
    page.click("[data-clause='nine.8']")
    assert "nine.8" in ruling(page, "foul")
    assert at_table(page) == "Anna"

    # An overrule: it was legal after all.
    page.keyboard.press("o")
    page.click("[data-overrule=legal]")
    assert "by the referee" in ruling(page, "legal")
    assert at_table(page) == "Anna"

    # A scratch is called before the balls are at rest, and called once.
    club.table.begin()
    page.wait_for_selector("text=Shot under way")
    club.table.scratch()
    page.wait_for_selector("text=Cue ball pocketed")
    picture(page, "nine-provisional")
    club.play("hit 1; drop cue foot-left")
    assert "pool.18" in ruling(page, "foul")
    assert at_table(page) == "Boris"

    # Undo: as if it had not been played.
    page.keyboard.press("u")
    page.click("[data-yes]")
    ruling(page, "undone")
    assert at_table(page) == "Anna"

    # A foul that a person saw.
    club.play("hit 1; rail 1 foot")
    ruling(page, "legal")
    page.keyboard.press("f")
    page.click("[data-observed=double_hit]")
    ruling(page, "foul")

    # A wrong score, put right.
    page.click("#menu")
    page.click("[data-action=score]")
    page.fill("#score-A", "2")
    page.fill("#score-B", "1")
    page.click("dialog button[type=submit]")
    page.wait_for_selector("[data-seat=A] .big:has-text('2')")
    assert score(page) == ["2", "1"]

    # The whole in Russian.
    page.click("#language")
    page.wait_for_selector("#watch:has-text('НАБЛЮДАЕТ')")
    assert "ФОЛ" in page.inner_text("#verdict")
    assert page.get_attribute("html", "lang") == "ru"
    picture(page, "nine-russian")
    page.keyboard.press("l")

    # The nine in, twice, and the match is won.
    for _ in range(2):
        club.play("hit 1; drop 9")
    page.wait_for_selector("text=Boris wins the match")
    assert score(page) == ["2", "3"]
    picture(page, "nine-won")


def test_a_ball_is_called_by_touching_it_and_its_pocket(
    club: Club, open_page: Open
) -> None:
    page = open_page(club.url, has_touch=True)
    begin(club, page, "eight-ball")
    club.play("hit 1; rail 2 foot; rail 3 foot; rail 5 left; rail 6 left")
    ruling(page, "legal")
    page.tap("#do-call")
    page.tap("[data-pick='3']")
    picture(page, "eight-pockets")
    page.tap("[data-pick=foot-left]")
    page.wait_for_selector("[data-called]")
    assert "foot left" in page.inner_text("[data-called]")
    picture(page, "eight-called")

    # Withdrawn, then called again with the keyboard alone.
    page.tap("[data-called]")
    page.wait_for_selector("[data-called]", state="detached")
    page.keyboard.press("c")
    page.focus("[data-pick='3']")
    page.keyboard.press("Enter")
    page.focus("[data-pick=foot-left]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-called]")
    club.play("hit 3; drop 3 foot-left")
    ruling(page, "legal")
    page.wait_for_selector("#board :text('solids')")
    assert at_table(page) == "Boris"
    picture(page, "eight-groups")


def test_balls_are_put_back_where_they_were(club: Club, open_page: Open) -> None:
    page = open_page(club.url)
    begin(club, page, "nine-ball")
    club.play("hit 1; rail 2 foot; rail 3 foot; rail 5 left; rail 6 left")
    ruling(page, "legal")
    club.play("hit 1; rail 2 foot")
    page.wait_for_selector("[data-shot='2']")
    page.keyboard.press("b")
    page.wait_for_selector("#table .target.right >> nth=9")
    layout = {
        ball.name: (xy.x, xy.y) for ball, xy in places(Discipline.NINE_BALL).items()
    }
    layout["5"] = (0.2, 0.1)
    club.table.lie(layout)
    page.wait_for_selector("#table .way", state="attached")
    assert "mm" in page.inner_html("#table .targets")
    picture(page, "put-back")
    page.click("#do-put-back")
    page.wait_for_selector("#table .target", state="detached")


def test_the_page_goes_on_after_the_server_starts_again(
    tmp_path: Path, open_page: Open
) -> None:
    club = Club(tmp_path / "club")
    page = open_page(club.url)
    begin(club, page, "nine-ball")
    club.play("hit 1; drop 4")
    ruling(page, "legal")
    club.close()
    page.wait_for_selector("#watch.bad:has-text('no connection')")
    picture(page, "lost")
    again = Club(tmp_path / "club", port=club.port)
    try:
        page.wait_for_selector("#watch:has-text('starting')")
        assert "shot 1" in ruling(page, "legal")
        again.table.observe()
        page.wait_for_selector("#watch.good")
        again.play("hit 2; rail 2 foot")
        assert "shot 2" in ruling(page, "foul")
    finally:
        again.close()


def test_a_stalled_camera_is_told_at_once(club: Club, open_page: Open) -> None:
    page = open_page(club.url)
    begin(club, page, "nine-ball")
    club.table.observe(observing=False, cause=Cause.NO_PICTURES)
    page.wait_for_selector("#watch.bad:has-text('the camera sends nothing')")
    club.table.observe()
    page.wait_for_selector("#watch.good")


def test_a_phone_shows_everything_without_scrolling_sideways(
    club: Club, open_page: Open
) -> None:
    page = open_page(
        club.url,
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
    )
    begin(club, page, "bonus-ball", 21)
    club.play("hit purple-1; rail purple-2 foot; drop purple-1")
    page.wait_for_selector("#verdict [data-kind]")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), (
        "the page is wider than the phone"
    )
    small = page.evaluate(
        "[...document.querySelectorAll('button')].filter(b => b.offsetParent && "
        "(b.offsetHeight < 44 || b.offsetWidth < 44)).map(b => b.outerHTML)"
    )
    assert small == [], "too small to touch"
    picture(page, "bonus-phone")


@pytest.mark.parametrize(
    ("game", "shots", "words"),
    [
        (
            "straight-pool",
            ("hit 1; rail 1 foot; rail 2 foot; rail cue foot",),
            ("RUN", "FOULS IN A ROW"),
        ),
        ("pyramid", ("strike white-1; hit white-2; drop white-2",), ("BALLS",)),
        (
            "bonus-ball",
            ("hit purple-1; rail purple-2 foot; drop purple-1",),
            ("NEXT BALL", "ORANGE"),
        ),
    ],
)
def test_every_game_has_its_scoreboard(
    club: Club,
    open_page: Open,
    game: str,
    shots: tuple[str, ...],
    words: tuple[str, ...],
) -> None:
    page = open_page(club.url)
    begin(club, page, game, 21)
    for text in shots:
        club.play(text)
    page.wait_for_selector("#verdict [data-kind]")
    board = page.inner_text("#board").upper()
    assert all(word in board for word in words), board
    picture(page, game)


def test_the_overlay_is_transparent_and_shows_the_score(
    club: Club, open_page: Open
) -> None:
    page = open_page(club.url)
    begin(club, page, "nine-ball")
    overlay = open_page(f"{club.url}/overlay")
    overlay.wait_for_selector("text=Boris")
    club.play("hit 2; rail 2 foot")
    overlay.wait_for_selector(".call:has-text('FOUL')")
    background = "getComputedStyle(document.body).backgroundColor"
    assert overlay.evaluate(background) == "rgba(0, 0, 0, 0)"


def test_colours_can_be_told_from_their_ground(club: Club, open_page: Open) -> None:
    page = open_page(club.url)
    begin(club, page, "nine-ball")
    club.play("hit 2; rail 2 foot")
    ruling(page, "foul")
    poor = page.evaluate(CONTRAST)
    assert poor == []


CONTRAST = """
() => {
  const light = (rgb) => {
    const [r, g, b] = rgb.match(/[\\d.]+/g).map(Number).map((v) => v / 255)
      .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!/, 0\\)$/.test(colour) && colour !== "transparent") return colour;
    }
    return "rgb(14, 20, 27)";
  };
  const poor = [];
  for (const element of document.querySelectorAll("main *, header *")) {
    const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!own || element.closest("svg") || element.closest(".chip")) continue;
    const [a, b] = [light(getComputedStyle(element).color), light(ground(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) poor.push(`${element.textContent.trim()}: ${ratio.toFixed(2)}`);
  }
  return poor;
}
"""


def test_each_of_two_balls_that_touch_can_be_picked(
    club: Club, open_page: Open
) -> None:
    page = open_page(club.url)
    begin(club, page, "eight-ball")
    club.play("hit 1; rail 2 foot; rail 3 foot; rail 5 left; rail 6 left")
    ruling(page, "legal")
    club.table.lie({"cue": (-0.6, 0.0), "3": (0.1, 0.2), "11": (0.1571, 0.2)})
    for ball in ("3", "11"):
        page.click("#do-call")
        page.click(f"[data-pick='{ball}']")
        page.click("[data-pick='foot-left']")
        page.wait_for_selector(f"[data-called]:has-text('{ball}')")
