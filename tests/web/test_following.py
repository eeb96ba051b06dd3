"""A watch is followed to its last word; one that was replaced does not count."""

import threading

from cueref.web.album import Album
from cueref.web.following import Follower


class Talk:
    """Says things until it is stopped, and a last one after that."""

    def __init__(self, last="the last shot"):
        self.stopped = threading.Event()
        self.last = last

    def __iter__(self):
        yield "a shot"
        self.stopped.wait(10)
        yield self.last

    def stop(self):
        self.stopped.set()

    def picture(self):
        return None

    def recall(self, lying):
        """Nothing to recall."""

    def rename(self, swaps):
        """Nothing to rename."""


def following():
    heard = []
    came = threading.Event()

    def take(message, _run):
        heard.append(message)
        came.set()

    follower = Follower(take, lambda: None, Album(), lambda: False)
    return follower, heard, came


def test_what_a_watch_says_after_it_is_told_to_stop_is_taken():
    follower, heard, came = following()
    follower.follow(Talk())
    assert came.wait(10)
    follower.close()
    assert heard == ["a shot", "the last shot"]
    assert follower.watch is None


def test_what_a_watch_says_after_another_took_its_place_is_not():
    follower, heard, came = following()
    follower.follow(Talk("too late"))
    assert came.wait(10)
    follower.follow(Talk("in time"))
    follower.close()
    assert "too late" not in heard
    assert heard[-1] == "in time"
    assert heard.count("a shot") == 2
