"""A disk that is full ends a video, never the program."""

import subprocess
import sys

import pytest

WRITES = """
import resource, sys
import numpy as np
from cueref.video_writer import VideoWriter

def fill():
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

full_at = int(sys.argv[2])
noise = np.random.default_rng(0)
try:
    with VideoWriter(sys.argv[1], (640, 360), 25.0) as writer:
        for k in range(80):
            if k == full_at:
                fill()
            picture = noise.integers(0, 255, (360, 640, 3), dtype=np.uint8)
            writer.write(picture, k / 25)
        if full_at == 80:
            fill()
except OSError as error:
    print("told", error.errno)
"""


@pytest.mark.parametrize("full_at", [0, 5, 50, 80])
def test_a_video_that_cannot_be_written_is_told_of(tmp_path, full_at):
    command = [sys.executable, "-c", WRITES, tmp_path / "clip.mp4", str(full_at)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split()) == (0, ["told", "27"]), done.stderr
