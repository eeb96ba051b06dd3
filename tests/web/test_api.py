"""The interface does what its documents say."""

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from adjudicator.balls import Ball, Discipline
from cueref.web.app import create_app
from cueref.web.room import Room
from tests.session.scenes import play_text, setup_of
from tests.web.conftest import AT_HOME
from tests.web.table_side import Table, wait_for

ENTRIES = "/api/match/entries"
LIVE = "ws://127.0.0.1:8765/api/live"


def test_the_state_is_everything_a_page_needs(referee: TestClient) -> None:
    state = referee.get("/api/state").json()
    match = state["state"]["match"]
    assert (match["game"], match["coming"], match["reviews"]) == ("nine-ball", 3, [2])
    assert match["settings"]["players"] == {"A": "Anna", "B": "Boris"}
    assert [line["shot"] for line in match["shots"]] == [1, 2]
    assert state["watch"]["observing"] is False


def test_a_match_is_begun_and_ended(referee: TestClient) -> None:
    body = {"game": "eight-ball", "settings": {"players": {"A": "Ola"}, "racks_to": 2}}
    assert referee.post("/api/match", json=body).status_code == 409
    assert referee.post(ENTRIES, json={"end": True}).status_code == 201
    assert referee.get("/api/state").json()["state"]["match"] is None
    assert referee.post(ENTRIES, json={"pause": True}).status_code == 409
    begun = referee.post("/api/match", json=body)
    assert begun.status_code == 201
    match = referee.get("/api/state").json()["state"]["match"]
    assert (match["id"], match["board"]["target"]) == (begun.json()["match"], 2)
    assert len(referee.get("/api/matches").json()) == 2


@pytest.mark.parametrize(
    "body",
    [
        {"shot": 3, "declare": "frozen", "ball": "1", "rail": "foot"},
        {"shot": 2, "observed": "double_hit", "player": "B"},
        {"shot": 1, "overrule": {"legal": False, "fouls": ["pool.18"]}},
        {"shot": 2, "undo": True},
        {"shot": 2, "replay": True},
        {"shot": 1, "name": {"4": "5"}},
        {"shot": 1, "event": 0, "happened": True},
        {"after_shot": 2, "score": {"A": 1, "B": 0}},
        {"pause": True},
        {"put_back": True},
    ],
)
def test_everything_can_be_entered_and_withdrawn(
    referee: TestClient, body: dict[str, Any]
) -> None:
    before = referee.get("/api/state").json()["state"]["match"]
    answer = referee.post(ENTRIES, json=body)
    assert answer.status_code == 201, answer.text
    number = answer.json()["entry"]
    assert referee.post(ENTRIES, json={"withdraw": number}).status_code == 201
    assert referee.get("/api/state").json()["state"]["match"] == before


def test_an_entry_sent_twice_counts_once(referee: TestClient) -> None:
    path, body = f"{ENTRIES}?key=abc-1", {"shot": 2, "observed": "push"}
    numbers = {referee.post(path, json=body).json()["entry"] for _ in range(3)}
    assert len(numbers) == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        {"shot": 3},
        {"shot": 3, "ball": "99"},
        {"shot": 3, "ball": "../../etc/passwd"},
        {"shot": 10**30, "undo": True},
        {"shot": "1", "undo": True},
        {"shot": 1, "undo": True, "also": 1},
        {"shot": 1, "overrule": {"spot": {"9": ["NaN", 0]}}},
        {"shot": 1, "overrule": {"fouls": ["nine.4711"]}},
        {"after_shot": 2, "choose": "pass_back"},
        {"settings": {"racks_to": 1}},
    ],
)
def test_what_cannot_be_entered_changes_nothing(
    referee: TestClient, body: object
) -> None:
    before = referee.get("/api/match/log").json()
    answer = referee.post(ENTRIES, content=json.dumps(body))
    assert answer.status_code == 422, answer.text
    assert referee.get("/api/match/log").json() == before


def test_a_review_is_answered(referee: TestClient) -> None:
    path = "/api/match/shots/2/review"
    assert referee.get("/api/match/shots/2").json()["status"] == "review"
    assert referee.post(path, json={"answer": "maybe"}).status_code == 422
    assert referee.post(path, json={"answer": "confirm"}).status_code == 201
    verdict = referee.get("/api/match/shots/2").json()
    assert (verdict["status"], verdict["overruled"]) == ("called", True)
    assert referee.post(path, json={"answer": "confirm"}).status_code == 422


def test_a_match_is_exported_and_imported(referee: TestClient, playing: Room) -> None:
    match = playing.desk.match
    referee.post(ENTRIES, json={"end": True})
    text = referee.get(f"/api/matches/{match}/export").text
    assert len(text.splitlines()) == 4
    path = "/api/matches/import"
    assert referee.post(path, content=text).status_code == 409
    renamed = text.replace(str(match), "another-1")
    assert referee.post(path, content=renamed).json() == {"match": "another-1"}
    shots = referee.get("/api/matches/another-1/shots").json()
    assert [one["shot"] for one in shots] == [1, 2]
    broken = renamed.replace('"t_end"', '"t_fin"').replace("another-1", "another-2")
    assert referee.post(path, content=broken).status_code == 422
    assert referee.post(path, content=b"\xff\xfe").status_code == 422


