"""Makes the network that measures centres, and learns how far off it may be.

The loss is the likelihood of Student's distribution, so that a few hopeless patches
(a ball behind an arm, cloth of its colour) widen their own doubt and pull nothing
else. Needs the extra `train`.

`python -m vision.training.centres -o centres.onnx` makes the shipped network.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.centre_network import PATCH_PX, covariance_of
from vision.synthesis.seeds import Split
from vision.synthesis.stills import Still, still
from vision.training.centre_patches import CentrePatches, collect_patches

FREEDOM = 4.0
"""Degrees of freedom of the errors' distribution."""

BATCH, RATE = 160, 4e-3
AVERAGE = 0.99
"""Weights are averaged over the last steps with this memory."""

_SIZES = ((640, 360), (960, 540), (1280, 720), None)


def network() -> nn.Sequential:
    """Return the network: (n, 5) from patches (n, 3, 40, 40) in [0, 1].

    Two shifts in radii and three numbers of their covariance
    (`vision.centre_network.covariance_of`).
    """

    def block(inside: int, outside: int, stride: int) -> list[nn.Module]:
        return [
            nn.Conv2d(inside, outside, 3, stride, 1, bias=False),
            nn.BatchNorm2d(outside),
            nn.SiLU(),
        ]

    return nn.Sequential(
        *block(3, 16, 2),
        *block(16, 24, 1),
        *block(24, 32, 2),
        *block(32, 48, 1),
        *block(48, 48, 1),
        nn.Conv2d(48, 8, 1),
        nn.SiLU(),
        nn.Flatten(),
        nn.Linear(8 * (PATCH_PX // 4) ** 2, 64),
        nn.SiLU(),
        nn.Linear(64, 5),
    )


def surprise(read: torch.Tensor, shift: torch.Tensor) -> torch.Tensor:
    """Return the mean negative log-likelihood of true shifts, up to a constant.

    Args:
        read: What the network says, (n, 5).
        shift: True shifts in radii, (n, 2).
    """
    a, c = read[:, 2].clamp(-6, 1), read[:, 3].clamp(-6, 1)
    error = shift - read[:, :2]
    first = error[:, 0] * torch.exp(-a)
    second = (error[:, 1] + read[:, 4].clamp(-3, 3) * error[:, 0]) * torch.exp(-c)
    square = first**2 + second**2
    return (a + c + (FREEDOM + 2) / 2 * torch.log1p(square / FREEDOM)).mean()


def train(
    patches: CentrePatches, *, steps: int, batch: int = BATCH, seed: int = 0
) -> nn.Sequential:
    """Train the network.

    Args:
        patches: At least a few thousand.
        steps: Batches.
        batch: Patches in each.
        seed: Of weights, order and jitter.
    """
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    order = np.random.default_rng(seed)
    model = network()
    mean = {name: value.clone() for name, value in model.state_dict().items()}
    optimiser = torch.optim.AdamW(model.parameters(), RATE, weight_decay=1e-3)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = _rate(step, steps)
        rows = order.integers(0, len(patches), batch)
        images, shift = augmented(
            _tensor(patches.images[rows]),
            torch.from_numpy(patches.shift[rows]),
            generator,
        )
        loss = surprise(model(images), shift)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        _average(mean, model)
    model.load_state_dict(mean)
    return model.eval()


def _rate(step: int, steps: int) -> float:
    warm = min(1.0, step / 200)
    return RATE * warm * 0.5 * (1 + float(np.cos(np.pi * step / steps))) + 1e-5


def _average(mean: dict[str, torch.Tensor], model: nn.Sequential) -> None:
    for name, value in model.state_dict().items():
        if value.dtype.is_floating_point:
            mean[name].lerp_(value, 1 - AVERAGE)
        else:
            mean[name].copy_(value)


def augmented(
    images: torch.Tensor, shift: torch.Tensor, generator: torch.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Turn, mirror and recolour a batch, the shifts with it.

    Args:
        images: (n, 3, 40, 40), 0 to 1.
        shift: To the right and down, (n, 2).
        generator: Draws how.
    """
    n = len(images)

    def draw(low: float, high: float, *shape: int) -> torch.Tensor:
        return torch.rand(n, *shape, generator=generator) * (high - low) + low

    quarter = int(torch.randint(4, (1,), generator=generator))
    images = torch.rot90(images, quarter, (2, 3))
    for _ in range(quarter):
        shift = torch.stack([shift[:, 1], -shift[:, 0]], 1)
    if torch.rand(1, generator=generator) < 0.5:
        images, shift = images.flip(3), shift * torch.tensor([-1.0, 1.0])
    gain = draw(-0.5, 0.5, 1, 1, 1).exp() * draw(0.85, 1.15, 3, 1, 1)
    gamma = draw(0.8, 1.25, 1, 1, 1)
    noisy = (draw(0, 1, 1, 1, 1) < 0.5) * draw(0, 0.025, 1, 1, 1)
    noise = torch.randn(images.shape, generator=generator) * noisy
    return ((images * gain).clamp(1e-4, 1) ** gamma + noise).clamp(0, 1), shift


def _tensor(images: NDArray[np.uint8]) -> torch.Tensor:
    return torch.from_numpy(images.transpose(0, 3, 1, 2).astype(np.float32) / 255.0)


def figures(model: nn.Sequential, patches: CentrePatches) -> str:
    """Return errors in radii and how they compare with the doubt, as one line."""
    with torch.no_grad():
        read = torch.cat(
            [
                model(_tensor(patches.images[start : start + 512]))
                for start in range(0, len(patches), 512)
            ]
        ).numpy()
    error = np.linalg.norm(read[:, :2] - patches.shift, axis=1)
    spread = covariance_of(read[:, 2:].astype(np.float64))
    off = patches.shift - read[:, :2]
    distance = np.einsum("ni,nij,nj->n", off, np.linalg.inv(spread), off)
    return (
        f"errors in radii: median {np.median(error):.4f}, 95 % "
        f"{np.quantile(error, 0.95):.3f}, 99 % {np.quantile(error, 0.99):.3f}; "
        f"squared over the doubt: median {np.median(distance):.2f} (expected 1.39)"
    )


def export(model: nn.Sequential, path: Path) -> None:
    """Write the network as ONNX with any number of patches."""
    torch.onnx.export(
        model,
        (torch.zeros(2, 3, PATCH_PX, PATCH_PX),),
        str(path),
        input_names=["patches"],
        output_names=["shift"],
        dynamic_axes={"patches": {0: "n"}, "shift": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )


def main() -> None:
    """Make the network anew: stills of some seeds in, ONNX out.

    The last twelfth of the stills is held out and tells how good it is.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=600_000, help="first seed")
    parser.add_argument("--stills", type=int, default=2200)
    parser.add_argument("--steps", type=int, default=9000)
    parser.add_argument("-o", "--out", type=Path, default=Path("centres.onnx"))
    chosen = parser.parse_args()
    rng = np.random.default_rng(chosen.first)
    seeds = range(chosen.first, chosen.first + chosen.stills)
    patches = collect_patches(_stills(seeds, rng), rng)
    is_held = patches.scene >= chosen.stills - max(1, chosen.stills // 12)
    model = train(patches.of(np.flatnonzero(~is_held)), steps=chosen.steps)
    export(model, chosen.out)
    sys.stdout.write(figures(model, patches.of(np.flatnonzero(is_held))) + "\n")


def _stills(seeds: range, rng: np.random.Generator) -> Iterator[Still]:
    for seed in seeds:
        size = _SIZES[int(rng.choice(len(_SIZES), p=[0.3, 0.3, 0.3, 0.1]))]
        yield still(seed, Split.TRAIN, size)


if __name__ == "__main__":
    main()
