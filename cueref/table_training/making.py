"""Trains both networks on rendered stills and writes them as ONNX files.

`python -m cueref.table_training.making -o calibration/weights` makes new ones; some
hundred pictures and a few minutes are enough, for both are small.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
import torch
import torch.nn.functional as nnf
from numpy.typing import NDArray
from torch import Tensor, nn

from calibration.locating import HEIGHT, WIDTH
from calibration.nose_network import PIECES, colours_for_network
from calibration.rail_windows import COLUMNS
from cueref.table_training.pictures import TablePicture, drawn, table_picture
from cueref.table_training.shapes import Nose, Where
from cueref.table_training.windows import (
    LabelledWindow,
    labelled_windows,
    recoloured,
)
from vision.synthesis.seeds import Split
from vision.synthesis.stills import still

Floats32 = NDArray[np.float32]
Batch = tuple[Floats32, Floats32]

AVERAGE: Final = 0.985
"""Weights are averaged over the last steps with this memory."""

_RATE: Final = 3e-3
_PICTURES, _RAILS = 16, 24
_EDGE, _POCKET = 3.0, 20.0
_MOST: Final = 7.0
_LOOKS: Final = 2
"""Windows are cut so many times from a picture, each time along another guess."""


def main() -> None:
    """Render, train, export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--out", type=Path, required=True, help="Folder.")
    parser.add_argument("--pictures", type=int, default=1500)
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = np.random.default_rng(arguments.seed)
    torch.manual_seed(arguments.seed)
    pictures, windows = collect(rng, range(arguments.pictures))
    where = train(
        Where(), lambda: picture_batch(rng, pictures), surface_loss, arguments
    )
    nose = train(Nose(), lambda: window_batch(rng, windows), nose_loss, arguments)
    arguments.out.mkdir(parents=True, exist_ok=True)
    _export(where, torch.zeros(1, 3, HEIGHT, WIDTH), arguments.out / "where.onnx")
    _export(nose, torch.zeros(1, 4, COLUMNS), arguments.out / "nose.onnx")


def collect(
    rng: np.random.Generator, seeds: range
) -> tuple[list[TablePicture], list[LabelledWindow]]:
    """Render stills of training seeds; return what both networks learn from."""
    pictures, windows = [], []
    for seed in seeds:
        scene = still(seed, Split.TRAIN)
        view = (scene.image_bgr, scene.camera, scene.table)
        pictures.append(table_picture(*view))
        for _ in range(_LOOKS):
            windows += labelled_windows(rng, *view)
    return pictures, windows


def train(
    network: nn.Module,
    batch: Callable[[], Batch],
    loss: Callable[[Tensor, Tensor], Tensor],
    arguments: argparse.Namespace,
) -> nn.Module:
    """Fit a network; return it with its averaged weights."""
    kept = {name: value.clone() for name, value in network.state_dict().items()}
    optimiser = torch.optim.AdamW(network.parameters(), _RATE, weight_decay=1e-3)
    rate = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, arguments.steps)
    for number in range(1, arguments.steps + 1):
        given, wanted = (torch.from_numpy(each) for each in batch())
        value = loss(network(given), wanted)
        optimiser.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimiser.step()
        rate.step()
        _average(kept, network, min(AVERAGE, 1 - 1 / (number + 1)))
    network.load_state_dict(kept)
    return network.eval()


def _average(kept: dict[str, Tensor], network: nn.Module, memory: float) -> None:
    for name, now in network.state_dict().items():
        if now.dtype.is_floating_point:
            kept[name].mul_(memory).add_(now, alpha=1 - memory)
        else:
            kept[name].copy_(now)


def picture_batch(rng: np.random.Generator, pictures: list[TablePicture]) -> Batch:
    """Draw pictures, changed at random, with their maps."""
    picked = rng.integers(len(pictures), size=_PICTURES)
    pairs = [drawn(rng, pictures[int(number)]) for number in picked]
    return np.stack([given for given, _ in pairs]), np.stack(
        [map_ for _, map_ in pairs]
    )


def window_batch(rng: np.random.Generator, windows: list[LabelledWindow]) -> Batch:
    """Draw rails, changed at random, with the columns of their noses."""
    picked = [windows[int(n)] for n in rng.integers(len(windows), size=_RAILS)]
    changed = [recoloured(rng, window) for window in picked]
    given = np.concatenate([colours_for_network(each.image_bgr) for each in changed])
    wanted = np.concatenate([each.column for each in changed])
    return given.reshape(_RAILS * PIECES, 4, COLUMNS), wanted


def surface_loss(given: Tensor, wanted: Tensor) -> Tensor:
    """Return cross entropy; the surface's border and the pockets count more."""
    surface = wanted[:, :1]
    border = nnf.max_pool2d(4 * surface * (1 - surface), 5, 1, 2)
    entropy = nnf.binary_cross_entropy_with_logits(given, wanted, reduction="none")
    on_surface = (entropy[:, :1] * (1 + _EDGE * border)).mean()
    on_pockets = (entropy[:, 1:] * (1 + _POCKET * wanted[:, 1:])).mean()
    return on_surface + 2 * on_pockets


def nose_loss(given: Tensor, wanted: Tensor) -> Tensor:
    """Return cross entropy of a column between two; hopeless pieces count little."""
    chance = nnf.log_softmax(given, dim=-1)
    place = wanted.clamp(0, COLUMNS - 1.01)
    low = place.floor().long()
    part = place - low
    first = chance.gather(-1, low[:, None])[:, 0]
    second = chance.gather(-1, low[:, None] + 1)[:, 0]
    return -(first * (1 - part) + second * part).clamp(min=-_MOST).mean()


def _export(network: nn.Module, example: Tensor, path: Path) -> None:
    torch.onnx.export(
        network,
        (example,),
        str(path),
        input_names=["x"],
        output_names=["y"],
        dynamic_axes={"x": {0: "n"}, "y": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )


if __name__ == "__main__":
    main()
