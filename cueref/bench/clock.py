"""Times of stages, measured from outside of the code that is timed."""

import functools
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from cueref.bench.results import Stage


class StageClock:
    """Collects how long the calls of each stage take.

    A stage within another one counts for itself only: its time is taken off the outer
    one. Times are those of the thread, so that other programs do not count.
    """

    def __init__(self) -> None:
        """Start without a time."""
        self._took: dict[str, list[float]] = defaultdict(list)
        self._of_thread = threading.local()

    def timed(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function with its calls timed."""

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            inner = self._inner
            start = time.thread_time()
            inner.append(0.0)
            try:
                return function(*args, **kwargs)
            finally:
                whole = time.thread_time() - start
                self._took[stage].append(whole - inner.pop())
                if inner:
                    inner[-1] += whole

        return call

    @property
    def _inner(self) -> list[float]:
        """Times of stages within the stages that are going on in this thread."""
        own: list[float] = self._of_thread.__dict__.setdefault("inner", [])
        return own

    @contextmanager
    def probing(self, probes: Sequence[tuple[str, object, str]]) -> Iterator[None]:
        """Time some functions for as long as the context lasts.

        Args:
            probes: Stage, class or module, and name of the function in it.
        """
        before = [(owner, name, getattr(owner, name)) for _, owner, name in probes]
        try:
            for stage, owner, name in probes:
                setattr(owner, name, self.timed(stage, getattr(owner, name)))
            yield
        finally:
            for owner, name, function in before:
                setattr(owner, name, function)

    def calls(self, stage: str) -> int:
        """Return how often a stage was called."""
        return len(self._took[stage])

    def stages(self, frames: int) -> tuple[Stage, ...]:
        """Return the figures of each stage, the costliest first.

        Args:
            frames: Number of frames they are shared by.
        """
        found = []
        for name, took in self._took.items():
            ms = 1000 * np.array(took)
            found.append(
                Stage(
                    name,
                    len(ms),
                    float(np.median(ms)),
                    float(np.percentile(ms, 95)),
                    float(ms.sum() / max(frames, 1)),
                )
            )
        return tuple(sorted(found, key=lambda stage: -stage.ms_per_frame))
