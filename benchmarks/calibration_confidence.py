"""Fits how sure a calibration is to tables whose errors are known.

Run: python -m benchmarks.calibration_confidence --evidence FILE [--tables 160]
     [--cut 40] [--pictures 15] [--write]

Rendered tables of the validation split are looked for as the program does it, in the
median of several pictures of a recording; figures of what was found and the true error
of the worst corner are added to FILE (JSON lines, so that a run goes on where it
stopped). A logistic function of the doubts is fitted to "within 3 mm", no
weight being negative, and judged by leaving out a fifth of the tables at a time.
`--write` puts it into calibration/weights/confidence.json.
"""

import argparse
import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from calibration.confidence import MODEL_FILE, ConfidenceModel, doubts
from calibration.errors import CalibrationError
from calibration.evidence import Evidence
from calibration.find import likeliest
from calibration.view import median_picture
from cueref.table_training.scenes import TableScene, table_recording
from vision.synthesis.seeds import SEEDS, Split

Floats = NDArray[np.float64]

GOOD_MM: Final = 3.0

_FOLDS: Final = 5
_RIDGE: Final = 0.004
_TRUSTED: Final = np.round(np.arange(0.7, 0.99, 0.01), 2)
_MOST_WRONG: Final = {GOOD_MM: 0.05, 5.0: 0.01}
"""Share of the accepted tables that may be off by more than so many millimetres; from
when on a map is good, not just fit for use, is the certificate's to say."""

_PUBLISHED: Final = 3

LEAST: Final = {
    "unheld": 1.5,
    "margin": 1.5,
    "middle": 0.5,
    "squeeze": 2.0,
    "pockets": 0.5,
    "wrong": 0.5,
}
"""Least weights of what is seldom, but a gross mistake where it is."""


def main() -> None:
    """Collect what is missing, fit, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evidence", type=Path, required=True)
    parser.add_argument("--tables", type=int, default=160)
    parser.add_argument("--cut", type=int, default=40)
    parser.add_argument("--pictures", type=int, default=15, help="of each table")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    seeds = SEEDS[Split.VALIDATION]
    whole, cut = seeds[: arguments.tables], seeds[300 : 300 + arguments.cut]
    collect(arguments.evidence, whole, arguments.pictures, whole=True)
    collect(arguments.evidence, cut, arguments.pictures, whole=False)
    rows = [json.loads(line) for line in arguments.evidence.read_text().splitlines()]
    model = report([row for row in rows if row["evidence"] is not None], len(rows))
    if arguments.write:
        rounded = {k: round(v, _PUBLISHED) for k, v in model.weights.items()}
        text = {
            "bias": round(model.bias, _PUBLISHED),
            "weights": {name: value for name, value in rounded.items() if value},
            "trusted": model.trusted,
        }
        MODEL_FILE.write_text(json.dumps(text, indent=2) + "\n", encoding="utf-8")


def collect(
    file: Path, seeds: Iterable[int], pictures: int, *, whole: bool = True
) -> None:
    """Look for the tables of the seeds that the file lacks.

    Args:
        file: JSON lines, which grow.
        seeds: Of the tables.
        pictures: How many of each table.
        whole: Whether the tables are whole in view.
    """
    done = set()
    if file.is_file():
        lines = file.read_text().splitlines()
        done = {(row["seed"], row["whole"]) for row in map(json.loads, lines)}
    for seed in seeds:
        if (seed, whole) not in done:
            recording = table_recording(seed, whole=whole)
            row = looked_for(list(islice(recording, pictures)))
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")


def looked_for(scenes: Sequence[TableScene]) -> dict[str, Any]:
    """Return what is found in pictures of one table, and how wrong it is.

    A table that is cut off counts as wrong wherever it is found.
    """
    scene = scenes[0]
    row: dict[str, Any] = {"seed": scene.seed, "whole": scene.is_whole}
    started = time.process_time()
    try:
        picture = median_picture([each.image_bgr for each in scenes])
        best = likeliest(picture, scene.table)
    except CalibrationError as error:
        return row | {"evidence": None, "error_mm": None, "why": str(error)}
    error_mm = float(scene.corner_errors_mm(best.noses.seen.corners_uv).max())
    return row | {
        "evidence": asdict(best.evidence),
        "error_mm": error_mm,
        "seconds": round(time.process_time() - started, 2),
    }


def report(rows: list[dict[str, Any]], total: int) -> ConfidenceModel:
    """Fit the model, print what it is worth on tables it was not fitted to."""
    names = list(doubts(Evidence(**rows[0]["evidence"])))
    given = np.array([list(doubts(Evidence(**r["evidence"])).values()) for r in rows])
    good = np.array([r["error_mm"] <= GOOD_MM and r["whole"] for r in rows])
    folds = np.array([r["seed"] % _FOLDS for r in rows])
    chance: Floats = np.zeros(len(rows))
    for fold in range(_FOLDS):
        mine = folds == fold
        fitted = _fitted(given[~mine], good[~mine], names)
        chance[mine] = _chance(fitted, given[mine])
    whole = np.array([r["whole"] for r in rows])
    print(
        f"{total} looked for, {whole.sum()} whole tables and {(~whole).sum()} cut ones "
        f"with something found; {good.sum()} within {GOOD_MM:.0f} mm"
    )
    error_mm = np.array([r["error_mm"] if r["whole"] else np.inf for r in rows])
    trusted = _trusted(chance, error_mm)
    for limit in sorted({0.5, 0.7, 0.8, 0.88, 0.95, trusted}):
        taken = chance >= limit
        print(
            f"  confidence {limit:.2f} on: {taken.sum():4d} taken, of these "
            f"{good[taken].sum():4d} good, worst {error_mm[taken].max():.1f} mm; "
            f"good ones refused {good[~taken].sum():3d}"
        )
    values = _fitted(given, good, names)
    weights = dict(zip(names, values[1:], strict=True))
    print("trusted", trusted, "bias", round(float(values[0]), 2))
    print({name: round(float(w), 2) for name, w in weights.items() if w > 0.01})
    return ConfidenceModel(
        float(values[0]), {n: float(w) for n, w in weights.items()}, trusted
    )


def _trusted(chance: Floats, error_mm: Floats) -> float:
    """Return the least confidence at which few are off, and hardly any is far off."""
    for limit in _TRUSTED:
        taken = error_mm[chance >= limit]
        if all(
            (taken > allowed_mm).sum() <= share * max(len(taken), 1)
            for allowed_mm, share in _MOST_WRONG.items()
        ):
            return float(limit)
    return float(_TRUSTED[-1])


def _fitted(given: Floats, good: NDArray[np.bool_], names: list[str]) -> Floats:
    """Return bias and weights of the likeliest logistic function."""

    def cost(values: Floats) -> tuple[float, Floats]:
        logits = values[0] - given @ values[1:]
        chance = 1 / (1 + np.exp(-logits))
        loss = np.logaddexp(0, np.where(good, -logits, logits)).mean()
        off = (chance - good) / len(good)
        slope = np.concatenate(([off.sum()], -given.T @ off + 2 * _RIDGE * values[1:]))
        return float(loss + _RIDGE * (values[1:] ** 2).sum()), slope

    start = np.array([0.1, *(LEAST.get(name, 0.1) for name in names)])
    bounds = [(None, None), *((LEAST.get(name, 0.0), None) for name in names)]
    return np.asarray(minimize(cost, start, jac=True, bounds=bounds).x, np.float64)


def _chance(values: Floats, given: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-(values[0] - given @ values[1:]))))


if __name__ == "__main__":
    main()
