"""What accuracy costs: networks, input sizes, number formats and run times.

Run ``python -m benchmarks.detector_pareto`` (needs the extra ``train`` for the
quantised networks, and the package ``openvino`` for its rows). Each row is one network,
one size of a ball as the network sees it, and one format: 32-bit floats, or 8-bit
integers quantised statically on training scenes, run by ONNX Runtime; and 32-bit floats
run by OpenVINO. ``--model`` may be given several times. Counts are of rendered
validation scenes and of the ``valid`` split where it is present; the time is one
thread's processor time a picture, median, with all that comes before and after the
network.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.detector import REAL, measure
from benchmarks.detector_scenes import Scene, ball_boxes, rendered
from vision.detector import SHIPPED_MODEL, OnnxBallDetector, network_input
from vision.synthesis.seeds import SEEDS, Split
from vision.training.rendered import rendered_picture

RADII_PX = (6.0, 7.5, 9.0, 11.0)
USUAL_RADII_PX = (9.0,)
CALIBRATION_SEEDS = range(900_000, 900_024)
CALIBRATION_SIZE = (960, 544)


def calibration_inputs() -> Iterator[NDArray[np.float32]]:
    """Inputs for the ranges of the quantised network, from training scenes.

    Yields:
        (1, 3, h, w) float32.
    """
    for seed in CALIBRATION_SEEDS:
        picture = rendered_picture(seed, Split.TRAIN)
        yield network_input(picture.image_bgr, CALIBRATION_SIZE)


def quantised(model: Path, folder: Path) -> Path | None:
    """Writes the 8-bit network.

    Args:
        model: The 32-bit one.
        folder: Where it goes.

    Returns:
        Its path, None without the packages that make it.
    """
    try:
        from onnxruntime.quantization import CalibrationDataReader, quantize_static
        from onnxruntime.quantization.shape_inference import quant_pre_process
    except ImportError:
        return None

    class Reader(CalibrationDataReader):  # type: ignore[misc]
        def __init__(self) -> None:
            self._inputs = calibration_inputs()

        def get_next(self) -> dict[str, NDArray[np.float32]] | None:
            blob = next(self._inputs, None)
            return None if blob is None else {"images": blob}

    prepared, path = folder / "prepared.onnx", folder / "int8.onnx"
    quant_pre_process(str(model), str(prepared), skip_symbolic_shape=True)
    quantize_static(
        str(prepared),
        str(path),
        Reader(),
        per_channel=True,
        op_types_to_quantize=["Conv"],
    )
    return path


class OpenVinoDetector(OnnxBallDetector):
    """The detector with its network run by OpenVINO on one thread."""

    def __init__(self, model: Path, *, radius_px: float) -> None:
        """Loads the network.

        Args:
            model: ONNX file.
            radius_px: Radius of a ball as the network sees it.
        """
        super().__init__(model, radius_px=radius_px)
        self._session = _OpenVinoSession(model)


class _OpenVinoSession:
    """A session with the one method of onnxruntime's that the detector calls."""

    def __init__(self, model: Path) -> None:
        core = import_module("openvino").Core()
        options = {"INFERENCE_NUM_THREADS": 1, "INFERENCE_PRECISION_HINT": "f32"}
        self._compiled = core.compile_model(core.read_model(model), "CPU", options)

    def run(self, _: None, inputs: dict[str, NDArray[np.float32]]) -> list[Any]:
        (blob,) = inputs.values()
        return [self._compiled([blob])[0]]


def row(name: str, detector: OnnxBallDetector, sets: dict[str, list[Scene]]) -> str:
    """Measures one variant.

    Args:
        name: Its cells.
        detector: The variant.
        sets: Pictures by name.

    Returns:
        A row of a Markdown table.
    """
    cells = [name]
    for scenes in sets.values():
        result = measure(detector, scenes)
        tally = result.on_table if result.on_table.balls else result.by_overlap
        recall = 100 * tally.found / max(tally.balls, 1)
        precision = 100 * tally.right / max(tally.detections, 1)
        cells.append(f"{recall:.1f} / {precision:.1f}")
        cells.append(f"{1e3 * float(np.median(_seconds(detector, scenes[:30]))):.0f}")
    return "| " + " | ".join(cells) + " |"


def _seconds(detector: OnnxBallDetector, scenes: list[Scene]) -> list[float]:
    spent = []
    for scene in scenes:
        began = time.process_time()
        detector.detect(
            scene.picture.image_bgr, scene.region, expected_radius_px=scene.radius
        )
        spent.append(time.process_time() - began)
    return spent


def rows(title: str, model: Path, sets: dict[str, list[Scene]]) -> Iterator[str]:
    """Measures one network in all ways.

    Args:
        title: Name of the network.
        model: Its ONNX file.
        sets: Pictures by name.

    Yields:
        Rows of a Markdown table.
    """
    for radius in RADII_PX:
        detector = OnnxBallDetector(model, radius_px=radius)
        name = f"{title} | {radius:g} | float 32, ONNX Runtime"
        yield row(name, detector, sets)
    with tempfile.TemporaryDirectory() as folder:
        small = quantised(model, Path(folder))
        for radius in USUAL_RADII_PX if small is not None else ():
            detector = OnnxBallDetector(small, radius_px=radius)
            yield row(f"{title} | {radius:g} | int 8, ONNX Runtime", detector, sets)
    for radius in USUAL_RADII_PX if find_spec("openvino") else ():
        detector = OpenVinoDetector(model, radius_px=radius)
        yield row(f"{title} | {radius:g} | float 32, OpenVINO", detector, sets)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, default=REAL)
    parser.add_argument("--model", type=Path, action="append", help="ONNX file")
    parser.add_argument("--scenes", type=int, default=40, help="rendered scenes")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    seeds = SEEDS[Split.VALIDATION][: arguments.scenes]
    sets = {"rendered": list(rendered(seeds, Split.VALIDATION))}
    valid = arguments.real / "ball-boxes-cc-by-4.0" / "valid"
    if valid.is_dir():
        sets["real, valid"] = list(ball_boxes(valid))
    heads = "".join(f" {name}: R / P % | ms |" for name in sets)
    print(f"| network | radius px | run |{heads}")
    print("|---|---:|---|" + "---:|---:|" * len(sets))
    for model in arguments.model or [SHIPPED_MODEL]:
        for line in rows(model.stem, model, sets):
            print(line, flush=True)


if __name__ == "__main__":
    main()
