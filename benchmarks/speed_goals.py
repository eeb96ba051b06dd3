"""The goals of speed: recordings as a camera over a club's table makes them.

    python -m benchmarks.speed_goals [--frames N]

Each is made from a sample by ffmpeg, at 1920 x 1080, 60 pictures a second, 10 Mbit/s,
with the noise of a camera, new in every picture, and is measured by `cueref bench` in a
process of its own: one in which balls move in three pictures of ten, one of a still
table, one of a still table on which something changes every eight seconds; each with a
key frame every second and every two seconds.
"""

import argparse
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.speed import HEAD, measured, row
from tests.faults.camera import ONE_SHOT, repeated

LARGE: Final = "scale=1920:1080:flags=bicubic,noise=alls=4:allf=t"
RATE: Final = ("-b:v", "10M", "-maxrate", "12M", "-bufsize", "20M")
REST: Final = (ONE_SHOT[0], 15.0, 0.2)
"""A moment at which nothing moves."""

MOTION: Final = 0.3
"""Share of the pictures in which balls move."""

KEY_FRAMES: Final = {"1 s": 60, "2 s": 120}


def shown(cut: tuple[Path, float, float], rest: float, group: int, out: Path) -> Path:
    """Write a part of a sample, its last picture held for so many seconds."""
    video, start, seconds = cut
    filters = f"tpad=stop_mode=clone:stop_duration={rest},{LARGE}"
    command = ["ffmpeg", "-v", "error", "-y", "-ss", str(start), "-t", str(seconds)]
    command += ["-i", str(video), "-vf", filters, "-c:v", "libx264"]
    command += ["-preset", "veryfast", *RATE, "-g", str(group), "-an", str(out)]
    subprocess.run(command, check=True)  # noqa: S603 - our own command
    return out


def recordings(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield recordings: what is shown, and the file."""
    seconds = ONE_SHOT[2]
    for name, group in KEY_FRAMES.items():
        rest = seconds / MOTION - seconds
        key = f"key frame every {name}"
        yield f"a shot, {key}", shown(ONE_SHOT, rest, group, folder / "motion.mp4")
        yield f"still, {key}", shown(REST, 39.8, group, folder / "still.mp4")
        once = shown(REST, 7.8, group, folder / "once.mp4")
        yield f"a change in 8 s, {key}", repeated(once, 5, folder / "seldom.mp4")


def main() -> None:
    """Measure, and print one row a recording."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--frames", type=int)
    chosen = parser.parse_args()
    print(HEAD)
    with tempfile.TemporaryDirectory() as folder:
        for name, video in recordings(Path(folder)):
            found = measured(str(video), "eight-ball", chosen.frames)
            print(row(found | {"video": name}), flush=True)


if __name__ == "__main__":
    main()
