"""How long the analysis of recordings takes, beside decoding them alone.

`python -m benchmarks.speed [VIDEO --game GAME] [--frames N]` measures one recording, or
the rendered samples, each in a process of its own, and prints one row each for
docs/performance.md. `cueref bench VIDEO` shows one recording stage by stage.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = {
    "eight_ball.mp4": "eight-ball",
    "nine_ball.mp4": "nine-ball",
    "straight_pool.mp4": "straight-pool",
    "bonus_ball.mp4": "bonus-ball",
    "pyramid.mp4": "pyramid",
}
HEAD = (
    "| recording | frames | measured | decode ms | whole ms | ratio | "
    "decode CPU ms | whole CPU ms | CPU ratio | peak MiB |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


def measured(video: str, game: str, frames: int | None) -> dict[str, Any]:
    """Return what `cueref bench` finds about one recording."""
    command = [str(Path(sys.executable).with_name("cueref")), "--quiet", "bench", video]
    command += ["--game", game]
    if frames is not None:
        command += ["--frames", str(frames)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own command
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def row(found: dict[str, Any]) -> str:
    """Return the row of one recording."""
    return (
        f"| {found['video']} | {found['frames']} | {100 * found['moving']:.0f} % | "
        f"{found['decode_ms']:.1f} | {found['whole_ms']:.1f} | {found['ratio']:.1f} | "
        f"{found['decode_cpu_ms']:.1f} | {found['whole_cpu_ms']:.1f} | "
        f"{found['cpu_ratio']:.1f} | {found['peak_mb']:.0f} |"
    )


def main() -> None:
    """Measure one recording or all samples."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("video", nargs="?")
    parser.add_argument("--game", default="eight-ball")
    parser.add_argument("--frames", type=int)
    chosen = parser.parse_args()
    videos = {chosen.video: chosen.game} if chosen.video else SAMPLES
    print(HEAD)
    for video, game in videos.items():
        path = video if chosen.video else str(ROOT / "sample_videos" / video)
        print(row(measured(path, game, chosen.frames)), flush=True)


if __name__ == "__main__":
    main()
