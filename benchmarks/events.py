"""How many events are found in simulated shots, and how exactly.

Run it from the root of the project: `python -m benchmarks.events`. Truth is the
event-driven simulation of the synthesis package; the extractor sees only noisy centres.
An event is found if the same balls and rail are named within one picture and 1 ms; all
events of the truth count, however weak; beside it stand the figures with 60 ms for
touches that change a velocity by less than 0.15 m/s, and then those without touches
that nobody could see (`event_visibility` says which). In a break the contacts of the
opening count as one event. Rulings on the extracted events stand beside those on the
true ones. Development uses seeds of the training range, the table uses test seeds.
"""

import argparse
import pickle
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import numpy as np

from adjudicator.balls import Discipline
from adjudicator.shot import ShotKind
from benchmarks.event_heuristic import heuristic_events
from benchmarks.event_reliability import Reliability
from benchmarks.event_scenes import MEASURED, Noise, Scene, disturbed, draw_shot
from benchmarks.event_scores import (
    Score,
    after_opening,
    count_decisive,
    marks,
    score_shot,
    slow_marks,
)
from benchmarks.event_verdicts import both_rulings
from benchmarks.event_visibility import lasting_marks, unseen_marks
from tracking.events.extraction import extract_events
from tracking.events.extraction_result import Extraction
from tracking.events.naming import ball_of_key
from tracking.physics.table_physics import TablePhysics
from vision.synthesis.seeds import SEEDS, Split
from vision.synthesis.shots import ScriptedShot

CONDITIONS = {
    "60 fps, as measured": MEASURED,
    "30 fps, as measured": replace(MEASURED, fps=30.0),
    "120 fps, as measured": replace(MEASURED, fps=120.0),
    "60 fps, 1 mm": Noise(),
    "30 fps, 1 mm": Noise(fps=30.0),
    "120 fps, 1 mm": Noise(fps=120.0),
    "60 fps, 2 mm": Noise(sigma=0.002),
    "60 fps, gaps and cover": Noise(missing=0.05, hidden=0.15),
    "60 fps, noise stated half": Noise(sigma=0.002, stated=0.001),
    "60 fps, radius off by 0.5 mm": Noise(radius_error=0.0005),
}
"""What the tables measure."""


def measure(
    scenes: Iterable[Scene],
    interval: float,
    *,
    plain: bool = False,
    reliability: Reliability | None = None,
    tables: Mapping[Discipline, TablePhysics] = MappingProxyType({}),
) -> Score:
    """Extract every scene and count; `tables` is what is known of each game's table."""
    score = Score()
    for scene in scenes:
        began = time.process_time()
        result = _extracted(scene, tables.get(scene.discipline), plain=plain)
        score.seconds.append(time.process_time() - began)
        truth = marks(scene.events, {b: i for i, b in enumerate(scene.balls)})
        names = {ball_of_key(i): i for i in range(len(scene.balls))}
        found = marks(result.events, names)
        count_decisive(score, truth, found, scene.struck, result.cue_key)
        if not plain:
            _count_rulings(score.counts, scene, result)
        if reliability is not None:
            reliability.add(result, truth, names, interval)
        if scene.kind is ShotKind.BREAK:
            truth, found = (after_opening(m, truth, interval) for m in (truth, found))
        slow = slow_marks(scene, truth)
        unseen = unseen_marks(scene, truth) | lasting_marks(scene, found, truth)
        score_shot(score, truth, found, interval + 0.001, slow, unseen)
    return score


def _extracted(
    scene: Scene, physics: TablePhysics | None = None, *, plain: bool = False
) -> Extraction:
    if plain:
        events = heuristic_events(scene.paths, scene.table)
        return Extraction(events=events, cue_key=scene.struck)
    return extract_events(
        scene.paths,
        scene.table,
        scene.cue_key,
        window=scene.window,
        physics=physics,
    )


def known_tables(
    noise: Noise, count: int, cache: Path | None
) -> dict[Discipline, TablePhysics]:
    """What is known of each game's table after some training shots on it.

    All shots see the same error of the map, as the shots of one match do.
    """
    tables: dict[Discipline, TablePhysics] = {}
    shots = count * len(Discipline)
    for scene in scenes_of(Split.TRAIN, shots, noise, opening=False, cache=cache):
        known = _extracted(scene, tables.get(scene.discipline)).physics
        tables[scene.discipline] = known
    return tables


