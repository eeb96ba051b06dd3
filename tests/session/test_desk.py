"""The desk stores first, tells then, and calls once."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.balls import Discipline
from adjudicator.events import Intruder, Intrusion
from cueref.session.desk import Desk
from cueref.session.errors import EntryRefusedError, MatchRunningError, NoMatchError
from cueref.store.errors import StoreError, StoreUnavailableError
from cueref.store.outbox import Outbox
from cueref.store.store import Store
from tests.session.scenes import Heard, play_text, read, setup_of, situation

HOOK = "webhook"


class Wall:
    """A wall clock set by hand."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "matches.db")
    yield store
    store.close()


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def desk(store: Store, heard: Heard, wall: Wall) -> Desk:
    desk = Desk(store, heard, channels=(HOOK,), wall_clock=wall)
    desk.start(setup_of(Discipline.NINE_BALL))
    return desk


def again(store: Store, wall: Wall) -> Desk:
    desk = Desk(store, Heard(), channels=(HOOK,), wall_clock=wall)
    assert desk.resume()
    return desk


def test_a_match_goes_on_where_it_was(desk: Desk, store: Store, wall: Wall) -> None:
    play_text(desk, "hit 1; drop 4")
    play_text(desk, "hit 2; rail 2 foot")
    desk.enter({"shot": 3, "declare": "frozen", "ball": "1"}, "player")
    wall.now += 60
    other = again(store, wall)
    assert other.play.rulings == desk.play.rulings
    assert other.play.entries == desk.play.entries
    assert other.view()["t"] == pytest.approx(60, abs=0.01)


def test_nothing_to_resume_is_no_error(store: Store) -> None:
    desk = Desk(store, Heard())
    assert not desk.resume()
    with pytest.raises(NoMatchError):
        desk.enter({"pause": True}, "player")


def test_a_shot_handed_over_twice_counts_once(desk: Desk) -> None:
    shot = situation("hit 1; drop 4", 1, desk.play.state.on_table)
    assert desk.take(read(shot), "run")
    assert not desk.take(read(shot), "run")
    assert len(desk.play.shots) == 1


def test_shots_of_another_watch_are_numbered_on(desk: Desk) -> None:
    play_text(desk, "hit 1; drop 4")
    shot = situation("hit 1; drop 1", 1, desk.play.state.on_table)
    assert desk.take(read(shot), "another run")
    assert [shot.number for shot in desk.play.shots] == [1, 2]


def test_a_foul_is_called_once(desk: Desk, heard: Heard, store: Store) -> None:
    play_text(desk, "hit 1; drop 4")
    play_text(desk, "hit 2; rail 2 foot")
    assert [call["kind"] for call in heard.made] == ["foul"]
    assert heard.made[0]["clause"] == "nine.7"
    desk.enter({"shot": 1, "observed": "warning"}, "referee")
    assert len(heard.made) == 1
    due = Outbox(store).due(2e6, HOOK)
    assert [alert.key for alert in due] == ["2:foul"]


def test_a_call_names_its_clip(desk: Desk, heard: Heard) -> None:
    play_text(desk, "hit 2; rail 2 foot")
    (call,) = [call for call in heard.made if call["kind"] == "foul"]
    assert call["clip"] == f"/api/matches/{desk.match}/shots/1/clip.mp4"


def test_an_entry_sent_twice_counts_once(desk: Desk) -> None:
    first = desk.enter({"pause": True}, "referee", "key-1")
    assert desk.enter({"pause": True}, "referee", "key-1") == first
    assert len(desk.play.entries) == 1


def test_shots_during_a_pause_do_not_count(desk: Desk, heard: Heard) -> None:
    desk.enter({"pause": True}, "referee")
    shot = situation("hit 1; drop 4", 1, desk.play.state.on_table)
    assert not desk.take(read(shot), "run")
    desk.enter({"pause": False}, "referee")
    assert desk.take(read(shot), "run")


def test_the_clock_of_the_match_stands_still_during_a_pause(desk: Desk) -> None:
    desk.see(10)
    desk.enter({"pause": True}, "referee")
    desk.see(70)
    assert desk.view()["t"] == 10
    desk.enter({"pause": False}, "referee")
    desk.see(75)
    assert desk.view()["t"] == 15


def test_a_pause_is_not_counted_after_a_restart(
    desk: Desk, store: Store, wall: Wall
) -> None:
    wall.now += 10
    desk.enter({"pause": True}, "referee")
    wall.now += 1000
    other = again(store, wall)
    assert other.view()["t"] == pytest.approx(10)
    other.enter({"pause": False}, "referee")
    wall.now += 5
    assert again(store, wall).view()["t"] == pytest.approx(15)


def test_the_clock_never_goes_back_behind_the_last_shot(
    desk: Desk, store: Store, wall: Wall
) -> None:
    play_text(desk, "hit 1; drop 4")
    wall.now -= 5000
    other = again(store, wall)
    assert other.view()["t"] > desk.play.shots[0].t_end


def test_a_call_comes_before_the_shot(desk: Desk) -> None:
    desk.shot_began()
    body = {"shot": 1, "declare": "frozen", "ball": "1"}
    with pytest.raises(EntryRefusedError, match="under way"):
        desk.enter(body, "player")
    desk.enter(body, "referee", late=True)
    desk.at_rest()
    desk.enter(body, "player")


