"""Shots are read beside watching; whatever happens there, none is lost."""

import io
import os
import pickle
import signal
import threading
import time

import numpy as np
import pytest

from adjudicator.balls import Ball, Discipline
from adjudicator.table import TABLES, TableKind
from cueref.live import reader_process, reader_worker, shot_desk, shot_reading
from cueref.live.pickling import receive, send
from cueref.live.reader_process import Beside
from cueref.live.reader_worker import Request
from cueref.live.shot_desk import ShotDesk
from cueref.live.shot_reading import Here, ReaderLostError, read_frames, unread
from cueref.pipeline import event_memory
from cueref.pipeline.observing import Seen
from cueref.pipeline.reading import WindowReader
from cueref.session.play import Play
from tests.session.scenes import setup_of
from tracking.observations import Observations
from vision.appearance import APPEARANCES, INDEX_OF, Appearance, Colour

TABLE = TABLES[TableKind.POOL_9FT]
DT = 1 / 60


def frames(count=120):
    """The cue ball rolls from 20 to 80 and lies; a red ball lies all the time."""
    found = []
    for k in range(count):
        s = np.clip(k - 20, 0, 60) / 60
        xy = np.array([[-0.8 + 0.9 * (2 * s - s * s), 0.1], [0.5, -0.2]])
        looks = np.full((2, len(APPEARANCES)), np.log(0.01))
        looks[0, INDEX_OF[Appearance(Colour.WHITE)]] = np.log(0.8)
        looks[1, INDEX_OF[Appearance(Colour.RED)]] = np.log(0.8)
        noise = np.tile(np.eye(2) * 4e-7, (2, 1, 1))
        seen = Observations(k, k * DT, xy, noise, np.full(2, 0.9), looks, xy * 0)
        found.append(Seen(k, k * DT, 1.0, seen))
    return found


def reader():
    return WindowReader(TABLE, Discipline.NINE_BALL)


@pytest.fixture
def beside():
    made = Beside(longest=20)
    yield made
    made.close()


def test_a_process_reads_what_would_be_read_here(beside):
    there, here = beside.read(reader(), frames()), Here().read(reader(), frames())
    one, other = there.records[0].shot, here.records[0].shot
    assert one == other
    assert one.cue_ball is Ball("cue")
    again = beside.read(there.reader, frames()).records[0].shot
    assert again.number == 2


def test_a_process_that_is_killed_is_replaced_and_the_shot_is_read(beside):
    first = beside.pid
    os.kill(first, signal.SIGKILL)
    assert len(beside.read(reader(), frames()).records) == 1
    assert beside.pid != first


def test_reading_that_never_ends_is_ended():
    beside = Beside(longest=0.05)  # a process needs longer than that to start
    began = time.monotonic()
    with pytest.raises(ReaderLostError, match="again and again"):
        beside.read(reader(), frames())
    assert time.monotonic() - began < 15
    beside.close()


def test_the_worker_answers_until_there_are_no_more_requests():
    requests, answers = io.BytesIO(), io.BytesIO()
    seen = tuple(frames())
    send(Request(reader(), 0, seen), requests)
    send(Request(reader(), 0, seen[:60], is_over=False), requests)
    send(Request(reader(), 50, seen[50:]), requests)
    send(Request(reader(), 0, (None,)), requests)
    requests.seek(0)
    reader_worker.serve(requests, answers)
    answers.seek(0)
    at_once, nothing, grown = (receive(answers) for _ in range(3))
    assert nothing == ""
    assert len(at_once.records) == 1
    assert grown.records[0].shot == at_once.records[0].shot
    assert "cannot be read" in receive(answers)


def test_frames_that_the_process_has_are_not_sent_again(beside, monkeypatch):
    asked = []

    def noted(request, pipe):
        asked.append((request.kept, len(request.more), request.is_over))
        send(request, pipe)

    monkeypatch.setattr(reader_process, "send", noted)
    seen, know = frames(), reader()
    beside.look_ahead(know, seen[:60])
    beside.look_ahead(know, seen[:90])
    ahead = beside.read(know, seen)
    assert asked == [(0, 60, False), (60, 30, False), (90, 30, True)]
    assert ahead.records[0].shot == Here().read(reader(), seen).records[0].shot
    beside.read(know, seen[5:])
    assert asked[-1] == (0, 115, True)


def test_a_process_that_is_killed_after_looking_ahead_is_sent_all_again(beside):
    seen, know = frames(), reader()
    beside.look_ahead(know, seen[:90])
    os.kill(beside.pid, signal.SIGKILL)
    beside.look_ahead(know, seen[:100])
    read = beside.read(know, seen)
    assert read.records[0].shot == Here().read(reader(), seen).records[0].shot


def test_half_an_answer_is_none():
    whole = io.BytesIO()
    send(tuple(range(100)), whole)
    with pytest.raises((EOFError, pickle.UnpicklingError)):
        receive(io.BytesIO(whole.getvalue()[:50]))


class Broken:
    """Cannot read, as often as it is told."""

    def __init__(self, times):
        self.times = times
        self.closed = False

    def read(self, reader, frames):
        if self.times:
            self.times -= 1
            raise ReaderLostError("gone")
        return Here().read(reader, frames)

    def look_ahead(self, reader, frames):
        pass

    def close(self):
        self.closed = True


def test_a_shot_that_cannot_be_read_is_handed_out_and_asks_a_person():
    desk = ShotDesk(TABLE, Discipline.NINE_BALL, Broken(1))
    desk.give(frames(), (), {})
    desk.give(frames(), (), {})
    shots = [read.record.shot for read in desk.ready(wait=True)]
    desk.close()
    assert [shot.number for shot in shots] == [1, 2]
    assert shots[0].not_seen[0].why == "the shot could not be read"
    assert shots[1].not_seen == ()
    assert desk.shots == 2


