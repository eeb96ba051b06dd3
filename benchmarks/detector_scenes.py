"""The labelled pictures that the detector is measured on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

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
from vision.training.rendered import labelled
from vision.training.tighten import tightened

Floats = NDArray[np.float64]
POCKETED = Path(__file__).with_name("pocketed_balls.json")
DIAMOND_CLASS = 2
DIAMOND_RADII = 3.28  # diamonds are 94 mm outside the noses, balls 28.6 mm
DIAMOND_SLACK = 0.6  # labels of diamonds place the noses no better, in radii
LEAST_DIAMONDS = 12
MARGIN = 0.02
CALIBRATED = 1.2
POCKET_MARGIN_M = 0.12
NOSE_MARGIN = 0.4
SMALL_TABLE_MM = (1881.0, 943.0)
SMALL_BALL_MM = 26.15


@dataclass(frozen=True, slots=True)
class Scene:
    """A labelled picture and what calibration would say about it.

    Attributes:
        picture: The picture with its balls.
        region: The part that is searched.
        radius: Smallest and largest radius expected, pixels.
        ignored: (n, 4) boxes of things that count neither way: balls in pockets,
            hardly visible ones, and what ``labelled`` leaves out.
        playing_area: (h, w) bool, where centres of balls on the table can be, pockets
            included; None where nobody knows.
    """

    picture: LabelledPicture
    region: Region | None
    radius: RadiusRange | None
    ignored: Floats
    playing_area: NDArray[np.bool_] | None = None


def pool_overhead(folder: Path) -> Iterator[Scene]:
    """Broadcast tables from straight above; labels of class Dot are diamonds.

    Args:
        folder: Folder with images and labels.

    Yields:
        Each picture; its region is bounded by balls and diamonds, its playing area by
        the diamonds alone: they stand in for the calibration.
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
        scene = _scene(sharp_picture(image, balls, path.stem), region)
        diamonds = rows[rows[:, 0] == DIAMOND_CLASS, 1:3]
        area = _within_diamonds(scene, diamonds)
        yield replace(_corrected(scene), playing_area=area)


def _within_diamonds(scene: Scene, diamonds: Floats) -> NDArray[np.bool_] | None:
    """Where centres of balls can be, from the diamonds around the table."""
    radius = scene.picture.radius_px
    if radius is None or len(diamonds) < LEAST_DIAMONDS:
        return None
    middle, sides, turn = cv2.minAreaRect(diamonds.astype(np.float32))
    inset = 2 * (DIAMOND_RADII - DIAMOND_SLACK) * radius
    area = np.zeros(scene.picture.image_bgr.shape[:2], np.uint8)
    inner = cv2.boxPoints((middle, (sides[0] - inset, sides[1] - inset), turn))
    cv2.fillPoly(area, [np.rint(inner).astype(np.int32)], 1)
    return np.asarray(area > 0)


def overhead_mm(folder: Path) -> Iterator[Scene]:
    """A fixed camera over a small table; rings of light surround the balls.

    Args:
        folder: Folder with pictures and labels.json.

    Yields:
        Each picture; boxes have the size that the scale of the table gives, and the
        region holds the playing area and the pockets.
    """
    for picture in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        image = np.asarray(cv2.imread(str(folder / picture["image"])), dtype=np.uint8)
        uv = np.array([ball["uv"] for ball in picture["balls"]], dtype=np.float64)
        radius = overhead_mm_radius(picture)
        boxes = np.hstack([uv, np.full((len(uv), 2), 2 * radius)])
        to_uv = _uv_from_mm(picture)
        reach = np.array(SMALL_TABLE_MM) / 2 + 1000 * POCKET_MARGIN_M
        ends = np.array([[*(-reach), 1], [*reach, 1]]) @ to_uv
        region = _region(ends.min(axis=0), ends.max(axis=0), image.shape[1::-1])
        yield _scene(sharp_picture(image, boxes, picture["image"]), region)


def overhead_mm_radius(picture: Mapping[str, Any]) -> float:
    """Radius of a ball in one picture of ``overhead-mm``, pixels.

    Args:
        picture: Its entry in labels.json.
    """
    to_uv = _uv_from_mm(picture)[:2]
    return SMALL_BALL_MM * float(np.sqrt(abs(np.linalg.det(to_uv))))


def _uv_from_mm(picture: Mapping[str, Any]) -> Floats:
    """(3, 2) affine map from (x, y, 1) in millimetres to pixels, fitted to labels."""
    balls = picture["balls"]
    place = np.array([[ball["x_mm"], ball["y_mm"], 1.0] for ball in balls])
    uv = np.array([ball["uv"] for ball in balls], dtype=np.float64)
    return np.asarray(np.linalg.lstsq(place, uv, rcond=None)[0])


