import itertools
import threading
import time
from dataclasses import replace

import pytest

from cueref.live import capture as module
from cueref.live.capture import Capture
from cueref.live.frame_queue import Captured, FrameQueue, Lost
from cueref.live.messages import Cause
from tests.cueref.live.sources import FakeSource, Opener
from vision.errors import (
    NotAVideoError,
    SourceNotFoundError,
    SourceUnreachableError,
)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(module, "_FIRST_WAIT", 0.01)
    monkeypatch.setattr(module, "_LONGEST_WAIT", 0.02)


def taken(opener, until, *, room=100, limit=5.0):
    """Run a capture until something is true of what came; return all of it."""
    queue = FrameQueue(room)
    capture = Capture("fake", queue, opener=opener)
    capture.start()
    items, end = [], time.monotonic() + limit
    while time.monotonic() < end and not until(items):
        item = queue.take(0.05)
        if item is not None:
            items.append(item)
    capture.stop()
    assert until(items), items
    return items, capture


def pictures(items):
    return [item for item in items if isinstance(item, Captured)]


def losses(items):
    return [item for item in items if isinstance(item, Lost)]


def test_a_recording_is_played_in_real_time_and_ends():
    begun = time.monotonic()
    items, _ = taken(Opener(FakeSource(30, live=False)), losses)
    assert len(pictures(items)) == 30
    assert losses(items)[0].cause is Cause.ENDED
    assert losses(items)[0].is_final
    assert time.monotonic() - begun >= 0.28


def test_a_camera_that_breaks_off_is_opened_again_and_its_pictures_go_on_counting():
    opener = Opener(
        FakeSource(5, breaks=SourceUnreachableError("cable")),
        SourceUnreachableError("still away"),
        FakeSource(5),
    )
    items, _ = taken(opener, lambda items: len(pictures(items)) == 10)
    frames = [item.frame for item in pictures(items)]
    assert [frame.index for frame in frames] == list(range(10))
    assert all(a.t < b.t for a, b in itertools.pairwise(frames))
    assert [lost.detail for lost in losses(items)][:2] == ["cable", "still away"]
    assert not any(lost.is_final for lost in losses(items))


def test_an_unplugged_camera_is_waited_for():
    gone = SourceNotFoundError("/dev/video0 does not exist: no such camera")
    opener = Opener(FakeSource(1, breaks=gone), gone, gone, FakeSource(2))
    items, _ = taken(opener, lambda items: len(pictures(items)) == 3)
    assert opener.opened >= 4
    assert len(losses(items)) >= 3


def test_a_camera_that_is_not_there_yet_is_waited_for():
    gone = SourceNotFoundError("/dev/video0 does not exist: no such camera")
    items, _ = taken(
        Opener(gone, FakeSource(2)), lambda items: len(pictures(items)) == 2
    )
    assert losses(items)[0].cause is Cause.NO_PICTURES


def test_a_file_that_does_not_exist_is_not_waited_for():
    items, _ = taken(Opener(SourceNotFoundError("a.mp4 does not exist")), losses)
    assert losses(items)[0].is_final
    assert losses(items)[0].cause is Cause.FAILED


def test_a_file_that_is_no_video_is_not_waited_for():
    items, _ = taken(Opener(NotAVideoError("a.txt is text")), losses)
    assert losses(items)[0].is_final


def test_an_error_nobody_thought_of_is_a_loss_as_any_other():
    opener = Opener(FakeSource(1, breaks=ZeroDivisionError("?")), FakeSource(1))
    items, _ = taken(opener, lambda items: len(pictures(items)) == 2)
    assert (
        "ZeroDivisionError" in losses(items)[0].detail or "?" in losses(items)[0].detail
    )


def test_capture_never_waits_for_a_pipeline_that_does_not_take():
    queue = FrameQueue(4)
    done = threading.Event()
    source = FakeSource(500, breaks=SourceUnreachableError("end"))
    capture = Capture("fake", queue, opener=Opener(source))
    capture.start()
    end = time.monotonic() + 5
    while capture.came < 500 and time.monotonic() < end:
        done.wait(0.01)
    capture.stop()
    assert capture.came == 500
    assert queue.dropped >= 490
    assert len(queue) <= 5


def test_a_clock_that_jumps_does_not_move_the_time():
    opener = Opener(FakeSource(3, start=0.0), FakeSource(3, start=1e6))
    items, _ = taken(opener, lambda items: len(pictures(items)) == 6)
    times = [item.frame.t for item in pictures(items)]
    assert times == sorted(times)
    assert times[-1] < 5.0


def test_stopping_closes_the_source():
    source = FakeSource(10_000, wait=lambda _: time.sleep(0.001))
    _, capture = taken(Opener(source), lambda items: len(pictures(items)) >= 3)
    end = time.monotonic() + 2
    while not source.closed and time.monotonic() < end:
        time.sleep(0.01)
    assert source.closed
    assert capture.newest is not None


@pytest.mark.parametrize(
    "error",
    [
        SourceUnreachableError("rtsp://club:secret@camera/1 does not answer"),
        OSError(5, "Input/output error", "rtsp://club:secret@camera/1"),
    ],
)
def test_what_is_said_of_a_lost_camera_holds_no_password(error, caplog):
    with caplog.at_level("DEBUG"):
        items, _ = taken(Opener(error, FakeSource(1)), losses)
    assert "camera/1" in losses(items)[0].detail
    assert "secret" not in losses(items)[0].detail
    assert "secret" not in caplog.text
    caplog.clear()


def test_a_recording_at_speed_zero_waits_for_whoever_looks():
    queue = FrameQueue(3)
    source = FakeSource(20, live=False)
    capture = Capture("fake", queue, opener=Opener(source), speed=0)
    capture.start()
    seen = []
    while not losses(seen):
        time.sleep(0.01)
        seen.append(queue.take(1.0))
    assert [item.frame.index for item in pictures(seen)] == list(range(20))
    assert queue.dropped == 0


class StubPicture:
    """A picture that nobody looks at."""


class Borrowed(StubPicture):
    """A picture in room of the decoder."""

    def copied(self):
        return StubPicture()


class Borrowing(FakeSource):
    def __iter__(self):
        for frame in super().__iter__():
            yield replace(frame, picture=Borrowed())


def test_pictures_that_wait_long_leave_the_room_of_the_decoder():
    queue = FrameQueue(100)
    capture = Capture("fake", queue, opener=Opener(Borrowing(20)))
    capture.start()
    end = time.monotonic() + 5
    while capture.came < 20 and time.monotonic() < end:
        time.sleep(0.01)
    capture.stop()
    items = [queue.take(0.1) for _ in range(20)]
    kinds = [type(item.frame.picture) for item in items]
    kept = module._IN_DECODER
    assert kinds == [Borrowed] * kept + [StubPicture] * (20 - kept)
