"""What tests of several folders share."""

import fcntl
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def sample_results(
    tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> Callable[[str], Path]:
    """Give the results of a sample video; each is analysed once in all processes."""
    from tests.golden.summary import analyze_sample  # nothing else needs it

    own = tmp_path_factory.getbasetemp()
    shared = own if worker_id == "master" else own.parent

    def results(name: str) -> Path:
        folder = shared / f"sample-{name}"
        with (shared / f"sample-{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.is_dir():
                analyze_sample(name, folder)
        return folder

    return results
