"""Networks as they are run: one ONNX session each, on a few threads."""

import os
from pathlib import Path

import onnxruntime

from vision.errors import ModelNotFoundError


def open_network(path: Path, name: str, threads: int) -> onnxruntime.InferenceSession:
    """Return a session of a network on the processor.

    Args:
        path: ONNX file.
        name: What the network is for, as in "no network for NAME at ...".
        threads: Of the network's run time.

    Raises:
        ModelNotFoundError: There is no such file.
    """
    if not path.is_file():
        raise ModelNotFoundError(f"no network for {name} at {os.fspath(path)}")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(
        os.fspath(path), options, providers=["CPUExecutionProvider"]
    )
