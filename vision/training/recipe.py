"""The whole recipe: pictures and seeds in, shipped weights out.

Two kinds of pictures are mixed: real ones with tightened labels, and rendered scenes
with exact labels, streaks, hands and other things that are no balls. A first run may
precede it (``start``): then crops are cut more often where that network errs.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from vision.detector import OnnxBallDetector
from vision.errors import TrainingError
from vision.synthesis.seeds import Split
from vision.training.export import check_parity, export_onnx
from vision.training.fit import FitSettings, Mixture, fit, load_network
from vision.training.hard import with_hard_places
from vision.training.pictures import read_dataset
from vision.training.rendered import read_rendered, write_rendered
from vision.training.tighten import tightened

RENDERED_SHARE = 0.6
DOUBTFUL = 0.3


@dataclass(frozen=True, slots=True)
class Recipe:
    """What to train on, and for how long.

    Attributes:
        folders: Data sets, each with ``images`` and ``labels``.
        seeds: Rendered scenes of the training split.
        work: Folder for rendered scenes and checkpoints.
        settings: Of the fit.
        rendered_share: Share of the crops from rendered scenes where there are both.
        start: Checkpoint to go on from.
        credit: For each data set its name, origin and licence, for the card.
    """

    folders: Sequence[Path]
    seeds: range
    work: Path
    settings: FitSettings
    rendered_share: float = RENDERED_SHARE
    start: Path | None = None
    credit: Sequence[dict[str, str]] = field(default=())


def train_detector(recipe: Recipe, model: Path) -> Path:
    """Trains, exports, checks and describes a detector.

    Args:
        recipe: What to train on.
        model: ONNX file to write; its card goes beside it as JSON.

    Returns:
        ``model``.

    Raises:
        TrainingError: Nothing to train on, or the export differs from the network.
    """
    kinds = _kinds(recipe)
    if recipe.start is not None:
        kinds = _harder(kinds, recipe.start, recipe.work)
    checkpoint = fit(kinds, recipe.work, recipe.settings, start=recipe.start)
    network = load_network(checkpoint)
    export_onnx(network, model)
    sample = np.random.default_rng(0).random((1, 3, 320, 480), dtype=np.float32)
    difference = check_parity(network, model, sample)
    model.with_suffix(".json").write_text(
        json.dumps(_card(recipe, difference), indent=2) + "\n", encoding="utf-8"
    )
    return model


def _kinds(recipe: Recipe) -> list[Mixture]:
    real = [
        tightened(picture)
        for folder in recipe.folders
        for picture in read_dataset(folder)
        if len(picture.boxes_px)
    ]
    kinds = [Mixture(real, weight=1 - recipe.rendered_share)] if real else []
    if recipe.seeds:
        folder = recipe.work / "rendered"
        write_rendered(folder, recipe.seeds, Split.TRAIN)
        rendered = read_rendered(folder)
        kinds.append(Mixture(rendered, weight=recipe.rendered_share))
    if not kinds:
        raise TrainingError("nothing to train on: name a data folder or rendered seeds")
    return kinds


def _harder(kinds: list[Mixture], start: Path, work: Path) -> list[Mixture]:
    earlier = export_onnx(load_network(start), work / "earlier.onnx")
    detector = OnnxBallDetector(earlier, score_threshold=DOUBTFUL)
    return [
        replace(kind, pictures=with_hard_places(kind.pictures, detector))
        for kind in kinds
    ]


def _card(recipe: Recipe, difference: float) -> dict[str, Any]:
    settings = recipe.settings
    return {
        "network": "YOLO of one class and one head at stride 8, 0.7 million weights",
        "classes": ["ball"],
        "input": "images: (1, 3, h, w) float32, BGR, 0 to 1, h and w multiples of 32",
        "output": "boxes: (1, 5, n) float32: u, v, width, height in pixels, score",
        "canonical_radius_px": 9.0,
        "trained_on": [
            *recipe.credit,
            {
                "name": "rendered scenes of this project, training split",
                "seeds": f"{recipe.seeds.start}..{recipe.seeds.stop - 1}",
            },
        ],
        "steps": settings.steps,
        "batch": settings.batch,
        "seed": settings.seed,
        "parity_px": round(difference, 5),
        "licence": "AGPL-3.0-or-later",
    }
