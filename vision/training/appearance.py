"""Makes the network that tells the appearances of balls apart.

Data are rendered stills: patches around each visible ball with its paint as the label,
picture by picture, since the balls of a picture are told beside each other. Real
pictures with boxes may join, named by an earlier network. Needs the extra `train`.

`python -m vision.training.appearance -o appearance.onnx` makes the network.
"""

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.appearance import APPEARANCES, MARKS, PATCH_PX, AppearanceClassifier
from vision.synthesis.seeds import Split
from vision.synthesis.stills import Still, still
from vision.training.look_light import in_other_light
from vision.training.look_names import named_pictures
from vision.training.look_network import LookNetwork, ServedLooks
from vision.training.look_paint import in_other_paint
from vision.training.look_patches import PictureOfBalls, collect_pictures
from vision.training.pictures import read_dataset
from vision.training.tighten import tightened

Floats32 = NDArray[np.float32]

PICTURES_A_STEP = 28
FEWER_SHARE = 0.35
"""Share of pictures of which only some balls are shown."""

RARE = 300
AVERAGE_DECAY = 0.998
WARM_UP_STEPS = 100


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long and how fast to learn.

    Attributes:
        steps: Of the optimiser, 28 pictures each.
        rate: Highest learning rate; falls to 2 % of it along a cosine.
        seed: Of weights, order and light.
        real_share: Share of real pictures where there are any.
    """

    steps: int = 4000
    rate: float = 3e-3
    seed: int = 0
    real_share: float = 0.3


def train(
    pictures: Sequence[PictureOfBalls],
    schedule: Schedule,
    *,
    real: Sequence[PictureOfBalls] = (),
    start: LookNetwork | None = None,
) -> LookNetwork:
    """Train the network; what is returned has the running mean of its weights.

    Args:
        pictures: At least some hundred.
        schedule: How long and how fast.
        real: Real pictures whose balls were named (`look_names`).
        start: Network to go on from.
    """
    torch.manual_seed(schedule.seed)
    rng = np.random.default_rng(schedule.seed)
    model = start or LookNetwork()
    model.train()
    average = {name: value.clone() for name, value in model.state_dict().items()}
    loss_of = nn.CrossEntropyLoss(_class_weights(pictures), label_smoothing=0.02)
    optimiser = torch.optim.AdamW(model.parameters(), schedule.rate, weight_decay=2e-3)
    for step in range(schedule.steps):
        for group in optimiser.param_groups:
            group["lr"] = _rate(schedule, step)
        patches, labels, owner = _batch(pictures, real, schedule.real_share, rng)
        optimiser.zero_grad()
        loss_of(model(patches, owner), labels).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        _average(average, model, step)
    model.load_state_dict(average)
    model.eval()
    return model


def _rate(schedule: Schedule, step: int) -> float:
    warm = min(1.0, (step + 1) / WARM_UP_STEPS)
    falling = 0.5 * (1 + math.cos(math.pi * step / schedule.steps))
    return schedule.rate * warm * (0.02 + 0.98 * falling)


def _class_weights(pictures: Sequence[PictureOfBalls]) -> Tensor:
    labels = np.concatenate([picture.labels for picture in pictures])
    counts = np.bincount(labels, minlength=len(APPEARANCES))
    weight = 1 / np.sqrt(np.maximum(counts, RARE))
    return torch.tensor(weight / weight.mean(), dtype=torch.float32)


def _batch(
    rendered: Sequence[PictureOfBalls],
    real: Sequence[PictureOfBalls],
    real_share: float,
    rng: np.random.Generator,
) -> tuple[Tensor, Tensor, Tensor]:
    patches: list[Floats32] = []
    labels, owner = [], []
    for number in range(PICTURES_A_STEP):
        pictures = real if real and rng.random() < real_share else rendered
        picture = pictures[int(rng.integers(len(pictures)))]
        rows = _one_of_each(picture, rng)
        told = picture.labels[rows]
        painted = in_other_paint(picture.patches[rows], told, rng)
        patches.append(in_other_light(painted, rng))
        labels.append(told)
        owner.append(np.full(len(rows), number))
    return (
        _channels_first(np.concatenate(patches)),
        torch.from_numpy(np.concatenate(labels)),
        torch.from_numpy(np.concatenate(owner)),
    )


def _one_of_each(
    picture: PictureOfBalls, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Draw one patch of each ball, or of some of the balls."""
    order = rng.permutation(len(picture.ball))
    _, first = np.unique(picture.ball[order], return_index=True)
    rows = order[first]
    if rng.random() < FEWER_SHARE:
        rows = rng.permutation(rows)[: rng.integers(1, len(rows) + 1)]
    return np.asarray(rows, np.int64)


