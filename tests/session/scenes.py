"""Shots and matches for the tests of a match in progress."""

from collections.abc import Mapping
from typing import Any

from adjudicator.balls import Discipline
from adjudicator.match import Match
from adjudicator.players import Seat
from adjudicator.settings import Settings
from adjudicator.shot import Shot
from adjudicator.text.calls import choice_object, entered_objects
from cueref.live.messages import ShotRead
from cueref.records import ShotRecord
from cueref.session.desk import Desk
from cueref.session.setup import MatchSetup, match_setup
from tests.conformance.situation import read_shot

NAMES = {Seat.A: "Anna", Seat.B: "Boris"}


def setup_of(game: Discipline, **settings: object) -> MatchSetup:
    return match_setup(game, Settings(players=NAMES, **settings))  # type: ignore[arg-type]


def read(shot: Shot) -> ShotRead:
    return ShotRead(shot.t_end, ShotRecord(shot), 0.0, 0.0)


def situation(text: str, number: int, on_table: Any) -> Shot:
    return read_shot(text, number, on_table)[0]


def play_text(desk: Desk, text: str, run: str = "run") -> None:
    """Let the desk read a shot written as steps, as the next one."""
    play = desk.play
    shot = situation(text, play.coming, play.state.on_table)
    assert desk.take(read(shot), run)


def bodies(match: Match) -> list[Mapping[str, Any]]:
    """Return everything entered for a match, as bodies of entries."""
    found: list[Mapping[str, Any]] = []
    for ruling in match.rulings:
        found += entered_objects(ruling.shot.number, ruling.entered)
        if ruling.choice is not None:
            found.append(choice_object(ruling.shot.number, ruling.choice))
    return found


class Heard:
    """A publisher that remembers what it was told."""

    def __init__(self) -> None:
        self.states: list[Mapping[str, Any]] = []
        self.verdicts: list[Mapping[str, Any]] = []
        self.made: list[Mapping[str, Any]] = []
        self.entries: list[Mapping[str, Any]] = []

    def state(self, view: Mapping[str, Any]) -> None:
        self.states.append(view)

    def verdict(self, verdict: Mapping[str, Any]) -> None:
        self.verdicts.append(verdict)

    def calls(self, calls: Any) -> None:
        self.made += calls

    def entered(self, number: int, body: Mapping[str, Any], author: str) -> None:
        self.entries.append(body)
