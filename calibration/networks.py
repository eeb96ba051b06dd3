"""Networks that find a table, as they are run: one ONNX session each.

They were trained on rendered tables whose cameras are exact (`cueref.table_training`).
"""

import os
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import onnxruntime

from calibration.errors import CalibrationError

_WEIGHTS: Final = Path(__file__).with_name("weights")

Floats32 = npt.NDArray[np.float32]


class NetworkMissingError(CalibrationError):
    """A network that belongs to the package is not there."""


@cache
def _session(name: str) -> Any:
    path = _WEIGHTS / f"{name}.onnx"
    if not path.is_file():
        raise NetworkMissingError(
            f"no network {name} at {os.fspath(path)}: install the package again"
        )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(
        os.fspath(path), options, providers=["CPUExecutionProvider"]
    )


def run(name: str, batch: Floats32) -> Floats32:
    """Return what a network of the package gives for a batch.

    Args:
        name: Of the file in `weights`, without its ending.
        batch: Its only input.

    Raises:
        NetworkMissingError: There is no such file.
    """
    session = _session(name)
    (output,) = session.run(None, {session.get_inputs()[0].name: batch})
    return np.asarray(output, dtype=np.float32)


def close() -> None:
    """Close the networks, which gives their memory back; `run` opens them again."""
    _session.cache_clear()
