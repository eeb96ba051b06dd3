"""`cueref watch` puts the parts together: a source, a store, a page, rulings."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.balls import BALL_SETS, Discipline
from cueref.cli.main import main
from cueref.live.messages import Cause, ShotRead, StateChanged
from cueref.records import ShotRecord
from cueref.store.store import Store
from tests.conformance.situation import read_shot

BALLS = BALL_SETS[Discipline.NINE_BALL].object_balls


class Recording:
    """A recording of two shots, which ends."""

    def __init__(self, source: str, options: object) -> None:
        self.source, self.options = source, options

    def __iter__(self) -> Iterator[object]:
        yield StateChanged(0.0, observing=True)
        for number, text in enumerate(("hit 1; drop 4", "hit 2; rail 2 foot"), 1):
            shot = read_shot(text, number, BALLS)[0]
            yield ShotRead(shot.t_end, ShotRecord(shot), 0.0, 0.0)
        yield StateChanged(99.0, observing=False, cause=Cause.ENDED)

    def stop(self) -> None:
        pass

    def picture(self) -> None:
        return None

    def recall(self, lying: object) -> None:
        pass

    def rename(self, swaps: object) -> None:
        pass


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr("cueref.cli.watch.Watch", Recording)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


def run(*words: str) -> int:
    return main(["watch", "table.mp4", "--game", "nine-ball", "--port", "0", *words])


def test_a_recording_is_watched_and_ruled_on(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--players", "Anna, Boris", "--to", "3", "--exit-at-end") == 0
    out = capsys.readouterr()
    verdicts = [json.loads(line) for line in out.out.splitlines()]
    assert [one["legal"] for one in verdicts] == [True, False]
    assert "http://127.0.0.1:" in out.err
    store = Store(recorded / "cueref" / "matches.db")
    log = store.load(str(store.unfinished()))
    assert log.match.setup["settings"]["players"] == {"A": "Anna", "B": "Boris"}
    assert len(log.shots) == 2
    store.close()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--players", "Anna"), "two names"),
        (("--alert", "ftp://x"), "an alert needs an address"),
        (("--database", "mysql://x/y"), "is no database"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    recorded: Path,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    why: str,
) -> None:
    assert run(*words, "--exit-at-end") in (1, 2)
    assert why in " ".join(capsys.readouterr().err.split())
