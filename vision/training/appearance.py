"""Makes the network that tells the appearances of balls apart.

Data are rendered stills only: patches around each visible ball with the paint of the
ball as the label, jittered as a detector's boxes are. Needs the extra `train`.

`python -m vision.training.appearance -o appearance.onnx` makes the shipped network.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.appearance import (
    APPEARANCES,
    INDEX_OF,
    PATCH_PX,
    Appearance,
    Colour,
    cut_patches,
)
from vision.synthesis.ball_looks import BallLook
from vision.synthesis.seeds import Split
from vision.synthesis.stills import Still, still

_PROTOTYPES: tuple[tuple[Colour, tuple[int, int, int]], ...] = (
    (Colour.WHITE, (246, 243, 230)),
    (Colour.WHITE, (232, 214, 170)),
    (Colour.YELLOW, (248, 192, 16)),
    (Colour.YELLOW, (222, 172, 60)),
    (Colour.BLUE, (22, 56, 155)),
    (Colour.BLUE, (40, 96, 190)),
    (Colour.BLUE, (36, 44, 96)),
    (Colour.RED, (215, 33, 30)),
    (Colour.RED, (190, 40, 40)),
    (Colour.RED, (232, 60, 52)),
    (Colour.PURPLE, (74, 38, 112)),
    (Colour.PURPLE, (122, 70, 160)),
    (Colour.ORANGE, (242, 108, 28)),
    (Colour.ORANGE, (250, 140, 60)),
    (Colour.GREEN, (8, 112, 66)),
    (Colour.GREEN, (30, 150, 92)),
    (Colour.MAROON, (122, 24, 34)),
    (Colour.MAROON, (108, 44, 40)),
    (Colour.MAROON, (150, 52, 50)),
    (Colour.BLACK, (18, 18, 20)),
    (Colour.BLACK, (60, 30, 26)),
    (Colour.PINK, (240, 115, 150)),
    (Colour.BROWN, (190, 128, 80)),
    (Colour.BROWN, (122, 66, 26)),
)
"""Paints that stand for the colours, sRGB."""


@dataclass(frozen=True, slots=True)
class Patches:
    """Labelled patches.

    Attributes:
        images: uint8, shape (n, 32, 32, 3), BGR.
        labels: Index into `APPEARANCES`, shape (n,).
    """

    images: NDArray[np.uint8]
    labels: NDArray[np.int64]


def appearance_of(look: BallLook) -> Appearance:
    """Return the class that a painted ball belongs to: the nearest named paint."""
    paints = np.array([[rgb for _, rgb in _PROTOTYPES], [look.body] * len(_PROTOTYPES)])
    lab = cv2.cvtColor((paints / 255.0).astype(np.float32), cv2.COLOR_RGB2LAB)
    nearest = int(np.argmin(np.linalg.norm(lab[0] - lab[1], axis=1)))
    return Appearance(_PROTOTYPES[nearest][0], striped=look.caps is not None)


def collect_patches(
    stills: Iterable[Still], rng: np.random.Generator, *, copies: int = 2
) -> Patches:
    """Cut labelled patches out of rendered stills.

    Args:
        stills: Pictures with their labels.
        rng: Draws the errors of the boxes.
        copies: Patches a ball.
    """
    images, labels = [], []
    for scene in stills:
        rows = np.repeat(np.flatnonzero(scene.visible > 0.6), copies)
        if not len(rows):
            continue
        radius = scene.radius_px[rows]
        uv = scene.uv[rows] + rng.normal(0, 0.08, (len(rows), 2)) * radius[:, None]
        sizes = radius * np.exp(rng.normal(0, 0.08, len(rows)))
        images.append(cut_patches(scene.image_bgr, uv, sizes))
        labels += [
            INDEX_OF[appearance_of(scene.look.balls[scene.names[row]])] for row in rows
        ]
    return Patches(np.concatenate(images), np.array(labels, np.int64))


def network() -> nn.Sequential:
    """Return the network: log-odds (n, k) from patches (n, 3, 32, 32) in [0, 1]."""

    def block(inside: int, outside: int, stride: int) -> list[nn.Module]:
        return [
            nn.Conv2d(inside, outside, 3, stride, 1, bias=False),
            nn.BatchNorm2d(outside),
            nn.SiLU(),
        ]

    return nn.Sequential(
        *block(3, 12, 1),
        *block(12, 24, 2),
        *block(24, 32, 1),
        *block(32, 48, 2),
        *block(48, 80, 1),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Dropout(0.1),
        nn.Linear(80, len(APPEARANCES)),
    )


def _augmented(images: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Turn, mirror and recolour a batch (n, 3, 32, 32) a little."""
    n = len(images)

    def draw(low: float, high: float, *shape: int) -> torch.Tensor:
        return torch.rand(n, *shape, generator=generator) * (high - low) + low

    quarter = int(torch.randint(4, (1,), generator=generator))
    images = torch.rot90(images, quarter, (2, 3))
    if torch.rand(1, generator=generator) < 0.5:
        images = images.flip(3)
    gain = draw(-0.5, 0.65, 1, 1, 1).exp() * draw(0.84, 1.16, 3, 1, 1)
    gamma = draw(0.8, 1.25, 1, 1, 1)
    noise = torch.randn(images.shape, generator=generator) * draw(0, 0.03, 1, 1, 1)
    return ((images * gain).clamp(1e-4, 1) ** gamma + noise).clamp(0, 1)


