"""Things that earlier networks took for balls, drawn without a label.

Pockets with a bright or grey lining, small printed badges, soft shadows of arms and
cues, folded cloth at the rail and round stickers: found among the false alarms on
training scenes and on real ones.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.clutter import free_place, whole
from vision.training.crops import Crop

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]


def with_lures(crop: Crop, rng: np.random.Generator, *, radius_px: float) -> Crop:
    """Draws one or two of them on free places.

    Args:
        crop: Crop.
        rng: Source of chance.
        radius_px: Typical ball radius in the crop.

    Returns:
        The crop with the drawings; the boxes stay.
    """
    draw = (_gully, _gully, _badge, _shadow, _shadow, _bar)
    image = crop.image_bgr.copy()
    for _ in range(rng.integers(1, 4)):
        place = free_place(crop, np.full(2, 5.5 * radius_px), rng)
        if place is not None:
            draw[rng.integers(len(draw))](image, place, radius_px, rng)
    return Crop(image, crop.boxes_px, crop.ignored_px)


def _gully(
    image: Image, place: Floats, radius: float, rng: np.random.Generator
) -> None:
    """A pocket: rim, lining, hole; a part of it may be cut off by the cloth."""
    layer = image.copy()
    outer = radius * rng.uniform(1.3, 2.5)
    shades = rng.uniform((60, 60, 60), (235, 235, 235))
    if rng.random() < 0.5:
        shades = np.full(3, rng.uniform(20, 240))
    lining = rng.uniform(0.15, 1.0) * shades + rng.normal(0, 6, 3)
    _disc(layer, place, outer, shades)
    _disc(layer, place, outer * rng.uniform(0.7, 0.92), lining)
    away = radius * rng.uniform(-0.7, 0.7, 2)
    hole = np.full(3, rng.uniform(0, 50))
    _disc(layer, place + away, outer * rng.uniform(0.35, 0.75), hole)
    if rng.random() < 0.5:
        _stripes(layer, place, outer, rng)
    mask = _half_plane(image.shape[0], place, outer * rng.uniform(-0.6, 1.2), rng)
    image[mask] = layer[mask]


def _stripes(
    image: Image, place: Floats, outer: float, rng: np.random.Generator
) -> None:
    """Folds or a net: thin lines from the rim to the middle."""
    shade = [int(v) for v in np.full(3, rng.uniform(20, 220))]
    for turn in rng.uniform(0, 2 * np.pi, int(rng.integers(4, 12))):
        along = np.array([np.cos(turn), np.sin(turn)])
        ends = whole(place + 0.3 * outer * along), whole(place + 0.95 * outer * along)
        cv2.line(image, *ends, shade, 1, cv2.LINE_AA)


def _badge(
    image: Image, place: Floats, radius: float, rng: np.random.Generator
) -> None:
    """A printed rosette, a sticker with a pattern: round, smaller than a ball."""
    size = radius * rng.uniform(0.4, 0.72)
    colour = rng.uniform(30, 255, 3)
    _disc(image, place, size, colour)
    for _ in range(int(rng.integers(0, 9))):
        spot = place + rng.normal(0, 0.4 * size, 2)
        other = np.clip(colour + rng.normal(0, 60, 3), 0, 255)
        _disc(image, spot, max(0.6, 0.2 * size), other)


def _shadow(
    image: Image, place: Floats, radius: float, rng: np.random.Generator
) -> None:
    """A long, soft, dark or pale band: the shadow of a cue or an arm, a wiped trace."""
    turn = rng.uniform(0, 2 * np.pi)
    half = radius * rng.uniform(1.0, 5.0) * np.array([np.cos(turn), np.sin(turn)])
    mask = np.zeros(image.shape[:2], np.float32)
    width = max(1, round(radius * rng.uniform(0.3, 1.8)))
    cv2.line(mask, whole(place - half), whole(place + half), 1.0, width, cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), radius * rng.uniform(0.15, 0.7))[..., None]
    factor = rng.uniform(0.45, 0.85) if rng.random() < 0.8 else rng.uniform(1.1, 1.3)
    shaded = image * (1 + soft * (factor - 1))
    image[:] = np.clip(np.rint(shaded), 0, 255).astype(np.uint8)


def _bar(image: Image, place: Floats, radius: float, rng: np.random.Generator) -> None:
    """A rectangle or cube: chalk, a sheet of paper, the head of a bridge."""
    sides = tuple(float(v) for v in radius * rng.uniform(0.7, 3.5, 2))
    corners = cv2.boxPoints((tuple(map(float, place)), sides, rng.uniform(0, 180)))
    colour = [int(v) for v in rng.integers(0, 256, 3)]
    cv2.fillConvexPoly(image, np.rint(corners).astype(np.int32), colour, cv2.LINE_AA)
    if rng.random() < 0.5:
        _disc(image, place, 0.3 * min(sides), rng.uniform(0, 255, 3))


def _disc(image: Image, place: Floats, size: float, colour: Floats) -> None:
    shade = [int(np.clip(c, 0, 255)) for c in colour]
    centre = np.rint(place * 16).astype(int)
    spot = (int(centre[0]), int(centre[1]))
    cv2.circle(image, spot, max(1, round(16 * size)), shade, -1, cv2.LINE_AA, 4)


def _half_plane(
    side: int, place: Floats, reach: float, rng: np.random.Generator
) -> NDArray[np.bool_]:
    rows, columns = np.indices((side, side))
    turn = rng.uniform(0, 2 * np.pi)
    ahead = (columns - place[0]) * np.cos(turn) + (rows - place[1]) * np.sin(turn)
    return np.asarray(ahead < reach)