def test_a_clip_is_sent_whole_or_in_parts(referee: TestClient, playing: Room) -> None:
    match = playing.desk.match
    path = f"/api/matches/{match}/shots/1/clip.mp4"
    assert referee.get(path).status_code == 404
    assert match is not None
    playing.media.put_clip(match, 1, bytes(range(100)), 1.0)
    assert referee.get(path).content == bytes(range(100))
    part = referee.get(path, headers={"range": "bytes=10-19"})
    assert (part.status_code, part.content) == (206, bytes(range(10, 20)))
    assert part.headers["content-range"] == "bytes 10-19/100"
    for odd in ("bytes=9999-", "bytes=-5", "lines=1-2", "bytes=5-1"):
        assert referee.get(path, headers={"range": odd}).status_code in (200, 206)


def test_what_is_not_there_is_not_found(referee: TestClient) -> None:
    for path in (
        "/api/matches/none/shots",
        "/api/matches/none/export",
        "/api/match/shots/77",
        "/api/video.jpg",
        "/static/..%2fapp.py",
        "/static/nothing.js",
        "/docs",
    ):
        assert referee.get(path).status_code == 404, path


def test_the_page_and_its_words_are_served(referee: TestClient) -> None:
    page = referee.get("/")
    assert "text/html" in page.headers["content-type"]
    assert "default-src 'none'" in page.headers["content-security-policy"]
    for name in ("main.js", "app.css", "icon.svg", "overlay.js"):
        assert referee.get(f"/static/{name}").status_code == 200
    assert referee.get("/api/locale/ru").json()["FOUL"] == "ФОЛ"
    assert referee.get("/api/locale/xx").status_code == 422
    assert "<script>" not in page.text
    assert "style=" not in page.text


def test_events_are_numbered_and_told_again(referee: TestClient, playing: Room) -> None:
    with referee.websocket_connect(LIVE) as socket:
        first = socket.receive_json()
        assert first["type"] == "snapshot"
        play_text(playing.desk, "hit 2; rail 2 foot")
        told = [socket.receive_json() for _ in range(3)]
    assert [event["type"] for event in told] == ["state", "verdict", "call"]
    assert [event["seq"] - first["seq"] for event in told] == [1, 2, 3]
    play_text(playing.desk, "hit 1; drop 5")
    path = f"{LIVE}?run={first['run']}&since={told[1]['seq']}"
    with referee.websocket_connect(path) as socket:
        missed = [socket.receive_json() for _ in range(3)]
    assert [event["type"] for event in missed] == ["call", "state", "verdict"]
    with referee.websocket_connect(f"{LIVE}?run=old&since=3") as socket:
        assert socket.receive_json()["type"] == "snapshot"


def test_a_slow_listener_gets_the_whole_state(
    referee: TestClient, playing: Room
) -> None:
    with referee.websocket_connect(LIVE) as socket:
        socket.receive_json()
        for number in range(2000):
            playing.hub.publish("watch", {"number": number})
        playing.hub.publish("last", {})
        kinds = []
        while not kinds or kinds[-1] != "last":
            kinds.append(socket.receive_json()["type"])
    assert "snapshot" in kinds
    assert len(kinds) < 2000


def test_the_documents_name_every_entry(referee: TestClient) -> None:
    schema = referee.get("/api/openapi.json").json()
    bodies = schema["paths"][ENTRIES]["post"]["requestBody"]["content"]
    assert len(bodies["application/json"]["schema"]["anyOf"]) == 15
    assert all(
        "description" in one
        for name, one in schema["components"]["schemas"].items()
        if name.endswith("Body")
    )


def test_a_match_of_each_game_has_a_board(room: Room) -> None:
    for game in Discipline:
        room.start(setup_of(game))
        match = room.desk.view()["match"]
        assert set(match["board"]["big"]) == {"A", "B"}
        assert json.dumps(match)
        room.desk.enter({"end": True}, "referee")


def test_a_ball_named_on_the_page_is_that_ball_for_the_live_pictures(
    playing: Room,
) -> None:
    table = Table()
    playing.watch(lambda _game: table, Discipline.NINE_BALL)
    after = playing.desk.play.rulings[-1].shot.after
    place = after.balls[Ball("3")]
    table.lie({"3": (place.x, place.y)})
    body = {"shot": 2, "name": {"3": "7"}}
    with TestClient(create_app(playing), base_url=AT_HOME) as client:
        wait_for(lambda: client.get("/api/state").json()["balls"]["balls"])
        assert client.post(ENTRIES, json=body).status_code == 201
        balls = client.get("/api/state").json()["balls"]["balls"]
    assert [ball["name"] for ball in balls] == ["7"]
    assert table.renamed == [{Ball("3"): Ball("7"), Ball("7"): Ball("3")}]