def _tensor(images: NDArray[np.uint8]) -> torch.Tensor:
    return torch.from_numpy(images.transpose(0, 3, 1, 2).astype(np.float32) / 255.0)


def train(patches: Patches, *, epochs: int, seed: int = 0) -> nn.Sequential:
    """Train the network.

    Args:
        patches: At least a few thousand.
        epochs: Passes over them.
        seed: Of weights, order and jitter.
    """
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    model = network()
    counts = np.bincount(patches.labels, minlength=len(APPEARANCES)).astype(float)
    weight = torch.tensor(1.0 / np.sqrt(np.maximum(counts, 20.0)), dtype=torch.float32)
    loss_of = nn.CrossEntropyLoss(weight / weight.mean(), label_smoothing=0.03)
    batch = min(256, len(patches.labels))
    steps = epochs * (len(patches.labels) // batch)
    optimiser = torch.optim.AdamW(model.parameters(), 3e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, 6e-3, total_steps=max(steps, 4)
    )
    for _ in range(epochs):
        order = torch.randperm(len(patches.labels), generator=generator).numpy()
        for start in range(0, len(order) - batch + 1, batch):
            rows = order[start : start + batch]
            images = _augmented(_tensor(patches.images[rows]), generator)
            loss = loss_of(model(images), torch.from_numpy(patches.labels[rows]))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
    return model.eval()


def accuracy(model: nn.Sequential, patches: Patches) -> float:
    """Return the share of patches whose appearance is told right."""
    right = 0
    with torch.no_grad():
        for start in range(0, len(patches.labels), 512):
            logits = model(_tensor(patches.images[start : start + 512]))
            told = logits.argmax(1).numpy()
            right += int((told == patches.labels[start : start + 512]).sum())
    return right / max(len(patches.labels), 1)


def export(model: nn.Sequential, path: Path) -> None:
    """Write the network as ONNX with any number of patches."""
    example = torch.zeros(2, 3, PATCH_PX, PATCH_PX)
    torch.onnx.export(
        model,
        (example,),
        str(path),
        input_names=["patches"],
        output_names=["log_odds"],
        dynamic_axes={"patches": {0: "n"}, "log_odds": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )


def main() -> None:
    """Make the network anew: stills of some seeds in, ONNX out.

    The last tenth of the stills is held out and tells how many patches are told right.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=500_000, help="first seed")
    parser.add_argument("--stills", type=int, default=500)
    parser.add_argument("--epochs", type=int, default=36)
    parser.add_argument("-o", "--out", type=Path, default=Path("appearance.onnx"))
    chosen = parser.parse_args()
    rng = np.random.default_rng(chosen.first)
    first_held = chosen.first + chosen.stills - chosen.stills // 10
    learned = collect_patches(_stills(chosen.first, first_held), rng)
    held = collect_patches(_stills(first_held, chosen.first + chosen.stills), rng)
    model = train(learned, epochs=chosen.epochs)
    export(model, chosen.out)
    sys.stdout.write(f"held-out patches told right: {accuracy(model, held):.3f}\n")


def _stills(first: int, end: int) -> Iterator[Still]:
    return (still(seed, Split.TRAIN) for seed in range(first, end))


if __name__ == "__main__":
    main()
