"""The detector's network: a small YOLO with one class and one head at stride 8.

Balls at the canonical scale are 10 to 30 px wide and all alike in size, so that one
scale of the usual three is enough. The coarser levels stay for context (a diamond, a
knuckle and a ball differ by what lies around them), but predict nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ultralytics.nn.tasks import DetectionModel
from ultralytics.utils import DEFAULT_CFG

from vision.training.loss import BlindLoss

STRIDE = 8
CLASS_NAMES = ("ball",)


@dataclass(frozen=True, slots=True)
class Widths:
    """Channels by level, and how many blocks the coarser levels have.

    Attributes:
        fine: At stride 8.
        middle: At stride 16.
        coarse: At stride 32.
        joined: At stride 16, after the coarse level came back.
        blocks: At strides 16 and 32.
    """

    fine: int = 64
    middle: int = 112
    coarse: int = 160
    joined: int = 96
    blocks: tuple[int, int] = (2, 2)


NARROW = Widths(48, 64, 96, 64, (2, 1))
"""The first detector; the present one started from its weights (`widened`)."""


def build_network(widths: Widths | None = None) -> DetectionModel:
    """Builds the untrained network, ready for its own loss.

    Args:
        widths: Channels; those of the shipped network when None.

    Returns:
        An ultralytics detection model; ``model.loss(batch)`` gives its training loss.
    """
    layout = _layout(widths or Widths())
    model = DetectionModel(layout, ch=3, nc=len(CLASS_NAMES), verbose=False)
    model.args = DEFAULT_CFG
    model.names = dict(enumerate(CLASS_NAMES))
    model.criterion = BlindLoss(model)
    return model


def _layout(widths: Widths) -> dict[str, Any]:
    fine, middle, coarse = widths.fine, widths.middle, widths.coarse
    return {
        "nc": len(CLASS_NAMES),
        "reg_max": 1,
        "end2end": False,
        "activation": "torch.nn.ReLU()",
        "scale": "n",
        "scales": {"n": [1.0, 1.0, 1024]},
        "backbone": [
            [-1, 1, "Conv", [16, 3, 2]],
            [-1, 1, "Conv", [32, 3, 2]],
            [-1, 1, "Conv", [fine, 3, 2]],
            [-1, 1, "C3k2", [fine, False, 0.5]],
            [-1, 1, "Conv", [middle, 3, 2]],
            [-1, widths.blocks[0], "C3k2", [middle, False, 0.5]],
            [-1, 1, "Conv", [coarse, 3, 2]],
            [-1, widths.blocks[1], "C3k2", [coarse, False, 0.5]],
            [-1, 1, "SPPF", [coarse, 5]],
        ],
        "head": [
            [-1, 1, "nn.Upsample", [None, 2, "nearest"]],
            [[-1, 5], 1, "Concat", [1]],
            [-1, 1, "C3k2", [widths.joined, False, 0.5]],
            [-1, 1, "nn.Upsample", [None, 2, "nearest"]],
            [[-1, 3], 1, "Concat", [1]],
            [-1, 1, "C3k2", [fine, False, 0.5]],
            [[14], 1, "Detect", ["nc"]],
        ],
    }
