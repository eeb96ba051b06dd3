"""Trains the networks that find a table on rendered pictures; writes ONNX files.

    python -m cueref.table_training.making -o weights --examples examples

renders the examples that the folder lacks (training seeds only), trains the networks
and exports them. Beside each ONNX file it keeps a checkpoint, from which `--start`
goes on. The networks shipped took three hours of one core, half of them for rendering.
"""

import argparse
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import cv2
import numpy as np
import torch
import torch.nn.functional as nnf
from numpy.typing import NDArray
from torch import Tensor, nn

from calibration.edge_network import CHANNELS, PIECES, RAILS, channels
from calibration.locating import HEIGHT, WIDTH
from calibration.rail_windows import COLUMNS
from cueref.table_training.collecting import FIRST_SEED, Examples, collect, load
from cueref.table_training.pictures import drawn
from cueref.table_training.shapes import RailEdge, Where
from cueref.table_training.windows import LabelledRails, recoloured

Floats32 = NDArray[np.float32]
Batch = tuple[Floats32, Floats32]
Network = TypeVar("Network", bound=nn.Module)

_LOG: Final = logging.getLogger(__name__)

EDGES: Final = "nose", "border"
"""Networks that read edges of rails."""

AVERAGE: Final = 0.99
"""Weights are averaged over the last steps with this memory."""

_RATE: Final = 3e-3
_WARM: Final = 30
_PICTURES, _TABLES, _TAUGHT = 16, 8, 6
_EDGE, _POCKET = 3.0, 20.0
_MOST: Final = 7.0
_CHECKPOINT: Final = 100


