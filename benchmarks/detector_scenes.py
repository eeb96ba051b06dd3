"""The labelled pictures that the detector is measured on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detector import RadiusRange, Region
from vision.synthesis.seeds import Split
from vision.synthesis.stills import Still, still
from vision.training.pictures import (
    LabelledPicture,
    read_dataset,
    read_labels,
    sharp_picture,
)
from vision.training.rendered import LEAST_VISIBLE, labelled
from vision.training.tighten import tightened

Floats = NDArray[np.float64]
DIAMOND_CLASS = 2
MARGIN = 0.02
CALIBRATED = 1.2
POCKET_MARGIN_M = 0.12


@dataclass(frozen=True, slots=True)
class Scene:
    """A labelled picture and what calibration would say about it.

    Attributes:
        picture: The picture with its balls.
        region: The part that is searched.
        radius: Smallest and largest radius expected, pixels.
        ignored: (n, 4) boxes of things that count neither way: balls in pockets, and
            balls that are mostly hidden.
    """

    picture: LabelledPicture
    region: Region | None
    radius: RadiusRange | None
    ignored: Floats


def pool_overhead(folder: Path) -> Iterator[Scene]:
    """Broadcast tables from straight above; labels of class Dot are diamonds.

    Args:
        folder: Folder with images and labels.

    Yields:
        Each picture; its region is bounded by balls and diamonds.
    """
    for path in sorted((folder / "images").glob("*.*")):
        image = np.asarray(cv2.imread(str(path)), dtype=np.uint8)
        height, width = image.shape[:2]
        label = folder / "labels" / f"{path.stem}.txt"
        rows = read_labels(label, (width, height))
        low = (rows[:, 1:3] - rows[:, 3:] / 2).min(axis=0) - MARGIN * width
        high = (rows[:, 1:3] + rows[:, 3:] / 2).max(axis=0) + MARGIN * width
        region = _region(low, high, (width, height))
        balls = rows[rows[:, 0] != DIAMOND_CLASS, 1:]
        yield _scene(sharp_picture(image, balls, path.stem), region)


def ball_boxes(folder: Path) -> Iterator[Scene]:
    """Held-out split of the CC BY pictures: made round, its loose boxes tightened.

    Args:
        folder: Folder with images and labels.

    Yields:
        Each picture that has labels, searched whole.
    """
    for picture in read_dataset(folder):
        if len(picture.boxes_px):
            yield _scene(tightened(picture), None)


def rendered(seeds: range, split: Split) -> Iterator[Scene]:
    """Rendered scenes whose seeds and looks no training scene had.

    Args:
        seeds: Seeds of the split.
        split: Validation or test.

    Yields:
        Each scene; its region holds the playing area and the pockets.
    """
    for seed in seeds:
        scene = still(seed, split, (1280, 720))
        hidden = ~(scene.in_play & (scene.visible >= LEAST_VISIBLE))
        low, high = scene.box_px[hidden, :2], scene.box_px[hidden, 2:]
        ignored = np.hstack([(low + high) / 2, high - low])
        radius = (
            float(scene.radius_px.min()) / 1.1,
            float(scene.radius_px.max()) * 1.1,
        )
        yield Scene(labelled(scene, f"seed {seed}"), _table(scene), radius, ignored)


def _table(scene: Still) -> Region:
    half_l = scene.table.length / 2 + POCKET_MARGIN_M
    half_w = scene.table.width / 2 + POCKET_MARGIN_M
    signs = np.array([[-1, -1], [-1, 0], [-1, 1], [0, 1], [1, 1], [1, 0], [1, -1]])
    rim = np.column_stack([signs * (half_l, half_w), np.zeros(len(signs))])
    uv = scene.camera.uv_from_xyz(rim)
    height, width = scene.image_bgr.shape[:2]
    return _region(uv.min(axis=0), uv.max(axis=0), (width, height))


def _region(low: Floats, high: Floats, size: tuple[int, int]) -> Region:
    box = np.clip(np.concatenate([low, high]), 0, [*size, *size]).astype(int)
    return int(box[0]), int(box[1]), int(box[2]), int(box[3])


def _scene(picture: LabelledPicture, region: Region | None) -> Scene:
    radius = picture.radius_px
    known = None if radius is None else (radius / CALIBRATED, radius * CALIBRATED)
    return Scene(picture, region, known, np.zeros((0, 4)))