def test_a_review_is_confirmed_or_rejected(desk: Desk, heard: Heard) -> None:
    play_text(desk, "hit 1; drop 4")
    play_text(desk, "hit 1+3; rail 3 foot")
    assert heard.verdicts[-1]["status"] == "review"
    desk.review(2, "confirm", (), "referee")
    last = desk.view()["match"]["last"]
    assert (last["status"], last["overruled"]) == ("called", True)
    with pytest.raises(EntryRefusedError, match="no review"):
        desk.review(2, "confirm", (), "referee")


def test_a_legal_ruling_is_rejected_with_a_clause(desk: Desk) -> None:
    play_text(desk, "hit 1; drop 4")
    play_text(desk, "hit 1+3; rail 3 foot")
    verdict = desk.play.ruling(2).verdict
    assert verdict is not None
    clauses = ("nine.7",) if verdict.legal and not verdict.suspected else ()
    desk.review(2, "reject", clauses, "referee")
    after = desk.play.ruling(2).verdict
    assert after is not None
    assert not after.needs_review


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"shot": 9, "overrule": {"legal": True}}, "shot 2 is next"),
        ({"shot": 3, "ball": "1"}, "shot 2 is next"),
        ({"shot": 2, "ball": "12"}, "no ball of nine-ball"),
        ({"after_shot": 1, "choose": "pass_back"}, "cannot be chosen"),
        ({"after_shot": 0, "choose": "pass_back"}, "after the last shot"),
        ({"withdraw": 5}, "no entry 5"),
        ({"withdraw": True}, "no entry True"),
        ({"shot": 1, "event": 99, "happened": True}, "no such event"),
        ({"shot": 1, "name": {"1": "3", "2": "3"}}, "one name"),
        ({"settings": {"racks_to": 1}}, "expected a call"),
        ({}, "expected a call"),
        ({"shot": 2}, "expected a call"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    desk: Desk, body: dict[str, object], why: str
) -> None:
    play_text(desk, "hit 1; drop 4")
    before = desk.play
    with pytest.raises(EntryRefusedError, match=why):
        desk.enter(body, "referee")
    assert desk.play is before


def test_one_match_at_a_time(desk: Desk) -> None:
    with pytest.raises(MatchRunningError):
        desk.start(setup_of(Discipline.EIGHT_BALL))
    desk.enter({"end": True}, "referee")
    assert desk.match is None
    desk.start(setup_of(Discipline.EIGHT_BALL))


def test_an_ended_match_is_not_resumed(desk: Desk, store: Store) -> None:
    desk.enter({"end": True}, "referee")
    assert not Desk(store, Heard()).resume()


class Broken:
    """A store that fails while it is told to."""

    def __init__(self, store: Store) -> None:
        self.store, self.fails = store, False
        self.where = store.where

    def transaction(self) -> object:
        if self.fails:
            raise StoreUnavailableError("the disk is full")
        return self.store.transaction()

    def __getattr__(self, name: str) -> object:
        return getattr(self.store, name)


def test_a_shot_is_ruled_on_while_the_disk_is_full(store: Store, wall: Wall) -> None:
    heard, broken = Heard(), Broken(store)
    desk = Desk(broken, heard, channels=(HOOK,), wall_clock=wall)  # type: ignore[arg-type]
    match = desk.start(setup_of(Discipline.NINE_BALL))
    broken.fails = True
    play_text(desk, "hit 1; drop 4")
    play_text(desk, "hit 2; rail 2 foot")
    assert [call["kind"] for call in heard.made] == ["foul"]
    assert (heard.states[-1]["stored"], heard.states[-1]["store_error"]) == (
        False,
        "the disk is full",
    )
    with pytest.raises(StoreError, match="disk is full"):
        desk.enter({"pause": True}, "referee")
    assert store.load(match).shots == []
    broken.fails = False
    desk.see(100)
    assert heard.states[-1]["stored"]
    assert [row.number for row in store.load(match).shots] == [1, 2]
    assert [alert.key for alert in Outbox(store).due(2e6, HOOK)] == ["2:foul"]


def test_a_doubtful_event_without_a_ball_asks_nothing(desk: Desk) -> None:
    shot = situation("hit 1; drop 4", 1, desk.play.state.on_table)
    hand = Intrusion(t=shot.t_end, t_to=shot.t_end, kind=Intruder.HAND, confidence=0.6)
    assert desk.take(read(replace(shot, events=(*shot.events, hand))), "run")
    assert desk.view()["match"]["last"]["shot"] == 1


def test_a_scratch_seen_at_once_is_confirmed_or_withdrawn(
    desk: Desk, heard: Heard
) -> None:
    desk.provisional(3.0)
    desk.provisional(3.1)
    play_text(desk, "hit 1; drop cue")
    assert [call["kind"] for call in heard.made] == ["scratch", "foul"]
    assert heard.made[1]["confirms"] == heard.made[0]["id"]
    desk.provisional(9.0)
    play_text(desk, "hit 1; rail 1 foot")
    assert [call["kind"] for call in heard.made[2:]] == ["scratch", "withdrawn"]
    play_text(desk, "hit 2; rail 2 foot")
    assert "confirms" not in heard.made[-1]
