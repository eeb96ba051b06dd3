"""`cueref synthesize`: clips with exact truth, one for each seed."""

import re
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.balls import Discipline
from cueref.cli import console
from cueref.cli.arguments import read_size
from vision.synthesis.clip_scripts import SAMPLES, draw_clip_plan, play_script
from vision.synthesis.clips import Clip, dress_clip, write_clip

_SEEDS = re.compile(r"(\d+)(?:\.\.(\d+))?")


class Codec(StrEnum):
    """How the videos are compressed."""

    H264 = "h264"
    H265 = "h265"
    MJPEG = "mjpeg"


def read_seeds(text: str) -> range:
    """Return the seeds of `A..B` (both included) or of one `A`."""
    found = _SEEDS.fullmatch(text)
    if found is None:
        raise typer.BadParameter(f"expected A..B or one seed, got {text!r}")
    first = int(found[1])
    last = int(found[2] or first)
    if last < first:
        raise typer.BadParameter(f"the last seed {last} is before the first {first}")
    return range(first, last + 1)


def synthesize(
    out: Annotated[
        Path,
        typer.Option(
            "-o", "--out", "--output", metavar="DIR", help="Folder for the clips."
        ),
    ],
    seed: Annotated[
        str,
        typer.Option(metavar="A..B", help="Seeds, both ends included."),
    ] = "2000000..2000000",
    game: Annotated[
        Discipline | None, typer.Option(help="The game; without it, all in turn.")
    ] = None,
    fps: Annotated[int, typer.Option(min=1, max=240, help="Frames a second.")] = 60,
    size: Annotated[
        str, typer.Option(metavar="WxH", help="Size of the pictures.")
    ] = "1280x720",
    shots: Annotated[
        int | None, typer.Option(min=1, help="Shots a clip; drawn without it.")
    ] = None,
    crf: Annotated[
        int, typer.Option(min=0, max=51, help="Quality; lower is better.")
    ] = 23,
    codec: Annotated[Codec, typer.Option(help="Of the videos.")] = Codec.H264,
    bit_rate: Annotated[
        int | None,
        typer.Option(min=100, help="Kilobits a second, instead of a quality."),
    ] = None,
    picture_fps: Annotated[
        int | None,
        typer.Option(min=1, help="New pictures a second; frames between repeat."),
    ] = None,
    overhead: Annotated[
        bool, typer.Option("--overhead", help="Only steady cameras straight above.")
    ] = False,
    samples: Annotated[
        bool, typer.Option("--samples", help="The clips that come with the project.")
    ] = False,
) -> None:
    """Make clips with exact truth: DIR/<game>-<seed>.mp4 and its .truth.json.

    Seeds below 1000000 are for training, from 1000000 for validation, from 2000000
    for tests; their looks are apart as well.
    """
    out.mkdir(parents=True, exist_ok=True)
    frame = read_size(size)
    if samples:
        for name, script in SAMPLES.items():
            plan = play_script(script)
            dressed = dress_clip(plan, size=frame, fps=Fraction(fps), overhead=True)
            _render(dressed, out / f"{name}.mp4", script.crf)
        return
    for number in read_seeds(seed):
        chosen = game or list(Discipline)[number % len(Discipline)]
        plan = draw_clip_plan(number, chosen, shots=shots)
        clip = dress_clip(plan, size=frame, fps=Fraction(fps), overhead=overhead)
        if picture_fps is not None:
            clip = replace(clip, picture_fps=Fraction(picture_fps))
        _render(clip, out / f"{chosen.value}-{number}.mp4", crf, codec, bit_rate)


def _render(
    clip: Clip,
    path: Path,
    crf: int,
    codec: Codec = Codec.H264,
    kilobits: int | None = None,
) -> None:
    with console.progress() as bar:
        task = bar.add_task(path.name, total=clip.frame_count)
        write_clip(
            clip,
            path,
            crf=crf,
            codec=codec.value,
            bit_rate=None if kilobits is None else 1000 * kilobits,
            progress=lambda n, _: bar.update(task, completed=n),
        )
    console.say(f"{path} ({clip.frame_count} frames)")
