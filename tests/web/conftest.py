"""A room without a camera and a client beside it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from adjudicator.balls import Discipline
from cueref.store.store import Store
from cueref.web.access import Access, Role
from cueref.web.app import create_app
from cueref.web.room import Room
from tests.session.scenes import play_text, setup_of

TOKENS = {role: f"token-of-the-{role.name.lower()}" for role in Role}

AT_HOME = "http://127.0.0.1:8765"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    store = Store(tmp_path / "matches.db")
    room = Room(store)
    yield room
    room.close()
    store.close()


@pytest.fixture
def playing(room: Room) -> Room:
    """A room with a match of nine-ball, two shots old."""
    room.start(setup_of(Discipline.NINE_BALL))
    play_text(room.desk, "hit 1; drop 4")
    play_text(room.desk, "hit 1+3; rail 3 foot")
    return room


@pytest.fixture
def referee(playing: Room) -> Iterator[TestClient]:
    """Somebody who sits at the computer itself."""
    with TestClient(create_app(playing), base_url=AT_HOME) as client:
        yield client


@pytest.fixture
def paired(playing: Room) -> Iterator[TestClient]:
    """A page that asks for tokens; the client shows none yet."""
    app = create_app(playing, Access(TOKENS))
    with TestClient(app, base_url=AT_HOME) as client:
        yield client


def bearer(role: Role) -> dict[str, str]:
    return {"authorization": f"Bearer {TOKENS[role]}"}