def _count_rulings(counts: Counter[str], scene: Scene, result: Extraction) -> None:
    rulings = both_rulings(scene, result)
    counts["verdict"] += rulings.is_same
    counts["called"] += rulings.is_called
    counts["called right"] += rulings.is_called and rulings.is_same
    counts["doubted"] += rulings.is_doubted
    counts["false foul"] += rulings.is_false_foul
    legal = rulings.true is not None and not rulings.true.fouls
    counts["legal"] += legal


def row(name: str, score: Score) -> str:
    """One line of the table."""
    counts = score.counts
    n = max(counts["shots"], 1)
    rates = []
    for kind in ("contact", "rail"):
        precision, recall, both = score.rate(kind)
        lenient, seen = (score.rate(f"{kind}{suffix}")[2] for suffix in "~*")
        rates.append(
            f"{precision:.3f} / {recall:.3f} / **{both:.3f}** ({lenient:.3f}; "
            f"{seen:.3f})"
        )
    errors = np.array(score.errors or [np.nan]) * 1e3
    shares = [f"{counts[k] / n:.3f}" for k in ("first", "after", "pots")]
    verdicts = "-"
    if counts["called"]:
        verdicts = (
            f"{counts['verdict'] / n:.3f}; {counts['called'] / n:.3f} called, "
            f"{counts['called right'] / counts['called']:.3f} of them right; "
            f"{counts['doubted'] / n:.3f} too close; "
            f"{counts['false foul']} of {counts['legal']}"
        )
    return (
        f"| {name} | {n} | {rates[0]} | {rates[1]} | {np.median(errors):.1f} / "
        f"{np.percentile(errors, 95):.1f} | {' | '.join(shares)} | {verdicts} | "
        f"{np.median(score.seconds):.2f} / {max(score.seconds):.1f} |"
    )


def scenes_of(
    split: Split,
    count: int,
    noise: Noise,
    *,
    opening: bool,
    cache: Path | None = None,
    first: int = 0,
) -> Iterable[Scene]:
    """Draw `count` shots, the five games in turn, from the `first` on."""
    games = tuple(Discipline)
    for i in range(first, first + count):
        seed = SEEDS[split][5_000 + i]
        drawn = _drawn(seed, games[i % len(games)], cache, opening=opening)
        yield disturbed(drawn, noise)


def _drawn(
    seed: int, discipline: Discipline, cache: Path | None, *, opening: bool
) -> ScriptedShot:
    if cache is None:
        return draw_shot(seed, discipline, opening=opening)
    path = cache / f"{seed}{'b' if opening else ''}.pkl"
    if path.is_file():
        drawn: ScriptedShot = pickle.loads(path.read_bytes())  # noqa: S301  # our own
        return drawn
    drawn = draw_shot(seed, discipline, opening=opening)
    cache.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps(drawn))
    return drawn


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--split", type=Split, default=Split.TEST)
    parser.add_argument("--shots", type=int, default=100)
    parser.add_argument("--breaks", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="shots left out before")
    parser.add_argument(
        "--known",
        type=int,
        default=0,
        help="training shots that each table is known by",
    )
    parser.add_argument("--only", default="", help="conditions that contain this text")
    parser.add_argument("--cache", type=Path, help="folder that keeps drawn shots")
    arguments = parser.parse_args()
    print(
        "| condition | shots | contact P / R / F1 (slow touches by 60 ms; what can be "
        "seen) | rail P / R / F1 (slow; seen) | time median / p95 ms | first contact | "
        "rail after contact | pocketed set | verdict as truth; called; "
        "too close; legal shots called a foul | s a shot, median / most |\n"
        "|---|---|---|---|---|---|---|---|---|---|"
    )
    reliability = Reliability()
    for name, noise in CONDITIONS.items():
        if arguments.only not in name:
            continue
        interval = 1 / noise.fps
        tables = known_tables(noise, arguments.known, arguments.cache)
        for opening, count in ((False, arguments.shots), (True, arguments.breaks)):
            scenes = list(
                scenes_of(
                    arguments.split,
                    count,
                    noise,
                    opening=opening,
                    cache=arguments.cache,
                    first=arguments.first,
                )
            )
            label = f"{name}, breaks" if opening else name
            if not scenes:
                continue
            tally = None if opening else reliability
            score = measure(scenes, interval, reliability=tally, tables=tables)
            print(row(label, score), flush=True)
            if noise == MEASURED:
                plain = measure(scenes, interval, plain=True)
                print(row(f"{label}: thresholds only", plain), flush=True)
    print(reliability.table())


if __name__ == "__main__":
    main()
