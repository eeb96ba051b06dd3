"""Sources that break in every way, for tests."""

from fractions import Fraction

import numpy as np

from vision.errors import SourceUnreachableError
from vision.frames import Frame


class FakeSource:
    """Gives some pictures, then ends or breaks off."""

    name = "fake"
    size = (8, 6)
    fps = 100.0
    frame_count = None
    duration = None
    warnings = ()

    def __init__(self, count, *, live=True, breaks=None, wait=None, start=0.0):
        self.count = count
        self.is_live = live
        self.breaks = breaks
        self.wait = wait
        self.start = start
        self.closed = False

    def __iter__(self):
        for k in range(self.count):
            if self.wait is not None:
                self.wait(k)
            image = np.full((6, 8, 3), k % 255, np.uint8)
            yield Frame(k, self.start + k / 100, image, k, Fraction(1, 100))
        if self.breaks is not None:
            raise self.breaks

    def sample(self, count):
        raise AssertionError("a live source is never sampled")

    def close(self):
        self.closed = True

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()


class Opener:
    """Gives one source after the other; an error in the list is raised."""

    def __init__(self, *sources):
        self.sources = list(sources)
        self.opened = 0

    def __call__(self):
        self.opened += 1
        if not self.sources:
            raise SourceUnreachableError("fake does not answer")
        source = self.sources.pop(0)
        if isinstance(source, Exception):
            raise source
        return source
