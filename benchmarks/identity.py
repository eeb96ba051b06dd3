"""How often the shipped network tells which ball is which, one picture at a time.

Run ``python -m benchmarks.identity``. Balls are cut out at their labels. "Alone" takes
the likeliest look of each ball by itself; "together" gives each name of the set once,
as the referee does (who also has many pictures of each ball). Of rendered sets it is
told, too, how often a name is right that is believed in with some probability. Sets:
the classes solid, striped, black and cue of ``pool-overhead-1080p``; the colours of
``overhead-mm``; colours and names of rendered stills. Real sets are read from
``../shared/real`` beside the project (or ``--real``). Intervals are Wilson's, 95 %.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from adjudicator.balls import Discipline
from benchmarks.detector import PARTS, REAL, wilson
from benchmarks.detector_scenes import DIAMOND_CLASS, overhead_mm_radius
from cueref.pipeline.evidence import Evidence
from cueref.pipeline.ways import Way, ways_to_name
from vision.appearance import APPEARANCES, Appearance, AppearanceClassifier, Colour
from vision.identity import NAMINGS, choose_naming, name_log_likelihood
from vision.synthesis.ball_looks import SetKind
from vision.synthesis.seeds import SEEDS, Split
from vision.synthesis.stills import still
from vision.training.pictures import read_labels

Floats = NDArray[np.float64]
POOL_CLASSES = ("black", "cue", "diamond", "solid", "striped")
SNOOKER = ("white", "yellow", "green", "brown", "blue", "pink", "black", "red")
REDS = 15
LEAST_VISIBLE = 0.6
BELIEFS = (0.0, 0.5, 0.8, 0.95, 0.99, 1.01)
BELIEVED = 0.95
"""What is believed in with less is counted as unknown."""


@dataclass(frozen=True, slots=True)
class Told:
    """What was told about one ball.

    Attributes:
        truth: What it is.
        alone: What it looks like by itself.
        together: What it is when each name is given once.
        belief: Probability of that name or kind, one look at each ball; not a number
            where only the colour is asked for.
    """

    truth: str
    alone: str
    together: str
    belief: float = math.nan


def pool_class(look: Appearance) -> str:
    """Returns solid, striped, black or cue for a look.

    Args:
        look: Colour and pattern.
    """
    if look.striped:
        return "striped"
    return {Colour.WHITE: "cue", Colour.BLACK: "black"}.get(look.colour, "solid")


def pool_overhead(folder: Path, looks: AppearanceClassifier) -> Iterator[Told]:
    """Classes of balls on broadcast tables.

    Args:
        folder: Folder with images and labels.
        looks: The network.

    Yields:
        Each ball.
    """
    for path in sorted((folder / "images").glob("*.*")):
        image = np.asarray(cv2.imread(str(path)), dtype=np.uint8)
        label = folder / "labels" / f"{path.stem}.txt"
        rows = read_labels(label, (image.shape[1], image.shape[0]))
        rows = rows[rows[:, 0] != DIAMOND_CLASS]
        radius = np.sqrt(rows[:, 3] * rows[:, 4]) / 2
        log = looks.log_probability(image, rows[:, 1:3], radius)
        naming = choose_naming([log], Discipline.EIGHT_BALL)
        names = _assigned(name_log_likelihood(log, naming))
        ways = _ways(log) if len(log) else []
        for row, ball in enumerate(rows[:, 0].astype(int)):
            (look,) = naming.appearances[naming.balls[names[row]]]
            alone = APPEARANCES[int(log[row].argmax())]
            told = pool_class(look)
            belief = sum(way.share for way in ways if _kind(way, row) == told)
            yield Told(POOL_CLASSES[ball], pool_class(alone), told, belief)


def overhead_mm(folder: Path, looks: AppearanceClassifier) -> Iterator[Told]:
    """Colours of snooker balls under projected rings.

    Args:
        folder: Folder with pictures and labels.json.
        looks: The network.

    Yields:
        Each ball.
    """
    colours = [str(look.colour) for look in APPEARANCES]
    columns = [n for n, look in enumerate(APPEARANCES) if not look.striped]
    for picture in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        image = np.asarray(cv2.imread(str(folder / picture["image"])), dtype=np.uint8)
        uv = np.array([ball["uv"] for ball in picture["balls"]], dtype=np.float64)
        radius = np.full(len(uv), overhead_mm_radius(picture))
        log = looks.log_probability(image, uv, radius)
        plain = {colours[n]: log[:, n] for n in columns}
        table = np.stack([plain[name] for name in SNOOKER], axis=1)
        slots = [*range(len(SNOOKER)), *[len(SNOOKER) - 1] * (REDS - 1)]
        names = _assigned(table[:, slots])
        for row, ball in enumerate(picture["balls"]):
            alone = SNOOKER[int(table[row].argmax())]
            yield Told(str(ball["colour"]), alone, SNOOKER[slots[names[row]]])


def rendered(seeds: range, split: Split, looks: AppearanceClassifier) -> Iterator[Told]:
    """Names of pool balls of rendered stills; colour and pattern when alone.

    Args:
        seeds: Seeds of the split.
        split: Validation or test.
        looks: The network.

    Yields:
        Each ball of a pool set that is seen well and hardly moves.
    """
    for seed in seeds:
        scene = still(seed, split, (1280, 720))
        if scene.look.set_kind is not SetKind.POOL:
            continue
        slow = np.linalg.norm(scene.streak_px, axis=1) < 0.5 * scene.radius_px
        kept = (scene.visible > LEAST_VISIBLE) & scene.in_play & slow
        rows = np.flatnonzero(kept)
        if not len(rows):
            continue
        log = looks.log_probability(
            scene.image_bgr, scene.uv[rows], scene.radius_px[rows]
        )
        ways = _ways(log)
        best = ways[0].naming
        alone = _assigned_alone(name_log_likelihood(log, best))
        for n, row in enumerate(rows):
            name = int(ways[0].columns[n])
            belief = sum(way.share for way in ways if way.columns[n] == name)
            own, told = best.balls[alone[n]].name, best.balls[name].name
            yield Told(scene.names[row], own, told, belief)


def _ways(log: Floats) -> list[Way]:
    """Returns the likeliest ways to name the balls of a picture."""
    evidence = [Evidence(row[None], 1.0) for row in log]
    context = np.zeros((len(log), len(NAMINGS[Discipline.EIGHT_BALL][0].balls)))
    support = np.zeros(len(NAMINGS[Discipline.EIGHT_BALL]))
    return ways_to_name(evidence, context, Discipline.EIGHT_BALL, support)


def _kind(way: Way, row: int) -> str:
    """Returns the class that a way of naming gives a ball; empty for no name."""
    column = int(way.columns[row])
    if not 0 <= column < len(way.naming.balls):
        return ""
    looks = way.naming.appearances[way.naming.balls[column]]
    return pool_class(next(iter(looks)))


def _assigned(log_likelihood: Floats) -> NDArray[np.int64]:
    columns = log_likelihood.argmax(axis=1)
    rows, chosen = linear_sum_assignment(-log_likelihood)
    columns[rows] = chosen
    return np.asarray(columns, dtype=np.int64)


def _assigned_alone(log_likelihood: Floats) -> NDArray[np.int64]:
    return np.asarray(log_likelihood.argmax(axis=1), dtype=np.int64)


def report(title: str, told: list[Told]) -> None:
    """Prints the figures of one set.

    Args:
        title: Name of the set.
        told: Its balls.
    """
    print(f"\n{title}: {len(told)} balls")
    for way in ("alone", "together"):
        right = sum(getattr(one, way) == one.truth for one in told)
        low, high = wilson(right, len(told))
        share = 100 * right / max(len(told), 1)
        print(f"  {way:9s} {share:6.2f} % [{100 * low:.2f}, {100 * high:.2f}] right")
    wrong = Counter(
        f"{one.truth} told {one.together}" for one in told if one.together != one.truth
    )
    for text, count in wrong.most_common(6):
        print(f"    {count} x {text}")
    believed = [one for one in told if one.belief >= BELIEVED]
    if believed:
        right = sum(one.together == one.truth for one in believed)
        counts = (right, len(believed) - right, len(told) - len(believed))
        shares = " ".join(f"{100 * count / len(told):.2f} %" for count in counts)
        print(f"    from {BELIEVED} on: right, wrong, unknown {counts}, {shares}")
    for low, high in itertools.pairwise(BELIEFS):
        some = [one for one in told if low <= one.belief < high]
        if some:
            mean = float(np.mean([one.belief for one in some]))
            right = sum(one.together == one.truth for one in some) / len(some)
            text = (
                f"{low:.2f} to {min(high, 1):.2f}: {len(some)} balls, mean {mean:.3f}"
            )
            print(f"    believed in with {text}, right {right:.3f}")


def main() -> None:
    """Measures the network for looks on what is there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, default=REAL)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--first", type=int, default=0, help="of the seeds of a split")
    parser.add_argument("--scenes", type=int, default=60, help="rendered stills")
    parser.add_argument("--only", choices=PARTS, action="append", help="these sets")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    looks = AppearanceClassifier(arguments.model)
    only = arguments.only or PARTS
    sets = (("pool-overhead-1080p", pool_overhead), ("overhead-mm", overhead_mm))
    for title, measure in sets if "real" in only else ():
        folder = arguments.real / title
        if folder.is_dir():
            report(title, list(measure(folder, looks)))
        else:
            print(f"\n{title}: left out, {folder} is absent")
    for split in (s for s in (Split.VALIDATION, Split.TEST) if s in only):
        seeds = SEEDS[split][arguments.first : arguments.first + arguments.scenes]
        title = f"rendered pool sets, {split}, seeds {seeds.start}..{seeds.stop - 1}"
        report(title, list(rendered(seeds, split, looks)))


if __name__ == "__main__":
    main()
