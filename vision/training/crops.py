"""Training crops: a random view of a picture at the scale that run time will use.

The table is scaled at run time until a ball's radius is 6 to 11 px. A crop takes a
picture, chooses a radius of that order, a place, a turn and a flip, and cuts a square.
What is drawn onto it and done to its colours is in ``vision.training.clutter`` and
``vision.training.light``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.pictures import LabelledPicture

CROP_PX = 192
RADIUS_RANGE_PX = (5.0, 15.0)
USUAL_RADIUS_PX = (6.5, 11.5)
USUAL_SHARE = 0.75
HARD_SHARE = 0.5
SCALE_RANGE = (0.3, 1.8)
DEFAULT_RADIUS_PX = 9.0
KEPT_AREA = 0.4
BORDER_COLOURS = ((0, 0, 0), (114, 114, 114), (255, 255, 255))


@dataclass(frozen=True, slots=True)
class Crop:
    """A square view of a picture.

    Attributes:
        image_bgr: (s, s, 3) uint8.
        boxes_px: (n, 4) float64, columns u, v, width, height; clipped to the square.
        ignored_px: (m, 4) likewise: what is neither right nor wrong to find.
    """

    image_bgr: NDArray[np.uint8]
    boxes_px: NDArray[np.float64]
    ignored_px: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 4)))


def random_view(
    picture: LabelledPicture, rng: np.random.Generator, *, side_px: int = CROP_PX
) -> Crop:
    """Cuts one random view.

    Args:
        picture: Picture with round balls.
        rng: Source of chance.
        side_px: Side of the square.

    Returns:
        The crop with the boxes that remain visible; what the border cuts away for more
        than a half is ignored.
    """
    usual = rng.random() < USUAL_SHARE
    low, high = np.log(USUAL_RADIUS_PX if usual else RADIUS_RANGE_PX)
    radius = float(np.exp(rng.uniform(low, high)))
    wanted = radius / (picture.radius_px or DEFAULT_RADIUS_PX)
    scale = float(np.clip(wanted, *SCALE_RANGE))
    centre = _random_centre(picture, rng, side_px / scale)
    turn = _random_turn(rng)
    linear = scale * turn
    offset = np.full(2, (side_px - 1) / 2) - linear @ centre
    image = _warped(picture.image_bgr, linear, offset, side_px, rng)
    boxes, cut = _parted(moved_boxes(picture, linear, offset), side_px)
    hidden = picture.ignored_px
    centres, size = hidden[:, :2] @ linear.T + offset, hidden[:, 2:] @ abs(linear).T
    return Crop(image, boxes, np.vstack([cut, np.hstack([centres, size])]))


def _random_centre(
    picture: LabelledPicture, rng: np.random.Generator, reach_px: float
) -> NDArray[np.float64]:
    size = np.array(picture.image_bgr.shape[1::-1], dtype=np.float64)
    margin = np.minimum(0.45 * reach_px, size / 2)
    centre = rng.uniform(margin, np.maximum(size - margin, margin + 1e-6))
    if len(picture.hard_px) and rng.random() < HARD_SHARE:
        place = picture.hard_px[rng.integers(len(picture.hard_px))]
        centre = place + rng.uniform(-0.35, 0.35, 2) * reach_px
    elif len(picture.boxes_px) and rng.random() < 0.65:
        ball = picture.boxes_px[rng.integers(len(picture.boxes_px)), :2]
        centre = ball + rng.uniform(-0.45, 0.45, 2) * reach_px
    return np.clip(centre, margin, size - margin)


def _random_turn(rng: np.random.Generator) -> NDArray[np.float64]:
    quarter = rng.integers(4) * np.pi / 2
    angle = quarter if rng.random() < 0.6 else rng.uniform(0, 2 * np.pi)
    cosine, sine = np.cos(angle), np.sin(angle)
    turn = np.array([[cosine, -sine], [sine, cosine]])
    if rng.random() < 0.5:
        turn[:, 0] *= -1
    return turn


def _warped(
    image_bgr: NDArray[np.uint8],
    linear: NDArray[np.float64],
    offset: NDArray[np.float64],
    side_px: int,
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    scale = float(np.sqrt(abs(np.linalg.det(linear))))
    if scale < 0.7:
        image_bgr, offset = _needed(image_bgr, linear, offset, side_px)
        height, width = image_bgr.shape[:2]
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        factor = np.array([size[0] / width, size[1] / height])
        image_bgr = cv2.resize(image_bgr, size, interpolation=cv2.INTER_AREA).astype(
            np.uint8
        )
        linear = linear / factor
        offset = offset + linear @ (0.5 - 0.5 * factor)
    matrix = np.hstack([linear, offset[:, None]])
    warped = cv2.warpAffine(
        image_bgr,
        matrix,
        (side_px, side_px),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=BORDER_COLOURS[rng.integers(len(BORDER_COLOURS))],
    )
    return warped.astype(np.uint8)


def _needed(
    image_bgr: NDArray[np.uint8],
    linear: NDArray[np.float64],
    offset: NDArray[np.float64],
    side_px: int,
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Cuts off what the view does not show; returns the rest and its offset."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (side_px - 1.0)
    seen = np.linalg.solve(linear, (square - offset).T).T
    height, width = image_bgr.shape[:2]
    low = np.clip(np.floor(seen.min(axis=0)) - 4, 0, (width - 2, height - 2))
    high = np.clip(np.ceil(seen.max(axis=0)) + 5, low + 2, (width, height))
    (left, top), (right, bottom) = low.astype(int), high.astype(int)
    return image_bgr[top:bottom, left:right], offset + linear @ low


def moved_boxes(
    picture: LabelledPicture,
    linear: NDArray[np.float64],
    offset: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Moves the boxes of a picture into a view of it.

    Args:
        picture: The picture.
        linear: (2, 2) turn and scale.
        offset: (2,) shift after it.

    Returns:
        (n, 4) boxes in the view.
    """
    boxes, streaks = picture.boxes_px, picture.streaks_px
    centres = boxes[:, :2] @ linear.T + offset
    sharp = np.clip(boxes[:, 2:] - np.abs(streaks), 1, None)
    # A sharp box bounds an ellipse; a turned ellipse has this bounding box.
    size = 2 * np.sqrt((sharp / 2) ** 2 @ (linear**2).T)
    return np.hstack([centres, size + np.abs(streaks @ linear.T)])


def clipped_boxes(boxes_px: NDArray[np.float64], side_px: int) -> NDArray[np.float64]:
    """Clips boxes to the square and drops those hardly visible.

    Args:
        boxes_px: (n, 4) u, v, width, height.
        side_px: Side of the square.

    Returns:
        (m, 4), m <= n.
    """
    return _parted(boxes_px, side_px)[0]


def _parted(
    boxes_px: NDArray[np.float64], side_px: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Returns the boxes clipped to the square, and those it cuts to a small rest."""
    low = np.clip(boxes_px[:, :2] - boxes_px[:, 2:] / 2, -0.5, side_px - 0.5)
    high = np.clip(boxes_px[:, :2] + boxes_px[:, 2:] / 2, -0.5, side_px - 0.5)
    size = high - low
    share = np.prod(size, axis=1) / np.prod(boxes_px[:, 2:], axis=1)
    clipped = np.hstack([(low + high) / 2, size])
    return clipped[share > KEPT_AREA], clipped[(share > 0) & (share <= KEPT_AREA)]