def main() -> None:
    """Render, train, export."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    arguments = _arguments()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(arguments.seed)
    if arguments.pictures:
        seeds = range(FIRST_SEED, FIRST_SEED + arguments.pictures)
        collect(arguments.examples, seeds)
    examples = load(arguments.examples)
    arguments.out.mkdir(parents=True, exist_ok=True)
    wanted = arguments.only or ("where", *EDGES)
    if "where" in wanted:
        make_where(arguments, examples)
    for name in EDGES:
        if name in wanted:
            make_edge(arguments, examples, name)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--out", type=Path, required=True, help="Folder.")
    parser.add_argument("--examples", type=Path, required=True, help="Folder.")
    parser.add_argument(
        "--pictures",
        type=int,
        default=1600,
        help="Rendered at least; 0 takes those there.",
    )
    parser.add_argument("--steps", type=int, default=9000)
    parser.add_argument(
        "--minutes", type=float, default=np.inf, help="Each network at most."
    )
    parser.add_argument("--rate", type=float, default=_RATE)
    parser.add_argument("--only", choices=("where", *EDGES), action="append")
    parser.add_argument("--start", type=Path, help="Folder of earlier checkpoints.")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def make_where(arguments: argparse.Namespace, examples: Examples) -> None:
    """Train and export the network that says where a table is."""
    rng = np.random.default_rng(arguments.seed)
    network = _begun(Where(), "where", arguments)
    train(
        network,
        network,
        lambda: picture_batch(rng, examples),
        surface_loss,
        arguments,
        _kept(arguments, "where"),
    )
    _export(network, torch.zeros(1, 3, HEIGHT, WIDTH), arguments.out / "where.onnx")


def make_edge(arguments: argparse.Namespace, examples: Examples, name: str) -> None:
    """Train and export the network that says where noses, or borders, are."""
    rng = np.random.default_rng(arguments.seed)
    network = _begun(RailEdge(), name, arguments)
    count, rails_of = {
        "nose": (len(examples.nose_column), examples.noses),
        "border": (len(examples.border_column), examples.borders),
    }[name]
    train(
        network,
        network.of_rails,
        lambda: rails_batch(rng, rails_of, count),
        edge_loss,
        arguments,
        _kept(arguments, name),
    )
    _export(
        network,
        torch.zeros(RAILS * PIECES, CHANNELS, COLUMNS),
        arguments.out / f"{name}.onnx",
    )


def _begun(network: Network, name: str, arguments: argparse.Namespace) -> Network:
    """Return a network with the weights of an earlier training, if one is named."""
    if arguments.start is not None:
        state = torch.load(arguments.start / f"{name}.pt", weights_only=True)
        network.load_state_dict(state, strict=False)
    return network


def _kept(arguments: argparse.Namespace, name: str) -> Path:
    return Path(arguments.out) / f"{name}.pt"


def train(
    network: nn.Module,
    answer: Callable[[Tensor], Tensor],
    batch: Callable[[], Batch],
    loss: Callable[[Tensor, Tensor], Tensor],
    arguments: argparse.Namespace,
    checkpoint: Path,
) -> None:
    """Fit a network; leave it with its averaged weights, kept on disk too."""
    network.to(memory_format=torch.channels_last)
    kept = {name: value.clone() for name, value in network.state_dict().items()}
    optimiser = torch.optim.AdamW(network.parameters(), weight_decay=1e-3)
    losses: list[float] = []
    started, number = time.monotonic(), 0
    while (done := _done(arguments, number, started)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = arguments.rate * _share(number, done)
        given, wanted = (torch.from_numpy(each) for each in batch())
        value = loss(answer(_in_lanes(given)), wanted)
        optimiser.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimiser.step()
        _average(kept, network, min(AVERAGE, 1 - 1 / (number + 2)))
        losses.append(float(value.detach()))
        number += 1
        if number % _CHECKPOINT == 0:
            torch.save(kept, checkpoint)
            recent = float(np.mean(losses[-_CHECKPOINT:]))
            _LOG.info("step %d, %.0f %%, loss %.4f", number, 100 * done, recent)
    network.load_state_dict(kept)
    network.eval()
    torch.save(kept, checkpoint)


def _in_lanes(given: Tensor) -> Tensor:
    """Return pictures with their channels last, which a processor likes best."""
    if given.ndim < 4:
        return given
    return given.contiguous(memory_format=torch.channels_last)


def _done(arguments: argparse.Namespace, number: int, started: float) -> float:
    """Return the share of the training that is done: of its steps or of its time."""
    minutes = (time.monotonic() - started) / 60
    return float(max(number / arguments.steps, minutes / arguments.minutes))


def _share(number: int, done: float) -> float:
    """Return the share of the greatest rate: a short rise, then half a cosine."""
    rise = min(1.0, (number + 1) / _WARM)
    return rise * float(0.5 + 0.5 * np.cos(np.pi * done)) + 1e-3


def _average(kept: dict[str, Tensor], network: nn.Module, memory: float) -> None:
    for name, now in network.state_dict().items():
        if now.dtype.is_floating_point:
            kept[name].mul_(memory).add_(now, alpha=1 - memory)
        else:
            kept[name].copy_(now)


def picture_batch(rng: np.random.Generator, examples: Examples) -> Batch:
    """Draw pictures, changed at random, with their maps."""
    picked = rng.integers(len(examples.image_bgr), size=_PICTURES)
    pairs = [drawn(rng, examples.picture(int(number))) for number in picked]
    return np.stack([given for given, _ in pairs]), np.stack(
        [map_ for _, map_ in pairs]
    )


def rails_batch(
    rng: np.random.Generator, rails: Callable[[int], LabelledRails], count: int
) -> Batch:
    """Draw the rails of tables, changed at random, with the columns of their edges.

    Pieces of one rail are much alike, so some of each are enough.
    """
    given, wanted = [], []
    for number in rng.integers(count, size=_TABLES):
        changed = recoloured(rng, rails(int(number)))
        for colour, view, column in zip(*vars(changed).values(), strict=True):
            taught = np.sort(rng.permutation(PIECES)[:_TAUGHT])
            given.append(channels(colour, view)[taught].transpose(1, 0, 2))
            wanted.append(column[taught])
    return np.stack(given), np.concatenate(wanted)


def surface_loss(given: Tensor, wanted: Tensor) -> Tensor:
    """Return cross entropy; the surface's border and the pockets count more."""
    surface = wanted[:, :1]
    border = nnf.max_pool2d(4 * surface * (1 - surface), 5, 1, 2)
    entropy = nnf.binary_cross_entropy_with_logits(given, wanted, reduction="none")
    on_surface = (entropy[:, :1] * (1 + _EDGE * border)).mean()
    on_pockets = (entropy[:, 1:] * (1 + _POCKET * wanted[:, 1:])).mean()
    return on_surface + 2 * on_pockets


def edge_loss(given: Tensor, wanted: Tensor) -> Tensor:
    """Return cross entropy of a column between two; hopeless pieces count little.

    Pieces whose edge is not in view (not a number) do not count.
    """
    given, wanted = given[~wanted.isnan()], wanted[~wanted.isnan()]
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
