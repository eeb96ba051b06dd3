"""How long the analysis of a recording takes, beside decoding it alone.

`python -m benchmarks.speed [VIDEO --game GAME]` decodes the recording, then runs the
pipeline on it in the same process, and prints the times, their ratio and the peak
memory.
"""

import argparse
import resource
import time
from collections.abc import Iterator
from pathlib import Path

from adjudicator.balls import Discipline
from cueref.analysis import calibrated
from cueref.options import AnalysisOptions
from cueref.pipeline.reading import read_shots
from vision.frames import Frame
from vision.sources import open_source

ROOT = Path(__file__).resolve().parent.parent


class Timed:
    """Frames, and the seconds that were spent on getting them."""

    def __init__(self, frames: Iterator[Frame]) -> None:
        """Wrap the frames of a source."""
        self._frames = frames
        self.seconds = 0.0
        self.count = 0

    def __iter__(self) -> Iterator[Frame]:
        """Yield the frames."""
        while True:
            start = time.perf_counter()
            frame = next(self._frames, None)
            self.seconds += time.perf_counter() - start
            if frame is None:
                return
            self.count += 1
            yield frame


def main() -> None:
    """Measure one recording."""
    parser = argparse.ArgumentParser(description=__doc__)
    sample = ROOT / "sample_videos" / "eight_ball.mp4"
    parser.add_argument("video", nargs="?", default=str(sample))
    parser.add_argument("--game", default="eight-ball", type=Discipline)
    chosen = parser.parse_args()
    with open_source(chosen.video) as source:
        alone = Timed(iter(source))
        for _ in alone:
            pass
    with open_source(chosen.video) as source:
        start = time.perf_counter()
        view = calibrated(source, AnalysisOptions(game=chosen.game, out=Path()))
        found_in = time.perf_counter() - start
        frames = Timed(iter(source))
        start = time.perf_counter()
        shots = list(
            read_shots(
                frames,
                view.calibration,
                chosen.game,
                view_bgr=view.image_bgr,
                model=None,
                warn=print,
            )
        )
        took = time.perf_counter() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{Path(chosen.video).name}: {alone.count} frames, {len(shots)} shots")
    print(f"decoding alone   {1000 * alone.seconds / alone.count:7.1f} ms a frame")
    print(f"finding the table {found_in:6.1f} s")
    print(f"whole pipeline   {1000 * took / frames.count:7.1f} ms a frame")
    print(f"ratio            {took / alone.seconds:7.1f}")
    print(f"peak memory      {memory:7.0f} MiB")


if __name__ == "__main__":
    main()
