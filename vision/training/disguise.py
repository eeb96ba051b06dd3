"""Balls that are hard to see: of the cloth's colour, under fingers, under a graphic.

Most of what an earlier network missed lay in plain sight: a green ball on green cloth,
a red one on red, a black one before a pocket, and balls partly under a hand, a sleeve,
or the score box of a broadcast. Crops of them are made from crops of easy balls.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.clutter import TIGHT, whole, whole_ball
from vision.training.crops import Crop

Floats = NDArray[np.float64]

MOST_HIDDEN = 0.6
SEEN_BANNER = 0.7
RING = (1.25, 1.9)


def with_camouflage(crop: Crop, rng: np.random.Generator) -> Crop:
    """Gives one ball the colour of what lies around it; its shading stays.

    Args:
        crop: Crop; returned as it is when it has no whole ball.
        rng: Source of chance.

    Returns:
        The crop with the painted ball; the boxes stay.
    """
    ball = whole_ball(crop, rng)
    if ball is None:
        return crop
    radius = float(np.sqrt(ball[2] * ball[3]) / 2)
    rows, columns = np.indices(crop.image_bgr.shape[:2])
    distance = np.hypot(columns - ball[0], rows - ball[1]) / radius
    around = (distance > RING[0]) & (distance < RING[1])
    inside = distance < TIGHT
    if not around.any() or not inside.any():
        return crop
    image = crop.image_bgr.astype(np.float64)
    cloth = np.median(image[around], axis=0)
    own = np.median(image[inside], axis=0)
    tint = cloth * rng.uniform(0.3, 1.25) + rng.normal(0, 8, 3)
    shaded = tint + (image - own) * rng.uniform(0.3, 0.9)
    share = np.clip((TIGHT - distance) * radius + 0.5, 0, 1) * rng.uniform(0.65, 1.0)
    mixed = image + share[..., None] * (shaded - image)
    painted = np.clip(np.rint(mixed), 0, 255).astype(np.uint8)
    return Crop(painted, crop.boxes_px, crop.ignored_px)


def with_fingers(crop: Crop, rng: np.random.Generator) -> Crop:
    """Lays fingers, a sleeve or a dark bar over a part of one ball, and beside it.

    Args:
        crop: Crop.
        rng: Source of chance.

    Returns:
        The crop with the things drawn; balls that they hide too well are ignored.
    """
    boxes = crop.boxes_px
    if not len(boxes):
        return crop
    ball = boxes[rng.integers(len(boxes))]
    radius = float(np.sqrt(boxes[:, 2:].prod(axis=1)).min()) / 2
    mask = np.zeros(crop.image_bgr.shape[:2], np.uint8)
    image = crop.image_bgr.copy()
    colour = _skin(rng) if rng.random() < 0.6 else rng.uniform(0, 200, 3)
    turn = rng.uniform(0, 2 * np.pi)
    fingers = int(rng.integers(1, 5))
    half = (
        radius * rng.uniform(0.25, 0.6)
        if fingers > 1
        else radius * rng.uniform(0.3, 1.6)
    )
    gap = rng.uniform(0.4, 1.5) * radius
    tip = ball[:2] + gap * np.array([np.cos(turn), np.sin(turn)])
    for finger in range(fingers):
        way = turn + rng.normal(0, 0.15) + 0.3 * (finger - fingers / 2)
        along = np.array([np.cos(way), np.sin(way)])
        side = np.array([-along[1], along[0]]) * (finger - (fingers - 1) / 2)
        start = tip + side * 2.1 * half + along * (half + radius * rng.uniform(0, 0.6))
        end = start + along * radius * rng.uniform(3, 14)
        shade = colour * rng.uniform(0.8, 1.1)
        _capsule(image, mask, (start, end), half, shade, rng)
    return _hidden(crop, image, mask)


def with_banner(crop: Crop, rng: np.random.Generator) -> Crop:
    """Lays a graphic over the crop as a broadcast does: a box, letters, both.

    Args:
        crop: Crop.
        rng: Source of chance.

    Returns:
        The crop with the graphic; balls under an opaque one are ignored.
    """
    side = crop.image_bgr.shape[0]
    layer, mask = crop.image_bgr.copy(), np.zeros((side, side), np.uint8)
    middle = rng.uniform(0, side, 2)
    if len(crop.boxes_px) and rng.random() < 0.6:
        middle = crop.boxes_px[rng.integers(len(crop.boxes_px)), :2]
        middle = middle + rng.normal(0, 0.08 * side, 2)
    half = side * rng.uniform((0.1, 0.04), (0.5, 0.15))
    share = float(rng.uniform(0.2, 1.0))
    if rng.random() < 0.6:
        low, high = whole(middle - half), whole(middle + half)
        cv2.rectangle(layer, low, high, rng.integers(0, 256, 3).tolist(), -1)
        cv2.rectangle(mask, low, high, 255, -1)
    ink = [int(v) for v in rng.integers(0, 256, 3)]
    text = "".join(rng.choice(list("ABCDEGMORSTX0468"), rng.integers(1, 7)))
    size = float(half[1] / 14)
    start = whole(middle + half * (-0.9, 0.6))
    thick = max(1, round(3 * size))
    font = int(rng.choice([0, 2, 4]))
    cv2.putText(layer, text, start, font, size, ink, thick, cv2.LINE_AA)
    mixed = cv2.addWeighted(layer, share, crop.image_bgr, 1 - share, 0).astype(np.uint8)
    if share < SEEN_BANNER:
        mask[:] = 0
    return _hidden(crop, mixed, mask)


def _hidden(crop: Crop, image: NDArray[np.uint8], mask: NDArray[np.uint8]) -> Crop:
    """Ignores the boxes of balls that a mask hides for more than ``MOST_HIDDEN``."""
    boxes = crop.boxes_px
    hidden = np.array([_share(mask, box) > MOST_HIDDEN for box in boxes], np.bool_)
    return Crop(image, boxes[~hidden], np.vstack([crop.ignored_px, boxes[hidden]]))


def _share(mask: NDArray[np.uint8], box: Floats) -> float:
    """Share of a box's inscribed ellipse under a mask."""
    low = np.maximum(np.floor(box[:2] - box[2:] / 2), 0).astype(int)
    high = np.ceil(box[:2] + box[2:] / 2).astype(int) + 1
    part = mask[low[1] : high[1], low[0] : high[0]]
    rows, columns = np.indices(part.shape)
    u, v = columns + low[0] - box[0], rows + low[1] - box[1]
    inside = (2 * u / box[2]) ** 2 + (2 * v / box[3]) ** 2 <= 1
    return float((part[inside] > 0).mean()) if inside.any() else 1.0


def _skin(rng: np.random.Generator) -> Floats:
    """A colour of skin, BGR."""
    tone = np.array([110, 145, 200]) * rng.uniform(0.35, 1.2)
    return np.clip(tone + rng.normal(0, 10, 3), 0, 255)


def _capsule(
    image: NDArray[np.uint8],
    mask: NDArray[np.uint8],
    ends: tuple[Floats, Floats],
    half: float,
    colour: Floats,
    rng: np.random.Generator,
) -> None:
    """Draws a rounded bar, lighter along its middle, and notes it in the mask."""
    blunt = rng.random() < 0.15
    start, end = (whole(point) for point in ends)
    width = max(1, round(2 * half))
    shade = [int(np.clip(c, 0, 255)) for c in colour]
    cv2.line(image, start, end, shade, width, cv2.LINE_AA)
    cv2.line(mask, start, end, 255, width)
    light = [int(np.clip(1.15 * c + 5, 0, 255)) for c in colour]
    cv2.line(image, start, end, light, max(1, width // 2), cv2.LINE_AA)
    if blunt:
        dark = [c // 5 for c in shade]
        cv2.circle(image, start, max(1, round(0.8 * half)), dark, -1, cv2.LINE_AA)
