"""Whether events told while a shot runs agree with those of the whole shot.

Run it from the root of the project: `python -m benchmarks.event_live`. Each shot is cut
at several times; what is old enough then is compared with the events of the whole shot.
"""

import argparse
import time
from collections import Counter
from pathlib import Path

import numpy as np

from benchmarks.event_scenes import MEASURED, Scene
from benchmarks.event_scores import Mark, is_same, marks
from benchmarks.events import scenes_of
from tracking.events.extraction import extract_events
from tracking.events.naming import ball_of_key
from tracking.events.provisional import CONFIRMED, PROVISIONAL, events_so_far
from vision.synthesis.seeds import Split

_CUTS = 4
_LOOK_BACK = 1.0
"""Seconds before the newest event told that are compared, contacts and rails."""

_TOLERANCE = 0.02


def compare(scene: Scene, lag: float, counts: Counter[str]) -> list[float]:
    """Count agreements of one shot at a lag; return the CPU seconds of the calls."""
    names = {ball_of_key(i): i for i in range(len(scene.balls))}
    whole = extract_events(scene.paths, scene.table, scene.cue_key, window=scene.window)
    final = marks(whole.events, names)
    seconds = []
    last = max([mark[0] for mark in final], default=0.5)
    for now in np.linspace(0.1, last + lag, _CUTS + 1)[1:]:
        began = time.process_time()
        found = events_so_far(
            scene.paths, scene.table, scene.cue_key, float(now), lag=lag
        )
        seconds.append(time.process_time() - began)
        early = _recent(marks(found.events, names), float(now) - lag)
        later = _recent(final, float(now) - lag)
        _count(early, later, counts)
    return seconds


def _recent(all_marks: list[Mark], until: float) -> list[Mark]:
    return [
        m
        for m in all_marks
        if until - _LOOK_BACK <= m[0] <= until and m[1] != "pocketed"
    ]


def _count(early: list[Mark], later: list[Mark], counts: Counter[str]) -> None:
    left = list(early)
    for mark in later:
        near = [
            m
            for m in left
            if m[1] == mark[1] and is_same(m, mark) and abs(m[0] - mark[0]) < _TOLERANCE
        ]
        counts["kept" if near else "late"] += 1
        if near:
            left.remove(near[0])
    counts["withdrawn"] += len(left)


def main() -> None:
    """Print the agreement at both lags."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--split", type=Split, default=Split.TEST)
    parser.add_argument("--shots", type=int, default=40)
    parser.add_argument("--cache", type=Path, help="folder that keeps drawn shots")
    arguments = parser.parse_args()
    scenes = list(
        scenes_of(
            arguments.split,
            arguments.shots,
            MEASURED,
            opening=False,
            cache=arguments.cache,
        )
    )
    print("| lag ms | events told in time | withdrawn later | s a call |")
    print("|---|---|---|---|")
    for lag in (PROVISIONAL, CONFIRMED):
        counts: Counter[str] = Counter()
        seconds = [s for scene in scenes for s in compare(scene, lag, counts)]
        told, due = counts["kept"], counts["kept"] + counts["late"]
        print(
            f"| {lag * 1e3:.0f} | {told} of {due} = {told / max(due, 1):.3f} | "
            f"{counts['withdrawn']} of {told + counts['withdrawn']} | "
            f"{np.median(seconds):.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