def _channels_first(patches: Floats32) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(patches.transpose(0, 3, 1, 2)))


def _average(average: dict[str, Tensor], model: nn.Module, step: int) -> None:
    decay = min(AVERAGE_DECAY, (1 + step) / (10 + step))
    with torch.no_grad():
        for name, value in model.state_dict().items():
            if value.dtype.is_floating_point:
                average[name].lerp_(value, 1 - decay)
            else:
                average[name].copy_(value)


def accuracy(model: LookNetwork, pictures: Sequence[PictureOfBalls]) -> float:
    """Return the share of balls, one patch each, whose appearance is told right."""
    right = seen = 0
    with torch.no_grad():
        for picture in pictures:
            rows = np.unique(picture.ball, return_index=True)[1]
            plain = picture.patches[rows].astype(np.float32) / np.float32(255)
            patches = _channels_first(plain)
            owner = torch.zeros(len(rows), dtype=torch.long)
            told = model.eval()(patches, owner).argmax(1).numpy()
            right += int((told == picture.labels[rows]).sum())
            seen += len(rows)
    return right / max(seen, 1)


def export(model: LookNetwork, path: Path) -> None:
    """Write the network as ONNX: any number of balls beside any number of others."""
    example = torch.zeros(3, 3, PATCH_PX, PATCH_PX), torch.zeros(2, MARKS)
    torch.onnx.export(
        ServedLooks(model).eval(),
        example,
        str(path),
        input_names=["patches", "others"],
        output_names=["log_odds", "marks"],
        dynamic_axes={
            "patches": {0: "n"},
            "others": {0: "m"},
            "log_odds": {0: "n"},
            "marks": {0: "n"},
        },
        opset_version=17,
        dynamo=False,
    )


def main() -> None:
    """Make the network anew: stills of some seeds in, ONNX out.

    The last tenth of the stills is held out and tells how many balls are told right.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=600_000, help="first seed")
    parser.add_argument("--stills", type=int, default=2_200)
    parser.add_argument("--steps", type=int, default=4_000)
    parser.add_argument("--real", type=Path, help="folder with images and labels")
    parser.add_argument("--earlier", type=Path, help="ONNX file that names its balls")
    parser.add_argument("-o", "--out", type=Path, default=Path("appearance.onnx"))
    chosen = parser.parse_args()
    rng = np.random.default_rng(chosen.first)
    end = chosen.first + chosen.stills
    middle = end - chosen.stills // 10
    learned = collect_pictures(_stills(chosen.first, middle), rng)
    held = collect_pictures(_stills(middle, end), rng)
    real = _real(chosen.real, chosen.earlier) if chosen.real else []
    model = train(learned, Schedule(steps=chosen.steps), real=real)
    export(model, chosen.out)
    sys.stdout.write(f"held-out balls told right: {accuracy(model, held):.3f}\n")


def _real(folder: Path, earlier: Path | None) -> list[PictureOfBalls]:
    pictures = (tightened(picture) for picture in read_dataset(folder))
    return named_pictures(pictures, AppearanceClassifier(earlier))


def _stills(first: int, end: int) -> Iterator[Still]:
    return (still(seed, Split.TRAIN) for seed in range(first, end))


if __name__ == "__main__":
    main()
