import logging
import threading

import numpy as np
import pytest

from adjudicator.balls import Discipline
from cueref.calibrated_view import CalibratedView
from cueref.live import capture, finding, watching
from cueref.live.messages import (
    Cause,
    FrameSeen,
    Provisional,
    ProvisionalKind,
    ShotRead,
    StateChanged,
    TableFound,
)
from cueref.live.options import WatchOptions
from cueref.live.shot_reading import Here, ReaderLostError
from cueref.live.watching import Watch
from tests.cueref.live.sources import FakeSource, Opener
from tests.cueref.pipeline.simple_scene import (
    PaintClassifier,
    PaintDetector,
    calibration,
    picture,
)
from vision.appearance import Colour
from vision.errors import SourceUnreachableError
from vision.frames import Frame

FPS = 30


def place(k):
    """Where the white ball is in picture k: it rolls from 10 to 40, and lies."""
    s = np.clip(k - 10, 0, 30) / 30
    return (-0.6 + 0.6 * (2 * s - s * s), 0.1, Colour.WHITE)


class Table(FakeSource):
    """Pictures of a ball that rolls beside one that lies."""

    def __init__(self, count=75, first=0, **options):
        super().__init__(count, **options)
        self.first = first

    def __iter__(self):
        for k in range(self.count):
            if self.wait is not None:
                self.wait(k)
            image = picture([place(k + self.first), (0.4, -0.2, Colour.RED)])
            yield Frame(k, k / FPS, image, k, 1 / FPS)
        if self.breaks is not None:
            raise self.breaks


@pytest.fixture(autouse=True)
def painted(monkeypatch):
    view = CalibratedView(calibration(), picture([]))
    monkeypatch.setattr(finding, "calibrated_view", lambda *_: view)
    monkeypatch.setattr(watching, "OnnxBallDetector", lambda _: PaintDetector())
    monkeypatch.setattr(watching, "AppearanceClassifier", PaintClassifier)
    monkeypatch.setattr(watching, "Beside", Here)
    monkeypatch.setattr(watching, "is_skipped", lambda *_, **__: False)
    monkeypatch.setattr(watching, "_QUEUE_AT_START", 500)
    monkeypatch.setattr(watching, "_SHORTEST_QUEUE", 500)
    monkeypatch.setattr(watching, "_LONGEST_QUEUE", 500)
    monkeypatch.setattr(capture, "_FIRST_WAIT", 0.01)


def watched(*sources, until=lambda _: False):
    options = WatchOptions(game=Discipline.NINE_BALL, table=finding.__file__)
    watch = Watch("fake", options, opener=Opener(*sources))
    said = []
    for message in watch:
        said.append(message)
        if until(said):
            watch.stop()
    return said


def of(kind, said):
    return [message for message in said if isinstance(message, kind)]


def test_a_shot_is_told_as_it_begins_rests_and_is_read():
    said = watched(Table(95, first=-20, live=False))
    states = [(m.observing, m.cause) for m in of(StateChanged, said)]
    assert states[0] == (False, Cause.STARTING)
    assert (True, None) in states
    assert states[-1] == (False, Cause.ENDED)
    assert len(of(TableFound, said)) == 1
    kinds = [m.kind for m in of(Provisional, said)]
    assert kinds == [ProvisionalKind.SHOT_BEGAN, ProvisionalKind.BALLS_AT_REST]
    shots = of(ShotRead, said)
    assert [m.record.shot.number for m in shots] == [1]
    assert shots[0].t == pytest.approx(60 / FPS, abs=0.15)
    assert shots[0].record.shot.not_seen == ()


def test_a_shot_that_went_on_when_watching_began_asks_a_person():
    (shot,) = of(ShotRead, watched(Table(live=False)))
    (gap,) = shot.record.shot.not_seen
    assert gap.why == "what moved the balls was not seen"


def test_the_balls_are_shown_where_they_are():
    said = watched(Table(live=False))
    last = of(FrameSeen, said)[-1]
    white = next(ball for ball in last.balls if ball.looks == "white")
    assert (white.x, white.y) == pytest.approx((0.0, 0.1), abs=0.005)
    assert len(last.balls) == 2
    assert any(message.moving for message in of(FrameSeen, said))


