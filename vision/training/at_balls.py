"""What is drawn at the balls of training crops: holes, rings of light, cues.

The boxes stay as they are: a ball with a hole behind it, a ring around it or a cue
across it is still a ball.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.clutter import TIGHT, whole, whole_ball
from vision.training.crops import Crop

RING_SHARE = 0.12
CUE_SHARE = 0.15


def with_pocket(crop: Crop, rng: np.random.Generator) -> Crop:
    """Draws a dark hole beside a ball of the crop, the ball before it.

    Args:
        crop: Crop; returned as it is when it has no whole ball.
        rng: Source of chance.

    Returns:
        The crop with the drawing; the boxes stay.
    """
    ball = whole_ball(crop, rng)
    if ball is None:
        return crop
    radius = float(np.sqrt(ball[2] * ball[3]) / 2)
    turn = rng.uniform(0, 2 * np.pi)
    size = radius * rng.uniform(1.5, 2.4)
    away = size + radius * rng.uniform(-0.6, 0.5)
    hole = ball[:2] + away * np.array([np.cos(turn), np.sin(turn)])
    gaps = np.linalg.norm(crop.boxes_px[:, :2] - hole, axis=1)
    if np.sum(gaps < size + radius) > 1:
        return crop
    layer = crop.image_bgr.copy()
    dark = rng.integers(0, 40, 3).tolist()
    cv2.circle(layer, whole(hole), round(size), dark, -1, cv2.LINE_AA)
    rows, columns = np.indices(layer.shape[:2])
    distance = np.hypot(columns - ball[0], rows - ball[1])
    solid = np.clip(TIGHT * radius + 0.5 - distance, 0, 1)[..., None]
    solid *= rng.uniform(0.6, 1.0) if rng.random() < 0.4 else 1.0
    image = np.rint(crop.image_bgr * solid + layer * (1 - solid)).astype(np.uint8)
    return Crop(image, crop.boxes_px, crop.ignored_px)


def with_things_at_balls(crop: Crop, rng: np.random.Generator) -> Crop:
    """Draws rings of projected light around balls, and a cue that may cross some.

    Args:
        crop: Crop.
        rng: Source of chance.

    Returns:
        The crop with the drawings; the boxes stay: at most two fifths of a ball hide.
    """
    boxes = crop.boxes_px
    if not len(boxes):
        return crop
    image = crop.image_bgr.copy()
    radius = float(np.median(np.sqrt(np.prod(boxes[:, 2:], axis=1)))) / 2
    if rng.random() < RING_SHARE:
        colour = tuple(int(c) for c in rng.integers(100, 256, 3))
        share, ring = rng.uniform(0.3, 0.9), rng.uniform(1.35, 2.4) * radius
        layer = image.copy()
        for box in boxes[rng.random(len(boxes)) < 0.75]:
            place = box[:2] + rng.normal(0, 0.12 * radius, 2)
            size, width = round(ring), int(rng.integers(1, 4))
            cv2.circle(layer, whole(place), size, colour, width, cv2.LINE_AA)
        image = cv2.addWeighted(layer, share, image, 1 - share, 0).astype(np.uint8)
    if rng.random() < CUE_SHARE:
        _cue(image, boxes[rng.integers(len(boxes)), :2], radius, rng)
    return Crop(image, boxes, crop.ignored_px)


def _cue(
    image: NDArray[np.uint8],
    ball: NDArray[np.float64],
    radius: float,
    rng: np.random.Generator,
) -> None:
    turn = rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(turn), np.sin(turn)])
    side = np.array([-along[1], along[0]])
    tip = ball + along * radius * rng.uniform(-1.2, 3.0) + side * rng.normal(0, radius)
    end = tip + along * 400
    thin, thick = radius * rng.uniform((0.1, 0.2), (0.2, 0.3))
    shape = [
        tip - side * thin,
        tip + side * thin,
        end + side * thick,
        end - side * thick,
    ]
    shade = rng.uniform(0.35, 1.0)
    wood = [int(shade * c) for c in rng.normal((120, 190, 235), 12)]
    whole = np.rint(np.array(shape) * 8).astype(np.int32)
    cv2.fillConvexPoly(image, whole, wood, cv2.LINE_AA, 3)
    blue = whole[[0, 1]] + np.rint(along * radius * 3).astype(np.int32)
    cap = np.vstack([whole[[0, 1]], blue[::-1]])
    cv2.fillConvexPoly(image, cap, rng.integers(20, 220, 3).tolist(), cv2.LINE_AA, 3)
