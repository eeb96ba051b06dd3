"""Analyses recordings end to end as a user would and scores them against truth.

`python -m benchmarks.recordings real` takes the real clips beside the project,
`... samples` the rendered clips that come with it. `... rendered --seed A..B` renders
clips of one shot, which takes half a minute each, and takes those; in a `--folder` they
stay, and what is there already is not rendered again.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REAL = ROOT.parent / "shared" / "real" / "clips"
SAMPLES = ROOT / "sample_videos"
NINE_BALL_CLIPS = ("01", "07")
"""Real clips of nine-ball; the others are analysed by the rules of eight-ball."""


GAMES = ("eight-ball", "nine-ball", "straight-pool", "bonus-ball", "pyramid")
"""In the order of rendered clips, by seed."""


@dataclass(frozen=True, slots=True)
class Recording:
    """One recording to score.

    Attributes:
        video: The file.
        truth: What happened.
        game: By the name of the command line.
        calls: What people entered, or None.
    """

    video: Path
    truth: Path
    game: str
    calls: Path | None = None


def real_clips() -> Iterator[Recording]:
    """Yield the real clips, none where they are absent."""
    for truth in sorted(REAL.glob("*.truth.json")):
        number = truth.name.partition(".")[0]
        video = next(iter(REAL.glob(f"{number}_*.mp4")))
        game = "nine-ball" if number in NINE_BALL_CLIPS else "eight-ball"
        yield Recording(video, truth, game)


def rendered(folder: Path, name: str = "*") -> Iterator[Recording]:
    """Yield the rendered clips of a folder; the game is the start of their name."""
    for truth in sorted(folder.glob(f"{name}.truth.json")):
        stem = truth.name.removesuffix(".truth.json")
        game = next(g for g in GAMES if stem.replace("_", "-").startswith(g))
        calls = folder / f"{stem}.calls.jsonl"
        yield Recording(
            folder / f"{stem}.mp4", truth, game, calls if calls.is_file() else None
        )


def seeded(folder: Path, seeds: str) -> Iterator[Recording]:
    """Yield a clip of one shot for each seed, rendered if it is not there.

    Args:
        folder: Where to.
        seeds: Both ends, as "2000600..2000699".
    """
    first, _, last = seeds.partition("..")
    cueref = str(Path(sys.executable).with_name("cueref"))
    for seed in range(int(first), int(last or first) + 1):
        if not any(folder.glob(f"*-{seed}.truth.json")):
            command = [cueref, "synthesize", "-o", str(folder), "--quiet"]
            command += ["--seed", f"{seed}", "--shots", "1"]
            command += ["--game", GAMES[seed % len(GAMES)]]
            subprocess.run(command, check=True)  # noqa: S603 - our own command
        yield from rendered(folder, f"*-{seed}")


def analysed(recording: Recording, out: Path) -> str | None:
    """Analyse one recording with the installed command; return what went wrong."""
    command = [
        str(Path(sys.executable).with_name("cueref")),
        "analyze",
        str(recording.video),
        "--game",
        recording.game,
        "-o",
        str(out),
        "--quiet",
    ]
    if recording.calls is not None:
        command += ["--calls", str(recording.calls)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    return None if done.returncode == 0 else done.stderr.strip()


def measure(recordings: list[Recording], keep: Path | None) -> int:
    """Analyse, score and print; return the number that could not be analysed."""
    failed = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = keep or Path(temporary)
        truths = []
        for recording in recordings:
            start = time.perf_counter()
            error = analysed(recording, folder / recording.video.stem)
            took = time.perf_counter() - start
            print(f"{recording.video.name}: {error or f'analysed in {took:.0f} s'}")
            failed += error is not None
            if error is None:
                truths.append(str(recording.truth))
        cueref = str(Path(sys.executable).with_name("cueref"))
        sys.stdout.flush()
        subprocess.run(  # noqa: S603 - our own command
            [cueref, "evaluate", str(folder), *truths, "--details"], check=True
        )
    return failed


def main() -> None:
    """Run the chosen set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set", choices=("real", "samples", "rendered"))
    parser.add_argument("--folder", type=Path, help="rendered clips with truths")
    parser.add_argument("--seed", help="both ends, as 2000600..2000699")
    parser.add_argument("--keep", type=Path, help="keep the analyses here")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        recordings = chosen_recordings(chosen, Path(temporary))
        if not recordings:
            print("no recordings: the set is not on this machine")
            return
        failed = measure(recordings, chosen.keep)
    sys.exit(1 if failed else 0)


def chosen_recordings(chosen: argparse.Namespace, temporary: Path) -> list[Recording]:
    """Return the recordings of the chosen set, rendered if need be."""
    if chosen.set == "real":
        return list(real_clips())
    if chosen.set == "samples":
        return list(rendered(SAMPLES))
    folder = chosen.folder or temporary
    return list(seeded(folder, chosen.seed) if chosen.seed else rendered(folder))


if __name__ == "__main__":
    main()
