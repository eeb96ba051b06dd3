"""How well it is known what covers the table: hidden balls, false alarms, tips of cues.

`python -m benchmarks.occlusion --seeds 1000700..1000711` renders clips with players,
hands and things (see `occlusion_scenes`) and prints one table. Balls that show more
than half of themselves are given as found, less three in a hundred.
"""

import argparse
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.occlusion_scenes import CoveredClip, Truth, bed_outline, covered_clip
from vision.detections import Detections
from vision.occluders import OccluderWatch
from vision.occlusion import Occlusion
from vision.table_view import TableView

Floats = NDArray[np.float64]

HIDDEN, IN_VIEW = 0.25, 0.75
"""A ball of which less is seen is hidden; one of which more is seen is in view."""

MISSED = 0.03
"""Share of balls in view that the detector is taken to miss."""

TIP_M = 0.015
"""The tip is right within this, metres."""

OVER_CLOTH_M = 0.03
"""How far inside the noses a tip counts as over the table, metres."""

SURE = 0.5
REGION_MARGIN = 0.09


@dataclass
class Counts:
    """What was counted over pictures.

    Attributes:
        hidden: Balls at rest that something hides, and those told as covered.
        visible: Balls at rest in view, and those told as covered.
        tips: Errors of the tip in pictures with one over the cloth, metres; infinite
            where no cue was found.
        no_cue: Pictures without a cue or a bridge, and those with a cue told.
        unknown: Pictures that could not tell.
        seconds: Spent on each picture, processor time.
    """

    hidden: list[int] = field(default_factory=lambda: [0, 0])
    visible: list[int] = field(default_factory=lambda: [0, 0])
    tips: list[float] = field(default_factory=list)
    no_cue: list[int] = field(default_factory=lambda: [0, 0])
    unknown: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, truth: Truth, told: Occlusion, view: TableView) -> None:
        """Count one picture."""
        covered = told.covers(truth.uv, truth.radius_px)
        for counts, which in (
            (self.hidden, truth.still & (truth.visible < HIDDEN)),
            (self.visible, truth.still & (truth.visible > IN_VIEW)),
        ):
            counts[0] += int(which.sum())
            counts[1] += int((which & covered).sum())
        self.unknown += not told.known
        if truth.tip_uv is not None and _is_over_cloth(truth.tip_uv, view):
            self.tips.append(_tip_error(truth.tip_uv, told, view))
        elif not {"cue", "bridge"} & set(truth.kinds):
            self.no_cue[0] += 1
            self.no_cue[1] += told.cue is not None and told.cue.confidence > SURE

    def lines(self) -> Iterable[str]:
        """Yield the rows of the table."""
        tips = np.array(self.tips)
        yield "| what | pictures or balls | share |"
        yield "| --- | --- | --- |"
        yield _row("hidden balls told as covered", *self.hidden)
        yield _row("balls in view told as covered", *self.visible)
        if len(tips):
            within = int((tips < TIP_M).sum())
            yield _row(f"tip within {1000 * TIP_M:.0f} mm", len(tips), within)
            found = tips[np.isfinite(tips)]
            yield _row("tip found", len(tips), len(found))
            if len(found):
                middle = 1000 * float(np.median(found))
                yield f"| median error of tips found | {len(found)} | {middle:.1f} mm |"
        yield _row("a cue told where there is none", *self.no_cue)
        yield _row("pictures that could not tell", len(self.seconds), self.unknown)
        spent = 1000 * float(np.median(self.seconds))
        yield f"| processor time a picture | {len(self.seconds)} | {spent:.1f} ms |"


def _row(what: str, of: int, count: int) -> str:
    share = f"{100 * count / of:.2f} %" if of else "-"
    return f"| {what} | {of} | {share} |"


def _is_over_cloth(uv: Floats, view: TableView) -> bool:
    outline = view.beds_uv[0].astype(np.float32)
    u, v = (float(value) for value in uv)
    inside = cv2.pointPolygonTest(outline, (u, v), measureDist=True)
    return inside > OVER_CLOTH_M * view.metre_px


def _tip_error(uv: Floats, told: Occlusion, view: TableView) -> float:
    if told.cue is None:
        return float("inf")
    return float(np.hypot(*(told.cue.tip_uv - uv))) / view.metre_px


def table_view(clip: CoveredClip) -> TableView:
    """Return where the table of a clip is, as exact calibration would tell."""
    camera, table = clip.clip.camera, clip.table
    radius = table.ball_radius
    grown = 1 + 2 * REGION_MARGIN * table.width / np.array([table.length, table.width])
    half = np.array([table.length, table.width]) / 2 * grown
    signs = np.array([[-1, -1], [-1, 1], [1, 1], [1, -1], [0, 1], [0, -1]])
    rim = np.column_stack((signs * half, np.full(len(signs), table.nose_height)))
    uv = camera.uv_from_xyz(rim)
    low = np.maximum(np.floor(uv.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(uv.max(axis=0)).astype(int) + 1, camera.size)
    axes = camera.uv_from_xyz(np.array([[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0.0]]))
    metre_px = float(np.sqrt(abs(np.linalg.det((axes[1:] - axes[0]) * 10))))
    centers = np.array([[*pocket.center, 0.0] for pocket in table.pockets])
    ball = camera.ball_images(np.array([[0, 0, radius]]), radius)[1]
    return TableView(
        (int(low[0]), int(low[1]), int(high[0]), int(high[1])),
        (bed_outline(camera, table), bed_outline(camera, table, height=radius)),
        camera.uv_from_xyz(centers),
        np.array([pocket.radius for pocket in table.pockets]) * metre_px,
        float(ball[0]),
        metre_px,
    )


def count_clip(clip: CoveredClip, counts: Counts) -> None:
    """Add the pictures of a clip."""
    view = table_view(clip)
    watch = OccluderWatch(view)
    rng = np.random.default_rng(clip.seed)
    for truth in clip.frames:
        seen = (truth.visible > 0.5) & (rng.random(len(truth.visible)) > MISSED)
        balls = _detections(truth.uv[seen], truth.radius_px[seen])
        start = time.process_time()
        told = watch.update(truth.image_bgr, truth.t, balls)
        counts.seconds.append(time.process_time() - start)
        counts.add(truth, told, view)


def _detections(uv: Floats, radius_px: Floats) -> Detections:
    count = len(uv)
    return Detections(
        uv,
        radius_px,
        np.ones(count),
        np.zeros(count, np.int64),
        np.zeros((count, 2)),
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="1000700..1000711", help="first..last")
    parser.add_argument("--height", type=int, default=360, help="of the pictures")
    options = parser.parse_args()
    first, last = (int(part) for part in options.seeds.split(".."))
    size = (round(options.height * 16 / 18) * 2, options.height)
    cv2.setNumThreads(1)
    counts = Counts()
    for seed in range(first, last + 1):
        count_clip(covered_clip(seed, size=size), counts)
    print("\n".join(counts.lines()))


if __name__ == "__main__":
    main()
