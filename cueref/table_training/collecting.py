"""Renders what the networks learn from, in parts that are kept on disk.

Half of the pictures are those of the ball detector's training, half are tables as a
calibration meets them: tilted, bent, a player over a rail, some of them cut off.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from cueref.table_training.pictures import TablePicture, table_picture
from cueref.table_training.scenes import table_scene
from cueref.table_training.windows import LabelledWindow, labelled_windows
from vision.synthesis.camera import Camera
from vision.synthesis.seeds import Split
from vision.synthesis.stills import still

PART: Final = 25
"""Pictures of a part."""

_LOOKS: Final = 4
"""Windows are cut so many times from a picture, each time along another guess."""

_STILLS: Final = 0.25
_CUT: Final = 0.2

View = tuple[NDArray[np.uint8], Camera, TableGeometry]


@dataclass(frozen=True)
class Examples:
    """What both networks learn from, as arrays.

    Attributes:
        image_bgr: Of the pictures, uint8, (n, h, w, 3).
        inside: Share of each pixel that is surface, 0..255, (n, h, w).
        pockets_px: (n, 6, 2).
        rail_bgr: Average colours of rails, float16, (m, PIECES, COLUMNS, 3).
        column: Where their noses lie, columns, (m, PIECES).
        border_bgr: The same of windows along the cushions' ends, (k, PIECES, ...).
        border_column: Where their borders lie, columns, (k, PIECES).
    """

    image_bgr: NDArray[np.uint8]
    inside: NDArray[np.uint8]
    pockets_px: NDArray[np.float64]
    rail_bgr: NDArray[np.float16]
    column: NDArray[np.float32]
    border_bgr: NDArray[np.float16]
    border_column: NDArray[np.float32]

    def picture(self, number: int) -> TablePicture:
        """Return one picture."""
        return TablePicture(
            self.image_bgr[number], self.inside[number], self.pockets_px[number]
        )

    def nose_window(self, number: int) -> LabelledWindow:
        """Return one rail with its nose."""
        rail = self.rail_bgr[number].astype(np.float32)
        return LabelledWindow(rail, self.column[number])

    def border_window(self, number: int) -> LabelledWindow:
        """Return one rail with its border."""
        rail = self.border_bgr[number].astype(np.float32)
        return LabelledWindow(rail, self.border_column[number])


def collect(folder: Path, seeds: range) -> None:
    """Render the pictures of training seeds that the folder lacks."""
    folder.mkdir(parents=True, exist_ok=True)
    for first in range(seeds.start, seeds.stop, PART):
        path = folder / f"{first}.npz"
        if not path.is_file():
            part = rendered(range(first, min(first + PART, seeds.stop)))
            whole = folder / f"{first}.part"
            with whole.open("wb") as file:
                np.savez(file, **vars(part))
            whole.replace(path)


def rendered(seeds: range) -> Examples:
    """Return the examples of training seeds."""
    pictures: list[TablePicture] = []
    noses: list[LabelledWindow] = []
    borders: list[LabelledWindow] = []
    for seed in seeds:
        rng = np.random.default_rng([seed, 5])
        view, cushion = _view(rng, seed)
        pictures.append(table_picture(*view))
        for _ in range(_LOOKS):
            noses += labelled_windows(rng, *view)
            borders += labelled_windows(rng, *view, beyond=cushion)
    return Examples(
        np.stack([each.image_bgr for each in pictures]),
        np.stack([each.inside for each in pictures]),
        np.stack([each.pockets_px for each in pictures]),
        *_stacked(noses),
        *_stacked(borders),
    )


def _stacked(
    windows: list[LabelledWindow],
) -> tuple[NDArray[np.float16], NDArray[np.float32]]:
    return (
        np.stack([each.image_bgr for each in windows]).astype(np.float16),
        np.stack([each.column for each in windows]),
    )


def _view(rng: np.random.Generator, seed: int) -> tuple[View, float]:
    """Return a picture with all that is known of it, and the cushions' width."""
    if rng.random() < _STILLS:
        scene = still(seed, Split.TRAIN)
        cushion = scene.look.rails.cushion
        return (scene.image_bgr, scene.camera, scene.table), cushion
    table = table_scene(seed, whole=bool(rng.random() >= _CUT))
    return (table.image_bgr, table.camera, table.table), table.cushion


def load(folder: Path) -> Examples:
    """Return all parts of a folder."""
    paths = sorted(folder.glob("*.npz"))
    if not paths:
        raise FileNotFoundError(f"no rendered part in {folder}: collect some first")
    parts: dict[str, list[NDArray[Any]]] = {}
    for path in paths:
        with np.load(path) as part:
            for name in part.files:
                parts.setdefault(name, []).append(part[name])
    return Examples(**{name: np.concatenate(each) for name, each in parts.items()})
