"""The detector's network: a small YOLO with one class and one head at stride 8.

Balls at the canonical scale are 10 to 30 px wide and all alike in size, so that one
scale of the usual three is enough. The coarser levels stay for context (a diamond, a
knuckle and a ball differ by what lies around them), but predict nothing.
"""

from __future__ import annotations

from typing import Any

from ultralytics.nn.tasks import DetectionModel
from ultralytics.utils import DEFAULT_CFG

from vision.training.loss import BlindLoss

STRIDE = 8
CLASS_NAMES = ("ball",)

LAYOUT: dict[str, Any] = {
    "nc": len(CLASS_NAMES),
    "reg_max": 1,
    "end2end": False,
    "activation": "torch.nn.ReLU()",
    "scale": "n",
    "scales": {"n": [1.0, 1.0, 1024]},
    "backbone": [
        [-1, 1, "Conv", [16, 3, 2]],
        [-1, 1, "Conv", [32, 3, 2]],
        [-1, 1, "Conv", [48, 3, 2]],
        [-1, 1, "C3k2", [48, False, 0.5]],
        [-1, 1, "Conv", [64, 3, 2]],
        [-1, 2, "C3k2", [64, False, 0.5]],
        [-1, 1, "Conv", [96, 3, 2]],
        [-1, 1, "C3k2", [96, False, 0.5]],
        [-1, 1, "SPPF", [96, 5]],
    ],
    "head": [
        [-1, 1, "nn.Upsample", [None, 2, "nearest"]],
        [[-1, 5], 1, "Concat", [1]],
        [-1, 1, "C3k2", [64, False, 0.5]],
        [-1, 1, "nn.Upsample", [None, 2, "nearest"]],
        [[-1, 3], 1, "Concat", [1]],
        [-1, 1, "C3k2", [48, False, 0.5]],
        [[14], 1, "Detect", ["nc"]],
    ],
}


def build_network() -> DetectionModel:
    """Builds the untrained network, ready for its own loss.

    Returns:
        An ultralytics detection model; ``model.loss(batch)`` gives its training loss.
    """
    model = DetectionModel(LAYOUT, ch=3, nc=len(CLASS_NAMES), verbose=False)
    model.args = DEFAULT_CFG
    model.names = dict(enumerate(CLASS_NAMES))
    model.criterion = BlindLoss(model)
    return model
