"""A match outlives kill -9 at any moment: nothing lost that was told, nothing twice.

A child plays a match at its desk and says on a pipe what it was told; the parent
kills it somewhere in the middle, opens the store, and lets another child go on.
"""

import multiprocessing as mp
import os
import random
import signal
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from adjudicator.balls import Discipline
from cueref.session.desk import Desk
from cueref.session.record import resumed, verdict_row
from cueref.store.outbox import Outbox
from cueref.store.store import Store
from tests.session.scenes import Heard, play_text, setup_of

KILLS = 50
SHOTS = ("hit 1; drop 4", "hit 2; rail 2 foot", "hit 1; rail 1 foot", "hit 1; drop cue")


class Told(Heard):
    """Says on a pipe what it was told, at once."""

    def __init__(self, pipe: Connection) -> None:
        super().__init__()
        self.pipe = pipe

    def verdict(self, verdict: object) -> None:
        self.pipe.send(("shot", verdict["shot"]))  # type: ignore[index]

    def entered(self, number: int, body: object, author: str) -> None:
        self.pipe.send(("entry", number))


def play_on(path: Path, pipe: Connection, seed: int) -> None:
    """Go on with the match of a store, as fast as it goes, until killed."""
    dice = random.Random(seed)
    store = Store(path)
    desk = Desk(store, Told(pipe), channels=("hook",))
    if not desk.resume():
        desk.start(setup_of(Discipline.NINE_BALL))
    pipe.send(("ready", os.getpid()))
    while True:
        play_text(desk, dice.choice(SHOTS), f"run-{seed}")
        play = desk.play
        if dice.random() < 0.3:
            desk.enter({"shot": len(play.shots), "observed": "warning"}, "referee")
        if dice.random() < 0.2:
            desk.enter({"shot": len(play.shots), "undo": True}, "referee")


@pytest.mark.slow
def test_a_match_survives_fifty_kills(tmp_path: Path) -> None:
    path, dice = tmp_path / "matches.db", random.Random(7)
    forking = mp.get_context("fork")
    told = {"shot": 0, "entry": 0}
    for kill in range(KILLS):
        mine, yours = forking.Pipe(duplex=False)
        child = forking.Process(target=play_on, args=(path, yours, kill))
        child.start()
        yours.close()
        assert mine.poll(30)
        assert mine.recv()[0] == "ready"
        for _ in range(dice.randint(0, 5)):
            told = heard(mine, told)
        time.sleep(dice.uniform(0, 0.02))
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
        child.join()
        while True:
            try:
                told = heard(mine, told)
            except EOFError:
                break
        told = checked(path, told)
    assert told["shot"] > KILLS


def heard(pipe: Connection, told: dict[str, int]) -> dict[str, int]:
    """Return what was told with the next thing told on the pipe."""
    kind, number = pipe.recv()
    assert number == told[kind] + 1, "told twice, or one left out"
    return told | {kind: number}


def checked(path: Path, told: dict[str, int]) -> dict[str, int]:
    """Compare the store with what was told; return what is stored."""
    store = Store(path)
    match = store.unfinished()
    assert match is not None
    log = store.load(match)
    assert [row.number for row in log.shots] == list(range(1, len(log.shots) + 1))
    assert [row.number for row in log.entries] == list(range(1, len(log.entries) + 1))
    assert 0 <= len(log.shots) - told["shot"] <= 1, "a verdict was lost"
    assert 0 <= len(log.entries) - told["entry"] <= 1, "an entry was lost"
    play = resumed(log).play
    for row, ruling in zip(log.shots[-20:], play.rulings[-20:], strict=True):
        assert row.verdict == verdict_row(ruling)
    calls = [alert.key for alert in Outbox(store).due(4e9, "hook")]
    assert len(calls) == len(set(calls))
    store.close()
    return {"shot": len(log.shots), "entry": len(log.entries)}
