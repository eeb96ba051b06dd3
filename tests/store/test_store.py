"""What is stored is there again, once, in order; in SQLite and in PostgreSQL."""

import os
import sqlite3
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import create_engine, event, text
from sqlalchemy.engine import make_url

from adjudicator.balls import Ball
from cueref.records import track_rows
from cueref.store.engine import masked
from cueref.store.errors import (
    ExportError,
    MatchExistsError,
    StoreUnavailableError,
    UnknownMatchError,
)
from cueref.store.export import export_match, import_match, parse_match
from cueref.store.media import Media
from cueref.store.outbox import Outbox
from cueref.store.rows import AlertRow, EntryRow, MatchLog, MatchRow, ShotRow
from cueref.store.store import Store

MATCH = MatchRow(id="m1", game="nine-ball", setup={"settings": {}}, started_at=5.0)

POSTGRES = os.environ.get("CUEREF_TEST_POSTGRES", "")


def _postgres() -> Iterator[str]:
    """Yield the address of a new, empty database on the server."""
    name = f"cueref_{uuid.uuid4().hex[:8]}"
    url = make_url(POSTGRES).set(drivername="postgresql+psycopg")
    server = create_engine(url, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    try:
        whole = make_url(POSTGRES).set(database=name)
        yield whole.render_as_string(hide_password=False)
    finally:
        with server.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        server.dispose()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "sqlite":
        store = Store(tmp_path / "a folder" / "matches.db")
        yield store
        store.close()
        return
    if not POSTGRES:
        pytest.skip("no PostgreSQL server: CUEREF_TEST_POSTGRES does not name one")
    for address in _postgres():
        store = Store(address)
        yield store
        store.close()


def shot(number: int, source: str | None = None) -> ShotRow:
    return ShotRow(
        number=number,
        source=source or f"run:{number}",
        at=number / 3,
        record={"shot": number, "имя": "биток"},
        verdict={"shot": number, "legal": True},
    )


def entry(number: int, key: str | None = None) -> EntryRow:
    body = {"shot": number, "ball": "1"}
    return EntryRow(number=number, at=0.1, author="player", body=body, key=key)


def filled(store: Store) -> MatchLog:
    with store.transaction() as writing:
        writing.add_match(MATCH)
        assert writing.add_shot("m1", shot(1))
        assert writing.add_entry("m1", entry(1, "k"))
        assert writing.add_shot("m1", shot(2))
    return store.load("m1")


def test_a_match_comes_back_as_it_was_stored(store: Store) -> None:
    assert filled(store) == MatchLog(MATCH, [shot(1), shot(2)], [entry(1, "k")])


def test_the_same_shot_is_stored_once(store: Store) -> None:
    before = filled(store)
    with store.transaction() as writing:
        assert not writing.add_shot("m1", shot(2))
        assert not writing.add_shot("m1", shot(3, source="run:2"))
        assert not writing.add_entry("m1", entry(2, "k"))
        assert writing.entry_number_of("m1", "k") == 1
    assert store.load("m1") == before


def test_half_a_step_is_no_step(store: Store) -> None:
    before = filled(store)

    def stumble() -> None:
        with store.transaction() as writing:
            writing.add_shot("m1", shot(3))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        stumble()
    assert store.load("m1") == before


def test_a_changed_verdict_says_how_often_it_changed(store: Store) -> None:
    filled(store)
    for legal in (False, True):
        with store.transaction() as writing:
            writing.change_verdicts("m1", {2: {"legal": legal}})
    assert store.load("m1").shots[1].verdict == {"legal": True}
    assert [row.revision for row in store.load("m1").shots] == [0, 2]


def test_the_newest_match_goes_on_unless_it_ended(store: Store) -> None:
    assert store.unfinished() is None
    filled(store)
    assert store.unfinished() == "m1"
    with store.transaction() as writing:
        writing.add_match(replace(MATCH, id="m2", started_at=9.0))
    assert store.unfinished() == "m2"
    assert [row.id for row in store.matches()] == ["m2", "m1"]
    with store.transaction() as writing:
        writing.end_match("m2", 10.0)
    assert store.unfinished() is None


def test_there_is_one_match_of_a_name(store: Store) -> None:
    filled(store)
    with pytest.raises(MatchExistsError, match="m1"), store.transaction() as writing:
        writing.add_match(MATCH)
    with pytest.raises(UnknownMatchError, match="m9"):
        store.load("m9")


def test_a_call_waits_until_it_is_made(store: Store) -> None:
    filled(store)
    call = AlertRow(match="m1", key="2:foul", channel="hook", body={"x": 1}, at=1.0)
    with store.transaction() as writing:
        writing.add_alerts([call, call, replace(call, channel="mqtt")])
    outbox = Outbox(store)
    assert outbox.due(5.0, "hook") == [call]
    outbox.failed(call, due=9.0)
    assert outbox.due(5.0, "hook") == []
    (late,) = outbox.due(9.5, "hook")
    assert late.tries == 1
    outbox.made(late, 9.6)
    assert outbox.due(99.0, "hook") == []
    assert len(outbox.due(99.0, "mqtt")) == 1


def test_tracks_come_back(store: Store) -> None:
    filled(store)
    media = Media(store)
    rows = track_rows([1, 2], [0.1, 0.2], np.array([[0.0, 0.5], [0.1, 0.5]]))
    media.put_tracks("m1", 1, {Ball("3"): rows})
    media.put_tracks("m1", 1, {Ball("4"): rows})
    found = media.tracks("m1", 1)
    assert list(found) == [Ball("4")]
    np.testing.assert_allclose(found[Ball("4")].xy, rows.xy)
    assert media.tracks("m1", 2) == {}


def test_the_oldest_clips_make_room(store: Store) -> None:
    filled(store)
    media = Media(store, clip_bytes=25)
    for number in range(1, 5):
        media.put_clip("m1", number, bytes(10), float(number))
    assert media.shots_with_clips("m1") == {3, 4}
    assert media.clip_bytes() == 20
    assert media.clip("m1", 1) is None
    assert media.clip("m1", 4) == bytes(10)


def test_a_clip_larger_than_the_limit_is_kept_alone(store: Store) -> None:
    filled(store)
    media = Media(store, clip_bytes=5)
    media.put_clip("m1", 1, bytes(3), 1.0)
    media.put_clip("m1", 2, bytes(10), 2.0)
    assert media.shots_with_clips("m1") == {2}


def test_an_exported_match_is_the_same_elsewhere(store: Store, tmp_path: Path) -> None:
    log = filled(store)
    lines = list(export_match(log))
    assert len(lines) == 4
    other = Store(tmp_path / "other.db")
    import_match(other, parse_match(lines))
    assert other.load("m1") == log
    with pytest.raises(MatchExistsError):
        import_match(other, parse_match(lines))
    other.close()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("{", "line 1: not JSON"),
        ("[1]", "line 1: expected an object"),
        ('{"schema": "other/9", "match": {}}', "expected the schema"),
        ('{"schema": "cueref-match/1", "match": 4}', "expected an object"),
        ('{"schema": "cueref-match/1", "match": {"id": 4}}', "field id"),
        ('{"schema": "cueref-match/1", "match": {"id": "x"}}', "line 1"),
    ],
)
def test_a_text_that_is_no_match_is_refused(text: str, why: str) -> None:
    with pytest.raises(ExportError, match=why):
        parse_match(text.splitlines())


