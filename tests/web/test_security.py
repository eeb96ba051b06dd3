"""No state changes without the right to change it, and nothing falls over."""

import asyncio
import json
import random
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from cueref.web.access import Access, Role, kept_tokens
from cueref.web.app import create_app
from cueref.web.guard import Bucket
from cueref.web.room import Room
from cueref.web.serving import Address, access_of, pairing_urls, qr_text
from tests.web.conftest import AT_HOME, TOKENS, bearer

ENTRIES = "/api/match/entries"
LIVE = "ws://127.0.0.1:8765/api/live"
PAUSE = {"pause": True}


def test_a_stranger_sees_nothing_and_does_nothing(
    paired: TestClient, playing: Room
) -> None:
    for path in ("/api/state", "/api/matches", "/api/match/log", "/api/video.jpg"):
        assert paired.get(path).status_code == 401, path
    for token in ("", "token", "x" * 10_000, "token-of-the-referee "):
        headers = {"authorization": f"Bearer {token}x"}
        assert paired.post(ENTRIES, json=PAUSE, headers=headers).status_code == 401
    with pytest.raises(WebSocketDisconnect), paired.websocket_connect(LIVE):
        pass
    assert not playing.desk.play.said.paused


@pytest.mark.parametrize(
    ("body", "least"),
    [
        ({"shot": 3, "declare": "frozen", "ball": "1"}, Role.PLAYER),
        ({"pause": True}, Role.PLAYER),
        ({"put_back": True}, Role.PLAYER),
        ({"shot": 2, "observed": "push"}, Role.REFEREE),
        ({"shot": 2, "undo": True}, Role.REFEREE),
        ({"shot": 2, "overrule": {"legal": True}}, Role.REFEREE),
        ({"after_shot": 2, "score": {"A": 9, "B": 0}}, Role.REFEREE),
        ({"end": True}, Role.REFEREE),
    ],
)
def test_each_role_may_do_its_own(
    paired: TestClient, playing: Room, body: dict[str, Any], least: Role
) -> None:
    for role in Role:
        if role < least:
            answer = paired.post(ENTRIES, json=body, headers=bearer(role))
            assert answer.status_code == 403
            assert playing.desk.play.entries == ()
    assert paired.post(ENTRIES, json=body, headers=bearer(least)).status_code == 201


def test_a_player_withdraws_what_a_player_entered(paired: TestClient) -> None:
    mine = {"shot": 3, "declare": "frozen", "ball": "1"}
    paired.post(ENTRIES, json=mine, headers=bearer(Role.PLAYER))
    paired.post(ENTRIES, json={"shot": 2, "undo": True}, headers=bearer(Role.REFEREE))
    player = bearer(Role.PLAYER)
    assert paired.post(ENTRIES, json={"withdraw": 2}, headers=player).status_code == 403
    assert paired.post(ENTRIES, json={"withdraw": 1}, headers=player).status_code == 201


def test_a_tablet_is_paired_with_a_cookie_no_script_reads(paired: TestClient) -> None:
    assert paired.post("/api/pair", json={"token": "wrong"}).status_code == 401
    answer = paired.post("/api/pair", json={"token": TOKENS[Role.PLAYER]})
    assert answer.json() == {"role": "player"}
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert paired.get("/api/me").json() == {"role": "player"}
    own = {"origin": AT_HOME}
    assert paired.post(ENTRIES, json=PAUSE, headers=own).status_code == 201
    # A cookie alone, with no sign of our own page, moves nothing.
    assert paired.post(ENTRIES, json=PAUSE).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:8765.evil.example"},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": AT_HOME},
    ],
)
def test_another_site_moves_nothing(
    referee: TestClient, playing: Room, headers: dict[str, str]
) -> None:
    assert referee.post(ENTRIES, json=PAUSE, headers=headers).status_code == 403
    assert not playing.desk.play.said.paused
    with (
        pytest.raises(WebSocketDisconnect),
        referee.websocket_connect(LIVE, headers=headers),
    ):
        pass


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8765", "127.0.0.1.evil.example", "", "[x", "@"],
)
def test_another_name_for_this_computer_is_not_answered(
    referee: TestClient, host: str
) -> None:
    answer = referee.get("/api/state", headers={"host": host})
    assert answer.status_code == 421
    assert "match" not in answer.text


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost:8765", "[::1]:8765"])
def test_this_computer_is_answered(referee: TestClient, host: str) -> None:
    assert referee.get("/api/state", headers={"host": host}).status_code == 200


def test_what_is_too_large_is_refused(referee: TestClient) -> None:
    huge = b"[" * 70_000
    assert referee.post(ENTRIES, content=huge).status_code == 413

    def parts() -> Any:
        for _ in range(20):
            yield b" " * 8192

    assert referee.post(ENTRIES, content=parts()).status_code == 413
    deep = b"[" * 30_000 + b"]" * 30_000
    assert referee.post(ENTRIES, content=deep).status_code in (400, 422)


