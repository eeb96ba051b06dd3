"""Memory that is free goes back to the system."""

from types import SimpleNamespace

from cueref import heap as module
from cueref.heap import Heap


def test_memory_is_given_back_now_and_then(monkeypatch):
    monkeypatch.setattr(module, "EVERY", 0.0)
    heap = Heap()
    trimmed = []
    heap._trim = trimmed.append
    assert heap.give_back()
    monkeypatch.setattr(module, "EVERY", 60.0)
    assert not heap.give_back()
    assert trimmed == [0]


def test_without_the_gnu_library_nothing_is_done(monkeypatch):
    monkeypatch.setattr(module, "EVERY", 0.0)
    monkeypatch.setattr(module.ctypes, "CDLL", lambda _name: object())
    assert not Heap().give_back()


def test_the_library_of_this_computer_takes_it(monkeypatch):
    monkeypatch.setattr(module, "EVERY", 0.0)
    Heap().give_back()


def test_threads_take_memory_from_few_places(monkeypatch):
    asked = []
    library = SimpleNamespace(mallopt=lambda what, value: asked.append((what, value)))
    monkeypatch.setattr(module.ctypes, "CDLL", lambda _name: library)
    module.keep_together()
    assert asked == [(-8, 2)]


def test_a_library_without_places_is_left_alone(monkeypatch):
    monkeypatch.setattr(module.ctypes, "CDLL", lambda _name: object())
    module.keep_together()
