"""What is drawn onto training crops: streaks of balls, and things that are no balls.

A fast ball smears over several diameters within one exposure. Stills show none, so a
ball of the crop is smeared onto a free place of it. Spots, rings of projected light,
letters, diamonds and dark holes are drawn without a label: they are no balls.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.crops import Crop

STREAK_RADII = (0.7, 9.0)
TIGHT = 0.97
LEAST_CONTRAST = 7.0
LETTERS = "ABEHKMNORSTXZ0123456789"


def with_streak(crop: Crop, rng: np.random.Generator) -> Crop:
    """Smears one ball of the crop onto a free place.

    Args:
        crop: Crop; returned as it is when it has no whole ball or no free place.
        rng: Source of chance.

    Returns:
        The crop with the streak and its box.
    """
    ball = whole_ball(crop, rng)
    if ball is None:
        return crop
    radius = float(np.sqrt(ball[2] * ball[3]) / 2 * TIGHT)
    length = radius * float(np.exp(rng.uniform(*np.log(STREAK_RADII))))
    angle = rng.uniform(0, 2 * np.pi)
    motion = length * np.array([np.cos(angle), np.sin(angle)])
    size = np.abs(motion) + 2 * radius
    place = free_place(crop, size, rng)
    if place is None:
        return crop
    image = smeared(crop.image_bgr, ball[:2], radius, place, motion)
    if _contrast(crop.image_bgr, image) < LEAST_CONTRAST:
        return crop
    box = np.concatenate([place, size])
    return Crop(image, np.vstack([crop.boxes_px, box]), crop.ignored_px)


def _contrast(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> float:
    """Mean change of the pixels that changed: what is too faint teaches nothing."""
    blue, green, red = cv2.split(cv2.absdiff(before, after))
    change = cv2.max(cv2.max(blue, green), red)
    changed = change > 1
    return float(change[changed].mean()) if changed.any() else 0.0


def whole_ball(crop: Crop, rng: np.random.Generator) -> NDArray[np.float64] | None:
    """Chooses the box of a sharp, whole ball of the crop, None without one."""
    boxes = crop.boxes_px
    if not len(boxes):
        return None
    side = crop.image_bgr.shape[0]
    inside = np.all(np.abs(boxes[:, :2] - side / 2) < side / 2 - boxes[:, 2:], axis=1)
    round_ones = np.abs(np.log(boxes[:, 2] / boxes[:, 3])) < 0.2
    choice = np.flatnonzero(inside & round_ones)
    return boxes[rng.choice(choice)] if len(choice) else None


def free_place(
    crop: Crop, size: NDArray[np.float64], rng: np.random.Generator
) -> NDArray[np.float64] | None:
    """Finds the middle of a place of that size without balls, None where all fail."""
    side = crop.image_bgr.shape[0]
    if np.any(size > side - 4):
        return None
    taken = np.vstack([crop.boxes_px, crop.ignored_px])
    for _ in range(8):
        place = rng.uniform(size / 2 + 1, side - 2 - size / 2)
        gap = np.abs(taken[:, :2] - place) - (taken[:, 2:] + size) / 2
        if np.all(np.any(gap > -1, axis=1)):
            return np.asarray(place)
    return None


def smeared(
    image_bgr: NDArray[np.uint8],
    source: NDArray[np.float64],
    radius: float,
    place: NDArray[np.float64],
    motion: NDArray[np.float64],
) -> NDArray[np.uint8]:
    """Draws the disc around a source, moved by ``motion`` while exposed, at a place."""
    reach = int(np.ceil(np.abs(motion).max() / 2 + radius + 3))
    width = 2 * reach + 1
    patch = cv2.getRectSubPix(image_bgr, (width, width), tuple(map(float, source)))
    grid = np.arange(width) - reach
    distance = np.hypot(grid[:, None], grid[None, :])
    disc = np.clip(radius + 0.5 - distance, 0, 1).astype(np.float32)[..., None]
    kernel = _line_kernel(motion)
    solid = cv2.filter2D(
        np.dstack([patch * disc, disc]), -1, kernel, borderType=cv2.BORDER_CONSTANT
    )
    result = image_bgr.copy()
    u, v = np.rint(place).astype(int)
    side = image_bgr.shape[0]
    top, left = max(v - reach, 0), max(u - reach, 0)
    bottom, right = min(v + reach + 1, side), min(u + reach + 1, side)
    cut = solid[
        top - v + reach : bottom - v + reach, left - u + reach : right - u + reach
    ]
    under = result[top:bottom, left:right].astype(np.float32)
    mixed = under * (1 - cut[..., 3:]) + cut[..., :3]
    result[top:bottom, left:right] = np.clip(np.rint(mixed), 0, 255).astype(np.uint8)
    return result


def _line_kernel(motion: NDArray[np.float64]) -> NDArray[np.float32]:
    reach = int(np.ceil(np.abs(motion).max() / 2)) + 1
    kernel = np.zeros((2 * reach + 1,) * 2, np.float32)
    samples = np.linspace(-0.5, 0.5, 4 * reach + 5)[:, None] * motion + reach
    low = np.floor(samples).astype(int)
    part = samples - low
    for du in (0, 1):
        for dv in (0, 1):
            weight = np.abs(1 - du - part[:, 0]) * np.abs(1 - dv - part[:, 1])
            np.add.at(kernel, (low[:, 1] + dv, low[:, 0] + du), weight)
    return np.asarray(kernel / kernel.sum(), np.float32)


def with_clutter(crop: Crop, rng: np.random.Generator, *, radius_px: float) -> Crop:
    """Draws a few things that are no balls, away from the balls.

    Args:
        crop: Crop.
        rng: Source of chance.
        radius_px: Typical ball radius in the crop.

    Returns:
        The crop with the drawings; the boxes stay.
    """
    image = crop.image_bgr.copy()
    draw = (
        _spot,
        _ring,
        _letters,
        _diamond,
        _hole,
        _lines,
        _disc,
        _word,
        _chalk,
        _corner,
    )
    for _ in range(rng.integers(1, 5)):
        size = np.full(2, 5.0 * radius_px)
        place = free_place(crop, size, rng)
        if place is None:
            continue
        layer = image.copy()
        colour = tuple(int(c) for c in rng.integers(0, 256, 3))
        draw[rng.integers(len(draw))](layer, place, radius_px, colour, rng)
        share = float(rng.uniform(0.4, 1.0))
        image = cv2.addWeighted(layer, share, image, 1 - share, 0).astype(np.uint8)
    return Crop(image, crop.boxes_px, crop.ignored_px)


Colour = tuple[int, ...]


def _spot(
    image: NDArray[np.uint8],
    place: NDArray[np.float64],
    radius: float,
    colour: Colour,
    rng: np.random.Generator,
) -> None:
    size = max(1, round(radius * rng.uniform(0.1, 0.5)))
    cv2.circle(image, whole(place), size, colour, -1, cv2.LINE_AA)


def _ring(
    image: NDArray[np.uint8],
    place: NDArray[np.float64],
    radius: float,
    colour: Colour,
    rng: np.random.Generator,
) -> None:
    size = max(2, round(radius * rng.uniform(0.8, 2.2)))
    width = int(rng.integers(1, 3))
    cv2.circle(image, whole(place), size, colour, width, cv2.LINE_AA)


def _letters(
    image: NDArray[np.uint8],
    place: NDArray[np.float64],
    radius: float,
    colour: Colour,
    rng: np.random.Generator,
) -> None:
    text = "".join(rng.choice(list(LETTERS), rng.integers(1, 6)))
    size = radius * rng.uniform(0.04, 0.14)
    start = whole(place - (2 * radius, 0))
    width = int(rng.integers(1, 3))
    font = int(rng.integers(0, 4))
    cv2.putText(image, text, start, font, size, colour, width, cv2.LINE_AA)


def _diamond(
    image: NDArray[np.uint8],
    place: NDArray[np.float64],
    radius: float,
    colour: Colour,
    rng: np.random.Generator,
) -> None:
    half = radius * rng.uniform(0.2, 0.8, 2)
    points = place + half * np.array([[1, 0], [0, 1], [-1, 0], [0, -1]])
    cv2.fillConvexPoly(image, np.rint(points).astype(np.int32), colour, cv2.LINE_AA)


def _hole(
    image: NDArray[np.uint8],
    place: NDArray[np.float64],
    radius: float,
    colour: Colour,
    rng: np.random.Generator,
) -> None:
    size = round(radius * rng.uniform(1.6, 2.4))
    dark = tuple(c // 8 for c in colour)
    cv2.circle(image, whole(place), size, dark, -1, cv2.LINE_AA)


def _lines(
    image: NDArray[np.uint8],
    place: NDArray[np.float64],
    radius: float,
    colour: Colour,
    rng: np.random.Generator,
) -> None:
    ends = place + rng.uniform(-2.4, 2.4, (2, 2)) * radius
    width = int(rng.integers(1, max(2, round(0.4 * radius))))  # wider: a streak
    cv2.line(image, whole(ends[0]), whole(ends[1]), colour, width, cv2.LINE_AA)


def _disc(
    image: NDArray[np.uint8],
    place: NDArray[np.float64],
    radius: float,
    colour: Colour,
    rng: np.random.Generator,
) -> None:
    """A sight, a coin or a coaster: flat, and clearly smaller or larger than a ball."""
    small = rng.random() < 0.5
    size = radius * (rng.uniform(0.3, 0.6) if small else rng.uniform(1.6, 2.3))
    cv2.circle(image, whole(place), round(size), colour, -1, cv2.LINE_AA)
    if not small:
        other = tuple(int(c) for c in rng.integers(0, 256, 3))
        inner = round(size * rng.uniform(0.5, 0.9))
        cv2.circle(image, whole(place), inner, other, 2, cv2.LINE_AA)


def _word(
    image: NDArray[np.uint8],
    place: NDArray[np.float64],
    radius: float,
    colour: Colour,
    rng: np.random.Generator,
) -> None:
    """Fat letters, as printed on cloth and rails."""
    text = "".join(rng.choice(list("ABCDEGOPQRSTU08"), rng.integers(1, 3)))
    high = radius * rng.uniform(1.2, 3.2)
    width = max(2, round(high * rng.uniform(0.15, 0.3)))
    start = whole(place - np.array([2.2 * radius, -high / 2]))
    cv2.putText(image, text, start, 0, high / 22, colour, width, cv2.LINE_AA)


def _chalk(
    image: NDArray[np.uint8],
    place: NDArray[np.float64],
    radius: float,
    colour: Colour,
    rng: np.random.Generator,
) -> None:
    """A soft, pale or dark mark, narrower than a ball: chalk, a scratch, a burn."""
    turn = rng.uniform(0, 2 * np.pi)
    half = radius * rng.uniform(0.3, 1.3) * np.array([np.cos(turn), np.sin(turn)])
    width = max(1, round(radius * rng.uniform(0.2, 0.7)))
    mask = np.zeros(image.shape[:2], np.float32)
    cv2.line(mask, whole(place - half), whole(place + half), 1.0, width, cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), radius * rng.uniform(0.05, 0.25))
    shade = 255.0 if rng.random() < 0.75 else 0.0
    share = (rng.uniform(0.15, 0.8) * soft)[..., None]
    tint = 0.75 * shade + 0.25 * np.array(colour, np.float32)
    image[:] = np.clip(image * (1 - share) + tint * share, 0, 255).astype(np.uint8)


def _corner(
    image: NDArray[np.uint8],
    place: NDArray[np.float64],
    radius: float,
    colour: Colour,
    rng: np.random.Generator,
) -> None:
    """The bent edge of a sheet that the rack stands on, or of a drawn triangle."""
    turn = rng.uniform(0, 2 * np.pi)
    turns = turn + np.array([0.0, rng.choice([np.pi / 3, np.pi / 2, 2 * np.pi / 3])])
    legs = radius * rng.uniform(1.0, 2.4, (2, 1))
    ends = place + legs * np.column_stack([np.cos(turns), np.sin(turns)])
    width = max(1, round(radius * rng.uniform(0.15, 0.8)))
    bright = rng.random() < 0.7
    shade = [255 - c // 6 for c in colour] if bright else list(colour)
    points = np.rint([ends[0], place, ends[1]]).astype(np.int32)
    cv2.polylines(image, [points], isClosed=False, color=shade, thickness=width)


def whole(place: NDArray[np.float64]) -> tuple[int, int]:
    """Rounds a place to a whole pixel."""
    return round(float(place[0])), round(float(place[1]))
