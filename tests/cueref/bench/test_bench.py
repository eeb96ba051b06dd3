import json
import time

import pytest

from cueref.bench.clock import StageClock
from cueref.bench.results import Bench, Stage, compared, read_bench
from cueref.errors import RefereeError


def busy(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


class Worker:
    def outer(self):
        busy(0.01)
        self.inner()

    def inner(self):
        busy(0.02)


def bench(whole=10.0, decode=5.0, detect=2.0):
    return Bench(
        "a.mp4",
        (1920, 1080),
        60.0,
        100,
        0.3,
        2,
        decode,
        decode,
        6.0,
        1.0,
        whole,
        whole,
        2,
        300.0,
        (Stage("detect", 30, detect, detect, detect),),
    )


def test_a_stage_within_another_counts_for_itself_only():
    clock = StageClock()
    with clock.probing([("outer", Worker, "outer"), ("inner", Worker, "inner")]):
        Worker().outer()
    stages = {stage.name: stage for stage in clock.stages(1)}
    assert stages["inner"].median_ms == pytest.approx(20, abs=8)
    assert stages["outer"].median_ms == pytest.approx(10, abs=8)


def test_probes_are_taken_out_again():
    before = Worker.outer
    with StageClock().probing([("outer", Worker, "outer")]):
        assert Worker.outer is not before
    assert Worker.outer is before


def test_the_speed_of_the_machine_drops_out_of_a_comparison(tmp_path):
    path = tmp_path / "run.json"
    path.write_text(json.dumps(bench().to_object()))
    slower = bench(whole=20.0, decode=10.0, detect=4.0)
    ratios = compared(slower, read_bench(path))
    assert ratios["whole"] == pytest.approx(1.0)
    assert ratios["detect"] == pytest.approx(1.0)


def test_a_slower_stage_shows(tmp_path):
    path = tmp_path / "run.json"
    path.write_text(json.dumps(bench().to_object()))
    assert compared(bench(detect=3.0), read_bench(path))["detect"] == pytest.approx(1.5)


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "other"}'], ids=str)
def test_what_is_no_stored_run_is_refused(tmp_path, text):
    path = tmp_path / "run.json"
    path.write_text(text)
    with pytest.raises(RefereeError):
        read_bench(path)
