"""Whether an event given 0.9 is right in 90 % of cases.

Right is what happened as told, to the balls and at the rail that are told, within
60 ms: rulings hang on that. How many are dated within a picture stands beside it.
"""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from adjudicator.balls import Ball
from benchmarks.event_scores import SLOW_TOLERANCE, Mark, is_same, marks
from tracking.events.extraction_result import Extraction

_BINS = (0.0, 0.05, 0.2, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 1.01)


@dataclass(slots=True)
class Reliability:
    """Predicted confidence of contacts and rails beside whether they happened."""

    said: list[float] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)
    dated: list[bool] = field(default_factory=list)

    def add(
        self,
        result: Extraction,
        truth: list[Mark],
        names: Mapping[Ball, int],
        interval: float,
    ) -> None:
        """Add the events of one shot, kept and doubtful."""
        left = list(truth)
        for event in (*result.events, *result.doubtful):
            for mark in marks((event,), names):
                if mark[1] == "pocketed":
                    continue
                same = [m for m in left if m[1] == mark[1] and is_same(m, mark)]
                late, nearest = min(
                    ((abs(m[0] - mark[0]), m) for m in same), default=(np.inf, mark)
                )
                if late <= SLOW_TOLERANCE:
                    left.remove(nearest)
                self.said.append(event.confidence)
                self.right.append(late <= SLOW_TOLERANCE)
                self.dated.append(late <= interval + 0.001)

    def table(self) -> str:
        """Return the bins as a table."""
        said, right, dated = map(np.array, (self.said, self.right, self.dated))
        lines = [
            "| confidence | events | mean said | happened | and within a picture |",
            "|---|---|---|---|---|",
        ]
        for low, high in itertools.pairwise(_BINS):
            inside = (said >= low) & (said < high)
            if np.any(inside):
                lines.append(
                    f"| {low:.2f}-{min(high, 1.0):.2f} | {int(inside.sum())} | "
                    f"{said[inside].mean():.3f} | {right[inside].mean():.3f} | "
                    f"{dated[inside].mean():.3f} |"
                )
        return "\n".join(lines)
