"""Whether an event given 0.9 is right in 90 % of cases."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from adjudicator.balls import Ball
from benchmarks.event_scenes import Scene
from benchmarks.event_scores import SLOW_TOLERANCE, Mark, is_same, marks, slow_marks
from tracking.events.extraction_result import Extraction

_BINS = (0.0, 0.05, 0.2, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 1.01)


@dataclass(slots=True)
class Reliability:
    """Predicted confidence of contacts and rails beside whether they happened."""

    said: list[float] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)

    def add(
        self,
        result: Extraction,
        truth: list[Mark],
        names: Mapping[Ball, int],
        interval: float,
        scene: Scene,
    ) -> None:
        """Add the events of one shot, kept and doubtful."""
        slow = slow_marks(scene, truth)
        left = list(truth)
        for event in (*result.events, *result.doubtful):
            for mark in marks((event,), names):
                if mark[1] == "pocketed":
                    continue
                near = [
                    m
                    for m in left
                    if m[1] == mark[1]
                    and is_same(m, mark)
                    and abs(m[0] - mark[0])
                    <= (SLOW_TOLERANCE if m in slow else interval + 0.001)
                ]
                if near:
                    left.remove(min(near, key=lambda m: abs(m[0] - mark[0])))
                self.said.append(event.confidence)
                self.right.append(bool(near))

    def table(self) -> str:
        """Return the bins as a table."""
        said, right = np.array(self.said), np.array(self.right, dtype=float)
        lines = ["| confidence | events | mean said | right |", "|---|---|---|---|"]
        for low, high in itertools.pairwise(_BINS):
            inside = (said >= low) & (said < high)
            if np.any(inside):
                lines.append(
                    f"| {low:.2f}-{min(high, 1.0):.2f} | {int(inside.sum())} | "
                    f"{said[inside].mean():.3f} | {right[inside].mean():.3f} |"
                )
        return "\n".join(lines)