def ball_boxes(folder: Path) -> Iterator[Scene]:
    """Held-out split of the CC BY pictures: made round, its loose boxes tightened.

    Args:
        folder: Folder with images and labels.

    Yields:
        Each picture that has labels, searched whole.
    """
    for picture in read_dataset(folder):
        if len(picture.boxes_px):
            yield _corrected(_scene(tightened(picture), None))


def _corrected(scene: Scene) -> Scene:
    """Lets count neither way what the eye found and the labels leave out.

    Balls that lie in pockets mostly have no label; where the eye sees one, the pocket
    counts neither way, nor do the few balls on the cloth that were forgotten.
    """
    marks, picture = json.loads(POCKETED.read_text(encoding="utf-8")), scene.picture
    kinds = [_circles(marks[kind], picture) for kind in ("pockets", "unlabelled")]
    fallen, boxes = _circles(marks["fallen"], picture), picture.boxes_px
    gap = np.linalg.norm(boxes[:, None, :2] - fallen[None, :, :2], axis=2)
    kept = np.all(gap > fallen[None, :, 2] / 2, axis=1)
    left = replace(picture, boxes_px=boxes[kept], streaks_px=picture.streaks_px[kept])
    return replace(scene, picture=left, ignored=np.vstack([*kinds, fallen]))


def _circles(marks: Mapping[str, Any], picture: LabelledPicture) -> Floats:
    """(n, 4) boxes around what is marked in a picture."""
    size = np.array(picture.image_bgr.shape[1::-1], dtype=np.float64)
    shares = np.array(marks.get(picture.name, [])).reshape(-1, 3)
    sides = np.repeat(2 * shares[:, 2:] * size[0], 2, axis=1)
    return np.hstack([shares[:, :2] * size - 0.5, sides])


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
        radius = (
            float(scene.radius_px.min()) / 1.1,
            float(scene.radius_px.max()) * 1.1,
        )
        picture = labelled(scene, f"seed {seed}")
        ignored = picture.ignored_px
        area = _playing_area(scene)
        yield Scene(picture, _table(scene), radius, ignored, area)


def _table(scene: Still) -> Region:
    half_l = scene.table.length / 2 + POCKET_MARGIN_M
    half_w = scene.table.width / 2 + POCKET_MARGIN_M
    signs = np.array([[-1, -1], [-1, 0], [-1, 1], [0, 1], [1, 1], [1, 0], [1, -1]])
    rim = np.column_stack([signs * (half_l, half_w), np.zeros(len(signs))])
    uv = scene.camera.uv_from_xyz(rim)
    height, width = scene.image_bgr.shape[:2]
    return _region(uv.min(axis=0), uv.max(axis=0), (width, height))


def _playing_area(scene: Still) -> NDArray[np.bool_]:
    """What calibration would leave: between the noses, or near a pocket."""
    table, radius = scene.table, scene.table.ball_radius
    half = np.array([table.length, table.width]) / 2 - NOSE_MARGIN * radius
    side = np.linspace(-1, 1, 41)
    edge = np.ones_like(side)
    square = [(side, edge), (edge, -side), (-side, -edge), (-edge, side)]
    shapes = [np.hstack(square).T * half]
    turn = np.linspace(0, 2 * np.pi, 41)
    circle = np.column_stack([np.cos(turn), np.sin(turn)])
    shapes += [p.center + circle * (p.radius + 2 * radius) for p in table.pockets]
    area = np.zeros(scene.image_bgr.shape[:2], np.uint8)
    for shape in shapes:
        outline = np.column_stack([shape, np.full(len(shape), radius)])
        uv = np.clip(scene.camera.uv_from_xyz(outline), -4000, 8000)
        cv2.fillPoly(area, [np.rint(uv).astype(np.int32)], 1)
    return np.asarray(area > 0)


def _region(low: Floats, high: Floats, size: tuple[int, int]) -> Region:
    box = np.clip(np.concatenate([low, high]), 0, [*size, *size]).astype(int)
    return int(box[0]), int(box[1]), int(box[2]), int(box[3])


def _scene(picture: LabelledPicture, region: Region | None) -> Scene:
    radius = picture.radius_px
    known = None if radius is None else (radius / CALIBRATED, radius * CALIBRATED)
    return Scene(picture, region, known, np.zeros((0, 4)))
