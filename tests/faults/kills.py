"""kill -9 of the whole program at random moments, and what must hold after each."""

import random
import time
from dataclasses import dataclass, field

from cueref.session.record import resumed, verdict_row
from cueref.store.outbox import Outbox
from cueref.store.store import Store
from tests.faults.watch_process import WatchProcess

LONGEST = 8.0
"""Between observing the table and a kill, seconds."""


@dataclass(slots=True)
class Killed:
    """What came of the kills.

    Attributes:
        observing: Seconds from each start to observing the table.
        moving: How many kills came while balls moved.
        verdicts: How many verdicts were given.
    """

    observing: list[float] = field(default_factory=list)
    moving: int = 0
    verdicts: int = 0


def killed(watch: WatchProcess, kills: int, seed: int = 1) -> Killed:
    """Kill a program so many times, each time in the middle of its work.

    Args:
        watch: Watches a table on which balls move most of the time.
        kills: How often.
        seed: Of the moments.

    Raises:
        AssertionError: A verdict was lost or doubled, or the match did not go on.
    """
    dice, found = random.Random(seed), Killed()
    watch.start()
    watch.wait_for(watch.is_observing, 120)  # the table is found for the first time
    match = None
    for _ in range(kills):
        time.sleep(dice.uniform(0.0, LONGEST))
        state = watch.state()
        found.moving += bool(state and state["balls"]["moving"])
        watch.kill()
        match = _checked(watch, match)
        watch.start()
        watch.wait_for(watch.is_observing, 60)
        found.observing.append(time.monotonic() - watch.started_at)
        _resumed(watch, match)
    watch.stop()
    _checked(watch, match)
    found.verdicts = len(watch.verdicts)
    return found


def _checked(watch: WatchProcess, match: str | None) -> str:
    """Compare the store with everything that was ever said; return the match."""
    store = Store(watch.database)
    try:
        going = store.unfinished()
        assert going is not None
        assert match in (None, going), "another match goes on"
        log = store.load(going)
        calls = [alert.key for alert in Outbox(store).due(4e9, "none")]
    finally:
        store.close()
    numbers = [row.number for row in log.shots]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len({row.source for row in log.shots}) == len(numbers), "doubled"
    stored = {row.number: row.verdict for row in log.shots}
    told = [verdict["shot"] for verdict in watch.verdicts]
    assert told == sorted(set(told)), "a verdict was given twice"
    for verdict in watch.verdicts:
        kept = stored.get(verdict["shot"], {})
        assert kept.items() <= verdict.items(), "a verdict that was given was lost"
    for row, ruling in zip(log.shots, resumed(log).play.rulings, strict=True):
        assert row.verdict == verdict_row(ruling)
    assert len(calls) == len(set(calls))
    return going


def _resumed(watch: WatchProcess, match: str) -> None:
    """Check that the page goes on where it was."""
    state = watch.state()
    assert state is not None
    assert state["state"]["match"]["id"] == match
    assert state["state"]["match"]["coming"] > len(watch.verdicts)
