"""Fitting the network: an endless stream of crops, AdamW, averaged weights."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch.utils.data import DataLoader
from ultralytics.nn.tasks import DetectionModel

from vision.training.at_balls import with_pocket, with_things_at_balls
from vision.training.breaks import with_break, with_meeting
from vision.training.clutter import with_clutter, with_streak
from vision.training.crops import Crop, random_view
from vision.training.disguise import with_banner, with_camouflage, with_fingers
from vision.training.light import with_other_light
from vision.training.loss import blind_cells
from vision.training.lures import with_lures
from vision.training.network import NARROW, STRIDE, build_network
from vision.training.pictures import LabelledPicture
from vision.training.widening import widened

WARM_UP_STEPS = 60
STREAK_SHARE = 0.85
MOST_STREAKS = 3
CLUTTER_SHARE = 0.35
BREAK_SHARE = 0.12
MEETING_SHARE = 0.25
POCKET_SHARE = 0.12
LURE_SHARE = 0.35
CAMOUFLAGE_SHARE = 0.25
FINGER_SHARE = 0.12
BANNER_SHARE = 0.06
AVERAGE_DECAY = 0.9985


@dataclass(frozen=True, slots=True)
class FitSettings:
    """How long and how fast to learn.

    Attributes:
        steps: Optimiser steps.
        batch: Crops per step.
        rate: Highest learning rate; falls to 2 % of it along a cosine.
        decay: Weight decay.
        seed: Seed of weights and crops.
        threads: Threads of torch.
        save_every: Steps between checkpoints.
        budget_s: Wall-clock seconds that the schedule is squeezed into; None: no limit.
    """

    steps: int = 6000
    batch: int = 16
    rate: float = 2e-3
    decay: float = 5e-4
    seed: int = 1
    threads: int = 1
    save_every: int = 250
    budget_s: float | None = None


@dataclass(frozen=True, slots=True)
class Mixture:
    """Pictures of one kind and how often they are drawn.

    Attributes:
        pictures: The pictures.
        weight: Share of the crops, relative to the other kinds.
    """

    pictures: Sequence[LabelledPicture]
    weight: float = 1.0


class CropStream:
    """Crop number i of a seeded, endless, random stream."""

    def __init__(self, kinds: Sequence[Mixture], *, length: int, seed: int) -> None:
        """Keeps the pictures.

        Args:
            kinds: Kinds of pictures with their weights.
            length: Number of crops in the stream.
            seed: Seed; crop i is always the same for one seed.
        """
        self._kinds = list(kinds)
        weights = np.array([kind.weight for kind in kinds])
        self._shares = weights / weights.sum()
        self._length = length
        self._seed = seed

    def __len__(self) -> int:
        """Returns the number of crops."""
        return self._length

    def __getitem__(self, index: int) -> Crop:
        """Makes crop number ``index``."""
        cv2.setNumThreads(1)
        rng = np.random.default_rng((self._seed, index))
        kind = self._kinds[int(rng.choice(len(self._kinds), p=self._shares))]
        picture = kind.pictures[int(rng.integers(len(kind.pictures)))]
        return random_crop(picture, rng)


def random_crop(picture: LabelledPicture, rng: np.random.Generator) -> Crop:
    """Makes one augmented crop of a picture.

    Args:
        picture: Picture with round balls.
        rng: Source of chance.

    Returns:
        The crop.
    """
    crop = random_view(picture, rng)
    radius = 9.0
    if len(crop.boxes_px):
        radius = float(np.median(np.sqrt(np.prod(crop.boxes_px[:, 2:], axis=1))) / 2)
    if rng.random() < CLUTTER_SHARE:
        crop = with_clutter(crop, rng, radius_px=radius)
    if rng.random() < POCKET_SHARE:
        crop = with_pocket(crop, rng)
    if rng.random() < LURE_SHARE:
        crop = with_lures(crop, rng, radius_px=radius)
    if rng.random() < CAMOUFLAGE_SHARE:
        crop = with_camouflage(crop, rng)
    if rng.random() < BREAK_SHARE:
        crop = with_break(crop, rng)
    if rng.random() < MEETING_SHARE:
        crop = with_meeting(crop, rng)
    if rng.random() < STREAK_SHARE:
        for _ in range(int(rng.integers(1, MOST_STREAKS + 1))):
            crop = with_streak(crop, rng)
    crop = with_things_at_balls(crop, rng)
    if rng.random() < FINGER_SHARE:
        crop = with_fingers(crop, rng)
    if rng.random() < BANNER_SHARE:
        crop = with_banner(crop, rng)
    return with_other_light(crop, rng)


def collate(crops: Sequence[Crop]) -> dict[str, torch.Tensor]:
    """Stacks crops into the batch that the loss expects.

    Args:
        crops: Crops of one size.

    Returns:
        ``img`` (n, 3, s, s) float 0..1 in BGR order, ``cls``, ``bboxes`` as fractions
        of the side, ``batch_idx``; ``blind`` (n, cells) True where nothing is taught.
    """
    images = np.stack([crop.image_bgr.transpose(2, 0, 1) for crop in crops])
    side = images.shape[-1]
    corner = np.array([0.5, 0.5, 0.0, 0.0])
    boxes = np.concatenate([crop.boxes_px + corner for crop in crops]) / side
    owner = np.repeat(np.arange(len(crops)), [len(crop.boxes_px) for crop in crops])
    return {
        "img": torch.from_numpy(images).float() / 255,
        "cls": torch.zeros(len(boxes), 1),
        "bboxes": torch.from_numpy(boxes).float(),
        "batch_idx": torch.from_numpy(owner).float(),
        "blind": torch.stack(
            [blind_cells(torch.from_numpy(c.ignored_px), side, STRIDE) for c in crops]
        ),
    }


def fit(
    kinds: Sequence[Mixture],
    folder: Path,
    settings: FitSettings,
    *,
    start: Path | None = None,
) -> Path:
    """Trains the network and keeps a checkpoint of the averaged weights.

    Args:
        kinds: Pictures to learn from.
        folder: Where ``last.pt`` and ``log.csv`` go; made when missing.
        settings: How long and how fast.
        start: Checkpoint to go on from.

    Returns:
        Path of the last checkpoint.
    """
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(settings.seed)
    torch.set_num_threads(settings.threads)
    model = load_network(start) if start else build_network()
    model = model.train().to(memory_format=torch.channels_last)
    average = {k: v.clone() for k, v in model.state_dict().items()}
    optimiser = _optimiser(model, settings)
    stream = CropStream(
        kinds, length=settings.steps * settings.batch, seed=settings.seed
    )
    # The worker is a fork: a pool of threads that it inherits would never answer.
    cv2.setNumThreads(1)
    loader = DataLoader(
        stream, settings.batch, num_workers=1, collate_fn=collate, prefetch_factor=4
    )
    began = time.monotonic()
    log = folder / "log.csv"
    for step, batch in enumerate(loader):
        spent = (time.monotonic() - began) / (settings.budget_s or math.inf)
        progress = max(step / settings.steps, spent)
        losses = _step(model, optimiser, batch, _rate(settings, step, progress))
        _average(average, model, step)
        done = progress >= 1 or step + 1 == settings.steps
        if done or (step + 1) % settings.save_every == 0:
            torch.save(average, folder / "last.pt")
        if done or (step + 1) % 50 == 0:
            row = ",".join(f"{x:.4f}" for x in losses)
            with log.open("a") as file:
                file.write(f"{step + 1},{progress:.4f},{row}\n")
        if done:
            break
    return folder / "last.pt"


def load_network(path: Path) -> DetectionModel:
    """Builds the network with the weights of a checkpoint; a narrow one is widened.

    Args:
        path: Checkpoint written by ``fit``.

    Returns:
        The network.
    """
    state = torch.load(path, weights_only=True)
    model = build_network()
    if _is_narrow(state, model):
        narrow = build_network(NARROW)
        narrow.load_state_dict(state)
        return widened(narrow, model)
    model.load_state_dict(state)
    return model


def _is_narrow(state: dict[str, torch.Tensor], model: DetectionModel) -> bool:
    return bool(state.keys() != model.state_dict().keys())


def _optimiser(model: DetectionModel, settings: FitSettings) -> torch.optim.Optimizer:
    matrices = [p for p in model.parameters() if p.ndim > 1]
    vectors = [p for p in model.parameters() if p.ndim <= 1]
    groups: list[dict[str, Any]] = [
        {"params": matrices, "weight_decay": settings.decay},
        {"params": vectors, "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=settings.rate, betas=(0.9, 0.99))


def _rate(settings: FitSettings, step: int, progress: float) -> float:
    warm = min(1.0, (step + 1) / WARM_UP_STEPS)
    falling = 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(progress, 1.0)))
    return settings.rate * warm * falling


def _step(
    model: DetectionModel,
    optimiser: torch.optim.Optimizer,
    batch: dict[str, torch.Tensor],
    rate: float,
) -> list[float]:
    for group in optimiser.param_groups:
        group["lr"] = rate
    batch["img"] = batch["img"].contiguous(memory_format=torch.channels_last)
    loss, parts = model.loss(batch)
    optimiser.zero_grad(set_to_none=True)
    (loss.sum() / len(batch["img"])).backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 10.0)
    optimiser.step()
    return [float(x) for x in parts.values()]


def _average(
    average: dict[str, torch.Tensor], model: DetectionModel, step: int
) -> None:
    decay = min(AVERAGE_DECAY, (1 + step) / (10 + step))
    with torch.no_grad():
        for name, value in model.state_dict().items():
            if value.dtype.is_floating_point:
                average[name].lerp_(value, 1 - decay)
            else:
                average[name].copy_(value)
