"""How many events are found in simulated shots, and how exactly.

Run it from the root of the project: `python -m benchmarks.events`. Truth is the
event-driven simulation of the synthesis package; the extractor sees only noisy centres.
An event is found if the same balls and rail are named within one picture and 1 ms; all
events of the truth count, however weak. In a break the contacts of the opening count
as one event. Development uses seeds of the training range, the table uses test seeds.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from adjudicator.balls import Ball, Discipline
from adjudicator.events import Contact, Event, Pocketed, RailTouch
from adjudicator.shot import ShotKind
from benchmarks.event_heuristic import heuristic_events
from benchmarks.event_scenes import Noise, Scene, make_scene
from tracking.extraction import extract_events
from tracking.naming import ball_of_key
from vision.synthesis.seeds import SEEDS, Split

CONDITIONS = {
    "60 fps, 1 mm": Noise(),
    "30 fps, 1 mm": Noise(fps=30.0),
    "120 fps, 1 mm": Noise(fps=120.0),
    "60 fps, 2 mm": Noise(sigma=0.002),
    "60 fps, gaps and cover": Noise(missing=0.05, hidden=0.15),
    "60 fps, map off by 1.5 mm": Noise(bias=0.0015),
    "60 fps, noise stated half": Noise(sigma=0.002, stated=0.001),
    "60 fps, correlated noise": Noise(memory=0.7),
    "60 fps, radius off by 0.5 mm": Noise(radius_error=0.0005),
}
"""What the tables measure."""

_OPENING = 0.03

Mark = tuple[float, str, frozenset[int], str]


@dataclass(slots=True)
class Score:
    """Counts over many shots."""

    counts: Counter[str] = field(default_factory=Counter)
    errors: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def rate(self, kind: str) -> tuple[float, float, float]:
        """Return precision, recall and F1 of contacts, rails or pocketed."""
        hit, miss, false = (
            self.counts[f"{kind}:{w}"] for w in ("hit", "miss", "false")
        )
        precision = hit / max(hit + false, 1)
        recall = hit / max(hit + miss, 1)
        return precision, recall, 2 * hit / max(2 * hit + miss + false, 1)


def marks(events: Iterable[Event], keys: Mapping[Ball, int]) -> list[Mark]:
    """Reduce events to time, kind, balls and place."""
    out: list[Mark] = []
    for event in events:
        if isinstance(event, Contact):
            both = frozenset(keys[ball] for ball in event.balls)
            out.append((event.t, "contact", both, ""))
        elif isinstance(event, RailTouch):
            place = "" if event.jaw else str(event.rail)
            out.append((event.t, "rail", frozenset({keys[event.ball]}), place))
        elif isinstance(event, Pocketed):
            one = frozenset({keys[event.ball]})
            out.append((event.t, "pocketed", one, str(event.pocket)))
    return out


def score_shot(
    score: Score, truth: list[Mark], found: list[Mark], tolerance: float
) -> None:
    """Add one shot's matches."""
    truth, found = _distinct(truth, tolerance), _distinct(found, tolerance)
    for kind in ("contact", "rail", "pocketed"):
        limit = 0.3 if kind == "pocketed" else tolerance
        left = [mark for mark in found if mark[1] == kind]
        for mark in (m for m in truth if m[1] == kind):
            near = [m for m in left if _same(m, mark) and abs(m[0] - mark[0]) <= limit]
            if not near:
                score.counts[f"{kind}:miss"] += 1
                continue
            best = min(near, key=lambda m: abs(m[0] - mark[0]))
            left.remove(best)
            score.counts[f"{kind}:hit"] += 1
            if kind != "pocketed":
                score.errors.append(abs(best[0] - mark[0]))
        score.counts[f"{kind}:false"] += len(left)


def _same(a: Mark, b: Mark) -> bool:
    places = "" in (a[3], b[3]) or a[3] == b[3]
    return a[2] == b[2] and places


def _distinct(all_marks: list[Mark], within: float) -> list[Mark]:
    out: list[Mark] = []
    for mark in all_marks:
        if not any(
            _same(m, mark) and m[1] == mark[1] and mark[0] - m[0] < within for m in out
        ):
            out.append(mark)
    return out


