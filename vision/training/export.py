"""The trained network as an ONNX file, and the check that it is the same network."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxslim
import torch
from numpy.typing import NDArray
from ultralytics.nn.tasks import DetectionModel

from vision.errors import TrainingError

OPSET = 17
PARITY_PX = 0.05


def export_onnx(model: DetectionModel, path: Path) -> Path:
    """Writes the network for onnxruntime, with free height and width.

    Args:
        model: Trained network; its layers are fused in place.
        path: ONNX file to write.

    Returns:
        ``path``. Input ``images`` (1, 3, h, w) float32 0..1 BGR, h and w multiples of
        32; output ``boxes`` (1, 5, n): u, v, width, height in pixels, score.
    """
    model = model.eval().float()
    model.fuse(verbose=False)
    head = model.model[-1]
    head.export, head.format, head.dynamic = True, "onnx", True
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        model,
        (torch.zeros(1, 3, 320, 480),),
        str(path),
        input_names=["images"],
        output_names=["boxes"],
        dynamic_axes={"images": {2: "height", 3: "width"}, "boxes": {2: "cells"}},
        opset_version=OPSET,
        dynamo=False,
    )
    onnx.save(onnxslim.slim(onnx.load(path)), path)
    return path


def check_parity(
    model: DetectionModel, path: Path, image: NDArray[np.float32]
) -> float:
    """Compares the ONNX file with the network it was made from.

    Args:
        model: The network, in evaluation mode.
        path: Its ONNX file.
        image: (1, 3, h, w) input.

    Returns:
        Largest difference of a box value in pixels.

    Raises:
        TrainingError: The difference is larger than ``PARITY_PX``.
    """
    import onnxruntime

    session = onnxruntime.InferenceSession(
        str(path), providers=["CPUExecutionProvider"]
    )
    ours = session.run(None, {"images": image})[0]
    with torch.no_grad():
        theirs = model(torch.from_numpy(image))
    theirs = theirs[0] if isinstance(theirs, (tuple, list)) else theirs
    worst = float(np.abs(ours - theirs.numpy()).max())
    if worst > PARITY_PX:
        raise TrainingError(
            f"{path}: differs from the network by {worst:.3f} px, at most {PARITY_PX} "
            "expected; export again"
        )
    return worst