@pytest.mark.parametrize("game", list(Discipline))
def test_an_unread_shot_is_never_ruled_on_without_a_person(game):
    play = Play(setup_of(game))
    (record,) = unread(WindowReader(play.setup.table, game), frames()).records
    verdict = play.with_shot(record.shot).rulings[0].verdict
    assert verdict.needs_review, verdict.reasons


def test_a_bug_in_reading_one_shot_leaves_it_unread(monkeypatch):
    def fails(*_):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(WindowReader, "read", fails)
    monkeypatch.setattr(shot_reading.logger, "exception", lambda *_: None)
    done = read_frames(reader(), frames())
    assert [record.shot.number for record in done.records] == [1]
    assert done.records[0].shot.not_seen


def test_reading_that_is_given_up_hands_the_shot_out_unread():
    slow = Beside()
    desk = ShotDesk(TABLE, Discipline.NINE_BALL, slow)
    os.kill(slow.pid, signal.SIGSTOP)
    desk.give(frames(), (), {})
    limit = threading.Timer(0.3, desk.give_up)
    limit.start()
    began = time.monotonic()
    (read,) = desk.ready(wait=True)
    assert time.monotonic() - began < 10
    desk.close()
    limit.join()
    assert read.record.shot.not_seen[0].why == "the shot could not be read"


def test_no_process_is_begun_after_the_end():
    ended = Beside()
    ended.close()
    ended.close()
    with pytest.raises(ReaderLostError):
        ended.read(reader(), frames())
    ended.look_ahead(reader(), frames())


def test_too_many_stretches_are_not_all_read(monkeypatch):
    monkeypatch.setattr(shot_desk, "MOST_WAITING", 1)
    desk = ShotDesk(TABLE, Discipline.NINE_BALL)
    for _ in range(3):
        desk.give(frames(), (), {})
    shots = [read.record.shot for read in desk.ready(wait=True)]
    desk.close()
    assert [bool(shot.not_seen) for shot in shots] == [False, True, True]


def test_a_ball_that_a_person_named_keeps_its_name():
    desk = ShotDesk(TABLE, Discipline.NINE_BALL)
    desk.give(frames(), (), {})
    (first,) = desk.ready(wait=True)
    assert Ball("3") in first.record.shot.after.balls
    desk.rename({Ball("3"): Ball("7")})
    desk.give(frames(), (), {})
    (second,) = desk.ready(wait=True)
    desk.close()
    assert set(second.record.shot.before.balls) == {Ball("cue"), Ball("7")}


def worked_out(monkeypatch):
    """Count how often events are worked out."""
    times, extract = [], event_memory.extract
    monkeypatch.setattr(
        event_memory, "extract", lambda *of: (times.append(1), extract(*of))[1]
    )
    return times


def test_what_happened_on_a_shot_read_ahead_is_not_worked_out_again(monkeypatch):
    times, seen = worked_out(monkeypatch), frames()
    desk = ShotDesk(TABLE, Discipline.NINE_BALL)
    desk.read_ahead(seen[:75])
    desk.give(seen, (), {})
    (shot,) = [read.record.shot for read in desk.ready(wait=True)]
    desk.close()
    assert len(times) == 1
    whole = read_frames(reader(), seen).records[0].shot
    assert shot.number == 1
    assert shot.t_end == pytest.approx(whole.t_end, abs=0.03)
    assert [type(e) for e in shot.events] == [type(e) for e in whole.events]


def test_a_stretch_that_was_not_over_is_read_as_a_whole(monkeypatch):
    times, seen = worked_out(monkeypatch), frames()
    desk = ShotDesk(TABLE, Discipline.NINE_BALL)
    desk.read_ahead(seen[:40])
    desk.give(seen, (), {})
    (shot,) = [read.record.shot for read in desk.ready(wait=True)]
    desk.close()
    assert len(times) == 2
    whole = read_frames(reader(), seen).records[0].shot
    assert shot == whole


def test_a_stretch_that_could_not_be_read_ahead_is_read_when_it_is_over():
    desk = ShotDesk(TABLE, Discipline.NINE_BALL, Broken(1))
    desk.read_ahead(frames(110))
    desk.give(frames(), (), {})
    (shot,) = [read.record.shot for read in desk.ready(wait=True)]
    desk.close()
    assert shot.not_seen == ()


@pytest.mark.parametrize("game", list(Discipline))
def test_a_shot_in_which_the_camera_is_lost_asks_a_person(game):
    play = Play(setup_of(game))
    desk = ShotDesk(play.setup.table, game)
    desk.give(frames(50), (), {}, is_cut_off=True)
    (read,) = desk.ready(wait=True)
    desk.close()
    shot = read.record.shot
    assert [gap.why for gap in shot.not_seen] == ["the end of the shot was not seen"]
    verdict = play.with_shot(shot).rulings[0].verdict
    assert verdict.needs_review, verdict.reasons


def test_a_shot_whose_beginning_was_not_seen_asks_a_person():
    (record,) = read_frames(reader(), frames()[30:]).records
    whys = [gap.why for gap in record.shot.not_seen]
    assert whys == ["the beginning of the shot was not seen"]
    verdict = Play(setup_of(Discipline.NINE_BALL)).with_shot(record.shot).rulings[0]
    assert verdict.verdict.needs_review
    (whole,) = read_frames(reader(), frames()).records
    assert whole.shot.not_seen == ()
