"""Balls that leave a pack, and streaks that end at a ball: the moments of a contact.

A streak on free cloth is easy. Where a break opens, streaks of several balls lie close
and cross, and the cue ball's streak ends at a ball that stands; a network that never
saw this joins them into one box or leaves out the faint ones.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.training.clutter import free_place, smeared, whole_ball
from vision.training.crops import Crop

Floats = NDArray[np.float64]

MOST_IN_PACK = 7
SPREAD = (1.0, 1.7)
OPENING_RADII = (0.2, 4.0)
MEETING_RADII = (0.8, 8.0)
GAP_RADII = (2.0, 2.5)
CLEAR_RADII = 1.9
PLACES = 6


def with_break(crop: Crop, rng: np.random.Generator) -> Crop:
    """Smears balls of the crop outwards around a free place, as a pack that opens.

    Args:
        crop: Crop; returned as it is when it has no whole ball or no free place.
        rng: Source of chance.

    Returns:
        The crop with the balls of the pack and their boxes.
    """
    ball = whole_ball(crop, rng)
    if ball is None:
        return crop
    radius = float(np.sqrt(ball[2] * ball[3]) / 2)
    reach = float(rng.uniform(4.5, 7.0)) * radius
    place = free_place(crop, np.full(2, 2 * reach), rng)
    if place is None:
        return crop
    offsets = _pack(rng) * radius
    outward = offsets + rng.normal(0, 0.5 * radius, offsets.shape)
    outward /= np.maximum(np.linalg.norm(outward, axis=1, keepdims=True), 1e-9)
    low, high = np.log(OPENING_RADII)
    length = radius * np.exp(rng.uniform(low, high, len(offsets)))
    starts = place + offsets * rng.uniform(*SPREAD)
    for start, motion in zip(starts, outward * length[:, None], strict=True):
        inside = np.abs(start + motion / 2 - place) + np.abs(motion) / 2
        source = whole_ball(crop, rng)
        if source is not None and np.all(inside < reach - radius):
            crop = _painted(crop, source, start + motion / 2, motion)
    return crop


def with_meeting(crop: Crop, rng: np.random.Generator) -> Crop:
    """Smears a ball of the crop towards another one that stands, up to the contact.

    Args:
        crop: Crop; returned as it is when there is no ball or no free way to it.
        rng: Source of chance.

    Returns:
        The crop with the streak and its box.
    """
    source, target = whole_ball(crop, rng), whole_ball(crop, rng)
    if source is None or target is None:
        return crop
    radius = float(np.sqrt(source[2] * source[3]) / 2)
    for _ in range(PLACES):
        turn = rng.uniform(0, 2 * np.pi)
        along = np.array([np.cos(turn), np.sin(turn)])
        end = target[:2] + along * radius * rng.uniform(*GAP_RADII)
        motion = along * radius * np.exp(rng.uniform(*np.log(MEETING_RADII)))
        if _is_clear(crop, end, motion, radius):
            return _painted(crop, source, end + motion / 2, motion)
    return crop


def _pack(rng: np.random.Generator) -> Floats:
    """Places in a part of a rack, ball radii, about its middle."""
    rows = [(r, 2 * k - r) for r in range(4) for k in range(r + 1)]
    rack = np.array(rows, dtype=np.float64) * (np.sqrt(3.0), 1.0)
    first = rack[rng.integers(len(rack))]
    near = np.argsort(np.linalg.norm(rack - first, axis=1))
    part = rack[near[: rng.integers(2, MOST_IN_PACK + 1)]]
    turn = rng.uniform(0, 2 * np.pi)
    cosine, sine = np.cos(turn), np.sin(turn)
    turned = (part - part.mean(axis=0)) @ np.array([[cosine, -sine], [sine, cosine]])
    return np.asarray(turned, dtype=np.float64)


def _is_clear(crop: Crop, end: Floats, motion: Floats, radius: float) -> bool:
    """Whether a ball's way lies in the crop and touches no other."""
    side = crop.image_bgr.shape[0]
    way = end + np.linspace(0, 1, 12)[:, None] * motion
    if np.any(way < radius + 1) or np.any(way > side - 2 - radius):
        return False
    boxes, ignored = crop.boxes_px, crop.ignored_px
    gaps = np.linalg.norm(way[:, None] - boxes[None, :, :2], axis=2)
    long = np.maximum(boxes[:, 2:].max(axis=1) / 2 - radius, 0)
    inside = np.abs(way[:, None] - ignored[None, :, :2]) < ignored[:, 2:] / 2 + radius
    return bool(
        np.all(gaps > CLEAR_RADII * radius + long) and not inside.all(axis=2).any()
    )


def _painted(crop: Crop, source: Floats, place: Floats, motion: Floats) -> Crop:
    radius = float(np.sqrt(source[2] * source[3]) / 2)
    image = smeared(crop.image_bgr, source[:2], radius, place, motion)
    box = np.concatenate([place, np.abs(motion) + 2 * radius])
    return Crop(image, np.vstack([crop.boxes_px, box]), crop.ignored_px)
