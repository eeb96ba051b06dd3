"""Labelled pictures for training: reading them, and making their balls round again.

A data set is a folder with ``images`` and ``labels`` (YOLO text: class, centre and size
of the box as fractions of the picture). Many public sets were squeezed to a square;
a ball seen from above is round, so that the typical shape of a picture's boxes tells
by how much.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import TrainingError

ROUND_ENOUGH = 1.12


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    """One picture and the boxes of its balls.

    Attributes:
        image_bgr: (h, w, 3) uint8.
        boxes_px: (n, 4) float64, columns u, v, width, height; u, v is the box centre.
            Motion blur is inside the box.
        streaks_px: (n, 2) float64, way of each centre within the exposure.
        name: Where it came from.
        ignored_px: (m, 4) boxes of balls that are neither right nor wrong to find:
            mostly hidden, or down a pocket.
        hard_px: (k, 2) places where an earlier network erred.
    """

    image_bgr: NDArray[np.uint8]
    boxes_px: NDArray[np.float64]
    streaks_px: NDArray[np.float64]
    name: str
    ignored_px: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 4)))
    hard_px: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 2)))

    @property
    def radius_px(self) -> float | None:
        """Typical radius of a sharp ball in pixels, None without balls."""
        if not len(self.boxes_px):
            return None
        sharp = self.boxes_px[:, 2:] - np.abs(self.streaks_px)
        return float(np.median(np.sqrt(np.prod(np.clip(sharp, 1, None), axis=1))) / 2)


def sharp_picture(
    image_bgr: NDArray[np.uint8], boxes_px: NDArray[np.float64], name: str
) -> LabelledPicture:
    """Makes a picture whose balls all rest.

    Args:
        image_bgr: (h, w, 3) uint8.
        boxes_px: (n, 4).
        name: Where it came from.

    Returns:
        The picture, without streaks.
    """
    return LabelledPicture(image_bgr, boxes_px, np.zeros((len(boxes_px), 2)), name)


def read_labels(path: Path, size: tuple[int, int]) -> NDArray[np.float64]:
    """Reads one YOLO label file.

    Args:
        path: Text file, one line per box.
        size: (width, height) of the picture in pixels.

    Returns:
        (n, 5): class, u, v, width, height; pixels, with (0, 0) the centre of the
        top-left pixel.

    Raises:
        TrainingError: A line is not five numbers.
    """
    rows = [line.split() for line in path.read_text().splitlines() if line.strip()]
    if any(len(row) != 5 for row in rows):
        message = f"{path}: found a line that is not 'class u v width height'"
        raise TrainingError(message)
    values = np.array(rows, dtype=np.float64).reshape(-1, 5)
    values[:, 1:] *= np.tile(size, 2)
    values[:, 1:3] -= 0.5
    return values


def read_dataset(folder: Path, *, limit: int | None = None) -> list[LabelledPicture]:
    """Reads the pictures of one split, each made isotropic.

    Args:
        folder: Folder with ``images`` and ``labels``.
        limit: Read at most so many pictures.

    Returns:
        The pictures, by name.

    Raises:
        TrainingError: No picture there, or one without its label file.
    """
    paths = sorted((folder / "images").glob("*.*"))[:limit]
    if not paths:
        raise TrainingError(f"{folder}: found no images, expected images/ and labels/")
    return [_read_picture(path, folder / "labels") for path in paths]


def _read_picture(path: Path, labels: Path) -> LabelledPicture:
    image = cv2.imread(str(path))
    label = labels / f"{path.stem}.txt"
    if image is None or not label.is_file():
        raise TrainingError(f"{path}: not a picture, or {label} is missing")
    boxes = read_labels(label, (image.shape[1], image.shape[0]))[:, 1:]
    return made_round(sharp_picture(image.astype(np.uint8), boxes, path.stem))


def made_round(picture: LabelledPicture) -> LabelledPicture:
    """Undoes a squeeze of the picture, so that its balls are round.

    Args:
        picture: Any picture; left alone when its typical box is square within 12 %.

    Returns:
        The picture, shrunk along the stretched axis. Its streaks, if any, are lost.
    """
    boxes = picture.boxes_px
    if not len(boxes):
        return picture
    aspect = float(np.median(boxes[:, 2] / boxes[:, 3]))
    if 1 / ROUND_ENOUGH < aspect < ROUND_ENOUGH:
        return picture
    height, width = picture.image_bgr.shape[:2]
    size = (round(width / max(aspect, 1)), round(height * min(aspect, 1)))
    factor = np.array([size[0] / width, size[1] / height])
    image = cv2.resize(picture.image_bgr, size, interpolation=cv2.INTER_AREA)
    scaled = np.hstack([(boxes[:, :2] + 0.5) * factor - 0.5, boxes[:, 2:] * factor])
    return sharp_picture(image.astype(np.uint8), scaled, picture.name)
