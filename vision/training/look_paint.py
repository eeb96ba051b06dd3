"""Ball sets that are not rendered: black instead of white beside the bands, salmon 4s.

Recoloured patch by patch, all balls of a picture alike, before the light is changed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.appearance import APPEARANCES, INDEX_OF, PATCH_PX, REACH, Appearance, Colour

Bytes = NDArray[np.uint8]
Floats32 = NDArray[np.float32]

BLACK_SHARE = 0.08
TELEVISION_SHARE = 0.3

_STRIPED = np.array([look.striped for look in APPEARANCES])
_WHITENESS = (0.55, 0.75)
"""Least channel over the largest: paint, and white in the warmest light."""

_BRIGHT = (0.3, 0.5)
"""Of a white place over the brightest one of the ball."""

_MOST_WHITE = 0.65
"""Of a ball: one that shows little of its band would be black all over."""

_DARKNESS = (0.84, 0.96)
_SALMON = ((0.72, 1.0), (1.0, 1.22), (1.0, 1.05))
_TAN = ((0.6, 1.0), (0.7, 1.0), (0.95, 1.05))
"""Factors on blue, green and red of pink and of brown paint."""


def in_other_paint(
    patches: Bytes, labels: NDArray[np.int64], rng: np.random.Generator
) -> Bytes:
    """Return the balls of one picture, now and then of a set painted otherwise.

    Args:
        patches: uint8, shape (n, s, s, 3), BGR.
        labels: Index into `APPEARANCES`, shape (n,); the looks keep their names.
        rng: Source of chance.
    """
    black = rng.random() < BLACK_SHARE
    other = rng.random() < TELEVISION_SHARE
    if not black and not other:
        return patches
    painted = patches.astype(np.float32)
    if black:
        rows = np.flatnonzero(_STRIPED[labels])
        left = np.float32(1 - rng.uniform(*_DARKNESS))
        for row in rows:
            mask = _white_parts(painted[row])
            if mask.sum() < _MOST_WHITE * _ball().sum():
                painted[row] *= 1 - mask[..., None] * (1 - left)
    if other:
        for colour, factors in ((Colour.PINK, _SALMON), (Colour.BROWN, _TAN)):
            factor = np.array([rng.uniform(*limits) for limits in factors], np.float32)
            kinds = [INDEX_OF[Appearance(colour, striped=s)] for s in (False, True)]
            for row in np.flatnonzero(np.isin(labels, kinds)):
                mask = _ball() * (1 - _white_parts(painted[row]))
                painted[row] *= 1 + mask[..., None] * (factor - 1)
    return np.clip(np.rint(painted), 0, 255).astype(np.uint8)


def _ball() -> Floats32:
    """Share of each pixel that the ball covers, (s, s)."""
    away = np.arange(PATCH_PX) - (PATCH_PX - 1) / 2
    distance = np.hypot(away[:, None], away[None, :])
    covered = np.clip(PATCH_PX / (2 * REACH) + 0.5 - distance, 0, 1)
    return np.asarray(covered, np.float32)


def _white_parts(patch: Floats32) -> Floats32:
    """Share of each pixel that shows white paint of the ball, (s, s)."""
    ball = _ball()
    most, least = patch.max(axis=2), patch.min(axis=2)
    brightest = max(float(most[ball > 0].max()), 1.0)
    white = _between(least / np.maximum(most, 1), *_WHITENESS)
    return ball * white * _between(most / brightest, *_BRIGHT)


def _between(values: Floats32, low: float, high: float) -> Floats32:
    return np.asarray(np.clip((values - low) / (high - low), 0, 1), np.float32)
