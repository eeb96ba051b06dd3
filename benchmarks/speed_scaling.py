"""How time and memory grow with size, rate, number of balls and length of a recording.

    python -m benchmarks.speed_scaling [--only size|rate|balls|length]

Each point is one recording, made from a sample by ffmpeg, measured by `cueref bench` in
a process of its own. Sizes and rates show the same part of a shot; other rates than the
sample's 60 a second play it faster or leave pictures out. Lengths show a shot and a
quiet table over and over.
"""

import argparse
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.speed import HEAD, SAMPLES, measured, row
from tests.faults.camera import ONE_SHOT, part_of, repeated

ROOT: Final = Path(__file__).resolve().parent.parent
SAMPLE: Final = ROOT / "sample_videos" / "eight_ball.mp4"
MOVING: Final = (SAMPLE, 10.5, 3.0)
"""Part of a sample in which balls move all the time."""

SIZES: Final = {
    "480p": "854:480",
    "720p": "1280:720",
    "1080p": "1920:1080",
    "2160p": "3840:2160",
}
RATES: Final = {
    30: "fps=30",
    60: "null",
    120: "setpts=PTS/2,fps=120",
    240: "setpts=PTS/4,fps=240",
}
TIMES: Final = (1, 3)


def sizes(folder: Path) -> Iterator[tuple[str, Path, str]]:
    """Yield recordings of several sizes: what is shown, the file, the game."""
    for name, size in SIZES.items():
        scaled = f"scale={size}:flags=bicubic"
        yield name, part_of(*MOVING, folder / f"{name}.mp4", scaled), "eight-ball"


def rates(folder: Path) -> Iterator[tuple[str, Path, str]]:
    """Yield recordings of several rates."""
    for rate, filters in RATES.items():
        cut = part_of(*MOVING, folder / f"{rate}.mp4", filters)
        yield f"{rate} fps", cut, "eight-ball"


def balls(_folder: Path) -> Iterator[tuple[str, Path, str]]:
    """Yield recordings of several numbers of balls: the samples."""
    for name, game in SAMPLES.items():
        yield name, ROOT / "sample_videos" / name, game


def lengths(folder: Path) -> Iterator[tuple[str, Path, str]]:
    """Yield recordings of several lengths."""
    rest = "tpad=stop_mode=clone:stop_duration=6.4"
    cut = part_of(*ONE_SHOT, folder / "cut.mp4", rest)
    for times in TIMES:
        video = repeated(cut, times, folder / f"{times}.mp4")
        yield f"{13 * times} s", video, "eight-ball"


POINTS: Final = {"size": sizes, "rate": rates, "balls": balls, "length": lengths}


def main() -> None:
    """Measure, and print one row a point."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", choices=sorted(POINTS))
    parser.add_argument("--frames", type=int)
    chosen = parser.parse_args()
    print(HEAD)
    for kind, points in POINTS.items():
        if chosen.only in (None, kind):
            with tempfile.TemporaryDirectory() as folder:
                for name, video, game in points(Path(folder)):
                    try:
                        found = measured(str(video), game, chosen.frames)
                    except subprocess.CalledProcessError as error:
                        print(f"| {name} | {error.stderr.strip()[-100:]} |")
                        continue
                    print(row(found | {"video": name}), flush=True)


if __name__ == "__main__":
    main()
