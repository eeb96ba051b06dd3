"""Rendered scenes as labelled pictures, kept on disk because they cost time."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np

from vision.errors import TrainingError
from vision.synthesis.seeds import Split
from vision.synthesis.stills import Still, still
from vision.training.pictures import LabelledPicture

SIZES_PX = ((1024, 576), (1280, 720), (854, 480), (640, 360))
SIZE_SHARES = (0.4, 0.2, 0.2, 0.2)
LEAST_VISIBLE = 0.35
STILL = 0.5


def rendered_picture(seed: int, split: Split) -> LabelledPicture:
    """Renders one scene.

    Args:
        seed: One of the split's seeds.
        split: Train, validation or test.

    Returns:
        The picture; its boxes are exact. Balls in pockets, and those hidden for more
        than two thirds, are ignored.
    """
    chance = np.random.default_rng((seed, 7))
    size = SIZES_PX[int(chance.choice(len(SIZES_PX), p=SIZE_SHARES))]
    return labelled(still(seed, split, size), f"rendered-{seed}")


def labelled(scene: Still, name: str) -> LabelledPicture:
    """Takes the boxes of the balls that a detector should find.

    A box ends where the picture ends. A ball counts neither way that lies in a pocket,
    of which less than ``LEAST_VISIBLE`` shows, or that moves across the border.

    Args:
        scene: Rendered scene.
        name: Name of the picture.

    Returns:
        The picture with exact boxes.
    """
    height, width = scene.image_bgr.shape[:2]
    low = np.maximum(scene.box_px[:, :2], -0.5)
    high = np.minimum(scene.box_px[:, 2:], (width - 0.5, height - 0.5))
    cut = np.any((low > scene.box_px[:, :2]) | (high < scene.box_px[:, 2:]), axis=1)
    moves = np.linalg.norm(scene.streak_px, axis=1) > STILL * scene.radius_px
    kept = scene.in_play & (scene.visible >= LEAST_VISIBLE) & ~(cut & moves)
    high = np.maximum(high, low)
    boxes = np.hstack([(low + high) / 2, high - low])
    streaks = scene.streak_px[kept]
    return LabelledPicture(scene.image_bgr, boxes[kept], streaks, name, boxes[~kept])


def write_rendered(folder: Path, seeds: Iterable[int], split: Split) -> int:
    """Renders the scenes that the folder lacks.

    Args:
        folder: Where they are kept; made when missing.
        seeds: Seeds of the split.
        split: Train, validation or test.

    Returns:
        Number of scenes rendered now.
    """
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for seed in seeds:
        path = folder / f"{seed}.npz"
        if path.is_file():
            continue
        picture = rendered_picture(seed, split)
        cv2.imwrite(str(path.with_suffix(".png")), picture.image_bgr)
        np.savez(
            path,
            boxes=picture.boxes_px,
            streaks=picture.streaks_px,
            ignored=picture.ignored_px,
        )
        count += 1
    return count


def read_rendered(folder: Path) -> list[LabelledPicture]:
    """Reads the kept scenes.

    Args:
        folder: Folder written by ``write_rendered``.

    Returns:
        The pictures, by seed.

    Raises:
        TrainingError: A scene without its picture.
    """
    pictures = []
    for path in sorted(folder.glob("*.npz")):
        image = cv2.imread(str(path.with_suffix(".png")))
        if image is None:
            raise TrainingError(f"{path}: its .png is missing; delete both, run again")
        with np.load(path) as file:
            labels = file["boxes"], file["streaks"], file["ignored"]
        boxes, streaks, ignored = labels
        name = f"rendered-{path.stem}"
        pictures.append(
            LabelledPicture(image.astype(np.uint8), boxes, streaks, name, ignored)
        )
    return pictures