def measure(scenes: Iterable[Scene], interval: float, *, plain: bool = False) -> Score:
    """Extract every scene and count."""
    score = Score()
    for scene in scenes:
        began = time.process_time()
        events, cue = _extracted(scene, plain=plain)
        score.seconds.append(time.process_time() - began)
        truth = marks(scene.events, {b: i for i, b in enumerate(scene.balls)})
        found = marks(events, {ball_of_key(i): i for i in range(len(scene.balls))})
        _decisive(score, truth, found, scene.struck, cue)
        if scene.kind is ShotKind.BREAK:
            truth, found = (_after_opening(m, truth, interval) for m in (truth, found))
        score_shot(score, truth, found, interval + 0.001)
    return score


def _extracted(scene: Scene, *, plain: bool) -> tuple[tuple[Event, ...], int | None]:
    if plain:
        return heuristic_events(scene.paths, scene.table), scene.struck
    result = extract_events(
        scene.paths, scene.table, scene.cue_key, window=scene.window
    )
    return result.events, result.cue_key


def _after_opening(
    all_marks: list[Mark], truth: list[Mark], interval: float
) -> list[Mark]:
    """Leave out the contacts while the rack comes apart: they are one event."""
    start = next((m[0] for m in truth if m[1] == "contact"), np.inf)
    end = start + _OPENING + interval
    return [m for m in all_marks if m[1] != "contact" or m[0] > end]


def _decisive(
    score: Score, truth: list[Mark], found: list[Mark], struck: int, cue: int | None
) -> None:
    """Count the shots whose deciding facts are right."""
    score.counts["shots"] += 1
    score.counts["cue"] += cue == struck
    firsts, after, pots = [], [], []
    for all_marks, own in ((truth, struck), (found, cue)):
        first = next((m for m in all_marks if m[1] == "contact" and own in m[2]), None)
        firsts.append(None if first is None else first[2] - {own})
        t = np.inf if first is None else first[0]
        after.append(any(m[1] != "contact" and m[0] > t for m in all_marks))
        pots.append({(m[2], m[3]) for m in all_marks if m[1] == "pocketed"})
    score.counts["first"] += firsts[0] == firsts[1]
    score.counts["after"] += after[0] == after[1]
    score.counts["pots"] += pots[0] == pots[1]


def row(name: str, score: Score) -> str:
    """One line of the table."""
    n = max(score.counts["shots"], 1)
    rates = [
        f"{p:.3f} / {r:.3f} / **{f:.3f}**"
        for p, r, f in (score.rate("contact"), score.rate("rail"))
    ]
    errors = np.array(score.errors or [np.nan]) * 1e3
    shares = [f"{score.counts[k] / n:.3f}" for k in ("first", "after", "pots")]
    return (
        f"| {name} | {n} | {rates[0]} | {rates[1]} | {np.median(errors):.1f} / "
        f"{np.percentile(errors, 95):.1f} | {' | '.join(shares)} | "
        f"{np.median(score.seconds):.2f} |"
    )


def scenes_of(
    split: Split, count: int, noise: Noise, *, opening: bool
) -> Iterable[Scene]:
    """Draw `count` shots, the five games in turn."""
    games = tuple(Discipline)
    for i in range(count):
        seed = SEEDS[split][5_000 + i]
        yield make_scene(seed, games[i % len(games)], noise, opening=opening)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--split", type=Split, default=Split.TEST)
    parser.add_argument("--shots", type=int, default=100)
    parser.add_argument("--breaks", type=int, default=20)
    parser.add_argument("--only", default="", help="conditions that contain this text")
    arguments = parser.parse_args()
    print(
        "| condition | shots | contact P / R / F1 | rail P / R / F1 | "
        "time median / p95 ms | first contact | rail after contact | "
        "pocketed set | s a shot |\n"
        "|---|---|---|---|---|---|---|---|---|"
    )
    for name, noise in CONDITIONS.items():
        if arguments.only not in name:
            continue
        interval = 1 / noise.fps
        for opening, count in ((False, arguments.shots), (True, arguments.breaks)):
            scenes = list(scenes_of(arguments.split, count, noise, opening=opening))
            label = f"{name}, breaks" if opening else name
            if scenes:
                print(row(label, measure(scenes, interval)), flush=True)
            if scenes and noise == Noise():
                plain = measure(scenes, interval, plain=True)
                print(row(f"{label}: thresholds only", plain), flush=True)


if __name__ == "__main__":
    main()
