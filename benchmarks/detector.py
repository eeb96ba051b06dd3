"""How many balls the shipped detector finds, how many it invents, and how fast.

Run ``python -m benchmarks.detector``. Real pictures are read from ``../shared/real``
beside the project (or ``--real``); what is absent is left out and said so. A ball is
found when a detection overlaps its box by at least half (IoU), or, second figure, when
the centres are nearer than half a radius; "on the table" leaves out what lies beyond
the noses, as the referee does once it knows the table. Balls in pockets, and balls of
which less than 35 % shows, count neither way. Intervals are Wilson's, 95 %.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.detector_scenes import (
    Scene,
    ball_boxes,
    overhead_mm,
    pool_overhead,
    rendered,
)
from vision.detections import Detections
from vision.detector import OnnxBallDetector
from vision.suppression import box_overlap
from vision.synthesis.seeds import SEEDS, Split

Floats = NDArray[np.float64]
REAL = Path(__file__).parents[2] / "shared" / "real"
PARTS = ("real", "validation", "test")


@dataclass(slots=True)
class Tally:
    """Counts over many pictures.

    Attributes:
        balls: Labelled balls.
        found: Of those, found.
        detections: Detections.
        right: Of those, on a ball.
        offsets: Distances of the centres of right detections, in radii.
        growth: Detected radius over labelled radius of right detections.
        worst: (errors, picture) for the pictures with misses or inventions.
    """

    balls: int = 0
    found: int = 0
    detections: int = 0
    right: int = 0
    offsets: list[float] = field(default_factory=list)
    growth: list[float] = field(default_factory=list)
    worst: list[tuple[int, str]] = field(default_factory=list)

    def add(self, name: str, boxes: Floats, seen: Detections, pairs: Floats) -> None:
        """Adds one picture's matched pairs (rows: label, detection)."""
        self.balls += len(boxes)
        self.found += len(pairs)
        self.detections += len(seen)
        self.right += len(pairs)
        for label, detection in pairs.astype(int):
            radius = math.sqrt(boxes[label, 2] * boxes[label, 3]) / 2
            gap = np.linalg.norm(boxes[label, :2] - seen.uv[detection])
            self.offsets.append(float(gap) / radius)
            self.growth.append(float(seen.radius_px[detection]) / radius)
        errors = len(boxes) + len(seen) - 2 * len(pairs)
        if errors:
            self.worst.append((errors, name))


@dataclass(frozen=True, slots=True)
class Result:
    """Counts over one set of pictures.

    Attributes:
        by_overlap: Pairs overlap by at least half.
        by_centre: Centres of pairs are nearer than half a radius.
        on_table: As ``by_overlap``, less detections where no ball on the table can be;
            empty where the table is not known.
        streaks: As ``by_overlap``, of balls that move by more than a radius; nothing
            is counted as right or wrong to find.
        seconds: Of each run.
    """

    by_overlap: Tally
    by_centre: Tally
    on_table: Tally
    streaks: Tally
    seconds: list[float]


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """95 % interval of a share.

    Args:
        hits: Successes.
        tries: Trials.

    Returns:
        Lower and upper bound.
    """
    if tries == 0:
        return 0.0, 1.0
    z, share = 1.96, hits / tries
    middle = share + z * z / (2 * tries)
    half = z * math.sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    return (middle - half) / (1 + z * z / tries), (middle + half) / (1 + z * z / tries)


def boxes_of(seen: Detections) -> Floats:
    """Boxes of detections, streaks included.

    Args:
        seen: Detections.

    Returns:
        (n, 4) u, v, width, height.
    """
    size = 2 * seen.radius_px[:, None] + np.abs(seen.streak_px)
    return np.hstack([seen.uv, size])


def matched(quality: Floats, least: float) -> Floats:
    """Pairs labels and detections, best first, each used once.

    Args:
        quality: (labels, detections), larger is better.
        least: Smallest quality of a pair.

    Returns:
        (n, 2) rows of label and detection.
    """
    pairs = []
    quality = quality.copy()
    while quality.size and quality.max() >= least:
        label, detection = np.unravel_index(int(quality.argmax()), quality.shape)
        pairs.append((label, detection))
        quality[label, :] = quality[:, detection] = -np.inf
    return np.array(pairs, dtype=np.float64).reshape(-1, 2)


