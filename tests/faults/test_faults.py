"""The whole program beside a camera on the network, and everything that goes wrong.

`python -m benchmarks.live_faults` does the same for longer, with the figures.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.camera import HEAD, MISSING, Camera, can_serve
from tests.faults.disk import full_disk
from tests.faults.kills import killed
from tests.faults.proxy import BadCable
from tests.faults.watch_process import WatchProcess

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not can_serve(), reason=MISSING),
]

KILLS = int(os.environ.get("CUEREF_KILLS", "3"))

PATIENCE = 40.0
"""For anything on a busy machine, seconds."""


@pytest.fixture
def camera() -> Iterator[Camera]:
    with Camera() as camera:
        yield camera


def watch_of(folder: Path, url: str) -> WatchProcess:
    words = ("--players", "Anna,Boris", "--head", HEAD)
    return WatchProcess(folder, url, "eight-ball", *words)


@pytest.fixture
def watch(tmp_path: Path, camera: Camera) -> Iterator[WatchProcess]:
    watch = watch_of(tmp_path, camera.url)
    yield watch
    watch.stop()


def test_no_verdict_is_lost_or_doubled_when_the_program_is_killed(
    watch: WatchProcess,
) -> None:
    found = killed(watch, KILLS)
    assert len(found.observing) == KILLS


def test_a_camera_that_is_switched_off_and_on_is_seen_again(
    watch: WatchProcess, camera: Camera
) -> None:
    watch.start()
    watch.wait_for(watch.is_observing, 120)
    camera.stop()
    watch.wait_for(lambda: not watch.is_observing(), PATIENCE)
    state = watch.state()
    assert state is not None
    assert state["watch"]["cause"] == "no-pictures"
    camera.start()
    watch.wait_for(watch.is_observing, PATIENCE)
    before = len(watch.verdicts)
    watch.wait_for(lambda: len(watch.verdicts) > before, PATIENCE)


def test_damaged_pictures_end_nothing(tmp_path: Path, camera: Camera) -> None:
    with BadCable(camera.port) as cable:
        watch = watch_of(tmp_path, cable.url)
        watch.start()
        try:
            watch.wait_for(watch.is_observing, 120)
            cable.damage = 0.05
            watch.wait_for(lambda: cable.damaged > 20, PATIENCE)
            assert watch.state() is not None
            cable.damage = 0.0
            watch.wait_for(watch.is_observing, PATIENCE)
            before = len(watch.verdicts)
            watch.wait_for(lambda: len(watch.verdicts) > before, PATIENCE)
        finally:
            watch.stop()


def test_what_is_ruled_on_while_the_disk_is_full_is_stored_later(
    watch: WatchProcess,
) -> None:
    watch.start()
    watch.wait_for(lambda: watch.verdicts, 120)
    with full_disk(watch.pid):
        before = len(watch.verdicts)
        watch.wait_for(lambda: len(watch.verdicts) > before, PATIENCE)
        state = watch.state()
        assert state is not None
        assert not state["state"]["stored"]
    watch.wait_for(lambda: (watch.state() or {})["state"]["stored"], PATIENCE)
    told = [verdict["shot"] for verdict in watch.verdicts]
    assert told == list(range(1, len(told) + 1))
    assert watch.stored_shots()[: len(told)] == told