def test_too_many_requests_are_refused(playing: Room) -> None:
    app = create_app(playing, writes_per_second=2, reads_per_second=5)
    with TestClient(app, base_url=AT_HOME) as client:
        answers = [client.post(ENTRIES, json={}).status_code for _ in range(40)]
        assert answers.count(429) > 20
        assert client.get("/api/state").status_code == 200


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(rate=2, size=4)
    assert [bucket.take("a", 0.0) for _ in range(5)] == [True] * 4 + [False]
    assert bucket.take("b", 0.0)
    assert [bucket.take("a", 1.0) for _ in range(3)] == [True, True, False]


def test_tokens_are_kept_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "state" / "tokens.json"
    tokens = kept_tokens(path)
    assert kept_tokens(path) == tokens
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(set(tokens.values())) == 3


def test_beyond_this_computer_a_token_is_needed(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    assert access_of(Address(), path).role_of(None) is Role.REFEREE
    assert not path.exists()
    abroad = Address("0.0.0.0")  # noqa: S104  # never bound here
    access = access_of(abroad, path)
    assert access.role_of(None) is None
    assert access.role_of(access.tokens[Role.VIEWER]) is Role.VIEWER
    urls = pairing_urls(abroad, 8765, access)
    assert all("/#token=" in url for url in urls.values())
    assert len(qr_text(urls[Role.REFEREE]).splitlines()) > 10


def test_an_open_page_has_one_role_for_all() -> None:
    access = Access({Role.REFEREE: "secret"}, Role.VIEWER)
    assert access.role_of(None) is Role.VIEWER
    assert access.role_of("wrong") is Role.VIEWER
    assert access.role_of("secret") is Role.REFEREE


WORDS: list[Any] = [
    *(None, True, False, 0, 1, 2, 3, -1, 2**63, 10**40, 1e308, 0.5, "", "1", "cue"),
    *("bonus", "foot-left", "A", "B", "push", "pause", "\u0000", "\ud800", "x" * 5000),
    *([], {}, [[]], {"A": 1, "B": 2}, {"4": "5"}, {"legal": True}, ["nine.7"]),
    *("'; DROP TABLE shots; --", "../..", "<script>", "ball-1", "nine.7", "💥"),
    {"fouls": ["nine.7"]},
]
FIELDS = [
    *("shot", "after_shot", "ball", "pocket", "declare", "observed", "choose", ""),
    *("overrule", "undo", "replay", "name", "event", "doubtful", "happened", "score"),
    *("withdraw", "pause", "put_back", "end", "by", "player", "rail", "clause"),
    *("settings", "game", "answer", "fouls", "token", "table", "__proto__"),
]
PATHS = [
    ENTRIES,
    f"{ENTRIES}?key=a",
    "/api/match",
    "/api/match/shots/2/review",
    "/api/match/shots/0/review",
    "/api/pair",
    "/api/matches/import",
    "/api/matches/%00/export",
]


def hostile(dice: random.Random) -> bytes:
    """Return a body that looks like one of ours, or like nothing."""
    if dice.random() < 0.1:
        return dice.randbytes(dice.randrange(200))
    names = dice.sample(FIELDS, dice.randrange(1, 5))
    body = {name: dice.choice(WORDS) for name in names}
    text = json.dumps(body)
    if dice.random() < 0.1:
        text = text[: dice.randrange(len(text) + 1)]
    if dice.random() < 0.05:
        text = text.replace("1", "NaN")
    return text.encode()


async def answered(app: Any, path: str, body: bytes, headers: dict[str, str]) -> int:
    """Send one request straight to an application, and return the status."""
    address, _, query = path.partition("?")
    given = {"host": "127.0.0.1", "content-length": str(len(body)), **headers}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": address,
        "raw_path": address.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(k.encode(), v.encode()) for k, v in given.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8765),
    }
    statuses: list[int] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    await app(scope, receive, send)
    return statuses[0]


async def attacked(playing: Room, count: int) -> None:
    dice = random.Random(1)
    limits = {"writes_per_second": 1e6, "reads_per_second": 1e6}
    app = create_app(playing, Access(TOKENS), **limits)
    before = playing.desk.log()
    strangers: list[dict[str, str]] = [
        {},
        bearer(Role.VIEWER),
        {"authorization": "Bearer x"},
    ]
    for _ in range(count):
        path, body = dice.choice(PATHS), hostile(dice)
        status = await answered(app, path, body, dice.choice(strangers))
        assert 400 <= status < 500, (path, body, status)
    assert playing.desk.log() == before
    for _ in range(count):
        path, body = dice.choice(PATHS), hostile(dice)
        status = await answered(app, path, body, bearer(Role.REFEREE))
        assert status < 500, (path, body, status)


@pytest.mark.slow
def test_ten_thousand_hostile_inputs(playing: Room) -> None:
    """Nobody without the right changes anything; nothing makes the referee fall."""
    # In a thread of its own: a browser's test may have left a loop running in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, attacked(playing, 5000)).result()