def test_a_lost_camera_is_said_and_the_shot_after_it_is_read():
    broken = SourceUnreachableError("cable")
    said = watched(
        Table(9, breaks=broken),
        Table(75),
        until=lambda said: len(of(ShotRead, said)) == 1,
    )
    states = [(m.observing, m.cause) for m in of(StateChanged, said)]
    assert states.count((True, None)) == 2
    assert (False, Cause.NO_PICTURES) in states
    assert len(of(TableFound, said)) == 1


def test_a_shot_that_the_loss_cuts_is_not_read_twice():
    broken = SourceUnreachableError("cable")
    said = watched(
        Table(25, breaks=broken),
        Table(50, first=25),
        until=lambda said: len(of(StateChanged, said)) >= 7,
    )
    numbers = [m.record.shot.number for m in of(ShotRead, said)]
    assert len(numbers) == len(set(numbers))
    assert len(numbers) <= 2


def test_a_stop_while_balls_move_tells_no_shot():
    moving = watched(
        Table(75),
        until=lambda said: any(m.moving for m in of(FrameSeen, said)),
    )
    assert of(ShotRead, moving) == []
    assert of(StateChanged, moving)[-1].cause is Cause.ENDED


def test_a_stop_just_after_rest_still_tells_the_shot():
    said = watched(
        Table(75),
        until=lambda said: (
            ProvisionalKind.BALLS_AT_REST in [m.kind for m in of(Provisional, said)]
        ),
    )
    assert [m.record.shot.number for m in of(ShotRead, said)] == [1]


class Hanging(Here):
    """Reads nothing until it is closed."""

    def __init__(self):
        super().__init__()
        self.closed = threading.Event()

    def look_ahead(self, reader, frames):
        """Look at nothing."""

    def read(self, reader, frames):
        assert self.closed.wait(20)
        raise ReaderLostError("closed")

    def close(self):
        self.closed.set()


def test_a_shot_that_is_never_read_does_not_hold_up_the_end(monkeypatch):
    monkeypatch.setattr(watching, "Beside", Hanging)
    monkeypatch.setattr(watching, "_LAST_SHOTS", 0.2)
    said = watched(
        Table(75),
        until=lambda said: (
            ProvisionalKind.BALLS_AT_REST in [m.kind for m in of(Provisional, said)]
        ),
    )
    (shot,) = of(ShotRead, said)
    assert shot.record.shot.not_seen[0].why == "the shot could not be read"


def test_an_error_in_the_pipeline_does_not_end_watching(monkeypatch, caplog):
    monkeypatch.setattr(watching, "_AFTER_ERROR", 0.01)
    failed = []

    def once(self, seen, captured):
        if not failed:
            failed.append(seen)
            raise ZeroDivisionError("a bug")
        return real(self, seen, captured)

    real = watching.TableSide.see
    monkeypatch.setattr(watching.TableSide, "see", once)
    with caplog.at_level(logging.CRITICAL):
        said = watched(Table(live=False))
    states = [(m.observing, m.cause) for m in of(StateChanged, said)]
    assert (False, Cause.FAILED) in states
    assert len(of(ShotRead, said)) == 1


def test_an_error_while_the_table_is_looked_for_does_not_end_watching(
    monkeypatch, caplog
):
    monkeypatch.setattr(watching, "_AFTER_ERROR", 0.01)
    failed = []
    real = finding.calibrated_view

    def once(*given):
        if not failed:
            failed.append(given)
            raise ZeroDivisionError("a bug")
        return real(*given)

    monkeypatch.setattr(finding, "calibrated_view", once)
    with caplog.at_level(logging.CRITICAL):
        said = watched(Table(live=False))
    states = [(m.observing, m.cause) for m in of(StateChanged, said)]
    assert (False, Cause.FAILED) in states
    assert (True, None) in states


def test_a_source_that_is_not_there_says_so_and_stops():
    said = watched(Table(0, live=False))
    assert of(StateChanged, said)[-1].cause is Cause.ENDED
