"""Renders what the networks learn from, in parts that are kept on disk.

Tables as a calibration meets them: tilted, bent, a player over a rail. Whole ones of
the size of a recording show what rails look like; beside each some small pictures,
quickly made, show where tables are, a part of them cut off.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cueref.table_training.pictures import TablePicture, table_picture
from cueref.table_training.scenes import table_scene
from cueref.table_training.windows import LabelledRails, labelled_rails

PART: Final = 25
"""Pictures of a part."""

FIRST_SEED: Final = 610_080
"""Of the pictures; those just before it measure what is tried."""

_FIRST_SMALL_SEED: Final = 620_000
_SMALL_PICTURES: Final = 2
_SMALL: Final = 480, 270
_LOOKS: Final = 5
"""Windows are cut so many times from a picture, each time along another guess."""

_CUT: Final = 0.2


@dataclass(frozen=True)
class Examples:
    """What both networks learn from, as arrays.

    Attributes:
        image_bgr: Of the pictures, uint8, (n, h, w, 3).
        inside: Share of each pixel that is surface, 0..255, (n, h, w).
        pockets_px: (n, 6, 2).
        nose_bgr: Average colours beside noses, float16,
            (m, RAILS, PIECES, COLUMNS, 3).
        nose_view: How these rails are seen, (m, RAILS, 3).
        nose_column: Where the noses lie, columns, (m, RAILS, PIECES).
        border_bgr: The same of windows along the cushions' ends.
        border_view: How these rails are seen.
        border_column: Where the cushions end.
    """

    image_bgr: NDArray[np.uint8]
    inside: NDArray[np.uint8]
    pockets_px: NDArray[np.float64]
    nose_bgr: NDArray[np.float16]
    nose_view: NDArray[np.float32]
    nose_column: NDArray[np.float32]
    border_bgr: NDArray[np.float16]
    border_view: NDArray[np.float32]
    border_column: NDArray[np.float32]

    def picture(self, number: int) -> TablePicture:
        """Return one picture."""
        return TablePicture(
            self.image_bgr[number], self.inside[number], self.pockets_px[number]
        )

    def noses(self, number: int) -> LabelledRails:
        """Return the rails of a picture with their noses."""
        rails = self.nose_bgr[number].astype(np.float32)
        return LabelledRails(rails, self.nose_view[number], self.nose_column[number])

    def borders(self, number: int) -> LabelledRails:
        """Return the rails of a picture with the ends of their cushions."""
        rails = self.border_bgr[number].astype(np.float32)
        seen, column = self.border_view[number], self.border_column[number]
        return LabelledRails(rails, seen, column)


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
    noses: list[LabelledRails | None] = []
    borders: list[LabelledRails | None] = []
    for seed in seeds:
        rng = np.random.default_rng([seed, 5])
        scene = table_scene(seed)
        view = scene.image_bgr, scene.camera, scene.table
        pictures += [table_picture(*view), *_small_pictures(seed)]
        for _ in range(_LOOKS):
            noses.append(labelled_rails(rng, *view))
            borders.append(labelled_rails(rng, *view, beyond=scene.cushion))
    return Examples(
        np.stack([each.image_bgr for each in pictures]),
        np.stack([each.inside for each in pictures]),
        np.stack([each.pockets_px for each in pictures]),
        *_stacked(noses),
        *_stacked(borders),
    )


def _stacked(
    rails: list[LabelledRails | None],
) -> tuple[NDArray[np.float16], NDArray[np.float32], NDArray[np.float32]]:
    seen = [each for each in rails if each is not None]
    return (
        np.stack([each.image_bgr for each in seen]).astype(np.float16),
        np.stack([each.view for each in seen]),
        np.stack([each.column for each in seen]),
    )


def _small_pictures(seed: int) -> list[TablePicture]:
    """Return the small pictures that go with a seed."""
    first = _FIRST_SMALL_SEED + _SMALL_PICTURES * (seed - FIRST_SEED)
    scenes = []
    for number in range(first, first + _SMALL_PICTURES):
        whole = bool(np.random.default_rng([number, 6]).random() >= _CUT)
        scenes.append(table_scene(number, whole=whole, size=_SMALL))
    return [table_picture(each.image_bgr, each.camera, each.table) for each in scenes]


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
