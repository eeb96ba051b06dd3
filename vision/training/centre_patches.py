"""What the network for centres learns from: patches of rendered balls, off centre."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.centre_network import PATCH_PX, REACH
from vision.patches import cut_patches
from vision.synthesis.stills import Still

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

LEAST_VISIBLE = 0.55
LEAST_RADIUS_PX = 3.5
LONGEST_STREAK = 0.9
"""In radii; the ends of longer ones are measured instead (`vision.streak_ends`)."""

_BOX_SPREAD = 0.09
_WILD_SHARE, _WILD = 0.25, 0.5
_RADIUS_SPREAD = 0.035


@dataclass(frozen=True, slots=True)
class CentrePatches:
    """Patches and where the middle of the outline lies in them.

    Attributes:
        images: uint8, shape (n, 40, 40, 3), BGR.
        shift: From the middle of the patch to the centre, in radii, float32 (n, 2).
        scene: Which still each patch is of, (n,).
    """

    images: Bytes
    shift: NDArray[np.float32]
    scene: NDArray[np.int64]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.shift)

    def of(self, rows: NDArray[np.intp]) -> CentrePatches:
        """Return some of them."""
        return CentrePatches(self.images[rows], self.shift[rows], self.scene[rows])


def collect_patches(
    stills: Iterable[Still], rng: np.random.Generator, *, copies: int = 3
) -> CentrePatches:
    """Cut patches out of rendered stills, off centre as a detector's boxes are.

    Args:
        stills: Pictures with their labels.
        rng: Draws the errors of the boxes and of the expected radii.
        copies: Patches a ball.
    """
    images: list[Bytes] = []
    shifts: list[Floats] = []
    scenes: list[NDArray[np.int64]] = []
    for number, scene in enumerate(stills):
        rows = np.repeat(np.flatnonzero(_is_learnt(scene)), copies)
        if not len(rows):
            continue
        off = _box_errors(rng, len(rows))
        share = np.exp(rng.normal(0, _RADIUS_SPREAD, len(rows)))
        radius = scene.radius_px[rows]
        uv = scene.uv[rows] + off * radius[:, None]
        images.append(
            cut_patches(
                scene.image_bgr, uv, radius * share, side_px=PATCH_PX, reach=REACH
            )
        )
        shifts.append(-off / share[:, None])
        scenes.append(np.full(len(rows), number))
    return CentrePatches(
        np.concatenate(images),
        np.concatenate(shifts).astype(np.float32),
        np.concatenate(scenes),
    )


def _is_learnt(scene: Still) -> NDArray[np.bool_]:
    streak = np.linalg.norm(scene.streak_px, axis=1)
    is_learnt: NDArray[np.bool_] = (
        (scene.visible > LEAST_VISIBLE)
        & scene.in_play
        & (scene.radius_px > LEAST_RADIUS_PX)
        & (streak < LONGEST_STREAK * scene.radius_px)
    )
    return is_learnt


def _box_errors(rng: np.random.Generator, count: int) -> Floats:
    """Return errors in radii: mostly small, now and then half a ball."""
    off = rng.normal(0, _BOX_SPREAD, (count, 2))
    wild = rng.random(count) < _WILD_SHARE
    off[wild] = rng.uniform(-_WILD, _WILD, (int(wild.sum()), 2))
    return np.asarray(off)