def test_the_store_survives_a_loss_of_power(tmp_path: Path) -> None:
    store = Store(tmp_path / "matches.db")
    with store.engine.connect() as connection:
        modes = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert modes == ["wal", 2, 1]
    store.close()


def test_an_open_store_can_be_opened_again(tmp_path: Path) -> None:
    one, two = Store(tmp_path / "m.db"), Store(tmp_path / "m.db")
    filled(one)
    assert len(two.load("m1").shots) == 2
    one.close()
    two.close()


def test_what_is_no_database_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "no.db"
    path.write_bytes(b"this is no database at all, whatever its name says" * 40)
    with pytest.raises(StoreUnavailableError, match=r"no\.db"):
        Store(path)
    with pytest.raises(StoreUnavailableError, match="expected the name of a file"):
        Store("mysql://host/name")


def test_a_password_is_never_shown() -> None:
    address = "postgresql://club:se%40cret@127.0.0.1:1/cueref"
    assert masked(address) == "postgresql://club:***@127.0.0.1:1/cueref"
    with pytest.raises(StoreUnavailableError) as caught:
        Store(address)
    assert "cret" not in str(caught.value)


def test_a_full_disk_is_told_as_such(tmp_path: Path) -> None:
    store = Store(tmp_path / "m.db")
    filled(store)

    def keep_small(connection: sqlite3.Connection, _record: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages}")

    store.close()
    event.listen(store.engine, "connect", keep_small)
    big = replace(shot(3), record={"text": "x" * 200_000})
    with (
        pytest.raises(StoreUnavailableError, match="full"),
        store.transaction() as writing,
    ):
        writing.add_shot("m1", big)
    assert len(store.load("m1").shots) == 2
    store.close()


def test_a_store_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    Store(tmp_path / "m.db").close()
    with sqlite3.connect(tmp_path / "m.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(StoreUnavailableError, match="9999"):
        Store(tmp_path / "m.db")