def measure(detector: OnnxBallDetector, scenes: Iterable[Scene]) -> Result:
    """Runs the detector on labelled pictures.

    Args:
        detector: The detector.
        scenes: Pictures.

    Returns:
        The counts and times.
    """
    by_overlap, by_centre, on_table, streaks = Tally(), Tally(), Tally(), Tally()
    seconds = []
    for scene in scenes:
        began = time.perf_counter()
        seen = detector.detect(
            scene.picture.image_bgr, scene.region, expected_radius_px=scene.radius
        )
        seconds.append(time.perf_counter() - began)
        boxes, name = scene.picture.boxes_px, scene.picture.name
        seen = _without_ignored(seen, scene)
        overlap = box_overlap(boxes, boxes_of(seen))
        pairs = matched(overlap, 0.5)
        by_overlap.add(name, boxes, seen, pairs)
        fast = _is_fast(scene)
        streaks.balls += int(fast.sum())
        streaks.found += int(fast[pairs[:, 0].astype(int)].sum())
        gap = np.linalg.norm(boxes[:, None, :2] - seen.uv[None], axis=2)
        radius = np.sqrt(boxes[:, 2] * boxes[:, 3]) / 2
        by_centre.add(name, boxes, seen, matched(1 - gap / radius[:, None], 0.5))
        if scene.playing_area is not None:
            kept = _inside(scene.playing_area, seen)
            on_table.add(name, boxes, seen[kept], matched(overlap[:, kept], 0.5))
    return Result(by_overlap, by_centre, on_table, streaks, seconds)


def _is_fast(scene: Scene) -> NDArray[np.bool_]:
    """Tells which balls of a scene move by more than a radius while exposed."""
    picture = scene.picture
    radius = picture.radius_px or np.inf
    return np.asarray(np.linalg.norm(picture.streaks_px, axis=1) > radius)


def _inside(area: NDArray[np.bool_], seen: Detections) -> NDArray[np.bool_]:
    u, v = np.rint(seen.uv).astype(int).T
    height, width = area.shape
    return np.asarray(area[np.clip(v, 0, height - 1), np.clip(u, 0, width - 1)])


def _without_ignored(seen: Detections, scene: Scene) -> Detections:
    """Leaves out detections of things that count neither way."""
    lost, own = scene.ignored, scene.picture.boxes_px
    gap = np.linalg.norm(seen.uv[:, None] - lost[None, :, :2], axis=2)
    inside = np.any(gap < lost[None, :, 2:].max(axis=2) / 2, axis=1)
    near = np.linalg.norm(seen.uv[:, None] - own[None, :, :2], axis=2)
    on_ball = np.any(near < own[None, :, 2:].min(axis=2) / 4, axis=1)
    return seen[~inside | on_ball]


def report(title: str, detector: OnnxBallDetector, scenes: Iterable[Scene]) -> None:
    """Prints the figures of one set of pictures.

    Args:
        title: Name of the set.
        detector: The detector.
        scenes: Its pictures.
    """
    result = measure(detector, scenes)
    by_centre, seconds = result.by_centre, result.seconds
    print(f"\n{title}: {len(seconds)} pictures, {by_centre.balls} balls")
    rows = [("IoU >= 0.5", result.by_overlap), ("centre <= R/2", by_centre)]
    if result.on_table.balls:
        rows.append(("on the table", result.on_table))
    for name, tally in rows:
        print(
            f"  {name:14s} recall {_share(tally.found, tally.balls)}  "
            f"precision {_share(tally.right, tally.detections)}"
        )
    if result.streaks.balls:
        share = _share(result.streaks.found, result.streaks.balls)
        print(f"  streaks        recall {share} of {result.streaks.balls}")
    offsets, growth = by_centre.offsets, by_centre.growth
    if offsets:
        print(
            f"  centre off by {np.median(offsets):.3f} R median, "
            f"{np.percentile(offsets, 95):.3f} R p95; "
            f"radius / label {np.median(growth):.3f}"
        )
    print(f"  {1e3 * np.median(seconds):.1f} ms a picture, median")
    for errors, name in sorted(by_centre.worst, reverse=True)[:5]:
        print(f"    {errors} wrong in {name}")


def _share(hits: int, tries: int) -> str:
    low, high = wilson(hits, tries)
    share = 100 * hits / max(tries, 1)
    return f"{share:6.2f} % [{100 * low:.2f}, {100 * high:.2f}]"


def main() -> None:
    """Measures the detector on what is there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, default=REAL)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--score", type=float)
    parser.add_argument("--first", type=int, default=0, help="of the seeds of a split")
    parser.add_argument("--scenes", type=int, default=60, help="rendered scenes")
    parser.add_argument("--only", choices=PARTS, action="append", help="these sets")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    settings = {} if arguments.score is None else {"score_threshold": arguments.score}
    detector = OnnxBallDetector(arguments.model, **settings)
    sets = (
        ("ball-boxes-cc-by-4.0, valid", "ball-boxes-cc-by-4.0/valid", ball_boxes),
        ("pool-overhead-1080p", "pool-overhead-1080p", pool_overhead),
        ("overhead-mm", "overhead-mm", overhead_mm),
    )
    only = arguments.only or PARTS
    for title, place, scenes in sets if "real" in only else ():
        folder = arguments.real / place
        if folder.is_dir():
            report(title, detector, scenes(folder))
        else:
            print(f"\n{title}: left out, {folder} is absent")
    for split in (s for s in (Split.VALIDATION, Split.TEST) if s in only):
        seeds = SEEDS[split][arguments.first : arguments.first + arguments.scenes]
        title = f"rendered, {split}, seeds {seeds.start}..{seeds.stop - 1}"
        report(title, detector, rendered(seeds, split))


if __name__ == "__main__":
    main()
