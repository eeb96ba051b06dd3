"""`cueref train`: make the weights of the ball detector anew."""

from pathlib import Path
from typing import Annotated

import typer

from cueref.cli import console
from cueref.errors import OutputExistsError
from vision.training.fit import FitSettings
from vision.training.recipe import RENDERED_SHARE, Recipe, train_detector


def train(
    data: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="DATA...", help="Data sets: folders with images and labels (YOLO)."
        ),
    ] = None,
    more: Annotated[
        list[Path] | None,
        typer.Option(
            "--from", metavar="DATA", help="Data set, as DATA; may be repeated."
        ),
    ] = None,
    out: Annotated[
        Path, typer.Option("-o", "--out", help="Network to write; a card beside it.")
    ] = Path("balls.onnx"),
    work: Annotated[
        Path, typer.Option(help="Folder for rendered scenes and checkpoints.")
    ] = Path("runs/detector"),
    scenes: Annotated[
        int, typer.Option(min=0, help="Rendered scenes to mix in.")
    ] = 2000,
    share: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Share of rendered crops.")
    ] = RENDERED_SHARE,
    steps: Annotated[int, typer.Option(min=1, help="Steps of the optimiser.")] = 4000,
    batch: Annotated[int, typer.Option(min=1, help="Crops a step.")] = 24,
    rate: Annotated[float, typer.Option(min=1e-6, help="Learning rate.")] = 2e-3,
    seed: Annotated[int, typer.Option(help="Seed of weights and crops.")] = 1,
    threads: Annotated[int, typer.Option(min=1, help="Threads to use.")] = 2,
    start: Annotated[
        Path | None, typer.Option(help="Checkpoint (.pt) to go on from.")
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace an earlier network.")
    ] = False,
) -> None:
    """Train and export the ball detector from labelled pictures and rendered scenes."""
    if out.exists() and not overwrite:
        raise OutputExistsError(f"{out} is there already: --overwrite replaces it")
    settings = FitSettings(
        steps=steps, batch=batch, rate=rate, seed=seed, threads=threads
    )
    folders = [*(data or []), *(more or [])]
    recipe = Recipe(
        folders=folders,
        seeds=range(scenes),
        work=work,
        settings=settings,
        rendered_share=share,
        start=start,
        credit=[{"name": folder.resolve().name} for folder in folders],
    )
    train_detector(recipe, out)
    console.say(f"trained; the network is {out}, its card {out.with_suffix('.json')}")
