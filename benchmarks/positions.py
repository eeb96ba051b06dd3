"""How far off the places of balls are, in millimetres, from pictures to the table.

Run ``python -m benchmarks.positions``. The pictures of ``overhead-mm`` come from one
fixed camera: the table is calibrated once from all of them, as from a recording, by
nothing but the pictures and its size; balls are found, their centres read, and put
onto the table. What the centres alone are good for is told, too: a map fitted to the
labels takes the place of the calibration. Labels are good to about 0.8 mm (half a
pixel).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TABLES, TableGeometry, TableKind
from benchmarks.detector import REAL
from calibration.find import find_table
from vision.centre_network import CentreNetwork
from vision.detector import OnnxBallDetector

Floats = NDArray[np.float64]

SPREAD = 1.2
"""Radii that may be a ball, over the one in the middle of the table."""

TABLE = TABLES[TableKind.SNOOKER_12FT].scaled(1.881, 0.943, 0.02615)
NEAREST_MM = 26.0
"""A label farther than a radius from every place that was found is missed."""


def placed(folder: Path, table: TableGeometry) -> tuple[Floats, Floats, Floats, int]:
    """Returns the balls that were found, and how many were missed.

    Args:
        folder: Folder with pictures and labels.json.
        table: Its size.

    Returns:
        Centres in the pictures, pixels, where they lie by our calibration and by their
        labels, millimetres, each (n, 2), and the number of balls without any.
    """
    labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    images = [
        np.asarray(cv2.imread(str(folder / one["image"])), dtype=np.uint8)
        for one in labels
    ]
    found = find_table(images, table=table, head_end="left")
    detector, centres = OnnxBallDetector(), CentreNetwork()
    middle = float(found.radius_px(np.zeros((1, 2)))[0])
    radii = middle / SPREAD, middle * SPREAD
    rows, missed = [], 0
    for image, label in zip(images, labels, strict=True):
        seen = detector.detect(image, found.region_px(), expected_radius_px=radii)
        expected = found.radius_px(found.xy_from_uv(seen.uv))
        balls, _ = centres.refine(image, seen, expected)
        xy = 1000 * found.xy_from_uv(balls.uv)
        for ball in label["balls"]:
            truth = (ball["x_mm"], ball["y_mm"])
            away = np.linalg.norm(xy - truth, axis=1)
            if away.min(initial=np.inf) > NEAREST_MM:
                missed += 1
                continue
            nearest = int(away.argmin())
            rows.append([*balls.uv[nearest], *xy[nearest], *truth])
    uv, xy, truths = np.hsplit(np.array(rows).reshape(-1, 6), 3)
    return uv, xy, truths, missed


def fitted_mm(uv: Floats, truth: Floats) -> Floats:
    """Returns where balls lie by the one map that suits their labels best, (n, 2)."""
    matrix, _ = cv2.findHomography(uv, truth, 0)
    return np.asarray(cv2.perspectiveTransform(uv[None], matrix)[0], np.float64)


def main() -> None:
    """Measures the places of balls on the real set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, default=REAL)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    folder = arguments.real / "overhead-mm"
    uv, xy, truth, missed = placed(folder, TABLE)
    print(f"overhead-mm: {len(uv)} balls placed, {missed} missed")
    for name, places in (("our calibration", xy), ("fitted", fitted_mm(uv, truth))):
        errors = np.linalg.norm(places - truth, axis=1)
        low, high, most = np.percentile(errors, [50, 95, 99])
        print(f"  {name:16s} median {low:.2f} mm, 95 % {high:.2f}, 99 % {most:.2f}")


if __name__ == "__main__":
    main()
