"""What the network for looks learns from: the balls of a picture and their paint.

Which paint counts as which colour follows the name where there is one: the 7 of a set
is maroon or brown whatever its paint, never red.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import (
    INDEX_OF,
    Appearance,
    Colour,
    cut_patches,
)
from vision.synthesis.ball_looks import BallLook
from vision.synthesis.stills import Still

LEAST_VISIBLE = 0.55
LEAST_RADIUS_PX = 3.5
LONGEST_STREAK = 0.9
"""In radii."""

_OFF_CENTRE, _OFF_SIZE = 0.08, 0.05

_PROTOTYPES: dict[Colour, tuple[tuple[int, int, int], ...]] = {
    Colour.WHITE: ((246, 243, 230), (232, 214, 170)),
    Colour.YELLOW: ((248, 192, 16), (222, 172, 60), (252, 208, 40)),
    Colour.BLUE: ((22, 56, 155), (40, 96, 190), (36, 44, 96)),
    Colour.RED: ((215, 33, 30), (190, 40, 40), (232, 60, 52)),
    Colour.PURPLE: ((74, 38, 112), (122, 70, 160), (70, 48, 92)),
    Colour.ORANGE: ((242, 108, 28), (250, 140, 60), (216, 112, 62)),
    Colour.GREEN: ((8, 112, 66), (30, 150, 92), (28, 84, 60)),
    Colour.MAROON: ((122, 24, 34), (108, 44, 40), (150, 52, 50)),
    Colour.BLACK: ((18, 18, 20), (60, 30, 26)),
    Colour.PINK: ((240, 115, 150),),
    Colour.BROWN: ((190, 128, 80), (122, 66, 26)),
}
"""Paints that stand for the colours, sRGB."""

_NUMBERED: tuple[tuple[Colour, ...], ...] = (
    (Colour.YELLOW,),
    (Colour.BLUE,),
    (Colour.RED,),
    (Colour.PURPLE, Colour.PINK),
    (Colour.ORANGE,),
    (Colour.GREEN,),
    (Colour.MAROON, Colour.BROWN),
    (Colour.BLACK,),
)


@dataclass(frozen=True, slots=True)
class PictureOfBalls:
    """The balls of one picture, each in one or more patches.

    Attributes:
        patches: uint8, shape (n, 40, 40, 3), BGR.
        labels: Index into `APPEARANCES`, shape (n,).
        ball: Which ball each patch shows, shape (n,).
    """

    patches: NDArray[np.uint8]
    labels: NDArray[np.int64]
    ball: NDArray[np.int64]


def appearance_of(look: BallLook, name: str) -> Appearance:
    """Return the class that a ball belongs to.

    Args:
        look: Its paint.
        name: As in `Still.names`.
    """
    colours = _colours_of(name)
    paints = [(colour, rgb) for colour in colours for rgb in _PROTOTYPES[colour]]
    rgb = np.array([[rgb for _, rgb in paints], [look.body] * len(paints)])
    lab = cv2.cvtColor((rgb / 255.0).astype(np.float32), cv2.COLOR_RGB2LAB)
    nearest = int(np.argmin(np.linalg.norm(lab[0] - lab[1], axis=1)))
    return Appearance(paints[nearest][0], striped=look.caps is not None)


def _colours_of(name: str) -> tuple[Colour, ...]:
    if name.isdigit():
        return _NUMBERED[(int(name) - 1) % 8]
    if name == "cue" or name.startswith("white-"):
        return (Colour.WHITE,)
    if name == "bonus":
        return (Colour.BLACK,)
    if name == "colored":
        return tuple(colour for colour in Colour if colour is not Colour.WHITE)
    return (Colour(name.partition("-")[0]),)


def collect_pictures(
    stills: Iterable[Still], rng: np.random.Generator, *, copies: int = 2
) -> list[PictureOfBalls]:
    """Cut labelled patches out of rendered stills, off centre as found balls are.

    Args:
        stills: Pictures with their labels; those without a ball to learn are left out.
        rng: Draws the errors of the boxes.
        copies: Patches a ball.
    """
    pictures = []
    for scene in stills:
        rows = np.repeat(np.flatnonzero(_is_learnt(scene)), copies)
        if not len(rows):
            continue
        radius = scene.radius_px[rows]
        off = rng.normal(0, _OFF_CENTRE, (len(rows), 2)) * radius[:, None]
        sizes = radius * np.exp(rng.normal(0, _OFF_SIZE, len(rows)))
        patches = cut_patches(scene.image_bgr, scene.uv[rows] + off, sizes)
        names = [scene.names[row] for row in rows]
        looks = [appearance_of(scene.look.balls[name], name) for name in names]
        labels = np.array([INDEX_OF[look] for look in looks], np.int64)
        pictures.append(PictureOfBalls(patches, labels, rows.astype(np.int64)))
    return pictures


def _is_learnt(scene: Still) -> NDArray[np.bool_]:
    streak = np.linalg.norm(scene.streak_px, axis=1)
    seen = (scene.visible > LEAST_VISIBLE) & scene.in_play
    large = scene.radius_px > LEAST_RADIUS_PX
    return np.asarray(seen & large & (streak < LONGEST_STREAK * scene.radius_px))
